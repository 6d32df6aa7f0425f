import http from 'node:http'
import { createPost, type Post } from '#server/features/notification/sending/post.ts'
import { webhookWaitMs as waitMs } from '#server/features/webhook/address.ts'
import { createWebhookSender } from '#server/features/webhook/sending.ts'
import type { Box } from './box.ts'
import { Killed } from './kill.ts'

const isAllowed = (address: string) => address === '127.0.0.1' || address === '::1'
/** The way to programs of this machine, and nowhere else. */
export const localPost: Post = (url, ...more) =>
  createPost({ request: http.request, port: Number(url.port || 80), isAllowed, waitMs })(url, ...more)

const webhooksMs = 500
/**
 * Posts what is due by the time of the box. Nobody waits for an answer, since who is posted to may ask the box before
 * it gives one; what becomes of it waits for its turn and is a line of the record.
 */
export function startBoxWebhooks(box: Box) {
  const { every } = box.timeline
  const begin = () => {
    const { venue } = box
    const { ctx, durable, streamEpoch: epoch } = venue
    const settle: typeof box.settle = async (job, answer) => {
      // What was on its way when its venue died is sent again by the next one, and this one sends no more.
      if (box.venue !== venue) throw new Killed()
      return box.settle(job, answer)
    }
    return { venue, ...createWebhookSender({ ctx, settle, durable, post: localPost, epoch }) }
  }
  let sender = begin()
  every(webhooksMs, () => {
    if (sender.venue !== box.venue) {
      sender.stop()
      sender = begin()
    }
    void sender.step().catch(() => undefined)
  })
  return () => sender.stop()
}
