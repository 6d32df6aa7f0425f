import { AlertsPage } from '#src/features/alert/alerts-page.tsx'
import { aPair } from '#tests/support/builders/pair.ts'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BehaviorSubject, of } from 'rxjs'
import { beforeEach, expect, test } from 'vitest'

const pair = aPair({ now_price: '60000.00' })
const alert = {
  id: 4,
  match_id: pair.id,
  m: 'BTC-USDT',
  symbol: 'BTC/USDT',
  side: 'above',
  price: '61000.00',
  mode: 'repeat',
  created_ms: 1,
  fired_ms: null,
}
const listOf = (list: readonly object[], max = 50) => said({ list, count: list.length, max })
const pair$ = of(live(pair))
const stand = (answers: Readonly<Record<string, unknown>>) =>
  showPage(<AlertsPage />, { answers, at: '/pages/alert/index?market=BTC-USDT', feeds: { pair$: () => pair$ } })
beforeEach(() => sessionStorage.clear())

test('ALERT-7 the side follows from the last price, the distance is told before, and a price that is the last one is not sent', async () => {
  const { asked } = await stand({
    '/api/alert/list': listOf([]),
    '/api/alert/add': { type: 'ok', message: 'Done.', data: { ...alert, price: '57000.00', side: 'below' } },
  })
  const price = await screen.findByRole('textbox', { name: 'Alert price' })
  await userEvent.type(price, '60000')
  await userEvent.click(screen.getByRole('button', { name: 'Set alert' }))
  expect(await screen.findByText('That is the last price. Choose a higher or lower one.')).toBeVisible()
  expect(asked.filter(({ path }) => path.endsWith('/add'))).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: '−5%' }))
  expect(screen.getByText(/^When it falls to this price \(.5\.00.?%\)$/)).toBeVisible()
  await userEvent.click(screen.getByRole('radio', { name: 'Every time' }))
  await userEvent.click(screen.getByRole('button', { name: 'Set alert' }))
  await waitFor(() =>
    expect(asked.filter(({ path }) => path.endsWith('/add')).map(({ body }) => body)).toEqual([
      { match_id: pair.id, side: 'below', price: '57000', mode: 'repeat' },
    ]),
  )
})
test('ALERT-7 an alert is deleted by one tap, and the list is read again; a full list sets no more', async () => {
  const { asked } = await stand({
    '/api/alert/list': listOf([alert], 1),
    '/api/alert/remove': { type: 'ok', message: 'Done.', data: { id: 4 } },
  })
  const remove = await screen.findByRole('button', { name: 'Delete: BTC/USDT, Rises to 61,000.00' })
  expect(screen.getByRole('button', { name: 'Set alert' })).toBeDisabled()
  await userEvent.click(remove)
  await waitFor(() =>
    expect(asked.filter(({ path }) => path.endsWith('/remove')).map(({ body }) => body)).toEqual([{ id: 4 }]),
  )
  await waitFor(() => expect(asked.filter(({ path }) => path.endsWith('/list')).length).toBe(2))
})

test('T54 an alert that was meant for a fall does not become one for a rise when the price passes it', async () => {
  const moving$ = new BehaviorSubject(live(pair))
  const { asked } = await showPage(<AlertsPage />, {
    answers: {
      '/api/alert/list': listOf([]),
      '/api/alert/add': { type: 'error', reason: 'alert_reached', params: {} },
    },
    at: '/pages/alert/index?market=BTC-USDT',
    feeds: { pair$: () => moving$ },
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Alert price' }), '59990')
  expect(screen.getByText(/^When it falls to this price/)).toBeVisible()
  act(() => moving$.next(live({ ...pair, now_price: '59980.00' })))
  expect(screen.getByText(/^The price has passed this while you typed: 59,980\.00 now/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Set alert' }))
  await waitFor(() =>
    expect(asked.filter(({ path }) => path.endsWith('/add')).map(({ body }) => body)).toEqual([
      { match_id: pair.id, side: 'below', price: '59990', mode: 'once' },
    ]),
  )
})
