import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'
import { localPost } from '#server/box/webhooks.ts'
import { settleJob } from '#server/features/webhook/queue.ts'
import { createWebhookSender } from '#server/features/webhook/sending.ts'
import { makeHash } from '#server/identity/passwords.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { answerOf } from '#tests/support/people.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'

type Heard = { readonly headers: IncomingHttpHeaders; readonly body: string }
/** A receiver of this machine; `answer` says with which status, by the number of the request. */
export async function openReceiver(answer: (n: number, body: string) => number | Promise<number> = () => 200) {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      heard.push({ headers: request.headers, body })
      void Promise.resolve(answer(heard.length, body)).then((status) => response.writeHead(status).end('x'.repeat(9)))
    })
  })
  const port = await new Promise<number>((ready) => {
    server.listen(0, '127.0.0.1', () => ready(Number(Object(server.address()).port)))
  })
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${port}/hook`, heard, close: () => server.close() }
}

/** Whether the secret has signed this, by the rules of Standard Webhooks alone. */
export function isSigned({ headers, body }: Heard, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const wanted = createHmac('sha256', key).update(signed).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .map((each) => Buffer.from(each.replace(/^v1,/, ''), 'base64'))
    .some((each) => each.length === wanted.length && timingSafeEqual(each, wanted))
}

const pin = '246813'
/** Two people with fund passwords, the calls of Ann's webhooks, and what posts the events. */
export async function webhookVenue(store = openSqlite(':memory:'), isLocal = true) {
  const v = await spotVenue(2, { store, settings: { webhook: { isLocal } } })
  const hash = await makeHash(pin)
  for (const id of [v.ann, v.ben])
    await v.venue.command(({ tables }) => tables.users.put({ ...tables.users.need(id), pin: hash }))
  const post = async (path: string, body: object, user = v.ann) =>
    answerOf((await v.ask(`POST /api/user/webhooks${path}`, body, { user }, crypto.randomUUID())).answer)
  /** Events of the account alone, unless it says otherwise: a login makes a notification as well. */
  const add = async (url: string, more: object = {}, user = v.ann) => {
    const answer = await post('/add', { url, events: ['account'], pay_password: pin, ...more }, user)
    return { answer, secret: String(answer.data?.['secret']), id: Number(Object(answer.data?.['hook']).id) }
  }
  const list = async (user = v.ann): Promise<readonly Record<string, unknown>[]> => {
    const { answer } = await v.ask('GET /api/user/webhooks', {}, { user })
    return Object(answerOf(answer).message).list
  }
  /** Something that happens to a user, named by a word. */
  const tell = (device: string, user = v.ann) =>
    v.venue.command((ctx) => ctx.emit(user, { ev: 'account.loggedIn', v: { device, place: null, at_ms: ctx.now() } }))
  const senderOf = ({ venue }: Pick<typeof v, 'venue'> = v) =>
    createWebhookSender({
      ctx: venue.ctx,
      settle: (job, posted) => venue.command((ctx) => settleJob(ctx, job, posted)),
      durable: venue.durable,
      post: localPost,
      epoch: venue.streamEpoch,
    })
  return { ...v, store, post, add, list, tell, senderOf, pin }
}
