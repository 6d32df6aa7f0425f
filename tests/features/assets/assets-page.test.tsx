import { aPriceRow } from '#tests/support/builders/price-row.ts'
import { AssetsPage } from '#src/features/assets/assets-page.tsx'
import { useConfig } from '#src/stores/config.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useToasts } from '#src/stores/toasts.ts'
import { loading, type Live } from '#streams/kit/live.ts'
import type { Feeds } from '#streams/feeds.ts'
import type { Prices } from '#streams/market/prices.ts'
import type { Position } from '#contract/lever/lever-position.ts'
import { aPosition } from '#tests/support/builders/position.ts'
import type { Balances } from '#streams/assets/assets.ts'
import { live, showPage } from '#tests/support/page-services.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BehaviorSubject, of } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import { aCell } from '#tests/support/builders/cell.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import { keptSort } from '#src/features/assets/coin-sort.ts'

afterEach(() => useConfig.setState({ setting: null }))

const balances = (btc = '0.1', held = '0.1'): Balances => ({
  seq: 5,
  cells: {
    change: [
      aCell({ currency_name: 'BTC', currency: 1, change_balance: btc, usdt_price: '60000' }),
      aCell({ currency_name: 'SOL', currency: 5, usdt_price: '180' }),
    ],
    legal: [aCell({ currency: 3, legal_balance: '10', usdt_price: '1' })],
    lever: [aCell({ currency: 3, lever_balance: '0.4', lock_lever_balance: held, usdt_price: '1' })],
    micro: [],
  },
})

const stand = async (first: Live<Balances>, isLoggedIn = true, feeds: Partial<Feeds> = {}) => {
  const balances$ = new BehaviorSubject<Live<Balances>>(first)
  const shown = await showPage(<AssetsPage />, {
    feeds: { leverPositions$: of(live([])), balances$, ...feeds },
    isLoggedIn,
    at: '/pages/assets/index',
  })
  return { ...shown, tell: (next: Live<Balances>) => act(() => balances$.next(next)) }
}
const total = () => screen.getByRole('region', { name: 'Total value' })
const coins = () =>
  within(screen.getByRole('tabpanel'))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent)

test('ASSETS-1 the accounts add up, and a pushed booking changes them', async () => {
  const { tell } = await stand(live(balances()))
  expect(total()).toHaveTextContent('6,010.50')
  expect(screen.getByRole('tab', { name: /Spot 6,000\.00/ })).toHaveAttribute('aria-selected', 'true')
  tell(live(balances('0.2')))
  expect(total()).toHaveTextContent('12,010.50')
  expect(coins()[0]).toContain('Available 0.2Value 12,000.00')
})

test('PNL-7 the total counts what open contracts have won or lost, as the mark goes; nothing is told before they are known', async () => {
  const marks$ = new BehaviorSubject<Live<Prices>>(loading)
  const leverPositions$ = new BehaviorSubject<Live<readonly Position[]>>(loading)
  const mark = (price: string, freshness: 'live' | 'stale' = 'live') =>
    act(() => marks$.next({ value: new Map([['BTC-USDT', aPriceRow(price)]]), freshness, ageMs: 9000 }))
  await stand(live(balances('0.1', '60')), true, { marks$, leverPositions$ })
  expect(total()).not.toHaveTextContent(/6,\d/)
  act(() => leverPositions$.next(live([aPosition(), aPosition({ id: 2, status: 'pending' })])))
  expect(total()).toHaveTextContent('6,070.40')
  mark('58000')
  expect(total()).toHaveTextContent('6,050.40')
  expect(screen.getByRole('tab', { name: /Contracts 40\.40/ })).toBeVisible()
  mark('61000', 'stale')
  expect(total()).toHaveTextContent('6,080.40')
  expect(screen.getByText(/9 sec old/)).toBeVisible()
})

test('ASSETS-2 the switch hides small amounts, with a message if it hides all', async () => {
  await stand(live(balances()))
  await userEvent.click(screen.getByRole('button', { name: 'Show 1 coin without a balance' }))
  expect(coins()).toHaveLength(2)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Hide small amounts' }))
  expect(coins()).toHaveLength(1)
  expect(useSettings.getState().hideSmall).toBe(true)
  await userEvent.type(screen.getByRole('searchbox'), 'sol')
  expect(coins()).toHaveLength(1)
  expect(coins()[0]).toContain('SOL')
})

test('ASSETS-10 coins without a balance are shown on request or by a search, frozen amounts only where there are some', async () => {
  const { tell } = await stand(live(balances()))
  expect(coins()).toEqual([expect.stringContaining('BTC')])
  expect(coins()[0]).not.toContain('Frozen')
  await userEvent.type(screen.getByRole('searchbox'), 'sol')
  expect(coins()).toEqual([expect.stringContaining('SOL')])
  await userEvent.clear(screen.getByRole('searchbox'))
  const held = balances()
  tell(
    live({
      ...held,
      cells: {
        ...held.cells,
        change: [
          aCell({
            currency_name: 'BTC',
            currency: 1,
            change_balance: '0.123456',
            lock_change_balance: '1.5',
            usdt_price: '60000',
          }),
        ],
      },
    }),
  )
  expect(coins()[0]).toContain('0.123456')
  expect(coins()[0]).toContain('Frozen 1.5Value')
})

test('ASSETS-4 the eye hides all own amounts', async () => {
  const { container } = await stand(live(balances()))
  await userEvent.click(screen.getByRole('button', { name: 'Hide amounts' }))
  expect(container.textContent).not.toMatch(/\d{2,}/)
  await userEvent.click(screen.getByRole('button', { name: 'Show amounts' }))
  expect(total()).toHaveTextContent('6,010.50')
})

test('ASSETS-5 an account without coins has an empty state, but not while balances are loading', async () => {
  const { tell } = await stand(loading)
  expect(screen.queryByText('No coins in this account.')).toBeNull()
  expect(total()).not.toHaveTextContent(/\d/)
  tell(live(balances()))
  await userEvent.click(screen.getByRole('tab', { name: /Options/ }))
  expect(screen.getByText('No coins in this account.')).toBeVisible()
})

test('ASSETS-5 stale balances stay visible with their age', async () => {
  await stand(live(balances(), { freshness: 'stale', ageMs: 12_000 }))
  expect(total()).toHaveTextContent('6,010.50')
  expect(screen.getByText(/12 sec old/)).toBeVisible()
})

test('ASSETS-6 without a login there is a login link with a return path', async () => {
  await stand(live(balances()), false)
  expect(screen.getByRole('link', { name: 'Log in or sign up' }).getAttribute('href')).toContain(
    'backpage=%2Fpages%2Fassets%2Findex',
  )
  expect(screen.queryByText('6,010.50')).toBeNull()
})

test('ASSETS-5 a failed refresh is reported, and the old values stay', async () => {
  useToasts.setState({ toasts: [] })
  const balances$ = new BehaviorSubject<Live<Balances>>(live(balances()))
  await showPage(<AssetsPage />, {
    feeds: { balances$, leverPositions$: of(live([])) },
    answers: { '/api/wallet/list': { type: 'error', message: 'Later.', reason: 'too_many' } },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ text, kind }) => [text, kind])).toEqual([['ui:failed', 'error']]),
  )
  expect(total()).toHaveTextContent('6,010.50')
})

test('ASSETS-12 on a desk the coins are a table, sorted by its heads and in the order chosen last', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
    matches: media.includes('min-width'),
  }))
  const owned = balances()
  const cells = [
    aCell({
      currency_name: 'BTC',
      currency: 1,
      change_balance: '0.1',
      lock_change_balance: '0.05',
      usdt_price: '60000',
    }),
    aCell({ currency_name: 'SOL', currency: 5, change_balance: '2', usdt_price: '180' }),
    aCell({ change_balance: '20000' }),
  ]
  const held: Balances = { ...owned, cells: { ...owned.cells, change: cells } }
  const tickers$ = of(
    live([
      aPair({ change: '-1.20' }),
      aPair({ id: 5, symbol: 'SOL/USDT', currency_id: 5, currency_name: 'SOL', change: '+3.50' }),
    ]),
  )
  const first = await showPage(<AssetsPage />, { feeds: { balances$: of(live(held)), tickers$ } })
  const names = () =>
    screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').querySelector('b')?.textContent)
  const sort = (name: RegExp) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')
  const choose = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }))
  expect(screen.getByRole('row', { name: /BTC/ })).toHaveTextContent(/BTC0\.150\.10\.0560,000\.00−1\.20%9,000\.00/)
  expect([names(), sort(/Value/), sort(/Coin/)]).toEqual([['USDT', 'BTC', 'SOL'], 'descending', 'none'])
  await choose(/^Value \(/)
  expect([names(), sort(/Value/)]).toEqual([['SOL', 'BTC', 'USDT'], 'ascending'])
  await choose(/24 h change/)
  expect(names()).toEqual(['SOL', 'BTC', 'USDT'])
  await choose(/24 h change/)
  expect([names(), sort(/24 h change/)]).toEqual([['BTC', 'SOL', 'USDT'], 'ascending'])
  await choose(/Coin/)
  expect([names(), sort(/Coin/), sort(/Value/)]).toEqual([['BTC', 'SOL', 'USDT'], 'ascending', 'none'])
  const btc = within(screen.getByRole('row', { name: /BTC/ }))
  expect(btc.getByRole('link', { name: 'BTC' })).toHaveAttribute(
    'href',
    '#/pages/assets/tradeAccount?currency=1&account=change',
  )
  expect(btc.getByRole('link', { name: 'Trade BTC' })).toHaveAttribute('href', '#/pages/trade/index?market=BTC-USDT')
  await userEvent.type(screen.getByRole('searchbox'), 'so')
  expect(names()).toEqual(['SOL'])
  expect(keptSort()).toEqual({ by: 'name', isUp: true })
  first.unmount()
  vi.unstubAllGlobals()
})
