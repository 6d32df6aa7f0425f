import { appVersion, limits } from '#contract/wire/limits.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { belowBase } from '#src/lib/below-base.ts'
import type { Send, SentCall } from './request.ts'

/** The caller at the moment of the call. */
export type Caller = {
  readonly token: string | null
  readonly chatToken: string | null
  readonly deviceMode: string
  readonly login: number
  readonly lang: Lang
}

/** The server's time in one reply; the first two instants are of this device's steady clock. */
export type ClockSample = { readonly askedAt: number; readonly answeredAt: number; readonly serverAt: number }
/** A login that the server has ended: its number, and the server's message. */
export type SessionOver = { readonly login: number; readonly message: string | null }

/** A place in the own channel of the caller with this token. */
type Head = { readonly token: string; readonly epoch: string; readonly seq: number }

type Ports = {
  readonly caller: () => Caller
  readonly steadyMs: () => number
  readonly onSample: (sample: ClockSample) => void
  readonly onSessionOver: (over: SessionOver) => void
  /** The version of the caller's balances that the reply to a change acknowledges. */
  readonly onAcked?: (seq: number) => void
  /** How far the caller's own channel was when a reply was read: the reply holds all events up to there. */
  readonly onHead?: (head: Head) => void
  readonly fetch?: typeof fetch
}

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
const searchOf = (body: unknown) => {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const pairs = fields.flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, textOf(value)]],
  )
  return new URLSearchParams(pairs)
}

/** The headers about the caller (W-2). Cookies are never sent. */
export const headersOf = ({ token, chatToken, deviceMode, lang }: Caller): Record<string, string> => ({
  ...(token === null ? {} : { Authorization: token }),
  ...(chatToken === null ? {} : { TOKEN_OA: chatToken }),
  DEVICE_MODEL: deviceMode,
  'language-mark': lang,
  'App-Version': String(appVersion.code),
})

const bodyOf = ({ as, body }: SentCall): { type: string; text: string } | null => {
  if (as === 'query') return null
  return as === 'json'
    ? { type: 'application/json', text: JSON.stringify(body) }
    : { type: 'application/x-www-form-urlencoded', text: searchOf(body).toString() }
}

const jsonOf = async (response: Response): Promise<unknown> => {
  try {
    return JSON.parse(await response.text())
  } catch {
    return undefined
  }
}

/** The `Retry-After` header, in milliseconds; the server sends seconds. */
const waitOf = (headers: Headers) => {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

/** The `Events-Head` header: the epoch and the number of the latest event. */
const headOf = (headers: Headers, token: string | null): Head | null => {
  const [, epoch, seq] = /^([^:]+):(\d{1,15})$/.exec(headers.get('Events-Head') ?? '') ?? []
  return token === null || epoch === undefined || seq === undefined ? null : { token, epoch, seq: Number(seq) }
}

/** The message of a reply that ends a login; null for any other reply. */
const overOf = (body: unknown): { message: string | null } | null => {
  if (typeof body !== 'object' || body === null) return null
  const mark = 'type' in body ? body.type : 'code' in body ? body.code : null
  if (String(mark) !== '999' && !(mark === 401 && 'code' in body)) return null
  return { message: 'message' in body && typeof body.message === 'string' ? body.message : null }
}

/** Sends calls by fetch; reports the server's time of each reply, and the end of the login. */
export const createHttp = ({
  caller,
  steadyMs,
  onSample,
  onSessionOver,
  onAcked,
  onHead,
  fetch = (...asked) => globalThis.fetch(...asked),
}: Ports): Send => {
  return async (sent) => {
    const here = caller()
    const who: Caller = { ...here, ...sent.tokens }
    const body = bodyOf(sent)
    const search = sent.as === 'query' ? searchOf(sent.body).toString() : ''
    const timeout = AbortSignal.timeout(limits.requestTimeoutMs)
    const askedAt = steadyMs()
    const response = await fetch(belowBase(search === '' ? sent.url : `${sent.url}?${search}`), {
      method: sent.method,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: sent.signal === null ? timeout : AbortSignal.any([timeout, sent.signal]),
      headers: {
        ...headersOf(who),
        ...(body === null ? {} : { 'Content-Type': body.type }),
        ...(sent.key === null ? {} : { 'Idempotency-Key': sent.key }),
      },
      ...(body === null ? {} : { body: body.text }),
    })
    const answeredAt = steadyMs()
    const serverAt = Number(response.headers.get('Server-Now-Ms') ?? Number.NaN)
    if (Number.isFinite(serverAt)) onSample({ askedAt, answeredAt, serverAt })
    const head = headOf(response.headers, who.token)
    if (head !== null) onHead?.(head)
    const seq = Number(response.headers.get('Ledger-Seq') ?? 0)
    // A reply that arrives after another login speaks of the balances before it.
    if (sent.key !== null && seq > 0 && caller().login === here.login) onAcked?.(seq)
    const reply = { status: response.status, retryAfterMs: waitOf(response.headers), body: await jsonOf(response) }
    const over = overOf(reply.body)
    // A call with a token of its own says nothing about the caller's login.
    if (over !== null && sent.tokens === null && here.token !== null) onSessionOver({ login: here.login, ...over })
    return reply
  }
}
