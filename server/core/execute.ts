import { secretsOf } from '#contract/wire/secret.ts'
import { checkMayChange, checkWho, type StandingOf } from './access.ts'
import { isDefinite, wrapRefusal, wrapValue, type Wrapped } from './answers.ts'
import type { AsyncContext, Caller, CommandContext } from './context.ts'
import type { Failpoint } from './failpoints.ts'
import type { Keys } from './keys.ts'
import type { Maybe } from './maybe.ts'
import { isListed, Refusal, UnlistedRefusal } from './refusal.ts'
import type { Ready, Route, RouteInfo } from './routes.ts'
import type { Run } from './run.ts'
import type { KeyRow } from './store-port.ts'
import type { Memory } from './tables.ts'

export type Asked<Ctx> = {
  route: Route<Ctx>
  caller: Caller
  /** Query, form or JSON fields, not yet read. */
  body: unknown
  key: string | null
  /** Asked by the GET form of a change: then a key is required. */
  needsKey?: boolean
}
export type Outcome = Wrapped & {
  replayed: boolean
  /** Journal number of the caller's newest entry at this answer. */
  ledgerSeq: number
  /** The reason of a refusal, for counting. */
  refused: string | null
}
export type ExecutePorts<Ctx> = {
  run: Run<Ctx>['run']
  keys: Keys
  asyncCtx: AsyncContext<Ctx>
  retain: Memory['retain']
  now: () => number
  standingOf: StandingOf
  /** True while the login behind a caller still holds. */
  isSessionValid: (caller: Caller) => boolean
  /** Returns the id of the incident. */
  onBug: (thrown: unknown, route: RouteInfo) => string
  failpoint: Failpoint
  durable: () => Maybe<void>
}

/** Runs one command from outside: caller, input, key, decision, rollback on refusal, commit, answer. */
export function createExecute<Ctx extends CommandContext>(ports: ExecutePorts<Ctx>) {
  const { run, keys, asyncCtx, retain, now, standingOf, isSessionValid, onBug, failpoint, durable } = ports
  const { ctx } = asyncCtx
  const seqOf = ({ user }: Caller) => {
    let seq = 0
    if (user !== 0) for (const row of ctx.tables.balances.group('owner', user)) seq = Math.max(seq, row.seq)
    return seq
  }
  const outcome = (wrapped: Wrapped, caller: Caller, refused: string | null, replayed = false): Outcome => ({
    ...wrapped, replayed, refused, ledgerSeq: seqOf(caller),
  })
  const refusedWith = (route: Route<Ctx>, caller: Caller, thrown: Refusal): Wrapped => {
    const { feature, name, endpoint } = route
    if (!isListed(endpoint, thrown.reason)) onBug(new UnlistedRefusal(`${feature}.${name} does not list ${thrown.reason}`), route)
    return wrapRefusal(endpoint.wrap, thrown, caller.lang)
  }
  const checkChange = ({ route, caller }: Asked<Ctx>) => {
    checkWho(standingOf, caller, route.endpoint.who)
    checkMayChange(standingOf, caller, { minVersionCode: ctx.settings.minVersionCode, now: now() })
  }
  /** What was true of the caller before a wait is checked again after it: a login ends, a level is taken back, an account is locked. */
  const checkStill = (asked: Asked<Ctx>) => {
    if (asked.caller.session !== '' && !isSessionValid(asked.caller)) throw new Refusal('not_logged_in')
    checkChange(asked)
  }

  /** What an answer says, its version or its reason, may rest on a command that is not stored yet. */
  const afterCommit = async (answer: Outcome) => {
    const pending = durable()
    if (pending) await pending
    return answer
  }

  const reads = async ({ route, caller, body }: Asked<Ctx>): Promise<Outcome> => {
    checkWho(standingOf, caller, route.endpoint.who)
    const read = route.read(body)
    const release = retain()
    try {
      const ready = read.ready ?? (await read.prepare(asyncCtx, caller))
      const value = ready(ctx, caller)
      release()
      return await afterCommit(outcome({ http: 200, body: wrapValue(route.endpoint, value, caller.lang) }, caller, null))
    } finally {
      release()
    }
  }

  /** A refusal while preparing is a decision as well, and is stored under the key. */
  const prepared = (ready: Promise<Ready<Ctx>>): Promise<Ready<Ctx>> =>
    ready.catch((thrown: unknown) => {
      if (thrown instanceof Refusal) return () => { throw thrown }
      throw thrown
    })

  /** Decides at once; resolves when the decision is durable. A definite refusal is stored under its key as well. */
  const decide = (asked: Asked<Ctx>, ready: Ready<Ctx>, scope: string | null, digest: string) =>
    new Promise<Outcome>((resolve, reject) => {
      const { route, caller } = asked
      const rowOf = (answer: Outcome): KeyRow | null =>
        scope === null || route.endpoint.isSecret
          ? null
          : keys.decide({ place: scope, digest, at: now(), status: answer.http, answer: answer.body })
      try {
        // The version is the one of this decision: a later one may not be durable when this is answered.
        run(
          (inside) => outcome({ http: 200, body: wrapValue(route.endpoint, ready(inside, caller), caller.lang) }, caller, null),
          rowOf,
          resolve,
        )
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) return reject(thrown)
        const answer = outcome(refusedWith(route, caller, thrown), caller, thrown.reason)
        if (!isDefinite(thrown.reason) || scope === null) return resolve(afterCommit(answer))
        run(() => answer, rowOf, resolve)
      }
    })

  /** Prepares, checks the caller again, and decides before rows that were read meanwhile may be evicted. */
  const prepareAndDecide = async (asked: Asked<Ctx>, preparing: Promise<Ready<Ctx>>, decideOn: (ready: Ready<Ctx>) => Promise<Outcome>, release: () => void) => {
    const ready = await prepared(preparing)
    checkStill(asked)
    failpoint('beforeHandler')
    const pending = decideOn(ready)
    release()
    return pending
  }

  const changes = async (asked: Asked<Ctx>): Promise<Outcome> => {
    const { route, caller, body, key } = asked
    const { endpoint } = route
    const scope = key === null ? null : keys.scopeOf(caller.user, caller.device, key)
    if (scope === null && asked.needsKey) throw new Refusal('key_missing')
    checkChange(asked)
    const input = route.read(body)
    const secrets = secretsOf(endpoint)
    const digest = scope === null ? '' : keys.digestOf(endpoint.path, body, (field) => secrets.has(field))
    const begun = scope === null ? null : keys.begin(scope, digest)
    const stored = begun instanceof Promise ? await begun : begun
    if (stored) {
      return afterCommit(outcome({ http: stored.status, body: stored.answer }, caller, null, true))
    }
    const release = retain()
    const decideOn = (ready: Ready<Ctx>) => decide(asked, ready, scope, digest)
    try {
      if (input.prepare) return await prepareAndDecide(asked, input.prepare(asyncCtx, caller), decideOn, release)
      if (begun instanceof Promise) checkStill(asked)
      failpoint('beforeHandler')
      release()
      return await decideOn(input.ready)
    } finally {
      release()
      if (scope !== null) keys.end(scope)
    }
  }

  return async (asked: Asked<Ctx>): Promise<Outcome> => {
    const { route, caller } = asked
    try {
      return await (route.endpoint.does === 'reads' ? reads(asked) : changes(asked))
    } catch (thrown) {
      const refusal = thrown instanceof Refusal ? thrown : new Refusal('fault', { incident: onBug(thrown, route) })
      return afterCommit(outcome(refusedWith(route, caller, refusal), caller, refusal.reason))
    }
  }
}
export type Execute<Ctx extends CommandContext> = ReturnType<typeof createExecute<Ctx>>
