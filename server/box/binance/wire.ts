import { createHash, createHmac } from 'node:crypto'
import { isSameSecret } from '#server/core/secret-text.ts'
import type { Caller } from '#server/core/context.ts'
import type { Box } from '../box.ts'
import { createPrivate } from './orders.ts'
import { createAsk, createSymbols, numberOf, visitor, WireError, wireErrorFrom, type Fields } from './ports.ts'
import { createPublic } from './public.ts'

/** Where the wire begins. */
export const wirePath = '/api/v3/'
const defaultWindowMs = 5000
const aheadMs = 1000
/** The secret that signs, for the key of an account: a bot of that wire has two. */
export const secretOf = (key: string) => createHash('sha256').update(`wire ${key}`).digest('hex')

const say = (status: number, value: unknown) =>
  new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json;charset=UTF-8' } })
const fieldsOf = (text: string): Fields => Object.fromEntries(new URLSearchParams(text))

type Options = {
  /** Whether the time of a request is compared with the clock: it means something only where that goes as clocks do. */
  readonly isTimed: () => boolean
}
/** Answers calls of Binance's REST for spot as that exchange does, each by an ordinary call of an ordinary account. */
export function createBinanceWire(box: Pick<Box, 'venue' | 'execute'>, { isTimed }: Options) {
  const { venue } = box
  const ask = createAsk(box)
  const symbols = createSymbols(venue)
  const open: Readonly<Record<string, (fields: Fields) => Promise<unknown>>> = createPublic(venue, ask, symbols)
  const own: Readonly<Record<string, (fields: Fields, caller: Caller) => Promise<unknown>>> = createPrivate({
    venue,
    ask,
    symbols,
  })
  /** Who signs; refuses a wrong signature and a request that is too old. */
  const callerOf = (key: string | null, signed: string, fields: Fields): Caller => {
    if (key === null) throw new WireError(-2014, 'API-key format invalid.', 401)
    const caller = venue.callerOf({ ...visitor, authorization: key, tokenOa: null })
    if (caller.user === 0) throw new WireError(-2015, 'Invalid API-key, IP, or permissions for action.', 401)
    const sent = signed.replace(/&?signature=[^&]*/, '')
    const expected = createHmac('sha256', secretOf(key)).update(sent).digest('hex')
    if (!isSameSecret(fields['signature'] ?? '', expected))
      throw new WireError(-1022, 'Signature for this request is not valid.')
    const lateMs = venue.now() - numberOf(fields, 'timestamp', 0)
    if (isTimed() && (lateMs < -aheadMs || lateMs > numberOf(fields, 'recvWindow', defaultWindowMs)))
      throw new WireError(-1021, 'Timestamp for this request is outside of the recvWindow.')
    return caller
  }
  const answer = async (request: Request, name: string): Promise<unknown> => {
    const [query, body] = [new URL(request.url).search.slice(1), await request.text()]
    const signed = query + body
    const fields = { ...fieldsOf(query), ...fieldsOf(body) }
    const place = `${request.method} ${name}`
    const read = open[place]
    if (read) return read(fields)
    const act = own[place]
    if (!act) throw new WireError(-1, `${place} is not part of this wire`, 404)
    return act(fields, callerOf(request.headers.get('X-MBX-APIKEY'), signed, fields))
  }
  return async (request: Request): Promise<Response> => {
    const name = new URL(request.url).pathname.slice(wirePath.length)
    try {
      return say(200, await answer(request, name))
    } catch (thrown) {
      const { code, message, status } = wireErrorFrom(thrown)
      return say(status, { code, msg: message })
    }
  }
}
