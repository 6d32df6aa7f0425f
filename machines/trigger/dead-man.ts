import { deadMan, isDeadManAhead, type DeadMan } from '#contract/trigger/trigger-orders.ts'
import { connectFollowed, followMachine, type Followed, type FollowSnapshot, type Held } from '#machines/kit/follow.ts'

/** Switches it on or off, or renews it with the terms it has. */
type DeadManAct = { readonly name: 'set'; readonly seconds: number; readonly protective: boolean }
/** A change by the owner, under which key. */
export type DeadManStep = { readonly seconds: number; readonly protective: boolean; readonly key: string }
/** `lost`: it was not renewed when it was time; what waits is cancelled at its instant. */
type DeadManState = 'off' | 'renewing' | 'lost' | 'fired'

/** What is left until it fires, as a share of its time; null while the clock of the venue is not known. */
const leftOf = ({ copy: { seconds, expires_ms }, now }: Held<DeadMan>): number | null =>
  expires_ms === null || now === null ? null : (expires_ms - now) / (seconds * 1000)
/** It is renewed once a third of its time is over, and called lost where that has failed for as long again. */
const [renewed, lost] = [2 / 3, 1 / 3]

const stateOf = (held: Held<DeadMan>): DeadManState => {
  const { expires_ms, fired_ms } = held.copy
  if (expires_ms === null) return fired_ms === null ? 'off' : 'fired'
  const left = leftOf(held)
  return left !== null && left < lost ? 'lost' : 'renewing'
}

/** The dead-man switch of an account: the venue cancels what waits unless it is renewed in time. */
const followedDeadMan: Followed<DeadMan, DeadManAct, DeadManStep, DeadManState> = {
  id: 'deadMan',
  schema: deadMan,
  isAhead: isDeadManAhead,
  states: ['off', 'renewing', 'lost', 'fired'],
  stateOf,
  may: () => true,
  changeOf: (_, { seconds, protective }, key) => ({ seconds, protective, key }),
  none: { seconds: 0, protective: false, key: '' },
}
export const deadManMachine = followMachine(followedDeadMan)

/** What a page shows of it; `renewal` is the act that is due, by whoever keeps it alive. */
export const connectDeadMan = (snapshot: FollowSnapshot<DeadMan, DeadManAct>) => {
  const shown = connectFollowed(snapshot)
  const { seconds, protective } = shown.copy
  const left = leftOf(shown)
  const isDue = !shown.isBusy && left !== null && left < renewed
  return {
    ...shown,
    state: stateOf(shown),
    renewal: isDue ? ({ name: 'set', seconds, protective } as const) : null,
  }
}
