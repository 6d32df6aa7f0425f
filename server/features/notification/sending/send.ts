import webPush from 'web-push'
import { kindOfSubject, type NotificationKind } from '#contract/wire/notification.ts'
import type { AsyncContext } from '#server/core/context.ts'
import type { Maybe } from '#server/core/maybe.ts'
import type { NotificationContext } from '#server/features/notification/context.ts'
import { placeOf, stateOf } from '#server/features/notification/keep.ts'
import { isSessionValid } from '#server/identity/callers.ts'
import type { Push } from '#server/identity/pushes.ts'
import { pushAddressOf } from './address.ts'
import { pushKeysOf } from './keys.ts'
import type { Post, Posted } from './post.ts'
import { topicOf } from './queue.ts'
import type { PushJob } from './rows.ts'
import { pushPath, pushText } from './text.ts'

const maxAtOnce = 16
const firstRetryMs = 5000
const maxRetryMs = 10 * 60_000
const maxTries = 8

/**
 * What the worker of the app is sent, encrypted for it alone. `n` with `user` is the notification's own number: a
 * device shows it once.
 */
export type PushPayload = {
  v: 1
  user: number
  n: number
  kind: NotificationKind
  title: string
  body: string
  path: string
  tag: string
  unread: number
  at: number
}
type Outcome = 'taken' | 'gone' | 'refused' | { retryMs: number }
const urgencyOf = {
  risk: 'high',
  alert: 'high',
  otc: 'high',
  round: 'high',
  fill: 'normal',
  money: 'normal',
  chat: 'normal',
  news: 'low',
} as const satisfies Record<NotificationKind, string>

const outcomeOf = ({ tries }: PushJob, { status, afterMs }: Posted): Outcome => {
  if (status >= 200 && status < 300) return 'taken'
  if (status === 404 || status === 410) return 'gone'
  // A redirect is an answer like any other that takes nothing: it is not followed.
  if (status !== 429 && status < 500) return 'refused'
  return { retryMs: Math.max(afterMs ?? 0, Math.min(firstRetryMs * 2 ** tries, maxRetryMs)) }
}

type Ports = Pick<AsyncContext<NotificationContext>, 'ctx' | 'command'> & {
  /** Resolves when everything decided so far is stored. */
  durable: () => Maybe<void>
  post: Post
  /** Told what a push service answered when it took nothing; never to whom it was. */
  onTrouble: (status: number | null) => void
}

const drop = ({ tables }: NotificationContext, id: number) => tables.pushJobs.get(id) && tables.pushJobs.remove(id)

/** What becomes of the job, and of the device's subscription if it is still the one it was. */
const settle = (job: PushJob, push: Push, outcome: Outcome) => (inside: NotificationContext) => {
  const { tables, now } = inside
  const held = tables.pushes.get(job.session)
  const same = held?.endpoint === push.endpoint ? held : null
  const fail = () => same !== null && same.failedAt === null && tables.pushes.put({ ...same, failedAt: now() })
  if (outcome === 'gone') {
    if (same === null) return
    tables.pushes.remove(job.session)
    for (const { id } of tables.pushJobs.group('session', job.session)) drop(inside, id)
  } else if (typeof outcome === 'string') {
    drop(inside, job.id)
    if (outcome === 'refused') fail()
    else if (same !== null && same.failedAt !== null) tables.pushes.put({ ...same, failedAt: null })
  } else {
    const dueAt = now() + outcome.retryMs
    const tries = job.tries + 1
    if (dueAt < job.until && tries < maxTries) {
      if (tables.pushJobs.get(job.id)) tables.pushJobs.put({ ...job, dueAt, tries })
    } else {
      drop(inside, job.id)
      fail()
    }
  }
}

const payloadOf = (ctx: NotificationContext, job: PushJob, { lang, hides }: Push): PushPayload => ({
  v: 1,
  user: job.user,
  n: job.n,
  kind: kindOfSubject[job.content.subject],
  ...pushText(job.content, lang, hides),
  path: pushPath(job.content),
  tag: topicOf(job),
  unread: stateOf(placeOf(ctx, job.user)).unread,
  at: job.at,
})

/** Encrypts one job for its device and posts it to the device's push service. */
async function deliver(
  { ctx, post, onTrouble }: Ports,
  job: PushJob,
  push: Push,
  stopping: AbortSignal,
): Promise<Outcome> {
  const keys = pushKeysOf(ctx)
  const url = pushAddressOf(push.endpoint)
  if (keys === null || url === null) return 'refused'
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint: push.endpoint, keys: { p256dh: push.p256dh, auth: push.auth } },
      JSON.stringify(payloadOf(ctx, job, push)),
      {
        vapidDetails: { subject: ctx.settings.notification.pushContact, ...keys },
        TTL: Math.ceil((job.until - ctx.now()) / 1000),
        urgency: urgencyOf[kindOfSubject[job.content.subject]],
        topic: topicOf(job),
        contentEncoding: 'aes128gcm',
      },
    )
    const posted = await post(url, headers, body ?? Buffer.alloc(0), stopping)
    const outcome = outcomeOf(job, posted)
    if (outcome !== 'taken' && outcome !== 'gone') onTrouble(posted.status)
    return outcome
  } catch {
    if (!stopping.aborted) onTrouble(null)
    return { retryMs: Math.min(firstRetryMs * 2 ** job.tries, maxRetryMs) }
  }
}

/**
 * Sends what is queued. Nothing leaves before it is stored, and it is taken from the queue when the push service has
 * taken it: after a crash in between it is sent again, under the same number, and the device shows it once.
 */
export function createPushSender(ports: Ports) {
  const { ctx, command, durable } = ports
  const { tables, now } = ctx
  const stopping = new AbortController()
  /** The devices that are being sent something: one at a time, in order. */
  const busy = new Set<string>()

  /** The device, while this is still worth telling there. */
  const deviceOf = (job: PushJob): Push | null => {
    const { read, off } = placeOf(ctx, job.user)
    const isWanted =
      now() < job.until && job.n > read && !off.includes(kindOfSubject[job.content.subject]) && isSessionValid(ctx, job)
    return isWanted ? (tables.pushes.get(job.session) ?? null) : null
  }
  const send = async (job: PushJob) => {
    try {
      const push = tables.pushJobs.get(job.id) === undefined ? null : deviceOf(job)
      if (push === null) {
        await command((inside) => drop(inside, job.id))
        return
      }
      const outcome = await deliver(ports, job, push, stopping.signal)
      if (!stopping.signal.aborted) await command(settle(job, push, outcome))
    } finally {
      busy.delete(job.session)
    }
  }
  const takeDue = () => {
    const jobs: PushJob[] = []
    for (const job of tables.pushJobs.all()) {
      if (busy.size >= maxAtOnce) break
      if (job.dueAt > now() || busy.has(job.session)) continue
      busy.add(job.session)
      jobs.push(job)
    }
    return jobs
  }
  return {
    /** Begins to send what is due; resolves when it is settled. May be called while earlier ones are on their way. */
    step: async () => {
      const jobs = takeDue()
      if (jobs.length === 0) return
      await durable()
      await Promise.all(jobs.map(send))
    },
    /** Stops at once: what is on its way stays in the queue. */
    stop: () => stopping.abort(),
  }
}
