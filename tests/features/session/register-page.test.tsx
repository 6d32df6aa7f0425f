import { go, herePath } from '#src/lib/hash-location.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { RegisterPage } from '#src/features/session/register-page.tsx'
import { registerFaults } from '#src/features/session/register-form.ts'
import { setConfig } from '#src/stores/config.ts'
import { serve, showWithServices } from '#tests/support/services.tsx'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const right = {
  kind: 'email', area: '852', phone: '', email: 'ann@example.com', code: '123456', password: 'secret1', repeat: 'secret1',
  line: '', invite: '', agreed: 'yes',
}
const areas = [{ id: 5, name: 'Hong Kong', area_code: '852', lang: 'hk' as const }]

beforeEach(() => {
  sessionStorage.clear()
  setConfig({ setting: null, areaCodes: areas, verification: true })
  go(sessionPaths.register)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['everything is right', {}, {}],
  ['the email is missing', { email: '' }, { email: 'session:faults.emailRequired' }],
  ['the phone is malformed', { kind: 'mobile', phone: '12' }, { phone: 'session:faults.phoneMalformed' }],
  ['no country code', { kind: 'mobile', phone: '61234567', area: '' }, { area: 'session:faults.areaRequired' }],
  ['the code is missing', { code: '' }, { code: 'session:faults.codeRequired' }],
  ['the password is short', { password: '12345', repeat: '12345' }, { password: 'session:faults.passwordTooShort' }],
  ['the passwords differ', { repeat: 'secret2' }, { repeat: 'session:faults.passwordMismatch' }],
  ['the box is not ticked', { agreed: '' }, { agreed: 'refusals:not_agreed' }],
])('REG-4 %s', (_, change, faults) => {
  const found = Object.entries(registerFaults({ ...right, ...change }, true)).filter(([, fault]) => fault !== null)
  expect(Object.fromEntries(found)).toEqual(faults)
})

test('REG-5 without verification no code is required', () => {
  expect(registerFaults({ ...right, code: '' }, false).code).toBeNull()
})

const fill = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(screen.getByRole('tab', { name: 'Email' }))
  await user.type(screen.getByLabelText('Email', { selector: 'input[name=email]' }), 'ann@example.com')
  await user.type(screen.getByLabelText('Password'), 'secret1')
  await user.type(screen.getByLabelText('Confirm password'), 'secret1')
}

test('REG-6 submitting with faults sends nothing, shows each fault and focuses the first', async () => {
  const asked = serve({})
  const user = userEvent.setup()
  await showWithServices(<RegisterPage />)
  await user.click(screen.getByRole('button', { name: 'Sign up' }))
  expect(screen.getByText('Enter your phone number.')).toBeVisible()
  expect(screen.getByText('You have not agreed.')).toBeVisible()
  expect(document.activeElement).toBe(screen.getByLabelText('Phone number'))
  expect(asked).toEqual([])
})

test('REG-7 the demo offers the sent code, and the form is sent in wire format', async () => {
  const sent = { target: 'a**@example.com', expires_ms: 1_600_000, again_ms: 1_060_000, server_now_ms: 1_000_000, demo_code: '654321' }
  const asked = serve({
    '/api/sms_mail': { type: 'ok', message: 'Sent.', data: sent },
    '/api/user/register': { type: 'ok', message: 'Done.', data: { id: 9 } },
  })
  const user = userEvent.setup()
  await showWithServices(<RegisterPage />)
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await user.click(await screen.findByRole('button', { name: /654321/ }))
  await user.type(screen.getByLabelText('LINE contact'), 'ann-line')
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Sign up' }))
  await waitFor(() => expect(herePath()).toBe(sessionPaths.login))
  expect(asked.map(({ path }) => path)).toEqual(['/api/sms_mail', '/api/user/register'])
  expect(asked[0]?.body).toEqual({ user_string: 'ann@example.com', type: 'register' })
  expect(asked[1]?.body).toEqual({
    type: 'email', user_string: 'ann@example.com', code: '654321', password: 'secret1', re_password: 'secret1',
    line_account: 'ann-line',
  })
})

test('REG-8 a refusal is shown at its field', async () => {
  serve({
    '/api/user/register': { type: 'error', message: 'No.', reason: 'invite_unknown', params: {} },
  })
  setConfig({ setting: null, areaCodes: areas, verification: false })
  go(`${sessionPaths.register}?code=NOSUCH`)
  const user = userEvent.setup()
  await showWithServices(<RegisterPage />)
  await fill(user)
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Sign up' }))
  const invite = screen.getByLabelText('Invitation code')
  await waitFor(() => expect(invite).toHaveAccessibleDescription('No such invitation code.'))
  expect(invite).toHaveValue('NOSUCH')
  expect(document.activeElement).toBe(invite)
})

test('LANG-6 the input survives a change of language and a reload, except for passwords', async () => {
  serve({})
  const user = userEvent.setup()
  const { i18n } = await showWithServices(<RegisterPage />)
  await fill(user)
  await act(() => i18n.changeLanguage('jp'))
  expect(screen.getByRole('button', { name: '登録する' })).toBeVisible()
  expect(screen.getByDisplayValue('ann@example.com')).toBeVisible()
  expect(screen.getByLabelText('パスワード')).toHaveValue('secret1')
  cleanup()
  await showWithServices(<RegisterPage />)
  expect(screen.getByDisplayValue('ann@example.com')).toBeVisible()
  expect(screen.getByLabelText('Password')).toHaveValue('')
  expect(JSON.stringify(sessionStorage)).not.toContain('secret1')
})
