import type { Log } from './gateway/log.ts'
import { createPost, type Post, type Posted } from './features/notification/sending/post.ts'
import { createPushSender } from './features/notification/sending/send.ts'
import { createWebhookPost } from './features/webhook/address.ts'
import { settleJob } from './features/webhook/queue.ts'
import { createWebhookSender } from './features/webhook/sending.ts'
import type { Venue } from './venue.ts'

const everyMs = 500

/** Sends what is queued, beside the venue: no command waits for it. */
function sendRegularly(
  venue: Venue,
  log: Pick<Log, 'error'>,
  sender: { readonly step: () => Promise<unknown>; readonly stop: () => void },
) {
  const timer = setInterval(() => {
    // While the disk is full nothing could be marked as sent.
    if (venue.isBroken() || venue.isFull()) return
    sender.step().catch((thrown: unknown) => log.error({ reason: String(thrown) }, 'sending what is queued failed'))
  }, everyMs)
  return {
    stop: () => {
      clearInterval(timer)
      sender.stop()
    },
  }
}
type Ports = { venue: Venue; log: Pick<Log, 'warn' | 'error'>; post?: Post }

/** Sends queued notifications to push services. */
export function startPusher({ venue, log, post = createPost() }: Ports) {
  const { ctx, command, durable } = venue
  if (!ctx.settings.notification.hasPush) return { stop: () => undefined }
  const onTrouble = (status: number | null) => log.warn({ status }, 'a push service took nothing')
  return sendRegularly(venue, log, createPushSender({ ctx, command, durable, post, onTrouble }))
}
/** Posts queued events to the addresses of their owners. */
export function startWebhooks({ venue, log, post = createWebhookPost() }: Ports) {
  const { ctx, command, durable, streamEpoch: epoch } = venue
  const settle = (job: number, posted: Posted | null) => command((inside) => settleJob(inside, job, posted))
  return sendRegularly(venue, log, createWebhookSender({ ctx, settle, durable, post, epoch }))
}
