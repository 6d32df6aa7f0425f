import { unknownConnection } from '#src/parts/status-dot.tsx'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { aLoss } from '#tests/support/builders/failure.ts'
import { showPage } from '#tests/support/page-services.tsx'
import type { ConnectionView } from '#streams/kit/connection-view.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BehaviorSubject } from 'rxjs'
import { expect, test } from 'vitest'

const shownWith = async (failure: Failure | null) => {
  const connection$ = new BehaviorSubject<ConnectionView>(unknownConnection)
  let reads = 0
  const { stop } = await showPage(<ReadFailed failure={failure} onRetry={() => (reads += 1)} />, { feeds: { connection$ } })
  const become = (state: ConnectionView['state']) => act(() => connection$.next({ ...unknownConnection, state }))
  return { become, stop, reads: () => reads }
}

test('PAGE-8 a lost reply to a read is no unknown outcome, and is read again once when the connection is back', async () => {
  const { become, reads, stop } = await shownWith(aLoss)
  expect(screen.getByRole('alert').textContent).toBe('This could not be loadedTry again')
  expect(reads()).toBe(0)
  become('live')
  expect(reads()).toBe(1)
  become('live')
  become('reconnecting')
  become('live')
  expect(reads()).toBe(2)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reads()).toBe(3)
  stop()
})
test('PAGE-8 a refusal has its own sentence and is not repeated', async () => {
  const { become, reads, stop } = await shownWith({ kind: 'refused', reason: 'not_found', params: {}, text: null, afterMs: null })
  expect(screen.getByRole('alert').textContent).toContain('Not found')
  become('live')
  expect(reads()).toBe(0)
  stop()
})
