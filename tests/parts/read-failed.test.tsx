import { unknownConnection } from '#src/parts/status-dot.tsx'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { aLoss, aRefusal } from '#tests/support/builders/failure.ts'
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
  const { stop } = await showPage(<ReadFailed failure={failure} onRetry={() => (reads += 1)} />, {
    feeds: { connection$ },
  })
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
  const { become, reads, stop } = await shownWith(aRefusal('code_too_many'))
  expect(screen.getByRole('alert').textContent).toBe('Too many codes. Try again later.Try again')
  become('live')
  expect(reads()).toBe(0)
  stop()
})
test.each([
  ['not_found', 'There is nothing at this address.'],
  ['malformed', 'There is nothing at this address.'],
  ['share_gone', 'The shared messages are not there any more.'],
] as const)(
  'PAGE-11 what is refused as %s has a way back in place of a retry that brings nothing',
  async (reason, sentence) => {
    const { become, reads, stop } = await shownWith(aRefusal(reason))
    expect(screen.getByText(sentence, { exact: false })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    become('live')
    expect(reads()).toBe(0)
    history.replaceState({ depth: 0 }, '', '#/pages/otc/detail?id=9')
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(location.hash).toBe('#/pages/index/index')
    stop()
  },
)
