import type { NotificationState } from '#contract/notification/notification.ts'
import { useServices } from './services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import type { Feeds } from '#streams/feeds.ts'
import { loading, type Live } from '#streams/kit/live.ts'
import { notificationState$ } from '#streams/notification/notification.ts'
import type { Observable } from 'rxjs'

/** One stream for all who show it. */
const made = new WeakMap<Feeds, Observable<Live<NotificationState>>>()
const stateOf = (feeds: Feeds) => {
  const held = made.get(feeds)
  if (held !== undefined) return held
  const created = feeds.ownLive(notificationState$)
  made.set(feeds, created)
  return created
}

/** Where the user stands with their notifications; null while it is not known, and for a visitor. */
export function useNotificationState(): NotificationState | null {
  const { feeds } = useServices()
  return useStream(stateOf(feeds), loading).value
}
