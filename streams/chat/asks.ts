import { chatFriends } from '#contract/chat/chat-friends.ts'
import type { FriendApply } from '#contract/chat/chat-people.ts'
import type { Event } from '#contract/events.ts'
import type { StreamDeps } from '#streams/kit/deps.ts'
import type { Live } from '#streams/kit/live.ts'
import { ownLive$, readings$, type OwnMessage } from '#streams/kit/own-channel.ts'
import { merge, scan, type Observable } from 'rxjs'

type Asks = readonly FriendApply[]
const isList = (news: OwnMessage | Asks): news is Asks => Array.isArray(news)
/** What an event changes in the requests that wait for the caller's answer. */
export function takeAsk(held: Asks | null, event: Event): Asks | null {
  if (held === null) return null
  if (event.ev === 'chat.friendChanged')
    return event.v.isBlocked || event.v.isFriend ? held.filter(({ id }) => id !== event.v.friendId) : held
  if (event.ev !== 'chat.applyChanged') return held
  const others = held.filter(({ id }) => id !== event.v.id)
  return event.v.status === 'pending' ? [event.v, ...others] : others
}

/** The requests that wait for the caller's answer, newest first. */
export const asks$ = (deps: StreamDeps, own$: Observable<OwnMessage>): Observable<Live<Asks>> => {
  const held$ = merge(
    own$,
    readings$(own$, () => deps.read(chatFriends.applies, { status: 'pending' }), deps),
  ).pipe(
    scan((held: Asks | null, news) => {
      if (isList(news)) return news
      return news.type === 'event' ? takeAsk(held, news.event) : held
    }, null),
  )
  return ownLive$(deps, own$, held$, (held) => held)
}
