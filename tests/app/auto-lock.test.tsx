import { AutoLock } from '#src/app/lock/lock-screen.tsx'
import { SecurityPage } from '#src/features/account/security-page.tsx'
import { useAutoLock } from '#src/stores/auto-lock.ts'
import { chooseLock, readMark, writeMark } from '#src/stores/lock-mark.ts'
import { useSession } from '#src/stores/session.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const minuteMs = 60_000
const nowMs = 1_790_000_000_000
const clocks = (agoMs: number) => ({ serverMs: nowMs - agoMs, deviceMs: Date.now() - agoMs })
afterEach(() => act(() => chooseLock(0, nowMs, Date.now())))

/** Somebody is here and has not touched the app for six of the five minutes. */
const away = async (answers: Readonly<Record<string, unknown>> = {}) => {
  const shown = await showPage(<AutoLock />, { nowMs, answers })
  act(() => writeMark({ minutes: 5, touched: clocks(6 * minuteMs), isLocked: false }))
  return shown
}
const lockNow = () => fireEvent(window, new Event('focus'))
const unlockWith = (password: string) => {
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }))
}

test('ALOCK-1 who comes back too late is asked for the password; the first touch is no way around it', async () => {
  await away()
  expect([screen.queryByRole('dialog'), useAutoLock.getState().state]).toEqual([null, 'open'])
  fireEvent.pointerDown(document.body)
  expect(await screen.findByRole('dialog', { name: 'Locked' })).toBeVisible()
  expect([useAutoLock.getState().state, readMark().isLocked]).toEqual(['locked', true])
})
test('ALOCK-2 it locks by the second, without anybody doing anything, and is locked after a reload', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { unmount } = await away()
  act(() => void vi.advanceTimersByTime(1000))
  expect(useAutoLock.getState().state).toBe('locked')
  unmount()
  vi.useRealTimers()
  expect([useAutoLock.getState().state, readMark()]).toEqual([
    'unsure',
    expect.objectContaining({ minutes: 5, isLocked: true }),
  ])
})
test('ALOCK-2 a mark of which a part cannot be read is locked, one that is none locks nobody out', async () => {
  await away()
  localStorage.setItem('kontor.autoLock', '{"minutes":5,"touched":7}')
  expect(readMark()).toEqual({ minutes: 5, touched: { serverMs: 0, deviceMs: 0 }, isLocked: true })
  localStorage.setItem('kontor.autoLock', '[]')
  expect(readMark().minutes).toBe(0)
})
test('ALOCK-3 another tab locks this one, and unlocks it', async () => {
  await away()
  const other = (isLocked: boolean) => {
    localStorage.setItem('kontor.autoLock', JSON.stringify({ minutes: 5, touched: clocks(0), isLocked }))
    fireEvent(window, new StorageEvent('storage', { key: 'kontor.autoLock' }))
  }
  other(true)
  expect(await screen.findByRole('dialog', { name: 'Locked' })).toBeVisible()
  other(false)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
test('ALOCK-4 a wrong password tells how many tries are left, a blank one is not sent, the right one opens', async () => {
  const answers: Record<string, unknown> = {
    '/api/user/unlock': { type: 'error', message: 'Wrong.', reason: 'login_wrong', params: { left: 4 } },
  }
  const { asked } = await away(answers)
  lockNow()
  fireEvent.click(await screen.findByRole('button', { name: 'Unlock' }))
  expect(await screen.findByText('Enter the password.')).toBeVisible()
  unlockWith('wrong12')
  expect(await screen.findByText('Wrong password. Tries left: 4.')).toBeVisible()
  answers['/api/user/unlock'] = { type: 'ok', data: {} }
  unlockWith('secret1')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.filter(({ path }) => path === '/api/user/unlock').map(({ body }) => body)).toEqual([
    { password: 'wrong12' },
    { password: 'secret1' },
  ])
  expect(readMark()).toMatchObject({ isLocked: false, touched: { serverMs: nowMs } })
})
describe('by a passkey', () => {
  const request = {
    challenge: 'BBBB',
    rpId: 'localhost',
    allowCredentials: [{ id: 'CCCC', type: 'public-key', transports: ['internal'] }],
    timeout: 300_000,
    userVerification: 'required',
  }
  const bytes = (text: string) => new TextEncoder().encode(text).buffer
  const signed = {
    id: 'CCCC',
    rawId: bytes('c'),
    type: 'public-key',
    authenticatorAttachment: null,
    getClientExtensionResults: () => ({}),
    response: {
      clientDataJSON: bytes('client'),
      authenticatorData: bytes('data'),
      signature: bytes('signature'),
      userHandle: null,
    },
  }
  const offering = (passkey: object | null) => ({ type: 'ok', data: { passkey } })
  const device = vi.fn<() => Promise<unknown>>()
  const passkeyButton = () => screen.findByRole('button', { name: 'Use a passkey' })
  beforeEach(() => {
    device.mockReset().mockResolvedValue(signed)
    vi.stubGlobal('PublicKeyCredential', () => {})
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: device } })
  })
  afterEach(() => vi.unstubAllGlobals())

  test('ALOCK-7 a question that was closed and a refusal are said, the password stays beside it; only the answer of the venue opens', async () => {
    const answers: Record<string, unknown> = {
      '/api/user/passkeys/unlock/begin': offering(request),
      '/api/user/passkeys/unlock': { type: 'error', message: 'Wrong.', reason: 'passkey_wrong', params: { left: 4 } },
    }
    const { asked } = await away(answers)
    const sent = (path: string) => asked.filter((each) => each.path === path)
    lockNow()
    device.mockRejectedValueOnce(new DOMException('closed', 'NotAllowedError'))
    fireEvent.click(await passkeyButton())
    expect(await screen.findByText('No passkey was used. You can try again or enter the password.')).toBeVisible()
    expect([sent('/api/user/passkeys/unlock').length, useAutoLock.getState().state]).toEqual([0, 'locked'])
    fireEvent.click(await passkeyButton())
    expect(await screen.findByText('This passkey was not accepted.')).toBeVisible()
    expect([useAutoLock.getState().state, readMark().isLocked]).toEqual(['locked', true])
    expect(screen.getByRole('button', { name: 'Unlock' })).toBeVisible()
    answers['/api/user/passkeys/unlock'] = { type: 'ok', data: {} }
    fireEvent.click(await passkeyButton())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([useAutoLock.getState().state, readMark()]).toEqual([
      'open',
      expect.objectContaining({ isLocked: false, touched: expect.objectContaining({ serverMs: nowMs }) }),
    ])
    // One challenge to know whether there is a passkey, and a new one for each signature.
    expect([sent('/api/user/passkeys/unlock/begin').length, sent('/api/user/passkeys/unlock').length]).toEqual([4, 2])
    expect(JSON.parse(String(sent('/api/user/passkeys/unlock')[0]?.body['answer']))).toMatchObject({ id: 'CCCC' })
  })
  test('ALOCK-8 there is no such button without a passkey of the account, nor in a browser without passkeys, which is asked nothing', async () => {
    const { asked, unmount } = await away({ '/api/user/passkeys/unlock/begin': offering(null) })
    lockNow()
    await waitFor(() => expect(asked.map(({ path }) => path)).toContain('/api/user/passkeys/unlock/begin'))
    await screen.findByRole('button', { name: 'Unlock' })
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
    unmount()
    act(() => chooseLock(0, nowMs, Date.now()))
    vi.stubGlobal('PublicKeyCredential', undefined)
    const without = await away({ '/api/user/passkeys/unlock/begin': offering(request) })
    lockNow()
    await screen.findByRole('button', { name: 'Unlock' })
    expect([without.asked, screen.queryByRole('button', { name: 'Use a passkey' })]).toEqual([[], null])
  })
  test('ALOCK-8 who locked without a connection is offered the passkey when it is back', async () => {
    const answers: Record<string, unknown> = {
      '/api/user/passkeys/unlock/begin': { type: 'error', message: 'Busy.', reason: 'internal', params: {} },
    }
    const { asked } = await away(answers)
    lockNow()
    await waitFor(() => expect(asked).toHaveLength(1))
    await screen.findByRole('button', { name: 'Unlock' })
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
    answers['/api/user/passkeys/unlock/begin'] = offering(request)
    await waitFor(() => {
      fireEvent(window, new Event('online'))
      expect(screen.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
    })
  })
})
test('ALOCK-5 a dialog that opens behind the lock does not come above it, and nothing closes it', async () => {
  const { container } = await away()
  lockNow()
  const lock = await screen.findByRole('dialog', { name: 'Locked' })
  const raised = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  const late = container.appendChild(document.createElement('dialog'))
  late.setAttribute('open', '')
  await waitFor(() => expect(new Set(raised.mock.contexts)).toEqual(new Set([lock])))
  lock.removeAttribute('open')
  fireEvent(lock, new Event('close'))
  expect(lock).toHaveAttribute('open')
  expect(fireEvent(lock, new Event('cancel', { cancelable: true }))).toBe(false)
})
test('ALOCK-6 logging out is offered, and a login by hand begins open', async () => {
  await away()
  lockNow()
  fireEvent.click(await screen.findByRole('button', { name: 'Log out instead' }))
  act(() => useSession.setState({ phase: 'out', token: null, user: null }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(readMark()).toMatchObject({ minutes: 5, isLocked: false })
  act(() => useSession.setState({ phase: 'in' }))
  expect([useAutoLock.getState().state, readMark().touched.serverMs]).toEqual(['open', nowMs])
})
test('ALOCK-6 the security centre offers off, 1, 5, 15 and 60 minutes; off is the first choice', async () => {
  await showPage(<SecurityPage />, {
    nowMs,
    answers: { '/api/user/protection': said({ mail_word: null, totp: 0, recovery_left: 0 }) },
  })
  fireEvent.click(screen.getByRole('button', { name: /^Auto-lock/ }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Auto-lock' }))
  expect(sheet.getAllByRole('radio').map(({ textContent, ariaChecked }) => [textContent, ariaChecked])).toEqual([
    ['Off', 'true'],
    ['After 1 minute', 'false'],
    ['After 5 minutes', 'false'],
    ['After 15 minutes', 'false'],
    ['After 60 minutes', 'false'],
  ])
  fireEvent.click(sheet.getByRole('radio', { name: 'After 15 minutes' }))
  expect(readMark()).toMatchObject({ minutes: 15, touched: { serverMs: nowMs }, isLocked: false })
  expect(screen.getByRole('button', { name: /^Auto-lock/ })).toHaveTextContent('After 15 minutes')
})
