import { aNewsItem } from '#tests/support/builders/news.ts'
import { HomePage } from '#src/features/home/home-page.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { useMenu } from '#src/stores/menu.ts'
import { loading, type Live } from '#streams/kit/live.ts'
import type { Pair } from '#contract/market/market.ts'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import { aPair } from '#tests/support/builders/pair.ts'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BehaviorSubject } from 'rxjs'
import { expect, test, vi } from 'vitest'

const eth = aPair({
  id: 2,
  currency_name: 'ETH',
  symbol: 'ETH/USDT',
  currency_id: 2,
  now_price: '3000.5',
  change: '-2.00',
  amount: '99000000',
  sort: 2,
})
const both = [aPair(), eth]
const item = aNewsItem(9, { title: 'Trading opens', create_time: '2026-01-01 00:00:00' })
const answers = { '/api/news/list': said({ list: [item], count: 1, page: 1, limit: 1 }) }
const rows = () =>
  [...screen.getByRole('region', { name: 'Markets' }).querySelectorAll('ol > li:not(dialog li)')].map(
    ({ textContent }) => textContent,
  )

const stand = async (first: Live<readonly Pair[]>) => {
  const tickers$ = new BehaviorSubject<Live<readonly Pair[]>>(first)
  const shown = await showPage(<HomePage />, { feeds: { tickers$ }, answers })
  return { ...shown, tell: (next: Live<readonly Pair[]>) => act(() => tickers$.next(next)) }
}

test('HOME-1 the list is sorted by the chosen tab and leads to the chart', async () => {
  await stand(live(both))
  expect(rows()[0]).toContain('BTC')
  await userEvent.click(screen.getByRole('tab', { name: 'Losers' }))
  expect(rows()[0]).toContain('ETH')
  expect(within(screen.getByRole('region', { name: 'Markets' })).getAllByRole('link')[0]).toHaveAttribute(
    'href',
    '#/pages/trade/kline?market=ETH-USDT',
  )
})

test('HOME-7 T45 favourites come first, and the most traded of the others are offered with their stars', async () => {
  useSettings.setState({ favourites: [] })
  await stand(live(both))
  expect(screen.getByRole('tab', { name: 'Gainers' })).toHaveAttribute('aria-selected', 'true')
  await userEvent.click(screen.getByRole('tab', { name: 'Favourites' }))
  expect(screen.getByText('No favourites yet. Tap a star to keep a pair here.')).toBeVisible()
  expect(rows()).toEqual([expect.stringContaining('ETH'), expect.stringContaining('BTC')])
  await userEvent.click(screen.getByRole('button', { name: 'Add BTC/USDT to favourites' }))
  expect(rows()).toEqual([expect.stringContaining('BTC'), expect.stringContaining('ETH')])
  expect(screen.queryByText(/^No favourites yet/)).toBeNull()
  expect(useSettings.getState().favourites).toEqual(['BTC-USDT'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove BTC/USDT from favourites' }))
  expect(rows()).toHaveLength(2)
})

test('HOME-11 favourites are sorted by buttons; the focus goes along, the new place is told, and the order is kept', async () => {
  await stand(live(both))
  act(() => useSettings.getState().set({ favourites: ['ETH-USDT', 'GONE-USDT', 'BTC-USDT'] }))
  await userEvent.click(screen.getByRole('tab', { name: 'Favourites' }))
  expect(rows()).toEqual([expect.stringContaining('ETH'), expect.stringContaining('BTC')])
  await userEvent.click(await screen.findByRole('button', { name: 'Order of favourites' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Order of favourites' }))
  expect(sheet.getByRole('button', { name: 'Move ETH/USDT up' })).toBeDisabled()
  await userEvent.click(sheet.getByRole('button', { name: 'Move ETH/USDT down' }))
  expect(useSettings.getState().favourites).toEqual(['BTC-USDT', 'GONE-USDT', 'ETH-USDT'])
  expect(sheet.getByRole('status')).toHaveTextContent('ETH/USDT: place 2 of 2')
  expect(sheet.getByRole('button', { name: 'Move ETH/USDT up' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(sheet.getByRole('button', { name: 'Move ETH/USDT down' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(rows()).toEqual([expect.stringContaining('BTC'), expect.stringContaining('ETH')])
  expect(localStorage.getItem('kontor.settings')).toContain('["BTC-USDT","GONE-USDT","ETH-USDT"]')
})
test('HOME-11 a single favourite has no order to choose', async () => {
  await stand(live(both))
  act(() => useSettings.getState().set({ favourites: ['ETH-USDT'] }))
  await userEvent.click(screen.getByRole('tab', { name: 'Favourites' }))
  expect(screen.queryByRole('button', { name: 'Order of favourites' })).toBeNull()
})
test('HOME-10 below the favourites stands what moved most, up or down, with the way to its chart', async () => {
  await stand(live([aPair(), eth]))
  act(() => useSettings.getState().set({ favourites: ['BTC-USDT'] }))
  await userEvent.click(screen.getByRole('tab', { name: 'Favourites' }))
  const movers = within(await screen.findByRole('region', { name: /^Top movers/ }))
  expect(
    movers.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])[0],
  ).toEqual(['ETH/USDT −2.00%', '#/pages/trade/kline?market=ETH-USDT'])
  await userEvent.click(screen.getByRole('tab', { name: 'Losers' }))
  expect(screen.queryByRole('region', { name: /^Top movers/ })).toBeNull()
})

test('HOME-9 on a desk the markets are a table with range and turnover in columns; each row leads to its market and has its star', async () => {
  useSettings.setState({ favourites: [] })
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
    matches: media.includes('min-width'),
  }))
  await stand(live([aPair({ high: '97000.00', low: '95000.00' }), eth]))
  const table = await screen.findByRole('table')
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Pair', 'Last price', '24 h change', '24 h high', '24 h low', 'Turnover'])
  const [, first] = within(table).getAllByRole('row').slice(1)
  if (first === undefined) throw new Error('no row')
  expect(first).toHaveTextContent(/BTC.*97,000\.00.*95,000\.00/)
  expect(within(first).getByRole('link')).toHaveAttribute('href', '#/pages/trade/kline?market=BTC-USDT')
  await userEvent.click(within(first).getByRole('button', { name: 'Add BTC/USDT to favourites' }))
  expect(useSettings.getState().favourites).toEqual(['BTC-USDT'])
  vi.unstubAllGlobals()
})

test('HOME-3 a price changes in place; a stale one stays visible with its age', async () => {
  const { tell } = await stand(live(both))
  tell(live([aPair({ now_price: '61000.5' }), eth]))
  expect(rows()[0]).toContain('61,000.50')
  expect(screen.queryByText(/ old$/)).toBeNull()
  tell(live([aPair({ now_price: '61000.5' }), eth], { freshness: 'stale', ageMs: 9000 }))
  expect(rows()[0]).toContain('61,000.50')
  expect(screen.getByText(/9 sec old/)).toBeVisible()
})

test('HOME-3 the empty message is only shown once loaded without prices', async () => {
  const { tell } = await stand(loading)
  expect(screen.queryByText('No pairs to show.')).toBeNull()
  tell(live([]))
  expect(screen.getByText('No pairs to show.')).toBeVisible()
})

test('HOME-4 the newest notice links to all notices, a banner to its text', async () => {
  await stand(live(both))
  expect(await screen.findByRole('link', { name: /All notices:\s*Trading opens/ })).toHaveAttribute(
    'href',
    '#/pages/notice/index',
  )
  expect(within(screen.getByRole('region', { name: 'Highlights' })).getByRole('link')).toHaveAttribute(
    'href',
    '#/pages/index/notice/notice?id=9',
  )
})

test('HOME-5 the menu, the search, the community and the first five shortcuts are present', async () => {
  await stand(live(both))
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  expect(useMenu.getState().isOpen).toBe(true)
  expect(screen.getByRole('link', { name: 'Search coins, pages, help' })).toHaveAttribute(
    'href',
    '#/pages/index/search/index',
  )
  const ways = within(screen.getByRole('navigation', { name: 'Shortcuts' })).getAllByRole('link')
  expect(ways.map(({ textContent }) => textContent)).toEqual([
    'New coins',
    'Fast deposit',
    'Fast withdrawal',
    'VIP deposit channel',
    'Online service',
  ])
  expect(screen.getByRole('link', { name: /^Community/ })).toHaveAttribute('href', '#/pages/chat/chat/chatGroupList')
})
test('HOME-12 any shortcut is two taps away, and one that is put in the row takes the place of the oldest', async () => {
  await stand(live(both))
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'All shortcuts' }))
  expect(sheet.getByRole('link', { name: 'Help' })).toHaveAttribute('href', '#/pages/help/center/center')
  expect(sheet.getByRole('button', { name: 'New coins is in the row' })).toBeDisabled()
  await userEvent.click(sheet.getByRole('button', { name: 'Put Help in the row' }))
  expect(sheet.getByRole('button', { name: 'Put New coins in the row' })).toBeEnabled()
  await userEvent.keyboard('{Escape}')
  const ways = within(screen.getByRole('navigation', { name: 'Shortcuts' })).getAllByRole('link')
  expect(ways.map(({ textContent }) => textContent)).toEqual([
    'Fast deposit',
    'Fast withdrawal',
    'VIP deposit channel',
    'Online service',
    'Help',
  ])
})
