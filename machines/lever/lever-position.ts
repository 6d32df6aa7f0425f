import {
  isPositionAhead,
  mayLeverTransition,
  position,
  type Position,
  type PositionStatus,
} from '#contract/lever/lever-position.ts'
import { followMachine, type Followed } from '#machines/kit/follow.ts'

/** Stop prices at which the position closes by itself; an empty string is none. */
export type Stops = { readonly target_profit_price: string; readonly stop_loss_price: string }
export type LeverAct =
  /** `lots`: how many of them; without it all. */
  | { readonly name: 'close'; readonly lots?: number }
  /** Closes it and opens the other side; `seen` is the opening price that was shown. */
  | { readonly name: 'reverse'; readonly seen: string }
  | { readonly name: 'cancel' }
  | { readonly name: 'setStop'; readonly stops: Stops }
type LeverAction = LeverAct['name']
/** A change by the owner: of which position, at which status it was seen, under which key. */
export type LeverStep = {
  readonly act: LeverAct
  readonly id: number
  readonly expect: PositionStatus
  readonly key: string
}

/** One position as its owner sees it. */
export const followedPosition: Followed<Position, LeverAct, LeverStep, PositionStatus> = {
  id: 'leverPosition',
  schema: position,
  isAhead: isPositionAhead,
  states: ['pending', 'trading', 'closing', 'closed', 'cancelled'],
  stateOf: ({ copy }) => copy.status,
  may: ({ copy }, { name }) => mayAct(name, copy.status),
  changeOf: ({ id, status }, act, key) => ({ act, id, expect: status, key }),
  none: { act: { name: 'close' }, id: 0, expect: 'trading', key: '' },
}
export const leverPositionMachine = followMachine(followedPosition)

/** Whether the owner may make this change at that status. */
const mayAct = (name: LeverAction, status: PositionStatus) =>
  mayLeverTransition(name === 'reverse' ? 'close' : name, status) ||
  (name === 'setStop' && mayLeverTransition('stopPending', status))
