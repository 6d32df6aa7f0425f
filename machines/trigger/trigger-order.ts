import {
  isTriggerAhead,
  mayTriggerTransition,
  trigger,
  type Trigger,
  type TriggerStatus,
  type triggers,
} from '#contract/trigger/trigger.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { followMachine, type Followed } from '#machines/kit/follow.ts'

/** What of a trigger is changed; what is left out stays. */
type TriggerTerms = Omit<InputOf<typeof triggers.amend>, 'id' | 'expect'>
export type TriggerAction =
  /** `isWhole`: with all that are linked with it. */
  { readonly name: 'cancel'; readonly isWhole: boolean } | { readonly name: 'amend'; readonly terms: TriggerTerms }
/** A change by the owner: of which trigger, at which status it was seen, under which key. */
export type TriggerStep = {
  readonly act: TriggerAction
  readonly id: number
  readonly expect: TriggerStatus
  readonly key: string
}

/** One trigger as its owner sees it, who may change it until it has fired and cancel it until it is over. */
export const followedTrigger: Followed<Trigger, TriggerAction, TriggerStep, TriggerStatus> = {
  id: 'triggerOrder',
  schema: trigger,
  isAhead: isTriggerAhead,
  states: ['dormant', 'armed', 'triggered', 'placed', 'done', 'refused', 'cancelled', 'expired'],
  stateOf: ({ copy }) => copy.status,
  may: ({ copy }, { name }) => mayTriggerTransition(name, copy.status),
  changeOf: ({ id, status }, act, key) => ({ act, id, expect: status, key }),
  none: { act: { name: 'cancel', isWhole: false }, id: 0, expect: 'armed', key: '' },
}
export const triggerOrderMachine = followMachine(followedTrigger)
