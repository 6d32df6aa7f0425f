import { allCalls } from '#contract/endpoints.ts'
import { decode } from '#contract/wire/coded.ts'
import { urlOf, type Endpoint } from '#contract/wire/endpoint.ts'
import { codeEnvelope, envelope, type Params } from '#contract/wire/reply.ts'

/** What a call came to. `unknown`: no readable answer; a change may or may not have been made. */
export type Answer =
  | { readonly kind: 'done'; readonly value: unknown; readonly isReplayed: boolean }
  | { readonly kind: 'refused'; readonly reason: string; readonly message: string; readonly params: Params }
  | { readonly kind: 'unknown'; readonly because: string }

/** The calls by their names, such as `spot.submit`. */
export const callsByName: ReadonlyMap<string, Endpoint> = new Map(
  allCalls.map(({ feature, name, endpoint }) => [`${feature}.${name}`, endpoint]),
)

type Ports = {
  readonly url: string
  readonly key: string | null
  readonly fetch: typeof fetch
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
}
const requestMs = 10_000
/** So long a change whose answer was lost is sent again, under its key, before it is said to be unknown. */
const settleMs = 10_000
const againMs = 500
type Fields = Readonly<Record<string, unknown>>

const queryOf = (input: Fields) => {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined)
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))}`
}
/** The service of the chat has an envelope of its own, with a number in place of the type. */
const openedOf = (json: unknown) => {
  const chat = decode(codeEnvelope, json)
  if (!chat.success) return decode(envelope, json).data
  const { code, ...rest } = chat.data
  return { ...rest, type: code === 200 ? 'ok' : 'error' }
}
const answerOf = (text: string, isReplayed: boolean): Answer => {
  const opened = openedOf(jsonOf(text))
  if (!opened) return { kind: 'unknown', because: 'the answer cannot be read' }
  const { type, message, data, reason = type, params = {} } = opened
  if (type === 'ok') return { kind: 'done', value: data ?? message, isReplayed }
  const words = typeof message === 'string' ? message : reason
  return reason === 'fault' ? { kind: 'unknown', because: words } : { kind: 'refused', reason, message: words, params }
}
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A venue as a program sees it: reads, and changes that are made once. */
export function createVenue({ url, key, fetch, now, wait }: Ports) {
  const base = url.endsWith('/') ? url : `${url}/`
  const send = async (endpoint: Endpoint, input: Fields, idempotencyKey?: string): Promise<Answer> => {
    // A change by GET may be called by POST as well, which keeps its input out of the address.
    const isGet = endpoint.method === 'GET' && endpoint.does === 'reads'
    try {
      const answer = await fetch(`${base}${urlOf(endpoint).slice(1)}${isGet ? queryOf(input) : ''}`, {
        method: endpoint.method === 'GET' && !isGet ? 'POST' : endpoint.method,
        signal: AbortSignal.timeout(requestMs),
        headers: {
          'language-mark': 'en',
          ...(key !== null && { Authorization: `Bearer ${key}` }),
          ...(isGet ? {} : { 'Content-Type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        },
        ...(isGet ? {} : { body: JSON.stringify(input) }),
      })
      return answerOf(await answer.text(), answer.headers.get('Idempotency-Replayed') === 'true')
    } catch (thrown) {
      return { kind: 'unknown', because: thrown instanceof Error ? thrown.message : String(thrown) }
    }
  }
  const endpointOf = (name: string) => {
    const endpoint = callsByName.get(name)
    if (!endpoint) throw new Error(`there is no call ${name}`)
    return endpoint
  }
  return {
    read: (name: string, input: Fields = {}) => send(endpointOf(name), input),
    /** Asked about the past: needs no key of its own. */
    outcome: (of: string, isBurnt = false) =>
      send(endpointOf('session.outcome'), { key: of, ...(isBurnt && { burn: 1 }) }),
    /**
     * Sends a change under its key, and again under the same key while its outcome is unknown: it has one effect,
     * however often it arrives.
     */
    change: async (name: string, input: Fields, idempotencyKey: string): Promise<Answer> => {
      const until = now() + settleMs
      for (;;) {
        const answer = await send(endpointOf(name), input, idempotencyKey)
        const isOpen = answer.kind === 'unknown' || (answer.kind === 'refused' && answer.reason === 'key_running')
        if (!isOpen || now() >= until) return answer
        await wait(againMs)
      }
    },
  }
}
export type Venue = ReturnType<typeof createVenue>
