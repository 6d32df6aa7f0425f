import { pushAddressOf } from '#server/features/notification/sending/address.ts'
import { createPost } from '#server/features/notification/sending/post.ts'

const here = ['127.0.0.1', 'localhost', '[::1]']
/** An address of this machine, as a test of a bot has it. */
const localAddressOf = (text: string): URL | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && url.protocol === 'http:' && here.includes(url.hostname) && url.username === '' ? url : null
}
/**
 * The address as it may be posted to; null for any other. It comes from a person and the venue posts to it, so it is as
 * narrow as that of a push service.
 */
export const webhookAddressOf = (text: string, isLocal: boolean) =>
  isLocal ? localAddressOf(text) : pushAddressOf(text)

export const webhookWaitMs = 5000
/** The way out: to what a name leads to on the public internet, and nowhere else. */
export const createWebhookPost = () => createPost({ waitMs: webhookWaitMs })
