import type { Trigger } from '#contract/trigger/trigger.ts'
import type { Services } from '#src/actors/services.tsx'
import type { Live } from '#streams/kit/live.ts'
import { ownTriggers } from '#streams/trigger/trigger.ts'
import type { Observable } from 'rxjs'

type Feeds = Pick<Services['feeds'], 'ownLive' | 'events$'>
type TriggerFeeds = {
  /** Every live trigger of the caller, of all products, newest first. */
  readonly triggers$: Observable<Live<readonly Trigger[]>>
  /** Each copy of a trigger that an event brings. */
  readonly news$: Observable<Trigger>
  /** Each trigger that has just ended, for history lists to add. */
  readonly ended$: Observable<Trigger>
}

const known = new WeakMap<Feeds, TriggerFeeds>()
/** The streams of the caller's triggers: they come with the first part that shows some, and are the same for all. */
export function triggerFeedsOf(feeds: Feeds): TriggerFeeds {
  const found = known.get(feeds)
  if (found !== undefined) return found
  const made = {
    triggers$: feeds.ownLive(ownTriggers.live$),
    news$: ownTriggers.received$(feeds.events$),
    ended$: ownTriggers.ended$(feeds.events$),
  }
  known.set(feeds, made)
  return made
}
