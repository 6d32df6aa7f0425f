import { aPage } from '#tests/support/builders/page.ts'
import { aPriceRow } from '#tests/support/builders/price-row.ts'
import { sealedTrigger } from '#contract/trigger/trigger-receipt.ts'
import { trigger, type Trigger } from '#contract/trigger/trigger.ts'
import { encode } from '#contract/wire/coded.ts'
import { OpenOrders } from '#src/features/spot/open-orders.tsx'
import { rulesOf } from '#src/features/spot/ticket-sums.ts'
import { TriggerHistory } from '#src/parts/trigger/trigger-history.tsx'
import { useConfig } from '#src/stores/config.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import { aSetting } from '#tests/support/builders/setting.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { aTrigger } from '#tests/support/builders/trigger.ts'
import { live, showPage } from '#tests/support/page-services.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NEVER, of } from 'rxjs'
import { expect, onTestFinished, test } from 'vitest'

const quote = aPriceRow('60000.00')
const leg = (id: number, more: Partial<Trigger>) => aTrigger({ id, group_id: 7, source: 'mark', ...more })
const stop = leg(1, { trigger_price: '59000.00', size: { by: 'parent', wanted: '0', left: '0.01' } })
const target = leg(2, {
  role: 'profit',
  status: 'dormant',
  trigger_price: null,
  when: null,
  makes: { ...stop.makes, kind: 'limit', price: '61000.00' },
  size: { by: 'amount', wanted: '0.01', left: '0' },
})
const pageOf = (list: readonly Trigger[]) => aPage(list.map((each) => encode(trigger, each)))
const aReceipt = {
  rule: 'trigger-1',
  product: 'spot',
  m: 'BTC-USDT',
  scale: 2,
  act: 'sell',
  role: 'stop',
  source: 'mark',
  when: 'below',
  tick: 't1',
  at_ms: 5,
  armed_ms: 1,
  index: '58995.00',
  premium: null,
  mark: '58995.00',
  low: null,
  high: null,
  last: null,
  trail: null,
  trigger: '59000.00',
  price: '58995.00',
  gap: '5.00',
  wanted: '0.01',
  left: '0.01',
  acted: '0.01',
  put_ms: 5,
  book: [['58990.00', '1']],
  worst: '56000.00',
  filled: '0.01',
  fill_price: '58990.00',
  siblings: [],
} satisfies Omit<Parameters<typeof sealedTrigger>[0], 'id'>
const entry = aSpotOrder({ id: 20, group_id: 7, target_price: '50000.00' })

const stand = async (answers: Record<string, unknown> = {}, more: object = {}) => {
  sessionStorage.clear()
  // The same streams at each call, as the app has them.
  const [pair$, price$] = [of(live(aPair())), of(live({ ...quote, ...more }))]
  const feeds = {
    spotOrders$: of(live([entry])),
    spotHistory$: NEVER,
    spotQueue$: () => of(live([])),
    events$: NEVER,
    pair$: () => pair$,
    price$: () => price$,
  }
  const { asked } = await showPage(<OpenOrders pair={rulesOf(aPair())} symbol={null} coins={null} filter={null} />, {
    feeds,
    answers: { '/api/trigger/list': { type: 'ok', message: pageOf([target, stop]) }, ...answers },
  })
  return { asked, user: userEvent.setup() }
}
const row = (name: RegExp) => screen.findByRole('article', { name })

test('a bracket stands as one block: its entry, its stop with the distance, its target that waits for the entry', async () => {
  await stand()
  expect(await row(/Stop$/)).toHaveTextContent('Armed · 1.66% away')
  expect(await row(/Target$/)).toHaveTextContent('Waits for the entry')
  expect(screen.getAllByRole('article').map((each) => each.getAttribute('aria-label'))).toEqual([
    'BTC/USDT Limit',
    'BTC/USDT Stop',
    'BTC/USDT Target',
  ])
})
test('where nothing fires the stop says why; it may be changed and cancelled all the same', async () => {
  const { user, asked } = await stand(
    {
      '/api/trigger/cancel': {
        type: 'ok',
        message: 'Done.',
        data: encode(trigger, { ...stop, status: 'cancelled', rev: 2 }),
      },
    },
    { mode: 'fast' },
  )
  const stopRow = await row(/Stop$/)
  expect(stopRow).toHaveTextContent('Waits: price too fast')
  await user.click(within(stopRow).getByRole('button', { name: 'Cancel' }))
  await waitFor(() =>
    expect(asked.find(({ path }) => path === '/api/trigger/cancel')?.body).toEqual({
      id: 1,
      expect: 'armed',
      whole: 0,
    }),
  )
})
test('a finger swipes a stop off the list, which cancels it alone', async () => {
  HTMLElement.prototype.setPointerCapture = () => {}
  const gone = { type: 'ok', message: 'Done.', data: encode(trigger, { ...stop, status: 'cancelled', rev: 2 }) }
  const { asked } = await stand({ '/api/trigger/cancel': gone })
  const stopRow = await row(/Stop$/)
  const at = (clientX: number) => ({ pointerId: 1, pointerType: 'touch', isPrimary: true, clientX, clientY: 9 })
  fireEvent.pointerDown(stopRow, at(300))
  fireEvent.pointerMove(stopRow, at(150))
  fireEvent.pointerUp(stopRow, at(150))
  await waitFor(() => expect(asked.filter(({ path }) => path === '/api/trigger/cancel')).toHaveLength(1))
})
test('a stop is changed in a sheet: only what was typed anew is sent, and where it moves to is said', async () => {
  const { user, asked } = await stand({
    '/api/trigger/amend': {
      type: 'ok',
      message: 'Done.',
      data: encode(trigger, { ...stop, trigger_price: '58000.00', rev: 2 }),
    },
  })
  await user.click(within(await row(/Stop$/)).getByRole('button', { name: 'Change' }))
  const sheet = await screen.findByRole('dialog')
  const field = within(sheet).getByLabelText(/Trigger/)
  await user.clear(field)
  await user.type(field, '58000')
  expect(sheet).toHaveTextContent('The trigger moves from 59,000.00 to 58,000')
  await user.click(within(sheet).getByRole('button', { name: 'Change' }))
  await waitFor(() =>
    expect(asked.find(({ path }) => path === '/api/trigger/amend')?.body).toEqual({
      id: 1,
      expect: 'armed',
      trigger_price: '58000',
    }),
  )
})
test('cancel all is one call that keeps what protects, unless it is asked for; a group ends by one call as well', async () => {
  const { user, asked } = await stand({
    '/api/order/cancel_all': { type: 'ok', message: 'Done.', data: { cancelled: [{ kind: 'order', id: 20 }] } },
    '/api/order/cancel_batch': { type: 'ok', message: 'Done.', data: { results: [] } },
  })
  const sent = (path: string) => asked.find((each) => each.path === path)?.body
  await user.click(await screen.findByRole('button', { name: 'Cancel all' }))
  const ask = await screen.findByRole('alertdialog')
  expect(ask).toHaveTextContent('Cancel all 1 open orders?')
  await user.click(within(ask).getByRole('button', { name: 'Cancel all' }))
  await waitFor(() =>
    expect(sent('/api/order/cancel_all')).toEqual({ product: 'spot', classes: ['resting', 'entries'] }),
  )
  await user.click(await screen.findByRole('button', { name: 'Cancel all linked' }))
  const group = await screen.findByRole('alertdialog')
  await user.click(within(group).getByRole('button', { name: 'Cancel all linked' }))
  await waitFor(() =>
    expect(sent('/api/order/cancel_batch')).toEqual({
      targets: [
        { kind: 'order', id: 20 },
        { kind: 'trigger', id: 1 },
        { kind: 'trigger', id: 2 },
      ],
    }),
  )
})

test('what is over says what became of it and why, and when it leaves; what it fired on is worked out again here', async () => {
  sessionStorage.clear()
  useConfig.setState({ setting: aSetting({ keep_days: 1 }) })
  onTestFinished(() => useConfig.setState({ setting: null }))
  const gone = leg(4, { status: 'cancelled', why: 'parent' })
  const done = leg(5, {
    status: 'done',
    has_receipt: true,
    made: { order_id: 9, position_id: null, fill_price: '58990.00', amount: '0.01', net: '-10.914' },
    fired: { tick: 't1', at_ms: 5, price: '58995.00' },
  })
  const receipt = sealedTrigger({ ...aReceipt, id: 5 })
  await showPage(<TriggerHistory product="spot" symbol={null} coins={null} />, {
    feeds: { events$: NEVER, ownLive: () => NEVER },
    answers: {
      '/api/trigger/list': { type: 'ok', message: pageOf([done, gone, stop]) },
      '/api/trigger/receipt': { type: 'ok', message: receipt },
    },
  })
  const rows = await screen.findAllByRole('article')
  expect(rows.length).toBe(2)
  expect(rows[0]).toHaveTextContent('Net −10.92 USDT')
  expect(rows[1]).toHaveTextContent('Its entry was not filled')
  expect(screen.getByText('What ended without a trade leaves this list after 1 day.')).toBeVisible()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Why it fired' }))
  expect(await screen.findByText('Worked out again here: it agrees.')).toBeVisible()
})
