import { leverRule, sealedLever } from '#contract/lever/lever-receipt.ts'
import { leverReceipt, position } from '#contract/lever/lever-position.ts'
import { encode } from '#contract/wire/coded.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useToasts } from '#src/stores/toasts.ts'
import { setConfig } from '#src/stores/config.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import { leverTicket, longRow, market, marksOf, pageOf, quoteOf, standLever } from '#tests/support/lever-page.tsx'
import { live, said } from '#tests/support/page-services.tsx'
import { aPosition } from '#tests/support/builders/position.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

const thinBook: BookSnapshot = {
  market,
  seq: 1,
  bids: [
    ['59990', '0.01'],
    ['59800', '0.02'],
    ['59600', '5'],
  ],
  asks: [
    ['60010', '0.01'],
    ['60200', '0.02'],
  ],
}
const opened = { type: 'ok', message: 'Done.', data: encode(position, aPosition()) }
const refused = (message: string, reason: string, params: Record<string, unknown>) => ({
  type: 'error',
  message,
  reason,
  params,
})
const review = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(leverTicket().getByLabelText('Lots'), '2')
  await user.click(screen.getByRole('button', { name: 'Open long' }))
  return screen.findByRole('dialog', { name: 'Review contract' })
}

beforeEach(() => setConfig({ setting: null, verification: false }))

test('BOOK-4 without a position no mark renders the page; the price is followed by what shows it, and by the margins once there are lots', async () => {
  const { user, price$, marks$, renders } = await standLever()
  const before = renders()
  act(() => marks$.next(live(marksOf('61000'))))
  expect(renders()).toBe(before)
  act(() => price$.next(live(quoteOf('61000'))))
  expect(leverTicket().getByRole('row', { name: /^Entry/ })).toHaveTextContent('61,001.0060,999.00')
  const long = screen.getByRole('button', { name: 'Open long' })
  expect(long).toHaveTextContent(/^Open long$/)
  await user.type(leverTicket().getByLabelText('Lots'), '2')
  expect(long).toHaveTextContent('0.02 BTC · 122.01 USDT')
  act(() => price$.next(live(quoteOf('60000'))))
  expect(long).toHaveTextContent('0.02 BTC · 120.01 USDT')
})
test('LEV-23 the first fault is said at its field and takes the focus; nothing is sent', async () => {
  const { user, callsOf } = await standLever()
  await user.click(screen.getByRole('button', { name: 'Open long' }))
  await waitFor(() => expect(leverTicket().getByLabelText('Lots')).toHaveFocus())
  expect(leverTicket().getByLabelText('Lots')).toHaveAccessibleDescription('Lots must be a whole number of at least 1.')
  expect(callsOf('/api/lever/submit')).toEqual([])
})
test('LEV-18 the review says what leaves and what is left; confirming sends one wish with the price that was seen', async () => {
  const { user, callsOf } = await standLever([], { '/api/lever/submit': opened })
  const sheet = await review(user)
  for (const words of [
    'Long 10× · Cross · Market',
    '60,001.00',
    '0.02 BTC',
    '120.01 USDT',
    '0.6001 USDT',
    '1,000.00 USDT → 879.39 USDT',
  ])
    expect(sheet).toHaveTextContent(words)
  await user.click(within(sheet).getByRole('button', { name: 'Confirm long' }))
  expect(await within(sheet).findByRole('heading', { name: 'Contract opened' })).toBeVisible()
  expect(callsOf('/api/lever/submit')).toEqual([
    {
      legal_id: 3,
      currency_id: 1,
      type: 1,
      status: 1,
      share: 2,
      multiple: 10,
      seen_price: '60001',
      target_profit_price: '',
      stop_loss_price: '',
    },
  ])
  await user.click(within(sheet).getByRole('button', { name: 'Done' }))
  expect(leverTicket().getByLabelText('Lots')).toHaveValue('')
})
test('LEV-18 a mark that is too old confirms nothing, and goes once it is fresh', async () => {
  const { user, price$, callsOf } = await standLever([], { '/api/lever/submit': opened })
  const sheet = await review(user)
  act(() => price$.next(live(quoteOf('60000'), { freshness: 'stale', ageMs: 7000 })))
  await user.click(within(sheet).getByRole('button', { name: 'Confirm long' }))
  expect(sheet).toHaveTextContent('The mark is 7 sec old')
  expect(callsOf('/api/lever/submit')).toEqual([])
  act(() => price$.next(live(quoteOf('60010'))))
  await user.click(within(sheet).getByRole('button', { name: 'Confirm long' }))
  await waitFor(() => expect(callsOf('/api/lever/submit')).toMatchObject([{ seen_price: '60011' }]))
})
test('LEV-18 a price that moved comes back to the same sheet, with both prices', async () => {
  const { user } = await standLever([], {
    '/api/lever/submit': refused('The price has changed.', 'price_moved', { price: '60900' }),
  })
  const sheet = await review(user)
  await user.click(within(sheet).getByRole('button', { name: 'Confirm long' }))
  await waitFor(() => expect(sheet).toHaveTextContent('60,001.00 → 60,900.00'))
  expect(within(sheet).getByRole('button', { name: 'Confirm long' })).toBeEnabled()
})
test('LEV-22 a stop typed in percent is shown as a price and as money', async () => {
  const { user } = await standLever()
  await user.type(leverTicket().getByLabelText('Lots'), '2')
  await user.click(leverTicket().getByRole('button', { name: 'Take profit / stop loss' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Take profit / stop loss' }))
  await user.click(
    within(await sheet.findByRole('radiogroup', { name: 'Take profit given by' })).getByRole('radio', { name: '%' }),
  )
  await user.type(sheet.getByLabelText('Take profit'), '50')
  expect(sheet.getByLabelText('Take profit')).toHaveAccessibleDescription('63,031.06 USDT · +60.00 USDT')
})
test('LEV-60 a pair of stops on the wrong sides does not leave the sheet: both are told, and the text stays', async () => {
  const { user } = await standLever()
  await user.type(leverTicket().getByLabelText('Lots'), '2')
  const line = leverTicket().getByRole('button', { name: 'Take profit / stop loss' })
  await user.click(line)
  const sheet = within(await screen.findByRole('dialog', { name: 'Take profit / stop loss' }))
  await user.type(await sheet.findByLabelText('Take profit'), '50000')
  await user.type(sheet.getByLabelText('Stop loss'), '70000')
  await user.click(sheet.getByRole('button', { name: 'Done' }))
  expect(sheet.getByLabelText('Take profit')).toHaveAccessibleDescription(/^Take profit must be above 60,00/)
  expect(sheet.getByLabelText('Stop loss')).toHaveAccessibleDescription(/^Stop loss must be below 60,000/)
  expect(line).toHaveTextContent('50,000.00 / 70,000.00')
  await user.clear(sheet.getByLabelText('Take profit'))
  await user.clear(sheet.getByLabelText('Stop loss'))
  await user.click(sheet.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
test('LEV-62 the verdict of a contract says what happened, follows the order that waits, and leads to it', async () => {
  const waiting = aPosition({ status: 'pending', price: '50000' })
  const { user, positions$ } = await standLever([], {
    '/api/lever/submit': { type: 'ok', message: 'Done.', data: encode(position, waiting) },
  })
  await user.selectOptions(leverTicket().getByLabelText('Order type'), 'limit')
  await user.type(leverTicket().getByLabelText('Limit price'), '50000')
  await user.click(within(await review(user)).getByRole('button', { name: 'Confirm long' }))
  const sheet = await screen.findByRole('dialog', { name: 'Order placed' })
  expect(sheet).toHaveTextContent('Long BTC/USDT opens at 50,000.00 or better')
  act(() => positions$.next(live([{ ...waiting, status: 'trading', price: '49990', rev: 2 }])))
  expect(sheet).toHaveAccessibleName('Contract opened')
  expect(sheet).toHaveTextContent('Long BTC/USDT at 49,990.00')
  await user.click(within(sheet).getByRole('button', { name: 'View order' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('tab', { name: 'Positions (1)' })).toHaveAttribute('aria-selected', 'true')
})
test('LEV-62 what was closed in part is told so', async () => {
  const { history$ } = await standLever([aPosition()])
  act(() =>
    history$.next(aPosition({ id: 2, part_of: 1, status: 'closed', close_reason: 'user', close_price: '60000' })),
  )
  expect(useToasts.getState().toasts.map(({ text }) => text)).toContain('lever:toast.part')
})
test('PNL-2 a result that may still follow the mark is announced once, told once it is final, and until then neither shared nor called final', async () => {
  const { user, history$ } = await standLever([])
  await user.click(screen.getByRole('tab', { name: 'History' }))
  await screen.findByRole('radiogroup', { name: 'Show' })
  const ended = aPosition({ status: 'closed', close_reason: 'user', close_price: '60000', fact_profits: '1' })
  const texts = () => useToasts.getState().toasts.map(({ text }) => text)
  useToasts.setState({ toasts: [] })
  for (const rev of [2, 3]) act(() => history$.next({ ...ended, rev, settles_ms: 1_005_000 }))
  expect(texts()).toEqual(['lever:toastSettling'])
  const row = await screen.findByRole('article')
  expect([
    row.textContent.includes('PnL so far'),
    within(row).queryByRole('button', { name: 'Share picture' }),
  ]).toEqual([true, null])
  act(() => history$.next({ ...ended, rev: 4 }))
  expect(texts()).toEqual(['lever:toastSettling', 'lever:toast.user'])
  expect(row).toHaveTextContent('Realised PnL (net)')
  expect(within(row).getByRole('button', { name: 'Share picture' })).toBeVisible()
})
test('LEV-63 the review walks the book: the price of the whole size with its slippage, at the stop and the target as well; what was shown is what is sent', async () => {
  const { user, book$, callsOf } = await standLever([], { '/api/lever/submit': opened })
  act(() => book$.next(live(thinBook)))
  await user.click(leverTicket().getByRole('button', { name: 'Take profit / stop loss' }))
  const stops = within(await screen.findByRole('dialog', { name: 'Take profit / stop loss' }))
  await user.type(await stops.findByLabelText('Take profit'), '64000')
  await user.type(stops.getByLabelText('Stop loss'), '58000')
  await user.click(stops.getByRole('button', { name: 'Done' }))
  const sheet = await review(user)
  // 0.02: half at 60,010, half at 60,200, and the spread of 1.
  for (const words of [
    'Entry price≈ 60,106.00',
    'Slippage from the mark0.176% · 2.12 USDT',
    'Worst level used60,200.00',
    'Stop loss if the book looks like now58,000.00 → ≈ 57,895.00, −44.83 USDT',
    'Take profit if the book looks like now64,000.00 → ≈ 63,895.00, +75.17 USDT',
    'Risk : reward1 : 1.67',
  ])
    expect(sheet).toHaveTextContent(words)
  const confirm = within(sheet).getByRole('button', { name: 'Confirm long' })
  expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await user.click(
    within(sheet).getByRole('checkbox', {
      name: 'I accept a fill 0.2% worse than the market. I accept that this is 66.7% of what the best 20 levels hold.',
    }),
  )
  await user.click(confirm)
  await waitFor(() => expect(callsOf('/api/lever/submit')).toMatchObject([{ seen_price: '60106' }]))
})
test('LEV-63 a book that shows too little says that the price may be worse', async () => {
  const { user, book$ } = await standLever()
  act(() =>
    book$.next(
      live({
        ...thinBook,
        asks: [
          ['60010', '0.01'],
          ['60200', '0.001'],
        ],
      }),
    ),
  )
  expect(await review(user)).toHaveTextContent('Entry price60,106.00 or worse')
})
test('LEV-63 closing and reversing tell the price of the book and the result net of fees', async () => {
  const { user, book$, callsOf } = await standLever([aPosition({ share: 2, number: '0.02' })])
  act(() => book$.next(live(thinBook)))
  await user.click(within(await longRow()).getByRole('button', { name: 'Close' }))
  const sheet = await screen.findByRole('dialog')
  for (const words of ['Est. closing price≈ 59,895.00', 'Est. PnL (net)−2.40 USDT'])
    expect(sheet).toHaveTextContent(words)
  await user.keyboard('{Escape}')
  await user.click(within(await longRow()).getByRole('button', { name: 'Reverse' }))
  const dialog = await screen.findByRole('alertdialog', { name: /^Reverse/ })
  for (const words of ['Est. closing price≈ 59,895.00', 'Est. PnL (net)−2.40 USDT', 'Entry price≈ 59,699.00'])
    expect(dialog).toHaveTextContent(words)
  await user.click(within(dialog).getByRole('button', { name: 'Reverse' }))
  await waitFor(() => expect(callsOf('/api/lever/reverse')).toMatchObject([{ seen_price: '59699' }]))
})
test('LEV-24 a contract runs with the mark: profit, percent, margin ratio', async () => {
  const { marks$ } = await standLever([aPosition()])
  expect(await longRow()).toHaveTextContent('Unrealised PnL−0.30 USDT')
  act(() => marks$.next(live(marksOf('60600'))))
  expect(await longRow()).toHaveTextContent('Unrealised PnL+5.70 USDT+9.50%')
  expect(await longRow()).toHaveTextContent('Gross PnL+6.00 USDT')
  expect(await longRow()).toHaveTextContent('Margin ratio1,776.66%')
})
test('FORMAT-2 the question before closing tells a gain with its sign', async () => {
  const { user, price$ } = await standLever([aPosition()])
  act(() => price$.next(live(quoteOf('60600'))))
  await user.click(within(await longRow()).getByRole('button', { name: 'Close' }))
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    'Closes at ≈ 60,599.00 by the book of now. Net PnL: +5.69 USDT.',
  )
})
test('LEV-24 closing is asked first, then sent with what was seen, and the contract follows the answer', async () => {
  const closed = {
    type: 'ok',
    message: 'Done.',
    data: encode(position, aPosition({ status: 'closed', rev: 2, close_price: '60000' })),
  }
  const { user, callsOf } = await standLever([aPosition()], { '/api/lever/close': closed })
  await user.click(within(await longRow()).getByRole('button', { name: 'Close' }))
  expect(callsOf('/api/lever/close')).toEqual([])
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(callsOf('/api/lever/close')).toEqual([{ id: 1, expect: 1 }]))
  expect(await longRow()).toHaveTextContent('Closed')
})
test('LEV-43 a part is closed by lots: the sums follow, and the lots go out with what was seen', async () => {
  const whole = aPosition({ share: 10, number: '0.1', caution_money: '600', origin_caution_money: '600' })
  const rest = {
    type: 'ok',
    message: 'Done.',
    data: encode(position, { ...whole, share: 7, number: '0.07', caution_money: '420', rev: 2 }),
  }
  const { user, callsOf, price$ } = await standLever([whole], { '/api/lever/close': rest })
  act(() => price$.next(live(quoteOf('60600'))))
  await user.click(within(await longRow()).getByRole('button', { name: 'Close' }))
  const sheet = await screen.findByRole('dialog')
  await user.click(within(sheet).getByRole('radio', { name: '25%' }))
  for (const words of ['0.02 BTC', '+11.92 USDT', '120.00 USDT', '8 lots']) expect(sheet).toHaveTextContent(words)
  const lots = within(sheet).getByLabelText('Lots to close')
  await user.clear(lots)
  await user.type(lots, '11')
  expect(lots).toHaveAccessibleDescription('Enter 1 to 10 lots.')
  expect(within(sheet).getByRole('button', { name: 'Close position' })).toBeDisabled()
  await user.clear(lots)
  await user.type(lots, '3')
  await user.click(within(sheet).getByRole('button', { name: 'Close 3 lots' }))
  await waitFor(() => expect(callsOf('/api/lever/close')).toEqual([{ id: 1, expect: 1, share: 3 }]))
  await waitFor(async () => expect(await longRow()).toHaveTextContent('7 lots (0.07 BTC)'))
})
test('LEV-44 a reverse tells both halves first and sends the opening price that was seen', async () => {
  const closed = encode(position, aPosition({ status: 'closed', rev: 3, close_price: '60000' }))
  const both = {
    type: 'ok',
    message: 'Done.',
    data: { closed, opened: encode(position, aPosition({ id: 2, type: 'short' })) },
  }
  const { user, callsOf } = await standLever([aPosition()], { '/api/lever/reverse': both })
  await user.click(within(await longRow()).getByRole('button', { name: 'Reverse' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Reverse to Short BTC/USDT?' })
  expect(dialog).toHaveTextContent('Closes Long 1 lot and opens Short 1 lot at the market, 10×.')
  expect(callsOf('/api/lever/reverse')).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Reverse' }))
  await waitFor(() => expect(callsOf('/api/lever/reverse')).toEqual([{ id: 1, expect: 1, seen_price: '59999' }]))
  await waitFor(async () => expect(await longRow()).toHaveTextContent('Closed'))
})
test('LEV-24 one side is closed, the other stays', async () => {
  const both = [aPosition(), aPosition({ id: 2, type: 'short' })]
  const { user, callsOf } = await standLever(both, {
    '/api/lever/close': refused('No current price.', 'feed_stale', {}),
  })
  await user.click(await screen.findByRole('button', { name: 'Close shorts' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(callsOf('/api/lever/close')).toEqual([{ id: 2, expect: 1 }]))
  expect(await screen.findByText('No current price. Try again in a moment.')).toBeVisible()
})
test('LEV-64 a stop is moved into profit, up to the mark', async () => {
  const moved = {
    type: 'ok',
    message: 'Done.',
    data: encode(position, aPosition({ rev: 2, stop_loss_price: '60500' })),
  }
  const { user, marks$, callsOf } = await standLever([aPosition()], { '/api/lever/setstop': moved })
  act(() => marks$.next(live(marksOf('61000'))))
  await user.click(within(await longRow()).getByRole('button', { name: 'TP / SL' }))
  const sheet = within(await screen.findByRole('dialog'))
  await user.type(await sheet.findByLabelText('Stop loss'), '61000')
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  expect(sheet.getByLabelText('Stop loss')).toHaveAccessibleDescription('Stop loss must be below 61,000.')
  await user.clear(sheet.getByLabelText('Stop loss'))
  await user.type(sheet.getByLabelText('Stop loss'), '60500')
  expect(sheet.getByLabelText('Stop loss')).toHaveAccessibleDescription('+7.83% · +4.70 USDT')
  await user.click(
    within(sheet.getByRole('radiogroup', { name: 'Stop loss given by' })).getByRole('radio', { name: '%' }),
  )
  expect(sheet.getByLabelText('Stop loss')).toHaveValue('60,500')
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(callsOf('/api/lever/setstop')).toEqual([
      { id: 1, expect: 1, target_profit_price: '', stop_loss_price: '60500' },
    ]),
  )
})
test('LEV-65 one tap opens the review where a consent is due, with its number', async () => {
  const { user, callsOf } = await standLever([], { '/api/lever/submit': opened }, '130')
  act(() => useSettings.getState().set({ confirmContracts: false }))
  await user.selectOptions(leverTicket().getByLabelText('Leverage'), '100')
  await user.type(leverTicket().getByLabelText('Lots'), '14')
  await user.click(screen.getByRole('button', { name: 'Open long' }))
  const sheet = await screen.findByRole('dialog', { name: 'Review contract' })
  expect(
    within(sheet).getByRole('checkbox', { name: /^I accept that 0\.\d% against me closes this position\.$/ }),
  ).not.toBeChecked()
  expect(callsOf('/api/lever/submit')).toEqual([])
  useSettings.getState().set({ confirmContracts: true })
})
test('LEV-65 the only stop of a contract at a loss is not taken away without a consent', async () => {
  const { user, marks$, callsOf } = await standLever([aPosition({ stop_loss_price: '58000' })], {
    '/api/lever/setstop': opened,
  })
  act(() => marks$.next(live(marksOf('59000'))))
  await user.click(within(await longRow()).getByRole('button', { name: 'TP / SL' }))
  const sheet = within(await screen.findByRole('dialog'))
  await user.clear(sheet.getByLabelText('Stop loss'))
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  expect(callsOf('/api/lever/setstop')).toEqual([])
  await user.click(sheet.getByRole('checkbox', { name: 'I accept that this position at a loss has no stop.' }))
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(callsOf('/api/lever/setstop')).toHaveLength(1))
})
test('LEV-24 stops are moved only where they may lie', async () => {
  const moved = {
    type: 'ok',
    message: 'Done.',
    data: encode(position, aPosition({ rev: 2, stop_loss_price: '58000' })),
  }
  const { user, callsOf } = await standLever([aPosition()], { '/api/lever/setstop': moved })
  await user.click(within(await longRow()).getByRole('button', { name: 'TP / SL' }))
  const sheet = within(await screen.findByRole('dialog'))
  await user.type(await sheet.findByLabelText('Stop loss'), '61000')
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  expect(sheet.getByLabelText('Stop loss')).toHaveAccessibleDescription('Stop loss must be below 60,000.')
  await user.clear(sheet.getByLabelText('Stop loss'))
  await user.type(sheet.getByLabelText('Stop loss'), '58000')
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(callsOf('/api/lever/setstop')).toEqual([
      { id: 1, expect: 1, target_profit_price: '', stop_loss_price: '58000' },
    ]),
  )
  await waitFor(async () => expect(await longRow()).toHaveTextContent('Stop loss58,000'))
})
test('LEV-25 the nearer the liquidation, the clearer it is said; with money enough nothing is', async () => {
  const { marks$, risk$ } = await standLever([aPosition()], {}, '0')
  expect(screen.queryByText(/all positions are liquidated/)).toBeNull()
  act(() => marks$.next(live(marksOf('58700'))))
  expect(await screen.findByText(/^Margin ratio 78\.33%\. At 50% all positions are liquidated/)).toBeVisible()
  act(() => marks$.next(live(marksOf('60000'))))
  await waitFor(() => expect(screen.queryByText(/all positions are liquidated/)).toBeNull())
  act(() => marks$.next(live(marksOf('60000'), { freshness: 'stale', ageMs: 9000 })))
  act(() =>
    risk$.next({
      legal_id: 3,
      legal_name: 'USDT',
      hazard_rate: '61.5',
      warn: '80',
      burst: '50',
      positions: [],
      at_ms: 1,
    }),
  )
  expect(await screen.findByText(/^Margin ratio 61\.50%/)).toBeVisible()
})
test('LEV-26 what is over stands in the history, with why and what it brought net of all costs, and a picture that tells no amounts', async () => {
  const over = aPosition({
    id: 9,
    status: 'closed',
    close_reason: 'take_profit',
    fact_profits: '12',
    close_price: '61200',
    complete_time: '2026-01-02 00:00:00',
  })
  const list = said({
    rate_profits_total: { hazard_rate: '0', profits_total: '0' },
    message: pageOf([over]),
    server_now_ms: 0,
  })
  const { user, history$ } = await standLever([], { '/api/lever/my_trade': list })
  await user.click(screen.getByRole('tab', { name: 'History' }))
  expect(await longRow()).toHaveTextContent('Realised PnL (net)+11.70 USDT+19.50%Gross PnL+12.00 USDTFee−0.30 USDT')
  expect(await longRow()).toHaveTextContent('Take profit')
  await user.click(screen.getByRole('button', { name: 'Share picture' }))
  const picture = await screen.findByRole('img', { name: /BTC\/USDT, Long 10×, \+19\.50%/ })
  expect(picture).toHaveAccessibleName(/Invitation code, ABC$/)
  expect(picture).not.toHaveAccessibleName(/1[12] USDT|1[12]\.\d\d/)
  act(() => history$.next(aPosition({ id: 10, status: 'cancelled', rev: 2 })))
  await waitFor(() => expect(screen.getAllByRole('article', { hidden: true })).toHaveLength(2))
})
test('LEV-61 the receipt of a stop tells at what price and size it was filled, and by which rule', async () => {
  const over = aPosition({
    id: 9,
    status: 'closed',
    close_reason: 'stop_loss',
    fact_profits: '-12',
    close_price: '58798.5',
    has_receipt: true,
  })
  const list = said({
    rate_profits_total: { hazard_rate: '0', profits_total: '0' },
    message: pageOf([over]),
    server_now_ms: 0,
  })
  const leg = {
    id: 9,
    m: market,
    side: 'long',
    price: '60000',
    number: '0.01',
    margin: '60',
    take_profit: '0',
    stop_loss: '58800',
    stops_ms: 1,
    opened_ms: 1,
    why: 'stop_loss',
    book: '58799',
    shift: '0.5',
    spread: '1',
    close_price: '58798.5',
    profit: '-12.015',
  } as const
  const receipt = sealedLever({
    id: 1,
    legal: 3,
    reason: 'stop_loss',
    rule: leverRule,
    at_ms: 1,
    free: '1000',
    lapsed: '0',
    burst: '50',
    legs: [leg],
    equity: '1048',
    margin: '60',
    marks: [{ m: market, scale: 2, tick: 't', at_ms: 2, index: '58800', premium: null, mark: '58800', sources: 3 }],
    missing: '0',
    fund: '0',
    house: '0',
    haircut: '0',
  })
  const { user } = await standLever([], {
    '/api/lever/my_trade': list,
    '/api/lever/receipt': said(encode(leverReceipt, receipt)),
  })
  await user.click(screen.getByRole('tab', { name: 'History' }))
  await user.click(within(await longRow()).getByRole('button', { name: 'Receipt' }))
  const sheet = await screen.findByRole('dialog', { name: 'Receipt' })
  for (const words of [
    'Filled at58,798.50',
    'Size0.01 BTC',
    'Trigger price58,800.00',
    'Book for this size58,799.00',
    'Rule lever-2: The mark reached the trigger; it closed at the worse of mark and book.',
  ])
    expect(sheet).toHaveTextContent(words)
})
test('LEV-41 either button reviews its own side, and both tell what they would tie up', async () => {
  const { user } = await standLever()
  await user.type(leverTicket().getByLabelText('Lots'), '2')
  expect(screen.getByRole('button', { name: 'Open short' })).toHaveTextContent('0.02 BTC · 120.00 USDT')
  const after = within(leverTicket().getByRole('table'))
    .getAllByRole('row')
    .map((each) => [...each.children].map(({ textContent }) => textContent))
  expect(after.slice(0, 3)).toEqual([
    ['After', 'Long', 'Short'],
    ['Entry price', '60,001.00', '59,999.00'],
    ['Margin', '120.01', '120.00'],
  ])
  await user.click(screen.getByRole('button', { name: 'Open short' }))
  expect(await screen.findByRole('dialog', { name: 'Review contract' })).toHaveTextContent('Short 10× · Cross · Market')
})
test('LEV-66 an empty limit price begins at the best price of its own side and stays there; shares without a price say why', async () => {
  const { user, book$ } = await standLever()
  await user.selectOptions(leverTicket().getByLabelText('Order type'), 'limit')
  const price = leverTicket().getByLabelText('Limit price')
  const half = leverTicket().getByRole('button', { name: '50%' })
  expect(half).toHaveAccessibleDescription('Enter a limit price first.')
  act(() => book$.next(live(thinBook)))
  expect(price).toHaveValue('59,990')
  act(() => book$.next(live({ ...thinBook, seq: 2, bids: [['59980', '1']] })))
  expect(price).toHaveValue('59,990')
  await user.click(half)
  expect(leverTicket().getByLabelText('Lots')).not.toHaveValue('')
})
test('LEV-66 a balance or a share that is too small for a lot says so', async () => {
  const { user } = await standLever([], {}, '61')
  await user.click(leverTicket().getByRole('button', { name: '50%' }))
  expect(leverTicket().getByLabelText('Lots')).toHaveValue('')
  expect(leverTicket().getByText('Not enough for one lot.')).toBeVisible()
  await user.click(leverTicket().getByRole('button', { name: '100%' }))
  expect(leverTicket().getByLabelText('Lots')).toHaveValue('1')
  expect(leverTicket().queryByText('Not enough for one lot.')).toBeNull()
})
test('LEV-66 a balance without a lot says so', async () => {
  await standLever([], {}, '1')
  expect(leverTicket().getByRole('button', { name: '50%' })).toHaveAccessibleDescription('Not enough for one lot.')
})
test('LEV-67 the ticket tells how far its limit price is from the market; one of an earlier visit stays', async () => {
  const { user, book$ } = await standLever([], {}, '1000', { entry: 'limit', target: '50000', lots: '2' })
  const price = leverTicket().getByLabelText('Limit price')
  expect(leverTicket().getByText('−16.67% from the market')).toBeVisible()
  act(() => book$.next(live(thinBook)))
  expect(price).toHaveValue('50,000')
  await user.clear(price)
  await user.type(price, '50000')
  act(() => book$.next(live({ ...thinBook, seq: 2 })))
  expect(price).toHaveValue('50000')
})
test('LEV-46 one tap sends the order of its side only for those who switched the review off; refused, it is said in the sheet', async () => {
  const short = { type: 'ok', message: 'Done.', data: encode(position, aPosition({ type: 'short', price: '59999' })) }
  const { user, callsOf } = await standLever([], { '/api/lever/submit': short })
  act(() => useSettings.getState().set({ confirmContracts: false }))
  await user.type(leverTicket().getByLabelText('Lots'), '2')
  await user.dblClick(screen.getByRole('button', { name: 'Open short' }))
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toContain('lever:told.short.opened'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(callsOf('/api/lever/submit')).toEqual([
    {
      legal_id: 3,
      currency_id: 1,
      type: 2,
      status: 1,
      share: 2,
      multiple: 10,
      seen_price: '59999',
      target_profit_price: '',
      stop_loss_price: '',
    },
  ])
  expect(leverTicket().getByLabelText('Lots')).toHaveValue('')
  useSettings.getState().set({ confirmContracts: true })
})
test('LEV-46 a refusal of one tap and a price that has moved open the review', async () => {
  const { user } = await standLever([], {
    '/api/lever/submit': refused('The price has changed.', 'price_moved', { price: '60900' }),
  })
  act(() => useSettings.getState().set({ confirmContracts: false }))
  await user.type(leverTicket().getByLabelText('Lots'), '2')
  await user.click(screen.getByRole('button', { name: 'Open long' }))
  expect(await screen.findByRole('dialog', { name: 'Review contract' })).toHaveTextContent('60,001.00 → 60,900.00')
  useSettings.getState().set({ confirmContracts: true })
})
