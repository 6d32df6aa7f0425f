import { go, herePath } from '#src/lib/hash-location.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { RegisterPage } from '#src/features/session/register-page.tsx'
import { claimFaults, secretFaults } from '#src/features/session/register-form.ts'
import { setConfig, useConfig } from '#src/stores/config.ts'
import { serve, showWithServices, type SentCall } from '#tests/support/services.tsx'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const right = { kind: 'email', area: '852', phone: '', email: 'ann@example.com', code: '123456', agreed: 'yes' }
const areas = [{ id: 5, name: 'Hong Kong', area_code: '852', lang: 'hk' as const }]

beforeEach(() => {
  sessionStorage.clear()
  useConfig.setState({ areaCodes: areas })
  setConfig({ setting: null, verification: true })
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
  ['the box is not ticked', { agreed: '' }, { agreed: 'refusals:not_agreed' }],
])('REG-4 %s', (_, change, faults) => {
  const found = Object.entries(claimFaults({ ...right, ...change }, true)).filter(([, fault]) => fault !== null)
  expect(Object.fromEntries(found)).toEqual(faults)
})
test('REG-4 the password is short', () => {
  expect(secretFaults({ password: '12345', line: '', invite: '' })).toEqual({
    password: 'session:faults.passwordTooShort',
  })
})

test('REG-5 without verification no code is required', () => {
  expect(claimFaults({ ...right, code: '' }, false).code).toBeNull()
})

/** Without the prices at the door, which are read as long as no socket is open, and the country codes. */
const own = (asked: readonly SentCall[]) =>
  asked.filter(({ path }) => !path.startsWith('/api/currency/') && path !== '/api/area_code')
const fill = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(screen.getByRole('tab', { name: 'Email' }))
  await user.type(screen.getByLabelText('Email', { selector: 'input[name=email]' }), 'ann@example.com')
  await user.click(screen.getByRole('checkbox'))
}

test('REG-6 submitting with faults sends nothing, shows each fault and focuses the first', async () => {
  const asked = serve({})
  const user = userEvent.setup()
  await showWithServices(<RegisterPage />)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByText('Enter your phone number.')).toBeVisible()
  expect(screen.getByText('You have not agreed.')).toBeVisible()
  expect(document.activeElement).toBe(screen.getByLabelText('Phone number'))
  expect(own(asked)).toEqual([])
})

test('REG-7 the demo offers the sent code, and the form is sent in wire format', async () => {
  const sent = {
    target: 'a**@example.com',
    expires_ms: 1_600_000,
    again_ms: 1_060_000,
    server_now_ms: 1_000_000,
    demo_code: '654321',
  }
  const asked = serve({
    '/api/sms_mail': { type: 'ok', message: 'Sent.', data: sent },
    '/api/user/check_email': { type: 'ok', message: 'Done.', data: {} },
    '/api/user/register': { type: 'ok', message: 'Done.', data: { id: 9 } },
  })
  const user = userEvent.setup()
  await showWithServices(<RegisterPage />)
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await user.click(await screen.findByRole('button', { name: /654321/ }))
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await user.type(await screen.findByLabelText('Password'), 'harbour tides 9')
  await user.click(screen.getByText('Invitation code, LINE (optional)'))
  await user.type(screen.getByLabelText('LINE contact'), 'ann-line')
  await user.click(screen.getByRole('button', { name: 'Sign up' }))
  await waitFor(() => expect(herePath()).toBe(sessionPaths.login))
  expect(own(asked).map(({ path, body }) => [path, body])).toEqual([
    ['/api/sms_mail', { user_string: 'ann@example.com', type: 'register' }],
    ['/api/user/check_email', { user_string: 'ann@example.com', type: 'register', email_code: '654321' }],
    [
      '/api/user/register',
      {
        type: 'email',
        user_string: 'ann@example.com',
        code: '654321',
        password: 'harbour tides 9',
        re_password: 'harbour tides 9',
        line_account: 'ann-line',
      },
    ],
  ])
})

test('REG-8 a refusal is shown at its field', async () => {
  serve({
    '/api/user/register': { type: 'error', message: 'No.', reason: 'invite_unknown', params: {} },
  })
  setConfig({ setting: null, verification: false })
  go(`${sessionPaths.register}?code=NOSUCH`)
  const user = userEvent.setup()
  await showWithServices(<RegisterPage />)
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await user.type(await screen.findByLabelText('Password'), 'harbour tides 9')
  await user.click(screen.getByRole('button', { name: 'Sign up' }))
  const invite = screen.getByLabelText('Invitation code')
  await waitFor(() => expect(invite).toHaveAccessibleDescription('No such invitation code.'))
  expect(invite).toHaveValue('NOSUCH')
  expect(document.activeElement).toBe(invite)
})

test('LANG-6 the input survives a change of language and a reload, except for passwords', async () => {
  serve({})
  setConfig({ setting: null, verification: false })
  const user = userEvent.setup()
  const { i18n } = await showWithServices(<RegisterPage />)
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await user.type(await screen.findByLabelText('Password'), 'harbour tides 9')
  await act(() => i18n.changeLanguage('jp'))
  expect(screen.getByRole('button', { name: '登録する' })).toBeVisible()
  expect(screen.getByLabelText('パスワード')).toHaveValue('harbour tides 9')
  cleanup()
  await showWithServices(<RegisterPage />)
  expect(screen.getByDisplayValue('ann@example.com')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByLabelText('Password')).toHaveValue('')
  expect(JSON.stringify(sessionStorage)).not.toContain('harbour')
})

test('SES-24 the country codes are asked for with the phone number, and the list waits for them', async () => {
  useConfig.setState({ areaCodes: null })
  const asked = serve({ '/api/area_code': { type: 'ok', message: areas, data: { verification: '1' } } })
  const codes = () => asked.filter(({ path }) => path === '/api/area_code').length
  const user = userEvent.setup()
  await showWithServices(<RegisterPage />)
  await waitFor(() => expect(codes()).toBe(1))
  await user.click(await screen.findByRole('button', { name: /Country code \+852/ }))
  expect(await screen.findByRole('button', { name: /Hong Kong/ })).toBeVisible()
  expect(codes()).toBe(1)
  cleanup()
  useConfig.setState({ areaCodes: null })
  serve({})
  await showWithServices(<RegisterPage />)
  await user.click(await screen.findByRole('button', { name: /Country code/ }))
  expect(screen.queryByText('No country matches.')).toBeNull()
})
