import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { followed, type Cursor } from '#src/api/follow.ts'
import { outcomeOf, type Outcome } from '#src/api/outcome.ts'
import { createRequest, type Send, type SentCall } from '#src/api/request.ts'
import { newKey } from '#src/lib/new-key.ts'
import { takeDepth, type LocalBook } from '#streams/market/order-book.ts'

/** Where the venue is, as whom it is asked, and what a test replaces. */
export type ClientPorts = {
  readonly url: string
  /** An API key; without one, what anyone may read. */
  readonly key?: string
  readonly lang?: string
  readonly fetch?: typeof fetch
  readonly wait?: (ms: number) => Promise<void>
  readonly nowMs?: () => number
  /** So long a change is sent again, under its key, while its outcome is unknown. */
  readonly settleMs?: number
}
type Level = readonly [price: string, amount: string]
/** Both sides of a market, best first. */
export type Book = {
  readonly market: string
  readonly seq: number
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}
/** What became of a change, and the key by which it may be asked for ever after. */
export type Certain<T> = { readonly key: string; readonly reply: Reply<T> }
/** An event of the account, or the word that some are kept no more: read what you hold by its calls. */
export type Told =
  | { readonly kind: 'event'; readonly at: Cursor; readonly event: Readonly<Record<string, unknown>> }
  | { readonly kind: 'fresh' }

const [requestMs, againMs, anewMs] = [10_000, 500, 500]
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const queryOf = (body: unknown) =>
  new URLSearchParams(
    Object.entries(Object(body)).flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(value)]])),
  ).toString()
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
/** Sends calls by fetch, as a program does. */
const sendBy =
  ({ url, key, lang = 'en', fetch: ask = fetch }: ClientPorts): Send =>
  async ({ method, url: path, as, body, key: idempotencyKey }: SentCall) => {
    const isQuery = as === 'query'
    const search = isQuery ? queryOf(body) : ''
    const answer = await ask(new URL(`.${path}${search === '' ? '' : `?${search}`}`, url), {
      method,
      signal: AbortSignal.timeout(requestMs),
      headers: {
        'language-mark': lang,
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(!isQuery && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey !== null && { 'Idempotency-Key': idempotencyKey }),
      },
      ...(!isQuery && { body: JSON.stringify(body) }),
    })
    const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN)
    return {
      status: answer.status,
      retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null,
      body: jsonOf(await answer.text()),
    }
  }
const isOpen = <T>(reply: Reply<T>) =>
  !reply.ok &&
  (reply.failure.kind === 'unknown' || (reply.failure.kind === 'refused' && reply.failure.reason === 'key_running'))

/** A venue as a program sees it: reads, changes that are made once, the book, and the events of the account. */
export function createClient(ports: ClientPorts) {
  const { url: given, key = '', nowMs = Date.now, settleMs = 10_000 } = ports
  const url = given.endsWith('/') ? given : `${given}/`
  const wait = ports.wait ?? ((ms: number) => new Promise<void>((done) => setTimeout(done, ms)))
  const request = createRequest({ send: sendBy({ ...ports, url }) })
  const line = { url, key, wait }

  /**
   * Makes a change once: it is sent again under the same key while nobody knows what became of it. What is still
   * unknown then is told so; ask for its outcome later.
   */
  const change = async <E extends Endpoint<'changes'>>(
    endpoint: E,
    input: InputOf<E>,
    own: string = newKey(),
  ): Promise<Certain<OutputOf<E>>> => {
    const until = nowMs() + settleMs
    for (;;) {
      const reply = await request.change(endpoint, input, own)
      if (!isOpen(reply) || nowMs() >= until) return { key: own, reply }
      await wait(againMs)
    }
  }
  /** What became of a key; with `isBurnt` one that was never seen is refused from then on. */
  const outcome = <E extends Endpoint<'changes'>>(
    endpoint: E,
    own: string,
    isBurnt = false,
  ): Promise<Outcome<OutputOf<E>>> => outcomeOf(request, endpoint, own, isBurnt)

  /** The book of a market, each time it has changed; checked by its checksum, and begun anew where that is wrong. */
  async function* book(market: string): AsyncGenerator<Book> {
    for (;;) {
      let held: LocalBook | null = null
      for await (const heard of followed(line, `depth:${market}`, null)) {
        if (heard.kind !== 'push') continue
        const { k, s, b, d } = heard.frame
        const [seq, base] = [Number(s), Number(b)]
        if (k !== 'snap' && (k !== 'delta' || held === null || seq <= held.seq)) continue
        if (k === 'delta' && base !== held?.seq) break
        const { book: next, update, isWrong } = takeDepth(market, held, { type: k, seq, data: d })
        if (isWrong) break
        held = next
        if (update?.type === 'value') yield update.value
      }
      await wait(anewMs)
    }
  }
  /** What happens to the account: each event once and in order, over lines that break, from a place on or from now. */
  async function* events(from: Cursor | null = null): AsyncGenerator<Told> {
    for await (const heard of followed(line, 'u:me', from)) {
      if (heard.kind === 'fresh') yield heard
      else {
        const { e, s, d } = heard.frame
        yield { kind: 'event', at: { e: String(e), s: Number(s) }, event: Object(d) }
      }
    }
  }
  return { read: request.read, change, outcome, book, events }
}
export type Client = ReturnType<typeof createClient>
