import { aNewsItem } from '#tests/support/builders/news.ts'
import { aCell } from '#tests/support/builders/cell.ts'
import { HostingBuyPage } from '#src/features/finance/hosting-buy-page.tsx'
import { HostingRulePage } from '#src/features/finance/hosting-rule-page.tsx'
import { HostingOrdersPage } from '#src/features/finance/hosting-orders-page.tsx'
import { HubPage } from '#src/features/finance/hub-page.tsx'
import { PlanPage } from '#src/features/finance/plan-page.tsx'
import { hostingOrder, hostingProduct, type HostingOrder } from '#contract/finance/finance.ts'
import { newsCategories } from '#contract/news/news.ts'
import { plan as planSchema } from '#contract/finance/follow.ts'
import { encode } from '#contract/wire/coded.ts'
import { aHostingOrder, aHostingProduct } from '#tests/support/builders/hosting.ts'
import { aPlan } from '#tests/support/builders/plan.ts'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import type { Balances } from '#streams/assets/assets.ts'
import type { HostingNews } from '#streams/own-feeds.ts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { BehaviorSubject, NEVER, Subject } from 'rxjs'
import { expect, test } from 'vitest'

const usdt = aCell({ currency_type: 'TRC20', change_balance: '6412.38', lock_change_balance: '0' })
const balances: Balances = { seq: 1, cells: { legal: [], change: [usdt], lever: [], micro: [] } }
const summary = {
  working: '3500',
  today: '9',
  total: '71.5',
  orders: 3,
  sources: [],
  curve: [],
  next: [],
  server_now_ms: 1,
}
const notice = aNewsItem(2, { c_id: 0, title: 'A text', content: 'Said by the venue.' })
/** A text of the venue is answered as one of the category that the address has for its number. */
const open = async (page: Parameters<typeof showPage>[0], at: string, running: readonly HostingOrder[] = []) => {
  const news$ = new Subject<HostingNews>()
  const feeds = {
    hostingNews$: news$,
    hostingOrders$: new BehaviorSubject(live(running)),
    joinedPlans$: new BehaviorSubject(live([])),
    joinedPlan$: NEVER,
    events$: NEVER,
    balances$: new BehaviorSubject(live(balances)),
  }
  const answers = {
    '/api/lh/deposit/config': said([encode(hostingProduct, aHostingProduct())]),
    '/api/lh/deposit/product_info': said(encode(hostingProduct, aHostingProduct())),
    '/api/lh/deposit/order': said({
      order_list: running.map((order) => encode(hostingOrder, order)),
      total: running.length,
    }),
    '/api/earnings/summary': said(summary),
    '/api/project/projectList': said({ list: [encode(planSchema, aPlan())], count: 1, page: 1, limit: 50 }),
    '/api/project/projectDetail': said({
      ...encode(planSchema, aPlan()),
      rules: 'Nobody can leave early.',
      joined: null,
    }),
    '/api/news/detail': said({ ...notice, c_id: Number(new URLSearchParams(at.split('?')[1]).get('id')) }),
    '/api/project/project': { type: 'error', message: 'x', reason: 'insufficient_balance', params: {} },
    '/api/lh/deposit/order/cancel': { type: 'error', message: 'x', reason: 'price_moved', params: { price: '61' } },
  }
  return { ...(await showPage(page, { feeds, answers, at })), news$ }
}
const textOf = (element: Element) => element.textContent?.replaceAll(/\s+/g, ' ') ?? ''

test('EARN-2 the finance tab says of each product what it earns, locks and risks, plans first', async () => {
  const { stop } = await open(<HubPage />, '/pages/template/index')
  expect(await screen.findByText('3,500.00')).toBeTruthy()
  const products = screen.getAllByRole('heading', { level: 2 }).map(textOf)
  expect(products).toEqual(['Plans', 'Hosting', 'New coins', 'Mining', 'Pledge'])
  for (const name of products) {
    const region = screen.getByRole('region', { name })
    expect(within(region).getAllByRole('term').slice(0, 3).map(textOf)).toEqual(['Earns', 'Locks', 'Risk'])
    expect(
      within(region)
        .getAllByRole('definition')
        .every((line) => textOf(line).length > 10),
    ).toBe(true)
  }
  expect((await screen.findByText('First Steps')).closest('a')?.getAttribute('href')).toBe(
    '#/pages/template/detail?id=first-steps',
  )
  expect(await screen.findByRole('button', { name: 'Host USDT for 15 days' })).toBeTruthy()
  stop()
})
test('FIN-5 hosting shows what it earns and what leaving costs with the amount, and is not reviewed before its rules are agreed to', async () => {
  const { stop, asked } = await open(<HostingBuyPage />, '/pages/finance/buyPage?id=2')
  const field = await screen.findByRole<HTMLInputElement>('textbox')
  fireEvent.change(field, { target: { value: '1000' } })
  expect(screen.getAllByRole('row').slice(1, 4).map(textOf)).toEqual([
    'day 2+4.00−56.00−52.00',
    'day 8+28.00−32.00−4.00',
    'day 14+52.00−8.00+44.00',
  ])
  expect(screen.getAllByRole('row').slice(5).map(textOf)).toEqual(['Free6,412.385,412.38', 'In hosting0.001,000.00'])
  expect(screen.getByText(/Leaving early costs 0.4% of the amount for each day that remains/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Review 1,000.00 USDT' }))
  expect([screen.queryByRole('dialog'), textOf(screen.getByText('You have not agreed.'))]).toEqual([
    null,
    'You have not agreed.',
  ])
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.change(field, { target: { value: '99' } })
  fireEvent.click(screen.getByRole('button', { name: 'Review 99.00 USDT' }))
  expect(screen.getByText('Amount cannot be less than 100.00 USDT.')).toBeTruthy()
  fireEvent.change(field, { target: { value: '1000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Review 1,000.00 USDT' }))
  expect(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Host 1,000.00 USDT' })).toBeTruthy()
  expect(asked.some(({ path }) => path === '/api/lh/deposit')).toBe(false)
  stop()
})
test.each([
  ['the rules', newsCategories.rule, 'Said by the venue.'],
  ['a notice, which is no rule', newsCategories.notice, 'The rules are not available at the moment.'],
])('FIN-5 the page of the rules shows rules alone: the number of %s', async (_, id, shown) => {
  const { stop } = await open(<HostingRulePage />, `/pages/finance/rulePage?id=${id}`)
  expect(await screen.findByText(shown)).toBeTruthy()
  expect(screen.queryByText('Said by the venue.') !== null).toBe(id === newsCategories.rule)
  stop()
})
test('FIN-5 the buy page asks for no product when its address names none, as while it is left', async () => {
  const { stop, asked } = await open(<HostingBuyPage />, '/pages/finance/buyPage?id=2')
  const products = () => asked.filter(({ path }) => path === '/api/lh/deposit/product_info').map(({ search }) => search)
  await screen.findByRole('textbox')
  const before = products()
  expect(before).toHaveLength(1)
  act(() => {
    history.replaceState(null, '', '#/pages/finance/index')
    dispatchEvent(new HashChangeEvent('hashchange'))
  })
  expect(await screen.findByRole('button', { name: 'See products' })).toBeTruthy()
  expect(products()).toEqual(before)
  stop()
})
test('FIN-5 redeeming shows its cost, what comes back and the result before it is confirmed, sends that cost along, and follows the order', async () => {
  const order = aHostingOrder({ earned: '12', remain_day: 12, cancel_fee: '48', rev: 4 })
  const { stop, news$, asked } = await open(<HostingOrdersPage />, '/pages/finance/ordersPage', [order])
  fireEvent.click(await screen.findByRole('button', { name: 'Redeem early' }))
  const dialog = await screen.findByRole('dialog')
  const facts = within(dialog).getAllByRole('definition').map(textOf)
  expect(facts).toEqual([
    '1,000.00 USDT',
    '−48.00 USDT',
    '0.4% × 12 days left',
    '952.00 USDT',
    '+12.00 USDT',
    '−36.00 USDT',
    '48.00 USDT',
  ])
  act(() =>
    news$.next({ order: aHostingOrder({ earned: '16', remain_day: 11, cancel_fee: '44', rev: 5 }), why: 'accrued' }),
  )
  fireEvent.click(within(dialog).getByRole('button', { name: 'Redeem and get 956.00 USDT' }))
  expect(await within(dialog).findByText('The price has changed to 61.')).toBeTruthy()
  expect(asked.filter(({ path }) => path === '/api/lh/deposit/order/cancel').map(({ body }) => body)).toEqual([
    { id: 7, seen_fee: '44' },
  ])
  stop()
})
test('FIN-4 an order that ends while its redemption is reviewed cannot be redeemed', async () => {
  const { stop, news$, asked } = await open(<HostingOrdersPage />, '/pages/finance/ordersPage', [aHostingOrder()])
  fireEvent.click(await screen.findByRole('button', { name: 'Redeem early' }))
  const dialog = await screen.findByRole('dialog')
  const ended = { status: 'ended', remain_day: 0, next_ms: null, finish_at: '2026-01-09 00:00:00', rev: 5 } as const
  act(() => news$.next({ order: aHostingOrder(ended), why: 'completed' }))
  expect(within(dialog).getByRole('status').textContent).not.toBe('')
  fireEvent.click(within(dialog).getByRole('button', { name: /^Redeem and get/ }))
  expect(asked.some(({ path }) => path === '/api/lh/deposit/order/cancel')).toBe(false)
  stop()
})
test('FOL-4 a plan says that nobody can leave it before it is joined, and is read again after a refusal', async () => {
  const { stop, asked } = await open(<PlanPage />, '/pages/template/detail?id=first-steps')
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: '100' } })
  fireEvent.click(screen.getByRole('button', { name: 'Review 100.00 USDT' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getAllByRole('definition').map(textOf)).toEqual(
    expect.arrayContaining(['100.00 USDT', '+0.25 USDT', '+1.75 USDT', 'Not possible']),
  )
  expect(screen.getByText('Nobody can leave early.')).toBeTruthy()
  const read = () => asked.filter(({ path }) => path === '/api/project/projectDetail').length
  const before = read()
  fireEvent.click(within(dialog).getByRole('button', { name: /^Put in/ }))
  await within(dialog).findByText('Insufficient balance.')
  expect(read()).toBe(before + 1)
  stop()
})
