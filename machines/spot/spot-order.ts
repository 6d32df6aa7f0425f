import { isSpotOrderAhead, maySpotTransition, spotOrder, type SpotOrder, type SpotStatus } from '#contract/spot/spot.ts'
import { followMachine, type Followed } from '#machines/kit/follow.ts'

/** A change by the owner: of which order, at which status it was seen, under which key. */
export type SpotStep = { readonly id: number; readonly expect: SpotStatus; readonly key: string }

/** One spot order as its owner sees it, who may cancel it while it waits. */
export const followedSpotOrder: Followed<SpotOrder, 'cancel', SpotStep, SpotStatus> = {
  id: 'spotOrder',
  schema: spotOrder,
  isAhead: isSpotOrderAhead,
  states: ['waiting', 'completed', 'cancelled'],
  stateOf: ({ copy }) => copy.status,
  may: ({ copy }, act) => maySpotTransition(act, copy.status),
  changeOf: ({ id, status }, _, key) => ({ id, expect: status, key }),
  none: { id: 0, expect: 'waiting', key: '' },
}
export const spotOrderMachine = followMachine(followedSpotOrder)
