import { maxUndelivered } from '#contract/webhook/webhook.ts'
import type { EventRow } from '#server/core/store-port.ts'
import type { Posted } from '#server/features/notification/sending/post.ts'
import type { WebhookContext } from './context.ts'
import { never, type WebhookJob, type WebhookRow } from './rows.ts'

/** So many events wait for one address. */
export const maxWaiting = 1000
const [second, hour] = [1000, 3_600_000]
/** How long after each failure it is tried again; the last one from then on, for three days in all. */
export const retryMs = [5 * second, 30 * second, 300 * second, hour, 6 * hour] as const
export const giveUpMs = 72 * hour

type Tables = Pick<WebhookContext, 'tables'>
export const jobsOf = ({ tables }: Tables, hook: number) =>
  [...tables.webhookJobs.group('hook', hook)].toSorted((a, b) => a.id - b.id)
const isWaiting = ({ deadAt }: WebhookJob) => deadAt === null
/** `spot` stands for all events of the feature. */
export const isMeant = (wanted: string, event: string) => wanted === event || event.startsWith(`${wanted}.`)
const wants = ({ events, endedAt }: WebhookRow, event: string) =>
  endedAt === null && (events.length === 0 || events.some((each) => isMeant(each, event)))

/** Lets the first that waits be due, unless one is already. */
function dueNext(ctx: WebhookContext, hook: number) {
  const waiting = jobsOf(ctx, hook).filter(isWaiting)
  const [first] = waiting
  if (first && waiting.every(({ dueAt }) => dueAt === never)) ctx.tables.webhookJobs.put({ ...first, dueAt: ctx.now() })
}
/** Keeps an event for each address that wants it, in the command that makes it: both are stored or neither. */
export function keepForWebhooks(ctx: WebhookContext, { user, s, at, body }: EventRow, event: string) {
  const { tables } = ctx
  for (const hook of tables.webhooks.group('user', user)) {
    if (!wants(hook, event)) continue
    const waiting = tables.webhookJobs.group('hook', hook.id).filter(isWaiting).length
    if (waiting >= maxWaiting) {
      tables.webhooks.put({ ...hook, lost: hook.lost + 1 })
      continue
    }
    const fresh = { id: tables.webhookJobs.nextId(), hook: hook.id, s, event, at, body }
    const dueAt = waiting === 0 ? ctx.now() : never
    tables.webhookJobs.put({ ...fresh, dueAt, tries: 0, firstAt: null, deadAt: null, status: null })
  }
}
export const dropJobs = (ctx: WebhookContext, hook: number, which: (job: WebhookJob) => boolean = () => true) => {
  for (const job of jobsOf(ctx, hook)) if (which(job)) ctx.tables.webhookJobs.remove(job.id)
}

/** Tried again later, or kept for its owner once it has been tried for long enough. */
function fail(ctx: WebhookContext, job: WebhookJob, { status, afterMs }: Failed) {
  const { tables, now } = ctx
  const firstAt = job.firstAt ?? now()
  const tries = job.tries + 1
  const dueAt = now() + Math.max(afterMs ?? 0, retryMs[Math.min(tries, retryMs.length) - 1] ?? 0)
  const isOver = dueAt - firstAt > giveUpMs
  const more = isOver ? { dueAt: never, deadAt: now() } : { dueAt }
  tables.webhookJobs.put({ ...job, firstAt, tries, status, ...more })
  if (!isOver) return
  const dead = jobsOf(ctx, job.hook).filter((each) => !isWaiting(each))
  for (const { id } of dead.slice(0, Math.max(0, dead.length - maxUndelivered))) tables.webhookJobs.remove(id)
  dueNext(ctx, job.hook)
}
type Failed = { readonly status: number | null; readonly afterMs: number | null }

/** What becomes of a job by the answer of its address; null where there was none. */
export function settleJob(ctx: WebhookContext, id: number, posted: Posted | null) {
  const { tables } = ctx
  const job = tables.webhookJobs.get(id)
  const hook = job && tables.webhooks.get(job.hook)
  if (!job || !hook) return
  const status = posted?.status ?? null
  tables.webhooks.put({ ...hook, status, ...(status === 410 && { endedAt: ctx.now() }) })
  if (status === 410) return dropJobs(ctx, hook.id, isWaiting)
  if (status === null || status < 200 || status >= 300) return fail(ctx, job, posted ?? { status, afterMs: null })
  tables.webhookJobs.remove(id)
  dueNext(ctx, hook.id)
}
/** What was given up is sent again, in its order, before what came after it. */
export function sendAgain(ctx: WebhookContext, hook: number) {
  for (const job of jobsOf(ctx, hook))
    if (!isWaiting(job)) ctx.tables.webhookJobs.put({ ...job, tries: 0, firstAt: null, deadAt: null, dueAt: never })
  dueNext(ctx, hook)
}
