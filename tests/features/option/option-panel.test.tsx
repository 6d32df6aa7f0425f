import { aPage } from '#tests/support/builders/page.ts'
import { aPriceRow } from '#tests/support/builders/price-row.ts'
import { anOwnCoin } from '#tests/support/builders/own-coin.ts'
import type { PriceRow } from '#contract/market/market.ts'
import {
  optionOrder,
  optionPeriod,
  round as roundSchema,
  type OptionOrder,
  type OptionPeriod,
  type Round,
} from '#contract/option/option.ts'
import { sealed } from '#contract/option/option-outcome.ts'
import { encode } from '#contract/wire/coded.ts'
import { OptionPanel } from '#src/features/option/option-panel.tsx'
import { go } from '#src/lib/hash-location.ts'
import { useConfig } from '#src/stores/config.ts'
import { useSettings } from '#src/stores/settings.ts'
import type { Balances } from '#streams/assets/assets.ts'
import type { ConnectionView } from '#streams/kit/connection-view.ts'
import type { Live } from '#streams/kit/live.ts'
import type { Rounds } from '#streams/option/rounds.ts'
import { aRound } from '#tests/support/builders/round.ts'
import { aStake } from '#tests/support/builders/stake.ts'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import { aPair } from '#tests/support/builders/pair.ts'
import { aSetting } from '#tests/support/builders/setting.ts'
import { aCell } from '#tests/support/builders/cell.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BehaviorSubject, of, Subject } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'

const period: OptionPeriod = {
  id: 1,
  seconds: 60,
  status: true,
  profit_ratio: '80',
  even_ratio: '250',
  min_num: '10',
  max_num: '1000',
  lock_seconds: 20,
  name: '60s',
  created_at: '2026-01-01 00:00:00',
  updated_at: '2026-01-01 00:00:00',
}
const coin = anOwnCoin({
  decimal_scale: 2,
  micro_trade_fee: '1',
  micro_min: '5',
  micro_max: '0',
  micro_holdtrade_max: 5,
  micro_numbers: [{ id: 301, currency_id: 3, number: '50', currency_name: 'USDT' }],
  insurance_types: [],
  user_insurance: null,
  user_wallet: { micro_balance: '1000', micro_with_insurance: '1000', lock_micro_balance: '0', seq: 1 },
})
const balances: Balances = {
  seq: 1,
  cells: {
    legal: [],
    change: [],
    lever: [],
    micro: [aCell({ currency: 3, micro_balance: '1000', lock_micro_balance: '0' })],
  },
}
const row = aPriceRow('60000.00', { at_ms: 1_021_000, as_of_ms: 1_021_000 })
/** Round 18 opens at 1,020,000 and locks at 1,060,000. */
const rounds = (...some: Round[]): Live<Rounds> => live({ market: 'BTC-USDT', seconds: 60, rounds: some })
const openRound = rounds(
  aRound(17, 'settled', { delivery_price: '59900.00' }),
  aRound(18, 'open'),
  aRound(19, 'scheduled'),
)
const page = (data: readonly OptionOrder[]) =>
  said(
    aPage(
      data.map((order) => encode(optionOrder, order)),
      { rounds: [], server_now_ms: 0 },
    ),
  )
const known: ConnectionView = { state: 'live', reason: null, rttMs: 10, clockErrorMs: 5 }

const stand = async (answers: Record<string, unknown> = {}, stakes: readonly OptionOrder[] = []) => {
  sessionStorage.clear()
  const round$ = new BehaviorSubject(openRound)
  const serverTime$ = new BehaviorSubject(1_021_000)
  const connection$ = new BehaviorSubject(known)
  const price$ = new BehaviorSubject<Live<PriceRow>>(live(row))
  const ended$ = new Subject<OptionOrder>()
  const orders$ = of(live(stakes))
  const ticks$ = of([{ at: 1_021_000, price: '60000.00' }])
  const { asked } = await showPage(<OptionPanel />, {
    feeds: {
      tickers$: of(live([aPair(), aPair({ id: 2, symbol: 'ETH/USDT' })])),
      balances$: of(live(balances)),
      round$: () => round$,
      serverTime$,
      connection$,
      price$: () => price$,
      ticks$: () => ticks$,
      optionOrders$: orders$,
      optionHistory$: ended$,
    },
    answers: {
      '/api/microtrade/seconds': said([encode(optionPeriod, period)]),
      '/api/microtrade/payable_currencies': said([coin]),
      ...answers,
    },
  })
  await screen.findByRole('timer')
  return { asked, round$, serverTime$, connection$, price$, ended$, user: userEvent.setup() }
}
const review = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(screen.getByRole('button', { name: 'Down 80%' }))
  const form = await screen.findByRole('form', { name: 'Stake' })
  await user.click(within(form).getByRole('button', { name: '50' }))
  await user.click(within(form).getByRole('button', { name: 'Down · round 18' }))
  return screen.findByRole('dialog', { name: 'Review purchase' })
}
const submits = (asked: readonly { path: string; body: unknown }[]) =>
  asked.filter(({ path }) => path === '/api/microtrade/submit').map(({ body }) => body)
const refused = (reason: string, params: unknown) => ({ type: 'error', message: 'No.', reason, params })

afterEach(() => act(() => useConfig.setState({ setting: null })))

test('OPT-12 the round says its number, what it does, the price now, where it opened, and the seconds left', async () => {
  await stand()
  const card = screen.getByRole('region', { name: 'Round 18' })
  expect(card).toHaveTextContent('Open for buying')
  expect(card).toHaveTextContent('60,000.00')
  expect(card).toHaveTextContent('Opened at59,900.00')
  expect(screen.getByRole('timer', { name: 'Buying ends in' })).toHaveTextContent('38')
})
test('OPT-12 an address that names a market leads to its rounds', async () => {
  await stand()
  act(() => go('/pages/option/detail?market=ETH-USDT&product=option'))
  expect(await screen.findByRole('button', { name: /^ETH\/USDT/ })).toBeVisible()
  expect(useSettings.getState().lastMarket).toBe('ETH-USDT')
})
test('OPT-23 the seconds are announced at 30, 10 and 5 and not between', async () => {
  const { serverTime$ } = await stand()
  const spoken = (left: number) => {
    act(() => serverTime$.next(1_059_000 - left * 1000))
    return screen.getByRole('timer').querySelector('[aria-live]')?.textContent ?? ''
  }
  expect([38, 31, 30, 29, 10, 5, 4].map((left) => spoken(left) !== '')).toEqual([
    false,
    false,
    true,
    false,
    true,
    true,
    false,
  ])
})
test('OPT-14 while the time is not known no seconds are shown and nothing is sold', async () => {
  const { connection$, user } = await stand()
  act(() => connection$.next({ ...known, clockErrorMs: null }))
  expect(screen.getByRole('timer')).toHaveTextContent('Syncing time')
  for (const name of ['Up Buying is closed', 'Down Buying is closed', 'Flat Buying is closed'])
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('button', { name: 'Down Buying is closed' }))
  expect(screen.queryByRole('form')).toBeNull()
})
test('OPT-27 while a round is locked the buttons say when the next one opens, and buy nothing', async () => {
  const { serverTime$, user } = await stand()
  act(() => serverTime$.next(1_062_000))
  const names = screen.getAllByRole('button', { name: /Next round in/ }).map(({ textContent }) => textContent)
  expect(names).toEqual(['Up Next round in 18 s', 'Down Next round in 18 s', 'Flat Next round in 18 s'])
  await user.click(screen.getByRole('button', { name: /^Down/ }))
  expect(screen.queryByRole('form')).toBeNull()
  act(() => serverTime$.next(1_081_000))
  expect(screen.queryByRole('button', { name: /Next round in/ })).toBeNull()
})
test('OPT-21 the price to beat is the entry of the own stake in this round', async () => {
  await stand({}, [aStake(1, 2, { round_no: 18, open_price: '59950.00', close_ms: 1_080_000 })])
  expect(screen.getByRole('region', { name: 'Round 18' })).toHaveTextContent('Price to beat59,950.00')
  expect(screen.getByRole('button', { name: 'Up, round 18: details' })).toHaveTextContent('59 s left')
})
test('OPT-21 the review repeats it in words; confirming sends the round and the yield that were seen', async () => {
  const placed = aStake(7, 1, { type: 'put', round_no: 18, open_price: null })
  const { user, asked } = await stand({ '/api/microtrade/submit': said(encode(optionOrder, placed)) })
  const sheet = await review(user)
  expect(sheet).toHaveTextContent('If right, you receive90.00 USDT')
  expect(sheet).toHaveTextContent('Fee0.5000 USDT')
  expect(sheet).toHaveTextContent('1,000.00 → 949.50 USDT')
  await user.click(within(sheet).getByRole('button', { name: 'Buy Down' }))
  await screen.findByText('You are in round 18. The entry price follows in a moment.')
  expect(submits(asked)).toEqual([
    { match_id: 1, currency_id: 3, type: 2, seconds: 60, number: '50', round_no: 18, profit_ratio: '80' },
  ])
})
test.each([
  ['1', 'Amount returned, fee kept'],
  ['0', 'Amount returned'],
])('T52 at a fee of %s percent the review says what a draw gives back: %s', async (micro_trade_fee, told) => {
  const { user } = await stand({ '/api/microtrade/payable_currencies': said([{ ...coin, micro_trade_fee }]) })
  expect(within(await review(user)).getByText(told)).toBeVisible()
})
test('OPT-22 the round closes under the review: its button is held, the next one is named, nothing leaves', async () => {
  const { user, asked, round$, serverTime$ } = await stand()
  const sheet = await review(user)
  act(() => serverTime$.next(1_059_000))
  expect(sheet).toHaveTextContent('Round 18 is closed.')
  act(() => round$.next(rounds(aRound(18, 'settled'), aRound(19, 'open'))))
  act(() => serverTime$.next(1_081_000))
  expect(sheet).toHaveTextContent('Round 19 is open now')
  const confirm = within(sheet).getByRole('button', { name: 'Buy Down' })
  expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await user.click(confirm)
  expect(submits(asked)).toEqual([])
})
test('OPT-22 refused because the round closed on the way: said, and the form is as it was typed', async () => {
  const { user } = await stand({
    '/api/microtrade/submit': refused('round_closed', { next: encode(roundSchema, aRound(19, 'scheduled')) }),
  })
  const sheet = await review(user)
  await user.click(within(sheet).getByRole('button', { name: 'Buy Down' }))
  expect(await screen.findByText('This round is closed.')).toBeVisible()
  await user.click(within(sheet).getAllByRole('button', { name: 'Close' }).at(-1) ?? sheet)
  expect(within(await screen.findByRole('form', { name: 'Stake' })).getByLabelText('Amount')).toHaveValue('50')
})
test('OPT-22 a moved yield is said and read anew', async () => {
  const { user, asked } = await stand({ '/api/microtrade/submit': refused('ratio_moved', { ratio: '75' }) })
  const sheet = await review(user)
  const before = asked.filter(({ path }) => path === '/api/microtrade/seconds').length
  await user.click(within(sheet).getByRole('button', { name: 'Buy Down' }))
  expect(await screen.findByText('The yield has changed to 75%.')).toBeVisible()
  await waitFor(() => expect(asked.filter(({ path }) => path === '/api/microtrade/seconds').length).toBe(before + 1))
})
test('OPT-22 on a price that is too old the review waits', async () => {
  const { user, price$, asked } = await stand()
  const sheet = await review(user)
  act(() => price$.next(live(row, { freshness: 'stale', ageMs: 7000 })))
  expect(sheet).toHaveTextContent('The price is 7 sec old.')
  await user.click(within(sheet).getByRole('button', { name: 'Buy Down' }))
  expect(submits(asked)).toEqual([])
})
test('OPT-21 without verification nothing is bought, and the form is kept', async () => {
  const { user, asked } = await stand()
  act(() => useConfig.setState({ setting: aSetting({ kyc_gates: { option: 1 } }) }))
  await user.click(screen.getByRole('button', { name: 'Down 80%' }))
  const form = await screen.findByRole('form', { name: 'Stake' })
  await user.type(within(form).getByLabelText('Amount'), '20')
  await user.click(within(form).getByRole('button', { name: 'Down · round 18' }))
  // What is missing stands above the form from its opening, with the way to it.
  expect(await within(form).findByRole('button', { name: 'Verify now' })).toBeVisible()
  expect(screen.queryByRole('dialog', { name: 'Review purchase' })).toBeNull()
  expect(submits(asked)).toEqual([])
  expect(sessionStorage.getItem('kontor.draft.stake')).toContain('"number":"20"')
})
test('OPT-23 a result is said plainly, silently unless wished', async () => {
  const vibrate = vi.fn<(pattern: number) => boolean>(() => true)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { vibrate }))
  const { ended$, user } = await stand()
  const won = aStake(7, 3, {
    status: 'closed',
    profit_result: 'win',
    fact_profits: '40',
    end_price: '101.00',
    round_no: 18,
  })
  act(() => ended$.next(won))
  expect(screen.getByText('Round 18 settled: Up won').closest('[role=status]')).toHaveTextContent('+39.50 USDT')
  expect(vibrate).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Sound and vibration' }))
  await user.click(screen.getByRole('switch', { name: 'Vibration' }))
  act(() => ended$.next({ ...won, id: 8 }))
  expect(vibrate).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})

const fixing = (price: string, at_ms: number) => ({ price, tick_id: `t${at_ms}`, at_ms })
const receipt = sealed({
  order_id: 7,
  round_id: 'BTC-USDT-60-5',
  round_no: 5,
  source: 'index',
  scale: 2,
  entry: fixing('100.00', 250_000),
  delivery: fixing('101.00', 299_500),
  coverage: '100',
  rule: 'rounds-1',
  outcome: 'call',
  payout: '90',
})
const settled = aStake(7, 3, {
  status: 'closed',
  profit_result: 'win',
  fact_profits: '40',
  end_price: '101.00',
  receipt,
})
test.each([
  ['right', settled, 'Everything agrees with the receipt.'],
  [
    'a lie about the price',
    { ...settled, receipt: { ...receipt, delivery: fixing('99.00', 299_500) } },
    'The receipt does not agree with itself. Please contact support.',
  ],
  [
    'a lie about the payout',
    { ...settled, receipt: { ...receipt, payout: '50' } },
    'The receipt does not agree with itself. Please contact support.',
  ],
] as const)('OPT-24 a receipt worked out again: %s', async (_, order, sentence) => {
  const { user, ended$ } = await stand({ '/api/microtrade/lists': page([order]) })
  act(() => ended$.next(order))
  await user.click(screen.getByRole('button', { name: 'Receipt' }))
  const sheet = await screen.findByRole('dialog', { name: 'Order details' })
  await user.click(await within(sheet).findByRole('button', { name: 'Recompute here' }))
  expect(await within(sheet).findByText(sentence)).toBeVisible()
  await user.click(within(sheet).getByRole('button', { name: 'Close' }))
  expect(sheet).not.toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'My orders' })).toBeVisible()
})
test('OPT-23 two stakes that end together are both said; what another round brings takes their place', async () => {
  const { ended$, user } = await stand()
  const end = (id: number, some: Partial<OptionOrder> = {}) => ended$.next({ ...settled, id, receipt: null, ...some })
  act(() => {
    end(7)
    end(8, { type: 'put', profit_result: 'loss', fact_profits: '-50' })
    end(7)
  })
  expect(screen.getAllByText(/^Round 5 settled/).map((each) => each.textContent)).toEqual([
    'Round 5 settled: Down lost',
    'Round 5 settled: Up won',
  ])
  await user.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  expect(screen.getAllByText(/^Round 5 settled/)).toHaveLength(1)
  act(() => end(9, { round_no: 6, round_id: 'BTC-USDT-60-6', profit_result: 'draw', fact_profits: '0' }))
  expect(screen.getAllByText(/^Round \d settled/).map((each) => each.textContent)).toEqual([
    'Round 6 settled: draw, amount returned',
  ])
})
test('OPT-20 a stake that is settled while it still stands among the open ones is marked once, and not in the next round', async () => {
  const complaints = vi.spyOn(console, 'error')
  const mine = aStake(1, 2, { round_no: 18, open_price: '59950.00', close_ms: 1_080_000 })
  const { ended$, round$, serverTime$ } = await stand({}, [mine])
  const chart = () => screen.getByRole('img', { name: /^Index in round/ })
  act(() => ended$.next({ ...mine, rev: 3, status: 'closed', profit_result: 'win', end_price: '60100.00' }))
  expect(within(chart()).getAllByText('Up 59,950.00')).toHaveLength(1)
  act(() =>
    round$.next(
      rounds(aRound(18, 'settled', { delivery_price: '60100.00' }), aRound(19, 'open'), aRound(20, 'scheduled')),
    ),
  )
  act(() => serverTime$.next(1_086_000))
  expect(chart()).toHaveAccessibleName(/^Index in round 19/)
  expect(chart().querySelectorAll('[data-type]')).toHaveLength(0)
  expect(complaints).not.toHaveBeenCalled()
})
test('OPT-33 the chart marks the part in which nothing is sold, says when it has come, and names the rule and then the price of the settlement', async () => {
  const { round$, serverTime$ } = await stand()
  const chart = () => screen.getByRole('img', { name: /^Index in round/ })
  const isLocked = () => [...chart().querySelectorAll('rect')].map(({ dataset }) => dataset['now'])
  expect(within(chart()).getByText('Locked')).toHaveAttribute('data-now', 'false')
  expect(chart()).toHaveAccessibleName(/round 18, now [\d,.]+\. Settles on the mean of 10 s$/)
  expect(isLocked()).toEqual(['false', 'false'])
  act(() => serverTime$.next(1_062_000))
  expect(within(chart()).getByText('Locked')).toHaveAttribute('data-now', 'true')
  expect(within(chart()).getByText('Settles on the mean of 10 s')).toBeVisible()
  expect(chart()).toHaveAccessibleName(/Locked\. Settles on the mean of 10 s$/)
  expect(isLocked()).toEqual(['true', 'true'])
  act(() => serverTime$.next(1_081_000))
  act(() =>
    round$.next(
      rounds(aRound(18, 'settled', { delivery_price: '60100.00' }), aRound(19, 'open'), aRound(20, 'scheduled')),
    ),
  )
  expect(chart()).toHaveAccessibleName(/round 18, .*Settled at 60,100\.00$/)
})
test('OPT-25 history and statistics show what has ended', async () => {
  const { user } = await stand({ '/api/microtrade/lists': page([settled]) })
  await user.click(screen.getByRole('tab', { name: 'History' }))
  expect(await screen.findByRole('button', { name: 'Up, round 5: details' })).toHaveTextContent('+39.50 USDT')
  await user.click(screen.getByRole('tab', { name: 'Statistics' }))
  expect(await screen.findByText('Win rate to break even')).toBeVisible()
  expect(screen.getByText('Past results say nothing about the next round.', { exact: false })).toBeVisible()
})
test('OPT-14 asleep through the lock, awake to the settlement: awaited, said, and then the round of now', async () => {
  const { connection$, serverTime$, round$ } = await stand()
  act(() => connection$.next({ ...known, clockErrorMs: null }))
  act(() => {
    connection$.next(known)
    serverTime$.next(1_085_000)
  })
  expect(screen.getByRole('region', { name: 'Round 18' })).toHaveTextContent('Waiting for the settlement')
  act(() =>
    round$.next(
      rounds(aRound(18, 'settled', { delivery_price: '60100.00' }), aRound(19, 'open'), aRound(20, 'scheduled')),
    ),
  )
  expect(screen.getByRole('region', { name: 'Round 18' })).toHaveTextContent('Settled at60,100.00')
  act(() => serverTime$.next(1_086_000))
  const card = screen.getByRole('region', { name: 'Round 19' })
  expect(card).toHaveTextContent('Open for buying')
  expect(within(card).getAllByRole('listitem')).toHaveLength(1)
})
