import { ad, isAdAhead, type Ad } from '#contract/otc/otc-order.ts'
import { mayAdTransition, type AdStatus } from '#contract/otc/otc-steps.ts'
import { followMachine } from '#machines/kit/follow.ts'

export type AdAction = 'putOn' | 'putOff' | 'takeBack'
/** A step of the owner: on which ad, at which status it was seen, under which key. */
export type AdChange = {
  readonly id: string
  readonly expect: AdStatus
  readonly action: AdAction
  readonly key: string
}
const stateNames = {
  on_shelf: 'onShelf',
  off_shelf: 'offShelf',
  sold_out: 'soldOut',
  taken_back: 'takenBack',
} as const

/** One ad as its owner sees it: on and off the shelf, sold out, taken back. */
export const otcAdvertMachine = followMachine<Ad, AdAction, AdChange, (typeof stateNames)[AdStatus]>({
  id: 'otcAdvert',
  schema: ad,
  isAhead: (held, received) => received.id === held.id && isAdAhead(held, received),
  states: Object.values(stateNames),
  stateOf: ({ copy }) => stateNames[copy.status],
  may: ({ copy }, action) => mayAdAct(copy, action),
  changeOf: ({ id, status }, action, key) => ({ id, expect: status, action, key }),
  none: { id: '', expect: 'on_shelf', action: 'takeBack', key: '' },
})

/** True if the owner may take this step now. */
export const mayAdAct = ({ status }: Pick<Ad, 'status'>, action: AdAction) =>
  mayAdTransition(action, status) &&
  (action !== 'putOn' || status === 'off_shelf') &&
  (action !== 'putOff' || status === 'on_shelf')
