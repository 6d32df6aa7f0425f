import { center } from '#contract/account/account-center.ts'
import { encode } from '#contract/wire/coded.ts'
import { ChoosePage } from '#src/features/session/choose-page.tsx'
import { ForgotPage } from '#src/features/session/forgot-page.tsx'
import { LoginPage } from '#src/features/session/login-page.tsx'
import { RegisterPage } from '#src/features/session/register-page.tsx'
import { useConfig } from '#src/stores/config.ts'
import { setEnded } from '#src/stores/session.ts'
import { useSettings } from '#src/stores/settings.ts'
import { showPage } from '#tests/support/page-services.tsx'
import { aUser } from '#tests/support/builders/user.ts'
import { aSetting } from '#tests/support/builders/setting.ts'
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

const doors = [
  ['login', LoginPage],
  ['register', RegisterPage],
  ['choose', ChoosePage],
  ['forgot', ForgotPage],
] as const
const begin = (page: (typeof doors)[number][1]) => {
  const Page = page
  return showPage(<Page />, { isLoggedIn: false, lang: 'hk' })
}
afterEach(() => {
  vi.restoreAllMocks()
  act(() => setEnded(null))
  act(() => useConfig.setState({ setting: null }))
})

test.each(doors)('LANG-20 %s: the browser language takes one tap, any other two', async (_name, page) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR', 'es-MX', 'en'])
  await begin(page)
  await userEvent.click(screen.getByRole('button', { name: 'Español' }))
  expect(useSettings.getState().lang).toBe('esp')
  expect(screen.queryByRole('button', { name: 'Español' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /Español$/ }))
  const sheet = within(await screen.findByRole('dialog'))
  for (const name of ['English', '日本語', '한국어', 'Español', '简体中文', '繁體中文（香港）', 'ไทย'])
    expect(sheet.getByText(name)).toBeVisible()
  await userEvent.click(sheet.getByText('한국어'))
  expect(useSettings.getState().lang).toBe('kr')
})
test('LANG-20 without a supported browser language, or with the current one, nothing is offered', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR', 'zh-TW'])
  await begin(ChoosePage)
  expect(screen.queryByRole('button', { name: '繁體中文（香港）' })).toBeNull()
})
test('SES-20 after a logout from elsewhere the login page shows when and why', async () => {
  await showPage(<LoginPage />, { isLoggedIn: false })
  expect(screen.queryByText(/You were logged out/)).toBeNull()
  act(() => setEnded({ atMs: new Date(2026, 0, 5, 23, 9).getTime(), why: 'password' }))
  expect(screen.getByText('You were logged out at 23:09: the password was changed.')).toBeVisible()
  act(() => setEnded({ atMs: new Date(2026, 0, 5, 23, 9).getTime(), why: null }))
  expect(
    screen.getByText(/^You were logged out at 23:09: this session was ended, perhaps on another device/),
  ).toBeVisible()
})
test('FORM-20 a refusal disappears when its field is edited, and the next press is sent', async () => {
  const answers = { '/api/user/login': { type: 'error', message: 'No.', reason: 'login_wrong', params: {} } }
  const { asked } = await showPage(<LoginPage />, { isLoggedIn: false, answers })
  await userEvent.click(screen.getByRole('tab', { name: 'Email' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'a@b.cd')
  await userEvent.type(screen.getByLabelText('Password'), 'wrong1')
  const button = screen.getByRole('button', { name: 'Log in' })
  await userEvent.click(button)
  expect(await screen.findByText('Wrong account or password.')).toBeVisible()
  expect(button).toHaveAttribute('data-retry')
  await userEvent.type(screen.getByLabelText('Password'), 'x')
  expect(screen.queryByText('Wrong account or password.')).toBeNull()
  await userEvent.click(button)
  await vi.waitFor(() => expect(asked.filter(({ path }) => path === '/api/user/login')).toHaveLength(2))
})
test.each([
  [true, 'Phone'],
  [false, 'Email'],
])(
  'SES-21 where text messages are sent (%s) the login begins with %s, and the other is a tap away',
  async (phone, first) => {
    sessionStorage.clear()
    useConfig.setState({ setting: aSetting({ features: { phone } }) })
    await showPage(<LoginPage />, { isLoggedIn: false })
    const chosen = () => screen.getAllByRole('tab').filter((tab) => tab.getAttribute('aria-selected') === 'true')
    expect(chosen()[0]).toHaveTextContent(first)
    await userEvent.click(screen.getByRole('tab', { name: first === 'Phone' ? 'Email' : 'Phone' }))
    expect(chosen()[0]).not.toHaveTextContent(first)
  },
)
test('T56 the next login begins with what the last one was by', async () => {
  sessionStorage.clear()
  const answers = {
    '/api/user/login': { type: 'ok', message: 'token-token' },
    '/api/user/center': { type: 'ok', message: encode(center, aUser()) },
    '/chat/sys/login': { type: 'ok', data: { token: 'chat-token' } },
  }
  await showPage(<LoginPage />, { isLoggedIn: false, answers })
  await userEvent.click(screen.getByRole('tab', { name: 'Email' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'a@b.cd')
  await userEvent.type(screen.getByLabelText('Password'), 'secret1')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await vi.waitFor(() => expect(localStorage.getItem('kontor.login-kind')).toBe('"email"'))
  cleanup()
  sessionStorage.clear()
  await showPage(<LoginPage />, { isLoggedIn: false })
  localStorage.setItem('kontor.login-kind', '"email"')
  act(() => useConfig.setState({ setting: aSetting({ features: { phone: true } }) }))
  expect(screen.getByRole('tab', { name: 'Email' })).toHaveAttribute('aria-selected', 'true')
})
