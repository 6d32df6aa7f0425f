import { checkMayChange, checkWho } from './access.ts'
import { isDefinite, wrapRefusal, wrapValue, type Wrapped } from './answers.ts'
import { isSessionValid } from '#server/identity/callers.ts'
import type { Caller, AsyncContext } from './context.ts'
import type { Keys } from './keys.ts'
import type { Failpoint } from './failpoints.ts'
import { Refusal } from './refusal.ts'
import type { Ready, Route } from './routes.ts'
import type { Run } from './run.ts'
import type { KeyRow } from './store-port.ts'

export type Asked = {
  route: Route
  caller: Caller
  /** Query, form or JSON fields, unread. */
  body: unknown
  key: string | null
  /** Asked by the GET form of a change: then a key is needed. */
  needsKey?: boolean
}
export type Outcome = Wrapped & {
  replayed: boolean
  /** Place of the caller's newest booking at this answer. */
  ledgerSeq: number
  /** What was refused, for counting. */
  refused: string | null
}
type Ports = { run: Run; keys: Keys; asyncCtx: AsyncContext; now: () => number; onBug: (thrown: unknown, route: Route) => string; failpoint: Failpoint; durable: () => Promise<void> }

/** One command from the outside: who, input, key, decision, undo on refusal, commit, answer. */
export function createExecute({ run, keys, asyncCtx, now, onBug, failpoint, durable }: Ports) {
  const seqOf = ({ user }: Caller) => {
    let seq = 0
    if (user !== 0) for (const row of asyncCtx.ctx.tables.balances.group('owner', user)) seq = Math.max(seq, row.seq)
    return seq
  }
  const refusedWith = ({ endpoint }: Route, caller: Caller, thrown: Refusal): Wrapped =>
    wrapRefusal(endpoint.wrap, thrown, caller.lang)
  const outcome = (wrapped: Wrapped, caller: Caller, refused: string | null, replayed = false): Outcome => ({
    ...wrapped, replayed, refused, ledgerSeq: seqOf(caller),
  })
  const faultOf = (thrown: unknown, route: Route) => new Refusal('fault', { incident: onBug(thrown, route) })

  const reads = async ({ route, caller, body }: Asked): Promise<Outcome> => {
    checkWho(asyncCtx.ctx, caller, route.endpoint.who)
    const read = route.read(body)
    const ready = await (read.ready ?? read.prepare(asyncCtx, caller))
    const value = ready(asyncCtx.ctx, caller)
    const answer = outcome({ http: 200, body: wrapValue(route.endpoint, value, caller.lang) }, caller, null)
    // What it says may rest on a command that is not written yet.
    await durable()
    return answer
  }

  /** A refusal before the decision is a decision as well. */
  const prepared = (ready: Promise<Ready>): Promise<Ready> =>
    ready.catch((thrown: unknown) => {
      if (thrown instanceof Refusal) return () => { throw thrown }
      throw thrown
    })

  /** What was true of the caller before the wait is asked again after it: a login ends, a level is taken back, an account is locked. */
  const preparedStill = async ({ route, caller }: Asked, preparing: Promise<Ready>): Promise<Ready> => {
    const ready = await preparing
    if (caller.session !== '' && !isSessionValid(asyncCtx.ctx, caller)) throw new Refusal('not_logged_in')
    checkWho(asyncCtx.ctx, caller, route.endpoint.who)
    checkMayChange(asyncCtx.ctx, caller)
    return ready
  }

  /** Decides and waits until it is durable. A definite refusal is written under its key as well. */
  const decide = (asked: Asked, ready: Ready, place: string | null, digest: string) =>
    new Promise<Outcome>((resolve, reject) => {
      const { route, caller } = asked
      const rowOf = (answer: Wrapped): KeyRow | null =>
        place === null || route.endpoint.isSecret
          ? null
          : keys.decide({ place, digest, at: now(), status: answer.http, answer: answer.body })
      try {
        run.run(
          (ctx): Wrapped => ({ http: 200, body: wrapValue(route.endpoint, ready(ctx, caller), caller.lang) }),
          rowOf,
          (answer) => resolve(outcome(answer, caller, null)),
        )
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) return reject(thrown)
        const answer = refusedWith(route, caller, thrown)
        if (!isDefinite(thrown.reason) || place === null) return resolve(outcome(answer, caller, thrown.reason))
        run.run(() => answer, rowOf, () => resolve(outcome(answer, caller, thrown.reason)))
      }
    })

  const changes = async (asked: Asked): Promise<Outcome> => {
    const { route, caller, body, key } = asked
    const place = key === null ? null : keys.placeOf(caller.user, caller.device, key)
    if (place === null && asked.needsKey) throw new Refusal('key_missing')
    checkWho(asyncCtx.ctx, caller, route.endpoint.who)
    checkMayChange(asyncCtx.ctx, caller)
    const input = route.read(body)
    const digest = place === null ? '' : keys.digestOf(route.endpoint.path, body)
    const kept = place === null ? null : keys.begin(place, digest)
    if (kept) {
      await durable()
      return outcome({ http: kept.status, body: kept.answer }, caller, null, true)
    }
    try {
      const ready = input.ready ?? (await preparedStill(asked, prepared(input.prepare(asyncCtx, caller))))
      failpoint('beforeHandler')
      return await decide(asked, ready, place, digest)
    } finally {
      if (place !== null) keys.end(place)
    }
  }

  return async (asked: Asked): Promise<Outcome> => {
    const { route, caller } = asked
    try {
      return await (route.endpoint.does === 'reads' ? reads(asked) : changes(asked))
    } catch (thrown) {
      const refusal = thrown instanceof Refusal ? thrown : faultOf(thrown, route)
      return outcome(refusedWith(route, caller, refusal), caller, refusal.reason)
    }
  }
}
export type Execute = ReturnType<typeof createExecute>
