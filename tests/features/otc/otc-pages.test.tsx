import { AdvertsPage } from '#src/features/otc/adverts-page.tsx'
import { OrdersPage } from '#src/features/otc/orders-page.tsx'
import { OrderPage } from '#src/features/otc/order-page.tsx'
import { CentrePage } from '#src/features/otc/centre-page.tsx'
import { anOtcOrder, onWire } from '#tests/support/otc/otc-builders.ts'
import { useUser } from '#src/actors/use-session.ts'
import { writeStored } from '#src/lib/storage.ts'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import { act, fireEvent, screen, within } from '@testing-library/react'
import type { OtcOrder } from '#contract/otc/otc-order.ts'
import { shiftHours } from '#contract/otc/otc-sums.ts'
import type { ReactNode } from 'react'
import type { OtcOrderNews } from '#streams/own-feeds.ts'
import { BehaviorSubject, NEVER, of, Subject } from 'rxjs'
import { expect, test, vi } from 'vitest'

const calls = (order: Partial<OtcOrder>) => ({
  '/api/trade/orderDetail': said(onWire.order(order)),
  '/api/trade/currencyList': said(onWire.market()),
  '/api/trade/orderReceipt': said({ lines: null }),
  '/api/trade/tradeList': said({ list: [onWire.ad()], count: 1, page: 1, limit: 10 }),
})
const open = async (order: Partial<OtcOrder>, more: Readonly<Record<string, unknown>> = {}, nowMs = 1_100_000) => {
  const news$ = new Subject<OtcOrderNews>()
  const feeds = {
    otcOrderNews$: news$,
    otcOrders$: new BehaviorSubject(live<readonly OtcOrder[]>([])),
    serverTime$: of(1_100_000),
    otcAd$: NEVER,
    otcMerchant$: NEVER,
  }
  const shown = await showPage(<OrderPage />, {
    feeds,
    answers: { ...calls(order), ...more },
    at: '/pages/otc/detail?id=7',
    nowMs,
  })
  return { ...shown, news$ }
}
test('OTC-17 the buyer is told what to do now, where to, and follows what happens', async () => {
  const { news$, stop } = await open({})
  expect(await screen.findByRole('heading', { name: 'Pay the seller now' })).toBeTruthy()
  expect((await screen.findAllByText('$ 101.00')).length).toBeGreaterThan(0)
  expect(screen.getAllByText('12345678').length).toBe(1)
  expect(screen.getByRole('button', { name: 'I have paid' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Release coins' })).toBe(null)
  act(() =>
    news$.next({
      order: anOtcOrder({ status: 'cancelled', cancel_reason: 'timeout', ended_ms: 1_900_000, rev: 2 }),
      why: 'timeout',
    }),
  )
  expect(await screen.findByRole('heading', { name: 'Cancelled: it was not paid in time.' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'I have paid' })).toBe(null)
  stop()
})
test('OTC-17 when the seller lets the time pass, the buyer is told so and appeals by the big button', async () => {
  const { stop } = await open({
    status: 'to_be_confirmed',
    paid_ms: 1_000_000,
    confirm_deadline_ms: 1_050_000,
    server_now_ms: 1_100_000,
    may: ['appeal'],
  })
  expect(await screen.findByRole('heading', { name: 'The seller is late' })).toBeVisible()
  expect(screen.queryByText(/If nothing happens in time/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Appeal' }).className).toMatch(/primary/)
  stop()
})
test('OTC-17 a cancelled order says to pay no more, shows nowhere to pay to, and leads to help who had paid', async () => {
  const { stop } = await open({ status: 'cancelled', cancel_reason: 'timeout', ended_ms: 1_050_000 })
  expect(await screen.findByText(/Do not pay any more/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'I had paid already' })).toHaveAttribute('href', '#/pages/help/center/chat')
  expect([screen.queryByText('12345678'), screen.queryByText('You pay')]).toEqual([null, null])
  stop()
})
test('M9 who had paid says so until a day after the time to pay, with proof, on the page of the order', async () => {
  const { stop } = await open({
    status: 'cancelled',
    cancel_reason: 'timeout',
    ended_ms: 1_050_000,
    late_until_ms: 90_000_000,
    may: ['appeal'],
  })
  expect(await screen.findByText(/If you had paid in time, say so until/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'I had paid already' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'I had paid already' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'I had paid already' }))
  fireEvent.change(sheet.getByRole('textbox'), { target: { value: 'Paid at 10:05.' } })
  fireEvent.click(sheet.getByRole('button', { name: /appeal/i }))
  expect(sheet.getByText('Payment voucher is required.')).toBeVisible()
  stop()
})
test('OTC-17 after a split the buyer reads the part that came, not the whole order', async () => {
  const split = { to_buyer: '50', to_seller: '50', at_ms: 1_050_000 }
  const { stop } = await open({ status: 'confirmed', split, ended_ms: 1_050_000 })
  const received = (await screen.findByText('You receive')).parentElement
  expect(received).toHaveTextContent('50.00 USDT')
  stop()
})
test('OTC-17 AT68 a release repeats amount and buyer, and asks for a look into the account and the fund password', async () => {
  const { stop } = await open({
    my_role: 'seller',
    status: 'to_be_confirmed',
    paid_ms: 1_050_000,
    confirm_deadline_ms: 2_850_000,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Release coins' }))
  const dialog = await screen.findByRole('dialog')
  const release = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Release 100.00 USDT to Ben' })
  expect([
    release.disabled,
    within(dialog).getAllByText('BEN LEE').length,
    (await within(dialog).findAllByText('$ 101.00')).length,
  ]).toEqual([true, 1, 1])
  fireEvent.change(within(dialog).getByLabelText('Fund password'), { target: { value: '246810' } })
  expect(release.disabled).toBe(true)
  fireEvent.click(within(dialog).getByRole('checkbox'))
  expect(release.disabled).toBe(false)
  stop()
})
test.each([-5, 0, 9])(
  'OTC-24 a device whose clock is %i hours wrong shows the time that is left by the clock of the venue',
  async (hours) => {
    const right = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => right + hours * 3_600_000)
    const { stop } = await open({ pay_deadline_ms: 1_000_000 + 1_000_000, server_now_ms: 1_100_000 }, {}, 1_100_000)
    expect((await screen.findByRole('timer')).textContent).toMatch(/^15:00/)
    expect(screen.getByRole('button', { name: 'I have paid' })).toBeTruthy()
    stop()
    vi.restoreAllMocks()
  },
)
test('OTC-24 the steps of an order follow the clock of the venue, not the one of the device', async () => {
  vi.spyOn(Date, 'now').mockImplementation(() => 9_000_000_000_000)
  const { stop } = await open({ status: 'to_be_confirmed', paid_ms: 1_050_000, confirm_deadline_ms: 2_850_000 })
  expect(await screen.findByRole('button', { name: 'I have not paid' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Appeal' })).toBe(null)
  stop()
  vi.restoreAllMocks()
})
test.each<[string, Partial<OtcOrder>, readonly string[]]>([
  ['a buyer who takes an ad', { status: 'confirmed' }, ['Into your funding account+100.00 USDT']],
  [
    'a buyer whose ad was taken',
    { status: 'confirmed', fee_payer: 'buyer' },
    ['Into your funding account+100.00 USDT', 'Fee−0.10 USDT'],
  ],
  [
    'a seller whose ad was taken',
    { status: 'confirmed', my_role: 'seller' },
    ['Out of escrow to the buyer−100.00 USDT', 'Fee−0.10 USDT'],
  ],
  [
    'a seller after a split',
    { status: 'confirmed', my_role: 'seller', fee: '0.06', split: { to_buyer: '60', to_seller: '40', at_ms: 1 } },
    ['Out of escrow to the buyer−60.00 USDT', 'Fee−0.06 USDT', 'Back from escrow+40.00 USDT'],
  ],
  [
    'a seller of a cancelled order',
    { status: 'cancelled', my_role: 'seller', cancel_reason: 'timeout' },
    ['Back from escrow+100.10 USDT'],
  ],
  ['a buyer of a cancelled order', { status: 'cancelled', cancel_reason: 'buyer' }, []],
])('OTC-28 an ended order shows what it booked for %s', async (_, order, lines) => {
  const { stop } = await open({ ended_ms: 1_090_000, ...order })
  const box = await screen.findByRole('region', { name: 'Booked' })
  await within(box).findAllByText(lines.length === 0 ? 'Nothing was booked for you.' : /USDT/)
  expect([...box.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual(lines)
  stop()
})
test('OTC-18 money and quantity are bound together at the shown price, and what does not fit is said', async () => {
  const feeds = {
    otcOrderNews$: NEVER,
    otcOrders$: new BehaviorSubject(live<readonly OtcOrder[]>([])),
    serverTime$: of(1_100_000),
    otcAd$: NEVER,
    otcMerchant$: NEVER,
  }
  const { stop, asked } = await showPage(<CentrePage />, { feeds, answers: calls({}), at: '/pages/otc/index' })
  fireEvent.click(await screen.findByRole('button', { name: 'Buy' }))
  const dialog = await screen.findByRole('dialog')
  const [money, coins] = within(dialog).getAllByRole<HTMLInputElement>('textbox')
  if (!money || !coins) throw new Error('two fields')
  fireEvent.change(money, { target: { value: '101' } })
  expect(coins.value).toBe('100')
  fireEvent.change(coins, { target: { value: '10' } })
  expect([
    money.value,
    within(dialog)
      .getAllByRole('alert')
      .map(({ textContent }) => textContent)
      .join(''),
  ]).toEqual(['10.1', expect.stringContaining('$ 50.00')])
  fireEvent.click(within(dialog).getByRole('button', { name: /^Buy 10.00 USDT/ }))
  expect(asked.filter(({ path }) => path === '/api/trade/trade')).toEqual([])
  stop()
})
test('a buyer chooses among the methods that an ad offers, told by their banks, and the choice is sent', async () => {
  sessionStorage.clear()
  const feeds = {
    otcOrderNews$: NEVER,
    otcOrders$: new BehaviorSubject(live<readonly OtcOrder[]>([])),
    serverTime$: of(1_100_000),
    otcAd$: NEVER,
    otcMerchant$: NEVER,
  }
  const methods = [
    { id: 0, way: 'bank', name: 'HSBC' },
    { id: 5, way: 'bank', name: 'DBS Bank' },
  ] as const
  const ad = onWire.ad({ methods: [...methods] })
  const answers = {
    ...calls({}),
    '/api/trade/tradeList': said({ list: [ad], count: 1, page: 1, limit: 10 }),
    '/api/trade/myTradeDetail': said(ad),
    '/api/user/kyc_gates': said({}),
  }
  const { stop, asked } = await showPage(<CentrePage />, { feeds, answers, at: '/pages/otc/index' })
  fireEvent.click(await screen.findByRole('button', { name: 'Buy' }))
  const dialog = within(await screen.findByRole('dialog'))
  const way = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Payment method' })
  expect([...way.options].map(({ text }) => text)).toEqual(['Bank card · HSBC', 'Bank card · DBS Bank'])
  fireEvent.change(way, { target: { value: 'bank.5' } })
  const [money] = dialog.getAllByRole<HTMLInputElement>('textbox')
  if (money) fireEvent.change(money, { target: { value: '101' } })
  fireEvent.click(dialog.getByRole('button', { name: /^Buy 100.00 USDT/ }))
  await vi.waitFor(() =>
    expect(asked.find(({ path }) => path === '/api/trade/trade')?.body).toMatchObject({ way: 'bank', method: 5 }),
  )
  stop()
})
test('OTC-42 a seller without a fund password is told on opening and led there; after a detour or a reload the sheet is open again with what was entered', async () => {
  sessionStorage.clear()
  const feeds = {
    otcOrderNews$: NEVER,
    otcOrders$: new BehaviorSubject(live<readonly OtcOrder[]>([])),
    serverTime$: of(1_100_000),
    otcAd$: NEVER,
    otcMerchant$: NEVER,
    events$: NEVER,
    renewed$: NEVER,
  }
  const ad = onWire.ad({ side: 'buy' })
  const answers = {
    ...calls({}),
    '/api/trade/tradeList': said({ list: [ad], count: 1, page: 1, limit: 10 }),
    '/api/trade/myTradeDetail': said(ad),
  }
  for (const isAgain of [false, true]) {
    const { stop, unmount } = await showPage(<CentrePage />, { feeds, answers, at: '/pages/otc/index' })
    if (!isAgain) {
      // The amount by which the list is filtered is the amount of the sheet.
      fireEvent.change(await screen.findByRole('textbox', { name: 'Amount' }), { target: { value: '80' } })
      fireEvent.click(await screen.findByRole('button', { name: 'Sell' }))
    }
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Set a fund password')).toBeTruthy()
    expect(within(dialog).queryByLabelText('Fund password')).toBeNull()
    const [money, coins] = within(dialog).getAllByRole<HTMLInputElement>('textbox')
    if (!money || !coins) throw new Error('two fields')
    expect(isAgain ? coins.value : money.value).toBe(isAgain ? '100' : '80')
    if (!isAgain) fireEvent.change(coins, { target: { value: '100' } })
    else fireEvent.click(within(dialog).getByRole('button', { name: 'Set' }))
    stop()
    unmount()
  }
  expect(location.hash).toContain('/changePayPassword')
})

const inAppeal: Partial<OtcOrder> = {
  status: 'seller_appealing',
  paid_ms: 1_050_000,
  confirm_deadline_ms: 2_850_000,
  appeals: [{ by: 'seller', kind: 'seller', problem: 'No money', vouchers: [], at_ms: 1_060_000 }],
}
test('OTC-19 an offered split shows both parts; agreeing repeats them, and of the seller asks the fund password', async () => {
  const offers = [{ no: 1, by: 'buyer', to_buyer: '60', to_seller: '40', at_ms: 1_070_000 }] as const
  const { stop, asked } = await open(
    { ...inAppeal, my_role: 'seller', offers: [...offers] },
    {
      '/api/trade/agreeSplit': said(
        onWire.order({
          my_role: 'seller',
          status: 'confirmed',
          split: { to_buyer: '60', to_seller: '40', at_ms: 1_080_000 },
          rev: 2,
        }),
      ),
    },
  )
  const box = await screen.findByRole('region', { name: 'Settle by a split' })
  expect(within(box).getByRole('status').textContent).toBe('Ben offers you this split.')
  fireEvent.click(within(box).getByRole('button', { name: 'Agree to the split' }))
  const dialog = await screen.findByRole('dialog')
  const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Agree, and end the order' })
  expect([
    send.disabled,
    within(dialog).getByText('60.00 USDT') !== null,
    within(dialog).getByText('40.00 USDT') !== null,
  ]).toEqual([true, true, true])
  fireEvent.change(within(dialog).getByLabelText('Fund password'), { target: { value: '246810' } })
  fireEvent.click(send)
  expect(await screen.findByRole('heading', { name: 'Completed: both agreed to a split.' })).toBeTruthy()
  expect(asked.find(({ path }) => path === '/api/trade/agreeSplit')?.body).toMatchObject({
    id: '7',
    expect: 'seller_appealing',
    no: 1,
    pay_password: '246810',
  })
  stop()
})
test('OTC-20 a completed order asks for a rating once and shows what was said', async () => {
  const over = { status: 'confirmed', ended_ms: 1_090_000, paid_ms: 1_050_000, may_rate: true } as const
  const rated = [{ by: 'buyer', is_good: true, word: 'Fast', at_ms: 1_099_000 }] as const
  const { stop } = await open(over, {
    '/api/trade/rate': said(onWire.order({ ...over, may_rate: false, ratings: [...rated], rev: 2 })),
  })
  const box = await screen.findByRole('region', { name: 'Rating' })
  fireEvent.change(within(box).getByLabelText('A short word (optional)'), { target: { value: 'Fast' } })
  fireEvent.click(within(box).getByRole('button', { name: 'Send the rating' }))
  expect(await within(box).findByText('Fast')).toBeTruthy()
  expect(within(box).queryByRole('button')).toBe(null)
  stop()
})
test('OTC-25 what has changed while the reader was away is told on return, and goes when the order is opened', async () => {
  const feeds = {
    otcOrderNews$: NEVER,
    otcOrders$: new BehaviorSubject(live<readonly OtcOrder[]>([anOtcOrder({ status: 'to_be_confirmed', rev: 2 })])),
    serverTime$: of(1_100_000),
    otcAd$: NEVER,
    otcMerchant$: NEVER,
  }
  const list = {
    '/api/trade/myTradeOrderList': said({ list: [], count: 0, page: 1, limit: 10, server_now_ms: 1 }),
    '/api/trade/currencyList': said(onWire.market()),
    '/api/trade/orderDetail': said(
      onWire.order({ id: '9', order_no: 'C9', status: 'cancelled', cancel_reason: 'timeout', rev: 3 }),
    ),
  }
  const away = (
    <AwayProbe seen={{ 7: 'to_be_paid', 9: 'to_be_paid' }}>
      <OrdersPage />
    </AwayProbe>
  )
  const { stop } = await showPage(away, { feeds, answers: list, at: '/pages/otc/list' })
  const lines = await screen.findByRole('region', { name: 'While you were away' })
  expect(await within(lines).findByText('C9 is now: Cancelled')).toBeTruthy()
  expect(within(lines).getByText('C20260105000007 is now: To be confirmed')).toBeTruthy()
  stop()
})
/** Stores what was seen before the page below renders. */
function AwayProbe({
  seen,
  children,
}: {
  readonly seen: Readonly<Record<string, string>>
  readonly children: ReactNode
}) {
  const user = useUser()?.id ?? 0
  writeStored(`otc-seen.${user}`, seen)
  return children
}
test('OTC-26 a copied ad brings its terms into the form of a new one, hours in the time of the device', async () => {
  const feeds = {
    otcOrderNews$: NEVER,
    otcOrders$: NEVER,
    serverTime$: of(1_100_000),
    otcAd$: NEVER,
    otcMerchant$: NEVER,
  }
  const answers = {
    '/api/trade/currencyList': said(onWire.market()),
    '/api/trade/myTradeDetail': said(onWire.ad({ margin: '-1.5', hours: '09:00-17:30', mine: true })),
  }
  const { stop } = await showPage(<AdvertsPage />, { feeds, answers, at: '/pages/otc/mylist?view=publish&from=3' })
  expect((await screen.findByLabelText<HTMLInputElement>('Distance from the index')).value).toBe('1.5')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Below index' }).checked).toBe(true)
  expect(screen.getByText('Now 0.985 USD, −1.50% to index')).toBeTruthy()
  const shown = shiftHours('09:00-17:30', -new Date().getTimezoneOffset())
  expect(
    [
      screen.getByLabelText<HTMLSelectElement>('From').value,
      screen.getByLabelText<HTMLSelectElement>(/^Until/).value,
    ].join('-'),
  ).toBe(shown)
  stop()
})
test('OTC-32 an order leads to the chat with its other side, and says who reads it', async () => {
  const { stop } = await open({})
  const link = await screen.findByRole('link', { name: /^Chat with Ann/ })
  expect([link.getAttribute('href'), link.textContent]).toEqual([
    '#/pages/chat/chat/chatGroup/chatting?with=2',
    'Chat with AnnKept with this order; in an appeal the desk reads it. Never agree to a payment outside of this order.',
  ])
  stop()
})
test.each<[string, Partial<OtcOrder>, readonly object[], readonly string[], string]>([
  [
    'a seller who released',
    { status: 'confirmed', my_role: 'seller' },
    [
      { entry_no: 41, word: 'released', value: '-100', at_ms: 1 },
      { entry_no: 41, word: 'fee', value: '-0.1', at_ms: 1 },
    ],
    ['Out of escrow to the buyer−100.00 USDT', 'Fee−0.10 USDT'],
    'Ledger entry 41',
  ],
  [
    'a seller after a split',
    { status: 'confirmed', my_role: 'seller' },
    [
      { entry_no: 41, word: 'released', value: '-60', at_ms: 1 },
      { entry_no: 42, word: 'back', value: '40', at_ms: 1 },
    ],
    ['Out of escrow to the buyer−60.00 USDT', 'Back from escrow+40.00 USDT'],
    'Ledger entry 41, 42',
  ],
  [
    'a seller whose coins went back to the ad',
    { status: 'cancelled', my_role: 'seller', cancel_reason: 'timeout' },
    [],
    [],
    'The coins went back to your ad.',
  ],
])(
  'OTC-28 the lines of the ledger are shown as they were booked, with the number of their entry, for %s',
  async (_, order, booked, lines, note) => {
    const { stop } = await open(
      { ended_ms: 1_090_000, ...order },
      { '/api/trade/orderReceipt': said({ lines: booked }) },
    )
    const box = await screen.findByRole('region', { name: 'Booked' })
    await within(box).findByText(note)
    expect([...box.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual(lines)
    stop()
  },
)
test.each<
  [string, Partial<OtcOrder>, string, 'dialog' | 'alertdialog', Partial<OtcOrder>, OtcOrderNews['why'], string]
>([
  [
    'paying, and the time ends',
    {},
    'I have paid',
    'dialog',
    { status: 'cancelled', cancel_reason: 'timeout', ended_ms: 1_100_000 },
    'timeout',
    'Cancelled: it was not paid in time.',
  ],
  [
    'cancelling, and the time ends',
    {},
    'Cancel order',
    'alertdialog',
    { status: 'cancelled', cancel_reason: 'timeout', ended_ms: 1_100_000 },
    'timeout',
    'Cancelled: it was not paid in time.',
  ],
  [
    'taking the payment back, and the seller appeals',
    { status: 'to_be_confirmed', paid_ms: 1_050_000, confirm_deadline_ms: 2_850_000 },
    'I have not paid',
    'alertdialog',
    { status: 'seller_appealing', paid_ms: 1_050_000 },
    'appealed',
    'The seller has appealed',
  ],
  [
    'releasing, and the buyer takes the payment back',
    { my_role: 'seller', status: 'to_be_confirmed', paid_ms: 1_050_000, confirm_deadline_ms: 2_850_000 },
    'Release coins',
    'dialog',
    { my_role: 'seller', status: 'to_be_paid' },
    'undone',
    'Waiting for the payment',
  ],
])(
  'CF30 a sheet for %s is gone with the state that it was for',
  async (_, before, button, role, after, why, heading) => {
    const { news$, stop } = await open(before)
    fireEvent.click(await screen.findByRole('button', { name: button }))
    await screen.findByRole(role)
    act(() => news$.next({ order: anOtcOrder({ ...after, rev: 2 }), why }))
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
    expect(screen.queryByRole(role)).toBe(null)
    stop()
  },
)
/** Everything that the page has shown, also for a moment, while the work is done. */
const seenIn = async (work: () => Promise<unknown>) => {
  const seen = new Set<string>()
  const watch = new MutationObserver(() => seen.add(document.body.textContent))
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  await work()
  watch.disconnect()
  return [...seen].join('\n')
}
test('OTC-17 an amount has one shape from the first moment: the page waits for the signs of the currencies', async () => {
  const shapes = /(?:USD|\$) 101\.00/g
  const detail = await open({})
  expect(new Set((await seenIn(() => screen.findAllByText('$ 101.00'))).match(shapes))).toEqual(new Set(['$ 101.00']))
  detail.stop()
  const feeds = { otcOrders$: new BehaviorSubject(live<readonly OtcOrder[]>([])), serverTime$: of(1_100_000) }
  const list = {
    '/api/trade/myTradeOrderList': said({ list: [onWire.order({})], count: 1, page: 1, limit: 10, server_now_ms: 1 }),
    '/api/trade/currencyList': said(onWire.market()),
  }
  const orders = await showPage(<OrdersPage />, { feeds, answers: list, at: '/pages/otc/list' })
  expect(new Set((await seenIn(() => screen.findAllByText('$ 101.00'))).match(shapes))).toEqual(new Set(['$ 101.00']))
  orders.stop()
})
test('OTC-17 an order is shown with the code of its currency where the list of the market cannot be read', async () => {
  const { stop } = await open({}, { '/api/trade/currencyList': said('nothing that is known') })
  expect((await screen.findAllByText('USD 101.00')).length).toBeGreaterThan(0)
  stop()
})
