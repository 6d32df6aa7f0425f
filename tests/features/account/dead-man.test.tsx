import { DeadManKeeper } from '#src/app/dead-man-keeper.tsx'
import { DeadManRow } from '#src/features/account/dead-man-row.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { NEVER, of } from 'rxjs'
import { expect, test } from 'vitest'

const wire = (more: object = {}) => ({
  seconds: 0,
  protective: 0,
  expires_ms: null,
  fired_ms: null,
  cancelled: 0,
  rev: 1,
  ...more,
})
const stand = async (page: ReactNode, now: object, set: object = {}) => {
  const feeds = { events$: NEVER, serverTime$: of(1_000_000) }
  const { asked } = await showPage(page, {
    feeds,
    nowMs: 1_000_000,
    answers: {
      'GET /api/order/deadman': said(now),
      'POST /api/order/deadman': { type: 'ok', message: 'Done.', data: set },
    },
  })
  const sent = () => asked.filter(({ body }) => 'seconds' in body).map(({ body }) => body)
  return { sent, user: userEvent.setup() }
}

test('the dead-man switch says what it cancels and what stays; a phone is asked before it goes on, and then renews it', async () => {
  const on = wire({ seconds: 300, expires_ms: 1_300_000, rev: 2 })
  const { sent, user } = await stand(<DeadManRow isOpen />, wire(), on)
  const sheet = await screen.findByRole('dialog', { name: 'Dead-man switch' })
  expect(await within(sheet).findByText('It is off: nothing is cancelled when you are gone.')).toBeVisible()
  expect(sheet).toHaveTextContent('Stops and targets stay')
  await user.click(within(sheet).getByRole('radio', { name: '5 min' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Switch on' }))
  await waitFor(() => expect(sheet).toHaveTextContent('On. Without a renewal it cancels in 05:00'))
  expect(sent()).toEqual([{ seconds: 300, protective: 0 }])
  expect(useSettings.getState().keepsDeadMan).toBe(aUser().id)
})
test.each([
  [
    'one that nobody renews any more',
    { seconds: 60, expires_ms: 1_010_000 },
    /^Not renewed: your orders are cancelled in/,
  ],
  ['one that has fired', { fired_ms: 900_000, cancelled: 12 }, /^Orders cancelled by your dead-man switch \(12\)/],
])('%s says so', async (_, now, words) => {
  await stand(<DeadManRow isOpen />, wire(now))
  expect(await screen.findByText(words)).toBeVisible()
})
test('the device that keeps it renews it in time, with the terms it has', async () => {
  const { sent } = await stand(
    <DeadManKeeper />,
    wire({ seconds: 60, protective: 1, expires_ms: 1_030_000 }),
    wire({ seconds: 60, protective: 1, expires_ms: 1_060_000, rev: 2 }),
  )
  await waitFor(() => expect(sent()).toEqual([{ seconds: 60, protective: 1 }]))
})
