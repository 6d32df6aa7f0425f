import type { Bus } from '#server/bus/port.ts'
import type { EventRow, Store } from '#server/core/store-port.ts'
import type { Request } from '#src/api/request.ts'
import type { SocketMessage } from '#streams/kit/socket.ts'
import { map, type Observable } from 'rxjs'
import type { WorldPlant } from './world.ts'

export type Planted = {
  readonly where: 'client' | 'gateway' | 'venue'
  readonly fault: string
  readonly plant: () => WorldPlant
}
export const keyFrom = (key: string, n: number) => `${key.slice(0, 24)}${(0xf00000000000 + n).toString(16)}`
const submits = ['coin/trade', 'wallet/change']
/** A change that is sent, and what becomes of its reply. */
export const inChanges = (change: (inner: Request['change']) => Request['change']): WorldPlant => ({
  client: { request: (inner) => ({ ...inner, change: change(inner.change) }) },
})
/** A client that sends a change of these again under a new key when its reply was lost. */
export const resent = (paths: readonly string[]) => {
  let n = 0
  return inChanges((inner) => async (endpoint, input, key, options) => {
    const reply = await inner(endpoint, input, key, options)
    const isLost = !reply.ok && reply.failure.kind === 'unknown' && paths.includes(endpoint.path)
    return isLost ? inner(endpoint, input, keyFrom(key, (n += 1)), options) : reply
  })
}
/** A client that says refused when a reply to one of these was lost. */
export const givenUp = (paths: readonly string[]) =>
  inChanges((inner) => async (endpoint, ...asked) => {
    const reply = await inner(endpoint, ...asked)
    if (reply.ok || reply.failure.kind !== 'unknown' || !paths.includes(endpoint.path)) return reply
    return { ok: false, failure: { kind: 'refused', reason: 'submit_failed', params: {}, text: null, afterMs: null } }
  })

export const inEvents = (spoil: (row: EventRow) => EventRow): WorldPlant => ({
  bus: (inner) => ({ ...inner, events$: inner.events$.pipe(map((rows) => rows.map(spoil))) }),
})
export const inStore = (spoil: (inner: Store) => Partial<Store>): WorldPlant => ({
  store: (inner) => ({ ...inner, ...spoil(inner) }),
})
export const inBus = (spoil: (inner: Bus) => Partial<Bus>): WorldPlant => ({
  bus: (inner) => ({ ...inner, ...spoil(inner) }),
})
const inFrames = (spoil: (frame: string) => string) => ({
  client: {
    hear: (messages$: Observable<SocketMessage>) =>
      messages$.pipe(map((said) => (said.type === 'socket.frame' ? { ...said, frame: spoil(said.frame) } : said))),
  },
})
const firstUser = 100_001

/** Faults of the three parts, set on purpose: a proof that does not find them proves nothing. */
export const planted: readonly Planted[] = [
  { where: 'client', fault: 'sends again under a new key', plant: () => resent(submits) },
  { where: 'client', fault: 'takes a lost reply for a refusal', plant: () => givenUp(submits) },
  {
    where: 'client',
    fault: 'does not store what it sends',
    plant: () => ({ client: { intents: (inner) => ({ ...inner, put: () => true }) } }),
  },
  {
    where: 'client',
    fault: 'does not notice a missing event',
    plant: () => {
      let s = 0
      return inFrames((frame) => {
        if (!frame.startsWith('{"c":"u:me"'))
          return frame.includes('"k":"hb"') ? frame.replace(/"u":\d+/, `"u":${s}`) : frame
        const at = Number(/"s":(\d+)/.exec(frame)?.[1] ?? 0)
        s = s === 0 ? at : s + 1
        return frame.replace(/"s":\d+/, `"s":${s}`)
      })
    },
  },
  {
    where: 'gateway',
    fault: 'gives each request a key of its own',
    plant: () => {
      let n = 0
      return {
        init: (init) => {
          const headers = new Headers(init.headers)
          const key = headers.get('Idempotency-Key')
          if (key !== null) headers.set('Idempotency-Key', keyFrom(key, (n += 1)))
          return { ...init, headers }
        },
      }
    },
  },
  {
    where: 'gateway',
    fault: 'resumes one event late',
    plant: () =>
      inBus(({ resume }) => ({
        resume: (user, { e, s }) => resume(user, { e, s: s !== undefined && s > 0 ? s + 1 : s }),
      })),
  },
  {
    where: 'gateway',
    fault: 'sends the events of one to another',
    plant: () => inEvents((row) => (row.user === firstUser + 1 ? { ...row, user: firstUser } : row)),
  },
  {
    where: 'gateway',
    fault: 'answers one with what another may read',
    plant: () =>
      inBus(({ ask }) => ({
        ask: (command) =>
          ask(
            command.call.name === 'list' && command.caller.user !== 0
              ? { ...command, caller: { ...command.caller, user: firstUser } }
              : command,
          ),
      })),
  },
  {
    where: 'venue',
    fault: 'does not store the keys of its answers',
    plant: () => inStore(({ append }) => ({ append: (group) => append({ ...group, keys: [] }) })),
  },
  {
    where: 'venue',
    fault: 'acknowledges a group that it did not write',
    plant: () => {
      let n = 0
      return inStore(({ append }) => ({ append: (group) => ((n += 1) % 23 === 0 ? undefined : append(group)) }))
    },
  },
  {
    where: 'venue',
    fault: 'tells a balance that is not booked',
    plant: () => inEvents((row) => ({ ...row, body: row.body.replace('"change_balance":"9', '"change_balance":"8') })),
  },
]
