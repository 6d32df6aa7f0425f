import { launchProduct } from '#contract/launch/launch.ts'
import { encode } from '#contract/wire/coded.ts'
import { PurchasePage } from '#src/features/launch/purchase-page.tsx'
import { aLaunch } from '#tests/support/builders/launch.ts'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import { fireEvent, screen, within } from '@testing-library/react'
import { BehaviorSubject, NEVER } from 'rxjs'
import { expect, test } from 'vitest'

const zero = { legal: '0', change: '0', lever: '0', micro: '0' }
const cell = { id: 1, currency: 3, currency_name: 'USDT', currency_logo: '', currency_type: 'TRC20', seq: 1 }
const usdt = {
  ...cell,
  is_legal: true,
  is_lever: true,
  is_match: true,
  is_micro: true,
  usdt_price: '1',
  cny_price: '7',
  pb_price: '1',
  change_balance: '20',
  lock_change_balance: '0',
}
const open = (nowMs: number) =>
  showPage(<PurchasePage />, {
    nowMs,
    at: '/pages/publication/purchase?id=1',
    feeds: {
      events$: NEVER,
      balances$: new BehaviorSubject(
        live({ seq: 1, totals: zero, cells: { legal: [], change: [usdt], lever: [], micro: [] } }),
      ),
    },
    answers: {
      '/api/lh/send/product_info': said(encode(launchProduct, aLaunch())),
      '/api/lh/send/order_list': said({ order_list: [], total: 0, total_interest: '0' }),
      '/api/lh/send/order': { type: 'error', message: 'x', reason: 'sold_out', params: {} },
    },
  })

test('LCH-8 a subscription is reviewed and sent once; a refusal keeps what was typed', async () => {
  const { asked } = await open(1000)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'You pay' })
  fireEvent.change(field, { target: { value: '21' } })
  fireEvent.click(screen.getByRole('button', { name: 'Review subscription' }))
  expect([screen.queryByRole('dialog'), screen.getByText('Insufficient balance.')]).toMatchObject([null, {}])
  fireEvent.change(field, { target: { value: '10' } })
  fireEvent.click(screen.getByRole('button', { name: 'Review subscription' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Submit' }))
  const close = await within(dialog).findAllByRole('button', { name: 'Close' })
  expect(asked.filter(({ path }) => path === '/api/lh/send/order').map(({ body }) => body)).toEqual([
    { config_id: 1, amount: '10', currency_id: 3 },
  ])
  fireEvent.click(close[0] ?? dialog)
  expect([screen.queryByRole('dialog'), field.value]).toEqual([null, '10'])
})
test('LCH-8 a coin whose time is over has no form', async () => {
  await open(6000)
  await screen.findByText('My subscriptions')
  expect(screen.queryByRole('textbox')).toBeNull()
})
