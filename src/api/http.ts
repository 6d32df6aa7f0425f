import { appVersion, limits } from '#contract/wire/limits.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { belowBase } from '#src/lib/below-base.ts'
import type { Send, Sent } from './request.ts'

/** Who asks, at the moment of asking. */
export type Caller = {
  readonly token: string | null
  readonly chatToken: string | null
  readonly deviceMode: string
  readonly login: number
  readonly lang: Lang
}
/** The server's time as one answer told it; the first two instants are of this device's steady clock. */
export type ClockSample = { readonly askedAt: number; readonly answeredAt: number; readonly serverAt: number }
/** The server said that a login is over: which one, and its sentence. */
export type SessionOver = { readonly login: number; readonly message: string | null }

type Ports = {
  readonly caller: () => Caller
  readonly steadyMs: () => number
  readonly onSample: (sample: ClockSample) => void
  readonly onSessionOver: (over: SessionOver) => void
  readonly fetch?: typeof fetch
}

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
const searchOf = (body: unknown) => {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
  return new URLSearchParams(fields.flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, textOf(value)]])))
}

/** Everything our calls say about who asks (W-2). No cookie is ever sent. */
export const headersOf = ({ token, chatToken, deviceMode, lang }: Caller): Record<string, string> => ({
  ...(token === null ? {} : { Authorization: token }),
  ...(chatToken === null ? {} : { TOKEN_OA: chatToken }),
  DEVICE_MODEL: deviceMode,
  'language-mark': lang,
  'App-Version': String(appVersion.code),
})

const bodyOf = ({ as, body }: Sent): { type: string; text: string } | null => {
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

/** `Retry-After` in seconds, as the server spells it. */
const waitOf = (headers: Headers) => {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

/** The sentence of an answer that ends a login, or null when it is no such answer. */
const overOf = (body: unknown): { message: string | null } | null => {
  if (typeof body !== 'object' || body === null) return null
  const mark = 'type' in body ? body.type : 'code' in body ? body.code : null
  if (String(mark) !== '999' && !(mark === 401 && 'code' in body)) return null
  return { message: 'message' in body && typeof body.message === 'string' ? body.message : null }
}

/** Carries calls by fetch: who asks, how long, what time it is over there, and whether the login still stands. */
export const createHttp = ({ caller, steadyMs, onSample, onSessionOver, fetch = globalThis.fetch }: Ports): Send => {
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
    const heard = { status: response.status, retryAfterMs: waitOf(response.headers), body: await jsonOf(response) }
    const over = overOf(heard.body)
    // A call under another token speaks of that token only.
    if (over !== null && sent.tokens === null && here.token !== null) onSessionOver({ login: here.login, ...over })
    return heard
  }
}
