import { createI18n } from '#src/app/i18n.ts'
import { Outlet } from '#src/app/outlet.tsx'
import { StartPage } from '#src/app/start-page.tsx'
import { TabBar } from '#src/app/tab-bar.tsx'
import { go, useHashPath } from '#src/lib/hash-location.ts'
import { accountPaths } from '#src/lib/paths/account.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { homePaths } from '#src/lib/paths/home.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { useConfig } from '#src/stores/config.ts'
import { setSession } from '#src/stores/session.ts'
import { aSetting } from '#tests/support/builders/setting.ts'
import { showPage } from '#tests/support/page-services.tsx'
import { show } from '#tests/support/render.tsx'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { NEVER, of } from 'rxjs'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

const connection = vi.hoisted(() => ({ isCut: false }))
const reload = vi.hoisted(() => ({ decision: Promise.resolve(false) }))
vi.mock(import('#src/app/reload.ts'), async (original) => ({
  ...(await original()),
  reloadDecision: () => reload.decision,
}))
vi.mock('#src/features/account/language-page.tsx', () => ({
  get LanguagePage() {
    if (connection.isCut) throw new TypeError('Failed to fetch dynamically imported module')
    return () => <h1>Languages</h1>
  },
}))
vi.mock('#src/features/session/forgot-page.tsx', () => ({ ForgotPage: () => <h1>Forgotten</h1> }))
vi.mock('#src/features/session/choose-page.tsx', () => ({
  ChoosePage: () => {
    throw new Error('a bug')
  },
}))

function Shown() {
  const [path] = useHashPath()
  return <Outlet path={path} />
}

beforeEach(() => {
  setSession({ phase: 'out', token: null, chatToken: null, user: null, login: 0 })
  go('/pages/nowhere')
})

test('PAGE-4 an unknown path shows the not-found page with a link home', async () => {
  await show(<Shown />)
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Go to home' }))
  expect(location.hash).toBe(`#${homePaths.home}`)
})

test('CHUNK-6 the message about missing code waits until it is known whether the app reloads itself', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  reload.decision = promise
  connection.isCut = true
  await show(<Shown />)
  act(() => go(accountPaths.language))
  expect(await screen.findByRole('status', { name: 'Loading page' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  resolve(false)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  connection.isCut = false
})

test('CHUNK-6 a page that reloads itself for missing code keeps its placeholder: no button appears that would vanish', async () => {
  reload.decision = Promise.resolve(true)
  connection.isCut = true
  await show(<Shown />)
  act(() => go(accountPaths.language))
  expect(await screen.findByRole('status', { name: 'Loading page' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  reload.decision = Promise.resolve(false)
  connection.isCut = false
})

test('CHUNK-4 a page with missing code shows an explanation and loads on retry', async () => {
  connection.isCut = true
  await show(<Shown />)
  act(() => go(accountPaths.language))
  expect(
    await screen.findByText(/Loading chunk failed \(the file did not arrive\)\. Check your connection/),
  ).toBeVisible()
  connection.isCut = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Languages' })).toBeVisible()
})

test('PAGE-5 a navigation focuses the heading and sets the document title', async () => {
  await show(<Shown />)
  await screen.findByRole('heading', { name: 'Page not found' })
  act(() => go(accountPaths.language))
  const heading = await screen.findByRole('heading', { name: 'Languages' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(document.title).toBe('Language · Kontor')
})

test('PAGE-5 the document keeps the previous title until the locale file is loaded, and never shows a key', async () => {
  const i18n = await createI18n('en')
  const titles: string[] = []
  vi.spyOn(document, 'title', 'set').mockImplementation((title) => void titles.push(title))
  render(
    <I18nextProvider i18n={i18n}>
      <Shown />
    </I18nextProvider>,
  )
  await waitFor(() => expect(titles.at(-1)).toBe('Page not found · Kontor'))
  expect(i18n.hasResourceBundle('en', 'session')).toBe(false)
  act(() => go(sessionPaths.forgot))
  await screen.findByRole('heading', { name: 'Forgotten' })
  await waitFor(() => expect(titles.at(-1)).toBe('Reset password · Kontor'))
  expect(titles.filter((title, at) => title !== titles[at - 1])).toEqual([
    'Kontor',
    'Page not found · Kontor',
    'Reset password · Kontor',
  ])
})

test('PAGE-6 a page that throws shows a failure, and the rest keeps working', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  await show(<Shown />)
  act(() => go(sessionPaths.choose))
  expect(await screen.findByText(/Something went wrong on this page/)).toBeVisible()
  act(() => go(accountPaths.language))
  expect(await screen.findByRole('heading', { name: 'Languages' })).toBeVisible()
  expect(quiet).toHaveBeenCalled()
})

test('PAGE-7 a page that needs a login is never rendered without one', async () => {
  await show(<Shown />)
  act(() => go(depositPaths.deposit))
  await act(() => vi.dynamicImportSettled())
  expect(screen.queryByRole('heading', { name: 'Deposit' })).toBeNull()
})

test('TAB-3 the tab bar is in display order, and the current tab is marked', async () => {
  const { stop } = await showPage(<TabBar tab="spot" />, { feeds: { otcTurns$: NEVER } })
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['Home', 'Spot', 'Contracts', 'Finance', 'Assets'])
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'page', null, null, null])
  stop()
})
test('OTC-25 the tab of the assets counts the orders that wait for the reader', async () => {
  const { stop } = await showPage(<TabBar tab="spot" />, { feeds: { otcTurns$: of(2) } })
  expect(screen.getByRole('link', { name: /Assets/ }).textContent).toBe('22 OTC orders wait for youAssets')
  stop()
})

test('START-4 an unreachable server can be retried at once', async () => {
  const again = vi.fn<() => void>()
  await show(<StartPage why="start" again={again} />)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(again).toHaveBeenCalledOnce()
})
test('a tab of the community counts messages and people who wait, where the operator gives it one', async () => {
  onTestFinished(() => useConfig.setState({ setting: null }))
  useConfig.setState({ setting: aSetting({ tabs: ['home', 'spot', 'chat', 'assets'] }) })
  const feeds = { otcTurns$: NEVER, unread$: of(2), asks$: of(1) }
  const { stop } = await showPage(<TabBar tab="chat" />, { feeds })
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('aria-current'))).toEqual([
    null,
    null,
    'page',
    null,
  ])
  expect(screen.getByRole('link', { name: /Chat/ }).textContent).toContain('3')
  stop()
})
