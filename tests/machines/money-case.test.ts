import { decisionTransitions, isDecisionAhead, type MoneyStatus } from '#contract/wire/decision.ts'
import {
  moneyCaseMachine,
  moneyCaseStandingOf,
  type MoneyCaseInput,
  type MoneyCaseReceived,
  type MoneyCaseRow,
} from '#machines/wallet/money-case.ts'
import { aLoss } from '#tests/support/builders/failure.ts'
import { leaves, leavesOf } from '#tests/kit/walk.ts'
import { Observable, Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { createActor, fromEventObservable } from 'xstate'

const seen = new Set<string>()
const statuses = ['processing', 'passed', 'rejected'] as const satisfies readonly MoneyStatus[]
const row = (status: MoneyStatus, rev: number, id: number | string = 7): MoneyCaseRow => ({ id, status, rev })

const startCase = (restored?: ReturnType<typeof snapshotOf>) => {
  const events$ = new Subject<MoneyCaseReceived<MoneyCaseRow>>()
  let watches = 0
  const logic = moneyCaseMachine().provide({
    actors: {
      watchRow: fromEventObservable<MoneyCaseReceived<MoneyCaseRow>, MoneyCaseInput>(
        () =>
          new Observable((observer) => {
            watches += 1
            return events$.subscribe(observer)
          }),
      ),
    },
  })
  const actor = createActor(logic, { input: { id: '7' }, ...(restored && { snapshot: restored }) })
  actor.subscribe(({ value }) => leavesOf(value).forEach((leaf) => seen.add(leaf)))
  actor.start()
  const standing = () => moneyCaseStandingOf(actor.getSnapshot())
  return {
    actor,
    standing,
    receive: (found: MoneyCaseRow) => events$.next({ type: 'row.received', row: found }),
    send: (event: MoneyCaseReceived<MoneyCaseRow>) => events$.next(event),
    watches: () => watches,
  }
}
const snapshotOf = ({ actor }: { readonly actor: ReturnType<typeof plainActor> }) => actor.getPersistedSnapshot()
const plainActor = () => createActor(moneyCaseMachine(), { input: { id: '7' } })

test('MONEY-1 a request waits until it is decided, and each legal transition is followed', () => {
  for (const { from, to } of Object.values(decisionTransitions))
    for (const first of from) {
      const { receive, standing } = startCase()
      expect(standing()).toBe('loading')
      receive(row(first, 1))
      expect(standing()).toBe(first)
      receive(row(to, 2))
      expect(standing()).toBe(to)
    }
})

test('MONEY-1 it goes forward only: an older copy, another decision or another request changes nothing', () => {
  for (const held of statuses)
    for (const received of statuses)
      for (const rev of [1, 2, 3]) {
        const { receive, standing } = startCase()
        receive(row(held, 2))
        receive(row('passed', 9, 8))
        receive(row(received, rev))
        expect([held, received, rev, standing()]).toEqual([
          held,
          received,
          rev,
          isDecisionAhead(row(held, 2), row(received, rev)) ? received : held,
        ])
      }
})

test('MONEY-1 a failed read is shown until it is known, and may be repeated; one that is not there is absent until it comes by push', () => {
  const { actor, standing, send, receive, watches } = startCase()
  send({ type: 'row.missed', failure: aLoss })
  expect([standing(), actor.getSnapshot().context.failure]).toEqual(['failed', aLoss])
  actor.send({ type: 'retry' })
  expect([standing(), watches()]).toEqual(['loading', 2])
  send({ type: 'row.absent' })
  expect(standing()).toBe('absent')
  receive(row('processing', 1))
  send({ type: 'row.missed', failure: aLoss })
  send({ type: 'row.absent' })
  expect(standing()).toBe('processing')
})

test('MONEY-1 restored in any state it watches again and goes on from what it knew', () => {
  for (const status of statuses) {
    const { actor, receive } = startCase()
    receive(row(status, 1))
    const again = startCase(snapshotOf({ actor }))
    expect([again.standing(), again.watches()]).toEqual([status, 1])
    again.receive(row(status === 'processing' ? 'passed' : status, 2))
    expect(again.actor.getSnapshot().context.row?.rev).toBe(2)
  }
})

test('MONEY-1 every state but the transient one was reached here', () => {
  expect(leaves(moneyCaseMachine()).filter((leaf) => leaf !== 'deciding' && !seen.has(leaf))).toEqual([])
})
