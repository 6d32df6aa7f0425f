import { createECDH, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Posted } from '#server/features/notification/sending/post.ts'
import { createPushSender, type PushPayload } from '#server/features/notification/sending/send.ts'
import { hashToken, openSession } from '#server/identity/callers.ts'
import type { MemoryVenue } from '#server/memory.ts'
import type { Lang } from '#contract/wire/languages.ts'

const { decrypt } = Object(createRequire(import.meta.url)('http_ece'))

/** The subscription of a browser, and what only this browser can read. */
export function pushBrowser(name = randomBytes(6).toString('hex')) {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  return {
    subscription: { endpoint: `https://push.kontor.test/send/${name}`, p256dh, auth },
    read: (body: Buffer): PushPayload =>
      JSON.parse(String(decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: auth }))),
  }
}

/** A login of a user, and how its device is subscribed. */
export async function subscribed(
  { venue, ask }: Pick<MemoryVenue, 'venue' | 'ask'>,
  user: number,
  {
    lang = 'en',
    hides = 0,
    device = 'd1',
    browser = pushBrowser(),
  }: { lang?: Lang; hides?: 0 | 1; device?: string; browser?: ReturnType<typeof pushBrowser> } = {},
) {
  const token = await venue.command((ctx) => openSession(ctx, user, 'main', device))
  const session = hashToken(token)
  const caller = { user, session, lang }
  const { answer } = await ask(
    'POST /api/notification/push/start',
    { ...browser.subscription, hides },
    caller,
    crypto.randomUUID(),
  )
  return { browser, session, caller, token, answer }
}

export type Sent = {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Buffer
}
/** A sender whose push services answer what the test says, and what it has sent. */
export function pushSender(
  { venue }: Pick<MemoryVenue, 'venue'>,
  answer: (sent: Sent) => Posted | Promise<Posted> = () => ({ status: 201, afterMs: null }),
) {
  const sent: Sent[] = []
  const troubles: (number | null)[] = []
  const sender = createPushSender({
    ctx: venue.ctx,
    command: venue.command,
    durable: venue.durable,
    onTrouble: (status) => troubles.push(status),
    post: async (url, headers, body) => {
      const one = { endpoint: url.href, headers, body }
      sent.push(one)
      return answer(one)
    },
  })
  return { sent, troubles, ...sender }
}
