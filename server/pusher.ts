import type { Log } from './gateway/log.ts'
import { createPost, type Post } from './features/notification/sending/post.ts'
import { createPushSender } from './features/notification/sending/send.ts'
import type { Venue } from './venue.ts'

const everyMs = 500

/** Sends queued notifications to push services, beside the venue: no command waits for one of them. */
export function startPusher({
  venue,
  log,
  post = createPost(),
}: {
  venue: Venue
  log: Pick<Log, 'warn' | 'error'>
  post?: Post
}) {
  const { ctx, command, durable } = venue
  if (!ctx.settings.notification.hasPush) return { stop: () => undefined }
  const sender = createPushSender({
    ctx,
    command,
    durable,
    post,
    onTrouble: (status) => log.warn({ status }, 'a push service took nothing'),
  })
  const timer = setInterval(() => {
    // While the disk is full nothing could be marked as sent.
    if (venue.isBroken() || venue.isFull()) return
    sender.step().catch((thrown: unknown) => log.error({ reason: String(thrown) }, 'sending notifications failed'))
  }, everyMs)
  return {
    stop: () => {
      clearInterval(timer)
      sender.stop()
    },
  }
}
