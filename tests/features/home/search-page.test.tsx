import { aNewsItem } from '#tests/support/builders/news.ts'
import { SearchPage } from '#src/features/home/search-page.tsx'
import { useSession } from '#src/stores/session.ts'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import { aPair } from '#tests/support/builders/pair.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { of } from 'rxjs'
import { expect, test } from 'vitest'

const tickers$ = of(live([aPair()]))
const help = aNewsItem(5, { c_id: 19, title: 'What is BTC?', create_time: '2026-01-01 00:00:00' })
const found = { coins: [], pages: [{ path: '/pages/help/center/center', title_key: 'page_help' }], news: [help] }
const box = () => screen.getByRole('searchbox')

test('HOME-6 without a login nothing is requested: pairs and pages are found locally', async () => {
  const { asked } = await showPage(<SearchPage />, { feeds: { tickers$ }, isLoggedIn: false })
  await userEvent.type(box(), 'btc')
  expect(screen.getByRole('link', { name: /^BTC\/USDT/ })).toBeVisible()
  await userEvent.clear(box())
  await userEvent.type(box(), 'secur')
  expect(screen.getByRole('link', { name: 'Security centre' })).toHaveAttribute(
    'href',
    '#/pages/settings/security/index',
  )
  expect(asked).toEqual([])
})

test('HOME-6 with a login the server adds notices and help', async () => {
  const { asked } = await showPage(<SearchPage />, {
    feeds: { tickers$ },
    answers: { '/api/task/search': said(found) },
  })
  await userEvent.type(box(), 'btc')
  expect(await screen.findByRole('link', { name: 'What is BTC?' })).toHaveAttribute(
    'href',
    '#/pages/help/center/detail?id=5',
  )
  expect(screen.getByRole('link', { name: 'Help centre' })).toBeVisible()
  expect(screen.getByRole('link', { name: /^BTC\/USDT/ })).toBeVisible()
  expect(asked).toHaveLength(1)
  expect(await screen.findByText('5 results')).toBeInTheDocument()
})

test('HOME-8 movers come before the most traded pairs, none stands twice, and a search that finds nothing still offers them', async () => {
  const many = Array.from({ length: 10 }, (_, n) =>
    aPair({
      id: n,
      currency_name: `C${n}`,
      symbol: `C${n}/USDT`,
      change: n < 2 ? `-${20 - n}.00` : `+${n}.00`,
      amount: String(1000 - n),
    }),
  )
  await showPage(<SearchPage />, { feeds: { tickers$: of(live(many)) }, isLoggedIn: false })
  const names = () => screen.getAllByRole('link').map((link) => /C\d/.exec(link.textContent)?.[0])
  const offered = ['C0', 'C1', 'C9', 'C8', 'C2', 'C3', 'C4', 'C5']
  expect(names()).toEqual(offered)
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Top movers',
    'Most traded',
  ])
  await userEvent.type(box(), 'zzz')
  expect(screen.getByText('Nothing found for “zzz”.')).toBeVisible()
  expect(names()).toEqual(offered)
  await userEvent.click(screen.getByRole('button', { name: 'Add C9/USDT to favourites' }))
  expect(screen.getByRole('button', { name: 'Remove C9/USDT from favourites' })).toBeVisible()
})

test('HOME-6 without results the message repeats the text', async () => {
  await showPage(<SearchPage />, { feeds: { tickers$ }, isLoggedIn: false })
  await userEvent.type(box(), 'zzz')
  expect(screen.getByText('Nothing found for “zzz”.')).toBeVisible()
})

test('HOME-8 before anything is typed the top movers stand there, and the searches whose results were followed; nobody else sees them', async () => {
  await showPage(<SearchPage />, { feeds: { tickers$ } })
  const recent = () => screen.queryByRole('heading', { name: 'Recent searches' }) !== null
  expect(screen.getByRole('heading', { name: 'Top movers' })).toBeVisible()
  expect(recent()).toBe(false)
  await userEvent.type(box(), 'btc')
  await userEvent.click(screen.getByRole('link', { name: /^BTC\/USDT/ }))
  await userEvent.clear(box())
  await userEvent.click(screen.getByRole('button', { name: 'btc' }))
  expect(box()).toHaveValue('btc')
  await userEvent.clear(box())
  act(() => useSession.setState({ user: aUser({ id: 8 }) }))
  expect(recent()).toBe(false)
  act(() => useSession.setState({ phase: 'out', token: null, user: null }))
  expect(recent()).toBe(false)
  act(() => useSession.setState({ phase: 'in', token: 'token-token', user: aUser() }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect([recent(), localStorage.getItem(`kontor.searches.${aUser().id}`)]).toEqual([false, '[]'])
})
