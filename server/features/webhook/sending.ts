import { createHmac } from 'node:crypto'
import type { AsyncContext } from '#server/core/context.ts'
import type { Maybe } from '#server/core/maybe.ts'
import type { Post, Posted } from '#server/features/notification/sending/post.ts'
import { webhookAddressOf } from './address.ts'
import type { WebhookContext } from './context.ts'
import type { WebhookJob, WebhookRow } from './rows.ts'

const maxAtOnce = 16

/** What is posted, as Standard Webhooks has it; the data is the event as the own channel tells it. */
const bodyOf = ({ event, at, body }: WebhookJob) =>
  `{"type":${JSON.stringify(event)},"timestamp":"${new Date(at).toISOString()}","data":${body}}`
/** Signs with the secret, and while that is being turned with the one before it as well. */
function signed(
  { secret, old }: Pick<WebhookRow, 'secret' | 'old'>,
  { id, atMs, body }: { readonly id: string; readonly atMs: number; readonly body: string },
) {
  const timestamp = String(Math.floor(atMs / 1000))
  const secrets = [secret, ...(old !== null && old.until > atMs ? [old.secret] : [])]
  const signatureBy = (each: string) =>
    `v1,${createHmac('sha256', Buffer.from(each, 'base64')).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  return {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(signatureBy).join(' '),
  }
}

type Ports = Pick<AsyncContext<WebhookContext>, 'ctx'> & {
  /** In a command: what becomes of a job by the answer of its address. */
  settle: (job: number, posted: Posted | null) => Promise<unknown>
  durable: () => Maybe<void>
  post: Post
  /** In which the numbers of own channels count. */
  epoch: string
}
/**
 * Posts what is due. Nothing leaves before it is stored, and one address is posted one event at a time, in their order.
 * After a crash in between one may come twice, under the same id.
 */
export function createWebhookSender({ ctx, settle, durable, post, epoch }: Ports) {
  const { tables, now, settings } = ctx
  const stopping = new AbortController()
  const busy = new Set<number>()
  const deliver = async (job: WebhookJob, hook: WebhookRow) => {
    const url = webhookAddressOf(hook.url, settings.webhook.isLocal)
    if (url === null) return null
    const body = bodyOf(job)
    const headers = signed(hook, { id: `${epoch}:${job.s}`, atMs: now(), body })
    return post(url, headers, Buffer.from(body), stopping.signal).catch(() => null)
  }
  const dueOf = (hook: number) => tables.webhookJobs.group('hook', hook).find(({ dueAt }) => dueAt <= now())
  /** One after the other, for as long as the address takes them. */
  const sendAll = async (id: number) => {
    try {
      for (let job = dueOf(id); job !== undefined && !stopping.signal.aborted; job = dueOf(id)) {
        const hook = tables.webhooks.get(id)
        if (!hook) return
        await durable()
        const posted = await deliver(job, hook)
        if (stopping.signal.aborted) return
        await settle(job.id, posted)
      }
    } finally {
      busy.delete(id)
    }
  }
  return {
    /** Begins to post what is due; resolves when that is settled. May be called while earlier ones are on their way. */
    step: async () => {
      const hooks = new Set(tables.webhookJobs.upTo(now()).map(({ hook }) => hook))
      const free = [...hooks].filter((hook) => !busy.has(hook)).slice(0, maxAtOnce - busy.size)
      for (const hook of free) busy.add(hook)
      await Promise.all(free.map(sendAll))
    },
    /** Stops at once: what is on its way stays in the queue. */
    stop: () => stopping.abort(),
  }
}
