import { isKycAhead } from '#contract/kyc/kyc.ts'
import { kycStatus } from '#contract/kyc/kyc-status.ts'
import { isPositionAhead, leverTransitions, positionStatus } from '#contract/lever/lever-position.ts'
import {
  isOptionOrderAhead,
  isRoundAhead,
  optionStatus,
  optionTransitions,
  roundPhase,
  roundTransitions,
} from '#contract/option/option.ts'
import { isSpotOrderAhead, spotStatus, spotTransitions } from '#contract/spot/spot.ts'
import { isTriggerAhead, triggerStatus, triggerTransitions } from '#contract/trigger/trigger.ts'
import { isDeadManAhead, type DeadMan } from '#contract/trigger/trigger-orders.ts'
import { aKycRow } from '#tests/support/builders/kyc-row.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { aRound } from '#tests/support/builders/round.ts'
import { aStake } from '#tests/support/builders/stake.ts'
import { aPosition } from '#tests/support/builders/position.ts'
import { aTrigger } from '#tests/support/builders/trigger.ts'
import { describe, expect, test } from 'vitest'

type Transitions = Readonly<Record<string, { readonly from: readonly string[]; readonly to: string | null }>>
/** Every pair of statuses of which the second can be reached from the first. */
const forwardOf = (transitions: Transitions) => {
  const steps = Object.values(transitions).flatMap(({ from, to }) =>
    to === null ? [] : from.filter((each) => each !== to).map((each) => [each, to] as const),
  )
  const reach = (from: string): readonly string[] =>
    steps.filter(([at]) => at === from).flatMap(([, to]) => [to, ...reach(to)])
  return steps.flatMap(([from]) => reach(from).map((to) => [from, to] as const))
}
type Compare = (from: string, fromRev: number, to: string, toRev: number) => boolean
const named = <S extends string>(statuses: readonly S[], status: string) => {
  const found = statuses.find((each) => each === status)
  if (found === undefined) throw new Error(`no such status: ${status}`)
  return found
}
const spotAt = (status: string, rev: number) => aSpotOrder({ rev, status: named(spotStatus.def.out.options, status) })
const stakeAt = (status: string, rev: number) => aStake(1, rev, { status: named(optionStatus.def.out.options, status) })
const roundAt = (phase: string, rev: number) => aRound(5, named(roundPhase.options, phase), { rev })
const positionAt = (status: string, rev: number) =>
  aPosition({ rev, status: named(positionStatus.def.out.options, status) })
const triggerAt = (status: string, rev: number) => aTrigger({ rev, status: named(triggerStatus.options, status) })

describe.each<[string, readonly (readonly [string, string])[], Compare]>([
  [
    'a spot order',
    forwardOf(spotTransitions),
    (from, fromRev, to, toRev) => isSpotOrderAhead(spotAt(from, fromRev), spotAt(to, toRev)),
  ],
  [
    'a stake',
    forwardOf(optionTransitions),
    (from, fromRev, to, toRev) => isOptionOrderAhead(stakeAt(from, fromRev), stakeAt(to, toRev)),
  ],
  [
    'a round',
    forwardOf(roundTransitions),
    (from, fromRev, to, toRev) => isRoundAhead(roundAt(from, fromRev), roundAt(to, toRev)),
  ],
  [
    'a contract',
    forwardOf(leverTransitions),
    (from, fromRev, to, toRev) => isPositionAhead(positionAt(from, fromRev), positionAt(to, toRev)),
  ],
  [
    'a trigger',
    forwardOf(triggerTransitions),
    (from, fromRev, to, toRev) => isTriggerAhead(triggerAt(from, fromRev), triggerAt(to, toRev)),
  ],
])('OPEN-1 which copy of %s is newer', (_, forward, compare) => {
  test.each(forward)('OPEN-1 %s, then %s: the further copy, whatever its rev, and never the one behind', (from, to) => {
    expect([compare(from, 9, to, 1), compare(from, 1, to, 1)]).toEqual([true, true])
    expect([compare(to, 1, from, 9), compare(to, 1, from, 1)]).toEqual([false, false])
    expect([compare(from, 1, from, 2), compare(from, 2, from, 2), compare(from, 2, from, 1)]).toEqual([
      true,
      false,
      false,
    ])
  })
})
test('OPT-19 what is closed stays as it was settled', () => {
  const closed = aStake(1, 3, { status: 'closed', profit_result: 'loss' })
  expect(isOptionOrderAhead(closed, { ...closed, profit_result: 'win', rev: 9 })).toBe(false)
})
test('KYC-2 a level may go back: only the rev says which row is newer', () => {
  const row = aKycRow({ review_status: 'passed', rev: 2 })
  const compared = kycStatus.def.out.options.map((review_status) => [
    isKycAhead(row, { ...row, review_status, rev: 3 }),
    isKycAhead(row, { ...row, review_status }),
  ])
  expect(compared).toEqual(kycStatus.def.out.options.map(() => [true, false]))
})
test('OPEN-1 of two copies of a dead-man switch the one with the larger rev is newer', () => {
  const at = (rev: number): DeadMan => ({
    seconds: 60,
    protective: false,
    expires_ms: 1,
    fired_ms: null,
    cancelled: 0,
    rev,
  })
  expect([isDeadManAhead(at(1), at(2)), isDeadManAhead(at(2), at(2)), isDeadManAhead(at(2), at(1))]).toEqual([
    true,
    false,
    false,
  ])
})
