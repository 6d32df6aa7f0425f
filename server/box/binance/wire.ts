import { createHash, createHmac } from 'node:crypto'
import { isSameSecret } from '#server/core/secret-text.ts'
import type { Caller } from '#server/core/context.ts'
import type { Box } from '../box.ts'
import { createPrivate } from './orders.ts'
import { createAsk, createSymbols, numberOf, visitor, WireError, wireErrorFrom, type Fields } from './ports.ts'
import { createPublic } from './public.ts'
import { createWeights } from './weights.ts'

/** Where the wire begins. */
export const wirePath = '/api/v3/'
const defaultWindowMs = 5000
const aheadMs = 1000
/** The secret that signs, for the key of an account: a bot of that wire has two. */
export const secretOf = (key: string) => createHash('sha256').update(`wire ${key}`).digest('hex')

const say = (status: number, value: unknown, used: number) =>
  new Response(JSON.stringify(value), {
    status,
    headers: {
      'Content-Type': 'application/json;charset=UTF-8',
      'X-MBX-USED-WEIGHT': String(used),
      'X-MBX-USED-WEIGHT-1M': String(used),
      ...(status === 429 && { 'Retry-After': '60' }),
    },
  })
const fieldsOf = (text: string): Fields => Object.fromEntries(new URLSearchParams(text))

type Options = {
  /** Whether the time of a request is compared with the clock: it means something only where that goes as clocks do. */
  readonly isTimed: () => boolean
  /** How many times the weight of a minute there is. */
  readonly rates?: number
}
/** Answers calls of Binance's REST for spot as that exchange does, each by an ordinary call of an ordinary account. */
export function createBinanceWire(box: Pick<Box, 'venue' | 'execute'>, { isTimed, rates = 1 }: Options) {
  const weights = createWeights(() => box.venue.now(), rates)
  const callsNow = createCalls(box)
  /** Who signs; refuses a wrong signature and a request that is too old. */
  const callerOf = (key: string | null, signed: string, fields: Fields): Caller => {
    const caller = keyOwner(box.venue, key)
    const sent = signed.replace(/&?signature=[^&]*/, '')
    const expected = createHmac('sha256', secretOf(key ?? ''))
      .update(sent)
      .digest('hex')
    if (!isSameSecret(fields['signature'] ?? '', expected))
      throw new WireError(-1022, 'Signature for this request is not valid.')
    const lateMs = box.venue.now() - numberOf(fields, 'timestamp', 0)
    if (isTimed() && (lateMs < -aheadMs || lateMs > numberOf(fields, 'recvWindow', defaultWindowMs)))
      throw new WireError(-1021, 'Timestamp for this request is outside of the recvWindow.')
    return caller
  }
  const listening = createListenKeys((key) => keyOwner(box.venue, key).user)
  /** One call, whatever it came by. */
  const call = async (place: string, fields: Fields, { key, signed }: Signed): Promise<unknown> => {
    const { open, own } = callsNow()
    weights.take(place, fields)
    const read = open[place]
    if (read) return read(fields)
    const listen = listening.calls[place]
    if (listen) return listen(key, fields)
    const act = own[place]
    if (!act) throw new WireError(-1, `${place} is not part of this wire`, 404)
    return act(fields, callerOf(key, signed, fields))
  }
  const answer = async (request: Request, name: string): Promise<unknown> => {
    const [query, body] = [new URL(request.url).search.slice(1), await request.text()]
    const fields = { ...fieldsOf(query), ...fieldsOf(body) }
    const signed = { key: request.headers.get('X-MBX-APIKEY'), signed: query + body }
    return call(`${request.method} ${name}`, fields, signed)
  }
  return {
    symbols: createSymbols(box),
    call,
    /** Whose signature it is. */
    userOf: (fields: Fields, { key, signed }: Signed) => callerOf(key, signed, fields).user,
    /** Whose own stream a name is; null if it is none. */
    ownerOf: listening.ownerOf,
    fetch: async (request: Request): Promise<Response> => {
      const name = new URL(request.url).pathname.slice(wirePath.length)
      try {
        return say(200, await answer(request, name), weights.used())
      } catch (thrown) {
        const { code, message, status, data } = wireErrorFrom(thrown)
        return say(status, { code, msg: message, ...(data && { data }) }, weights.used())
      }
    },
  }
}
export type BinanceWire = ReturnType<typeof createBinanceWire>

type Calls = {
  readonly of: Box['venue']
  readonly open: Readonly<Record<string, (fields: Fields) => Promise<unknown>>>
  readonly own: Readonly<Record<string, (fields: Fields, caller: Caller) => Promise<unknown>>>
}
/** What is asked of the venue that is open now. */
function createCalls(box: Pick<Box, 'venue' | 'execute'>) {
  let made: Calls | null = null
  return (): Calls => {
    const { venue } = box
    if (made?.of === venue) return made
    const ports = { venue, ask: createAsk(box), symbols: createSymbols(box) }
    made = { of: venue, open: createPublic(venue, ports.ask, ports.symbols), own: createPrivate(ports) }
    return made
  }
}
type Signed = { readonly key: string | null; readonly signed: string }
/** Who has a key; it alone is asked for where nothing is signed. */
function keyOwner(venue: Box['venue'], key: string | null): Caller {
  if (key === null) throw new WireError(-2014, 'API-key format invalid.', 401)
  const caller = venue.callerOf({ ...visitor, authorization: key, tokenOa: null })
  if (caller.user === 0) throw new WireError(-2015, 'Invalid API-key, IP, or permissions for action.', 401)
  return caller
}
/** Names of own streams, which whoever has a key makes, keeps and ends. */
function createListenKeys(userOf: (key: string | null) => number) {
  const owners = new Map<string, number>()
  const kept = (key: string | null, { listenKey = '' }: Fields) => {
    if (owners.get(listenKey) !== userOf(key)) throw new WireError(-1125, 'This listenKey does not exist.')
    return listenKey
  }
  const calls: Readonly<Record<string, (key: string | null, fields: Fields) => object>> = {
    'POST userDataStream': (key) => {
      const user = userOf(key)
      const listenKey = createHash('sha256').update(`listen ${key}`).digest('hex').slice(0, 60)
      owners.set(listenKey, user)
      return { listenKey }
    },
    'PUT userDataStream': (key, fields) => {
      kept(key, fields)
      return {}
    },
    'DELETE userDataStream': (key, fields) => {
      owners.delete(kept(key, fields))
      return {}
    },
  }
  return { calls, ownerOf: (name: string) => owners.get(name) ?? null }
}
