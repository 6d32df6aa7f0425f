import { isNotificationStateAhead, notifications, type NotificationState } from '#contract/notification/notification.ts'
import { merge, scan, type Observable } from 'rxjs'
import type { StreamDeps } from '#streams/kit/deps.ts'
import type { Live } from '#streams/kit/live.ts'
import { ownLive$, readings$, type OwnMessage } from '#streams/kit/own-channel.ts'

const takeNewer = (held: NotificationState | null, received: NotificationState | null) =>
  received === null || (held !== null && !isNotificationStateAhead(held, received)) ? held : received

const stateIn = (message: OwnMessage): NotificationState | null => {
  if (message.type !== 'event') return null
  const { event } = message
  return event.ev === 'notification.added' ? event.v.state : event.ev === 'notification.changed' ? event.v : null
}

/**
 * Where the caller stands: as it is read and as it is pushed. Not among the feeds, because it loads with the part that
 * shows it.
 */
export const notificationState$ = (
  deps: StreamDeps,
  own$: Observable<OwnMessage>,
): Observable<Live<NotificationState>> => {
  const held$ = merge(
    own$,
    readings$(own$, () => deps.read(notifications.state, {}), deps),
  ).pipe(scan((held: NotificationState | null, news) => takeNewer(held, 'type' in news ? stateIn(news) : news), null))
  return ownLive$(deps, own$, held$, (held) => held)
}
