import { aPage } from '#tests/support/builders/page.ts'
import { lever } from '#contract/lever/lever.ts'
import { option } from '#contract/option/option.ts'
import { spot, spotOrder } from '#contract/spot/spot.ts'
import { encode } from '#contract/wire/coded.ts'
import { urlOf } from '#contract/wire/endpoint.ts'
import { FirstSteps } from '#src/features/home/first-steps.tsx'
import { useSession } from '#src/stores/session.ts'
import type { Event } from '#contract/events.ts'
import { aCell } from '#tests/support/builders/cell.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BehaviorSubject, NEVER, Subject } from 'rxjs'
import { beforeEach, expect, test } from 'vitest'

beforeEach(() => localStorage.clear())

const page = aPage([])
const none = {
  [urlOf(lever.list)]: said({
    rate_profits_total: { hazard_rate: '0', profits_total: '0' },
    message: page,
    server_now_ms: 1,
  }),
  [urlOf(option.list)]: said({ ...page, rounds: [], server_now_ms: 1 }),
}
const holding = (free: string) =>
  live({ seq: 1, cells: { change: [aCell({ change_balance: free })], legal: [], lever: [], micro: [] } })
const stand = async (orders: readonly unknown[] = []) => {
  const balances$ = new BehaviorSubject(holding('0'))
  const events$ = new Subject<Event>()
  const answers: Record<string, unknown> = { ...none, [urlOf(spot.list)]: said(orders) }
  const shown = await showPage(<FirstSteps />, { feeds: { balances$, events$, renewed$: NEVER }, answers })
  return { ...shown, answers, balances$, events$ }
}
const states = () => screen.getAllByRole('listitem').map((line) => [line.dataset['state'], line.dataset['next'] ?? ''])
const order = () => encode(spotOrder, aSpotOrder())

test('the first steps follow the account: verified, funded, traded; then the card is gone', async () => {
  const { balances$, events$, answers } = await stand()
  expect(await screen.findByText('0 of 3 done')).toBeVisible()
  expect(states()).toEqual([
    ['open', 'true'],
    ['open', ''],
    ['open', ''],
  ])
  act(() => useSession.setState({ user: aUser({ review_status: 'underReview' }) }))
  expect(states()[0]).toEqual(['review', ''])
  act(() => useSession.setState({ user: aUser({ review_status: 'passed' }) }))
  act(() => balances$.next(holding('0.01')))
  expect(await screen.findByText('2 of 3 done')).toBeVisible()
  expect(screen.getByRole('link', { name: /first trade/ })).toBeVisible()
  answers[urlOf(spot.list)] = said([order()])
  act(() => events$.next({ ev: 'spot.orderChanged', v: aSpotOrder() }))
  await waitFor(() => expect(screen.queryByText('Your first steps')).toBeNull())
})

test('put away they stay away on this device, and who is through never sees them', async () => {
  const { unmount } = await stand()
  await userEvent.click(await screen.findByRole('button', { name: 'Put away' }))
  expect(screen.queryByText('Your first steps')).toBeNull()
  expect(Object.entries(localStorage).filter(([name]) => name.includes('first-steps'))).toHaveLength(1)
  unmount()
  const { balances$, asked: read } = await stand([order()])
  act(() => useSession.setState({ user: aUser({ review_status: 'passed' }) }))
  act(() => balances$.next(holding('5')))
  // Who has just been verified is asked once more, for contracts.
  await waitFor(() => expect(read.length).toBe(2))
  expect(screen.queryByText('Your first steps')).toBeNull()
})
