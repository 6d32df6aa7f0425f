import { createHash } from 'node:crypto'
import { kindOfSubject, type NotificationContent, type NotificationKind } from '#contract/wire/notification.ts'
import type { NotificationContext } from '#server/features/notification/context.ts'
import { isSessionValid } from '#server/identity/callers.ts'
import type { PushJob } from './rows.ts'

/** As many wait for one device; a further one drops the oldest, which the list in the app still has. */
export const maxWaiting = 20
const minute = 60_000
/** How long news is worth telling, also to a push service that waits for the device. */
export const worthMs = {
  round: minute,
  risk: 10 * minute,
  alert: 10 * minute,
  otc: 15 * minute,
  fill: 60 * minute,
  money: 24 * 60 * minute,
  chat: 24 * 60 * minute,
  news: 24 * 60 * minute,
} as const satisfies Record<NotificationKind, number>

/**
 * Queues a new notification for each device of its owner, in the command that makes it: both are stored or neither. A
 * device is sent it whether or not the app is open there: only the browser knows whether somebody looks at it, and its
 * worker then stays silent.
 */
export function queuePushes(
  ctx: NotificationContext,
  { user, n, content }: { user: number; n: number; content: NotificationContent },
) {
  const { tables, settings, now } = ctx
  if (!settings.notification.hasPush) return
  for (const { session } of tables.pushes.group('user', user)) {
    if (!isSessionValid(ctx, { session })) {
      tables.pushes.remove(session)
      continue
    }
    const at = now()
    tables.pushJobs.put({
      id: tables.pushJobs.nextId(),
      session,
      user,
      n,
      content,
      at,
      until: at + worthMs[kindOfSubject[content.subject]],
      dueAt: at,
      tries: 0,
    })
    const waiting = tables.pushJobs.group('session', session)
    for (const { id } of waiting.toSorted((a, b) => b.id - a.id).slice(maxWaiting)) tables.pushJobs.remove(id)
  }
}

/**
 * Under one topic the newer takes the place of the older, at the push service and on the device. It tells outsiders
 * nothing.
 */
export function topicOf({
  user,
  n,
  content: { subject, ref, symbol, coin },
}: Pick<PushJob, 'user' | 'n' | 'content'>): string {
  const kind = kindOfSubject[subject]
  const about = kind === 'risk' ? (symbol ?? coin) : kind === 'alert' || kind === 'otc' ? ref : null
  return createHash('sha256')
    .update(`${user}|${kind}|${about ?? `n${n}`}`)
    .digest('base64url')
    .slice(0, 22)
}
