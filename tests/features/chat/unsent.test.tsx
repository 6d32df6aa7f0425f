import { Unsent } from '#src/features/chat/unsent.tsx'
import { ServicesContext, useServices } from '#src/actors/services.tsx'
import type { Outbox } from '#src/actors/outbox.actors.ts'
import { showPage } from '#tests/support/page-services.tsx'
import { act, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { BehaviorSubject } from 'rxjs'
import { expect, onTestFinished, test, vi } from 'vitest'

const entry = {
  seq: 1,
  cid: 'c1',
  chat: 'g1',
  kind: 'file',
  body: {},
  file: new File(['x'], 'plan.pdf'),
  replyTo: null,
  mentions: [],
  atMs: 0,
  fault: null,
} as const

function With({ outbox, children }: { readonly outbox: Partial<Outbox>; readonly children: ReactNode }) {
  const services = useServices()
  return (
    <ServicesContext value={{ ...services, outbox: { ...services.outbox, ...outbox } }}>{children}</ServicesContext>
  )
}

test('a file that has not left yet says how much of it has, and can be cancelled', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const progress$ = new BehaviorSubject<ReadonlyMap<string, number>>(new Map())
  const dropped: string[] = []
  const drop = async (cid: string) => void dropped.push(cid)
  await showPage(
    <With outbox={{ progress$, drop }}>
      <Unsent entry={entry} />
    </With>,
  )
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByText('Waiting')).toBeVisible()
  act(() => progress$.next(new Map([['c1', 42]])))
  expect(screen.getByRole('progressbar')).toHaveValue(42)
  expect(screen.getByText('42%')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(dropped).toEqual(['c1'])
})
