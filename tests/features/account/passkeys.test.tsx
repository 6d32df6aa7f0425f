import { LoginPage } from '#src/features/session/login-page.tsx'
import { SecurityPage } from '#src/features/account/security-page.tsx'
import { said, showPage } from '#tests/support/page-services.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const phone = { id: 'p1', name: 'My phone', created_time: '2026-01-05 00:00:00', used_time: null, is_copied: 0 }
const desk = {
  id: 'p2',
  name: 'Desk',
  created_time: '2026-01-05 00:00:00',
  used_time: '2026-01-06 10:00:00',
  is_copied: 1,
}
const listOf = (list: readonly object[], max = 10) => ({ list, max, server_now_ms: 1_000_000 })
const creation = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Kontor' },
  user: { id: 'MQ', name: 'a@b.cd', displayName: 'Ann' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  excludeCredentials: [],
}
const request = {
  challenge: 'BBBB',
  rpId: 'localhost',
  allowCredentials: [{ id: 'CCCC', type: 'public-key', transports: ['internal'] }],
  timeout: 300_000,
  userVerification: 'required',
}
const bytes = (text: string) => new TextEncoder().encode(text).buffer
const credential = (response: object) => ({
  id: 'CCCC',
  rawId: bytes('c'),
  type: 'public-key',
  authenticatorAttachment: null,
  getClientExtensionResults: () => ({}),
  response,
})
const made = credential({
  clientDataJSON: bytes('client'),
  attestationObject: bytes('attested'),
  getTransports: () => ['internal'],
})
const signed = credential({
  clientDataJSON: bytes('client'),
  authenticatorData: bytes('data'),
  signature: bytes('signature'),
  userHandle: null,
})
/** The device of the person: what it answers is what the browser library gets. */
type Asked = { readonly publicKey: { readonly challenge: ArrayBuffer } }
const device = { create: vi.fn<(asked: Asked) => Promise<unknown>>(), get: vi.fn<(asked: Asked) => Promise<unknown>>() }
const closed = () => Promise.reject(new DOMException('closed', 'NotAllowedError'))

beforeEach(() => {
  sessionStorage.clear()
  device.create.mockReset().mockResolvedValue(made)
  device.get.mockReset().mockResolvedValue(signed)
  vi.stubGlobal('PublicKeyCredential', () => {})
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: device })
})
afterEach(() => vi.unstubAllGlobals())

const centre = (list: readonly object[], more: Record<string, unknown> = {}, max = 10, totp = 0) => {
  const answers: Record<string, unknown> = {
    '/api/user/protection': said({ mail_word: null, totp, recovery_left: 0 }),
    '/api/user/passkeys': said(listOf(list, max)),
    '/api/user/passkeys/begin': { type: 'ok', message: 'Done.', data: creation },
    ...more,
  }
  return { answers, shown: showPage(<SecurityPage />, { answers }) }
}

test('PASSKEY-10 the security centre lists each passkey with its times, says which is not accepted, renames one and ends one after a question', async () => {
  const { answers, shown } = centre([phone, desk], {
    '/api/user/passkeys/rename': { type: 'ok', data: listOf([]) },
    '/api/user/passkeys/end': { type: 'error', message: 'No.', reason: 'old_password_wrong', params: {} },
  })
  const { asked } = await shown
  const region = within(await screen.findByRole('region', { name: 'Passkeys' }))
  expect(await region.findByText(/Added .* · Never used$/)).toBeVisible()
  expect(
    region.getByText(/Last used .* · It may have been copied and is no longer accepted\. Remove it\./),
  ).toBeVisible()
  await userEvent.click(region.getByRole('button', { name: 'Rename: My phone' }))
  const name = within(screen.getByRole('dialog')).getByLabelText('Name')
  await userEvent.clear(name)
  await userEvent.type(name, ' Pixel ')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(region.getByRole('button', { name: 'Remove: Desk' }))
  const sheet = within(screen.getByRole('dialog', { name: 'Remove Desk?' }))
  await userEvent.type(sheet.getByLabelText('Current password', { selector: 'input' }), 'secret1')
  await userEvent.click(sheet.getByRole('button', { name: 'Remove' }))
  await waitFor(() =>
    expect(sheet.getByLabelText('Current password', { selector: 'input' })).toHaveAttribute('aria-invalid', 'true'),
  )
  answers['/api/user/passkeys/end'] = { type: 'ok', data: listOf([]) }
  await userEvent.click(sheet.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.filter(({ path }) => /passkeys\/(?:rename|end)$/.test(path)).map(({ body }) => body)).toEqual([
    { id: 'p1', name: 'Pixel' },
    { id: 'p2', password: 'secret1' },
    { id: 'p2', password: 'secret1' },
  ])
})
test('PASSKEY-11 a passkey is added with a name and the password; what the browser made is sent again after a wrong password, without asking twice', async () => {
  const { answers, shown } = centre([], {
    '/api/user/passkeys/confirm': { type: 'error', message: 'No.', reason: 'old_password_wrong', params: {} },
  })
  const { asked } = await shown
  await userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  const sheet = within(screen.getByRole('dialog'))
  const add = () => userEvent.click(sheet.getByRole('button', { name: 'Add a passkey' }))
  await add()
  expect(sheet.getByText('Enter a name.')).toBeVisible()
  expect(device.create).not.toHaveBeenCalled()
  await userEvent.type(sheet.getByLabelText('Name'), 'My phone')
  await userEvent.type(sheet.getByLabelText('Current password', { selector: 'input' }), 'wrong12')
  device.create.mockImplementationOnce(closed)
  await add()
  expect(await sheet.findByText('No passkey was used. You can try again or enter the code.')).toBeVisible()
  await add()
  await waitFor(() =>
    expect(sheet.getByLabelText('Current password', { selector: 'input' })).toHaveAttribute('aria-invalid', 'true'),
  )
  answers['/api/user/passkeys/confirm'] = { type: 'ok', data: listOf([phone]) }
  await userEvent.clear(sheet.getByLabelText('Current password', { selector: 'input' }))
  await userEvent.type(sheet.getByLabelText('Current password', { selector: 'input' }), 'secret1')
  await add()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(device.create).toHaveBeenCalledTimes(2)
  const sent = asked.filter(({ path }) => path.endsWith('/confirm')).map(({ body }) => body)
  expect(sent.map(({ name, password }) => [name, password])).toEqual([
    ['My phone', 'wrong12'],
    ['My phone', 'secret1'],
  ])
  expect(sent[0]?.['answer']).toBe(sent[1]?.['answer'])
  expect(JSON.parse(String(sent[0]?.['answer']))).toMatchObject({
    id: 'CCCC',
    response: { attestationObject: 'YXR0ZXN0ZWQ', transports: ['internal'] },
  })
  expect(JSON.stringify(localStorage)).not.toMatch(/secret1|YXR0ZXN0ZWQ/)
})
test('PASSKEY-11 with an authenticator app its code goes along; a device that has one already says so', async () => {
  const { shown } = centre([], {}, 10, 1)
  const { asked } = await shown
  device.create.mockRejectedValue(new DOMException('known', 'InvalidStateError'))
  await userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  const sheet = within(screen.getByRole('dialog'))
  await userEvent.type(sheet.getByLabelText('Name'), 'My phone')
  await userEvent.type(sheet.getByLabelText('Current password', { selector: 'input' }), 'secret1')
  await userEvent.type(sheet.getByLabelText('Authenticator code'), '123456')
  await userEvent.click(sheet.getByRole('button', { name: 'Add a passkey' }))
  expect(await sheet.findByText('This device already has a passkey for your account.')).toBeVisible()
  expect(asked.filter(({ path }) => path.endsWith('/confirm'))).toEqual([])
})
test('PASSKEY-12 a browser without passkeys says so and offers none; with ten there is no way to an eleventh', async () => {
  const { shown } = centre(Array.from({ length: 10 }, (_, n) => ({ ...phone, id: `p${n}` })))
  const { unmount } = await shown
  expect(await screen.findByText('You can have up to 10 passkeys.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  unmount()
  vi.stubGlobal('PublicKeyCredential', undefined)
  await centre([phone]).shown
  expect(await screen.findByText(/^This browser cannot use passkeys at this address\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove: My phone' })).toBeVisible()
})

const asking = (passkey: object | null) => ({
  type: 'error',
  message: 'Code.',
  reason: 'totp_required',
  params: passkey === null ? {} : { passkey },
})
const toSecondStep = async (answers: Record<string, unknown>) => {
  const page = await showPage(<LoginPage />, { isLoggedIn: false, answers })
  await userEvent.click(screen.getByRole('tab', { name: 'Email' }))
  await userEvent.type(screen.getByLabelText('Email', { selector: 'input' }), 'ann@kontor.test')
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), 'secret1')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByLabelText('Authenticator code')
  return { ...page, logins: () => page.asked.filter(({ path }) => path === '/api/user/login').map(({ body }) => body) }
}
test('PASSKEY-13 the second step of a login offers a passkey beside the code; a question that was closed says so, and what was refused is asked anew', async () => {
  const answers: Record<string, unknown> = { '/api/user/login': asking(request) }
  const { logins } = await toSecondStep(answers)
  const use = () => userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }))
  device.get.mockImplementationOnce(closed)
  await use()
  expect(await screen.findByText('No passkey was used. You can try again or enter the code.')).toBeVisible()
  answers['/api/user/login'] = {
    type: 'error',
    message: 'No.',
    reason: 'passkey_wrong',
    params: { left: 4, passkey: { ...request, challenge: 'DDDD' } },
  }
  await use()
  expect(await screen.findByText('This passkey was not accepted.')).toBeVisible()
  expect(screen.queryByText('No passkey was used. You can try again or enter the code.')).toBeNull()
  answers['/api/user/login'] = said('token-of-the-login')
  await use()
  await waitFor(() => expect(logins()).toHaveLength(3))
  const challenges = device.get.mock.calls.map(([{ publicKey }]) => [...new Uint8Array(publicKey.challenge)])
  expect(challenges).toEqual([
    [4, 16, 65],
    [4, 16, 65],
    [12, 48, 195],
  ])
  expect(logins().map(({ passkey, ...more }) => [more, typeof passkey])).toEqual([
    [{ user_type: 'email', user_string: 'ann@kontor.test', password: 'secret1' }, 'undefined'],
    ...Array.from({ length: 2 }, () => [
      { user_type: 'email', user_string: 'ann@kontor.test', password: 'secret1' },
      'string',
    ]),
  ])
})
test.each([
  ['no offer', null, true],
  ['a browser without passkeys', request, false],
] as const)('PASSKEY-13 there is no button with %s', async (_name, offer, isThere) => {
  if (!isThere) vi.stubGlobal('PublicKeyCredential', undefined)
  await toSecondStep({ '/api/user/login': asking(offer) })
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
})
