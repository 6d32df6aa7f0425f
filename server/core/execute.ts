import type { Reason } from '#contract/wire/refusals.ts'
import { secretsOf, toldOnceOf } from '#contract/wire/secret.ts'
import { checkMayChange, checkScope, checkWho, isKeyDue, type StandingOf } from './access.ts'
import { isDefinite, wrapRefusal, wrapValue, type Wrapped } from './answers.ts'
import type { JournalAt } from './acks.ts'
import type { AsyncContext, Caller, CommandContext } from './context.ts'
import type { Failpoint } from './failpoints.ts'
import type { Keys } from './keys.ts'
import type { Maybe } from './maybe.ts'
import { isListed, Refusal, UnlistedRefusal } from './refusal.ts'
import type { Decision, Route, RouteInfo } from './routes.ts'
import type { Run } from './run.ts'
import type { KeyRow } from './store-port.ts'
import type { Memory } from './tables.ts'

type CallRequest<Ctx> = {
  route: Route<Ctx>
  caller: Caller
  /** Fields of the query, form or JSON body, not validated yet. */
  body: unknown
  key: string | null
  /** True when a change is called by GET: the key is then required. */
  needsKey?: boolean
}
export type Outcome = Wrapped & {
  replayed: boolean
  /** Journal number of the latest entry that changed a balance of the caller, as of this answer. */
  ledgerSeq: number
  /** The reason of a refusal, for metrics. */
  refused: Reason | null
  /** Where the journal stood then. */
  at: JournalAt
}
type ExecutePorts<Ctx> = {
  run: Run<Ctx>['run']
  keys: Keys
  asyncCtx: AsyncContext<Ctx>
  retain: Memory['retain']
  now: () => number
  standingOf: StandingOf
  /** True while the caller's session is neither ended nor expired. */
  isSessionValid: (caller: Caller) => boolean
  /** Returns the id of the incident. */
  onBug: (thrown: unknown, route: RouteInfo) => string
  failpoint: Failpoint
  durable: () => Maybe<void>
  /**
   * True while there is no room on the disk: changes are refused. `isHeld`: something decided waits for room as well.
   */
  isFull: () => boolean
  isHeld: () => boolean
}

const withoutFields = (value: unknown, names: ReadonlySet<string>): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))
    : value

/** Answers as they leave: wrapped, with the version of the caller's balances, and not before they are durable. */
function createOutcomes<Ctx extends CommandContext>({ asyncCtx, onBug, durable }: ExecutePorts<Ctx>) {
  const { tables, journal } = asyncCtx.ctx
  const ledgerSeqOf = ({ user }: Caller) => {
    let seq = 0
    if (user !== 0) for (const row of tables.balances.group('owner', user)) seq = Math.max(seq, row.seq)
    return seq
  }
  const outcome = (wrapped: Wrapped, caller: Caller, refused: Reason | null, replayed = false): Outcome => ({
    ...wrapped,
    replayed,
    refused,
    ledgerSeq: ledgerSeqOf(caller),
    at: journal.end(),
  })
  return {
    ledgerSeqOf,
    outcome,
    done: ({ endpoint }: Route<Ctx>, caller: Caller, value: unknown) =>
      outcome({ http: 200, body: wrapValue(endpoint, value, caller.lang) }, caller, null),
    refused: (route: Route<Ctx>, caller: Caller, thrown: Refusal) => {
      const { feature, name, endpoint } = route
      if (!isListed(endpoint, thrown.reason))
        onBug(new UnlistedRefusal(`${feature}.${name} does not list ${thrown.reason}`), route)
      return outcome(wrapRefusal(endpoint.wrap, thrown, caller.lang), caller, thrown.reason)
    },
    /**
     * Delays an answer until everything decided before it is durable: its content, version or reason may depend on a
     * command that is not.
     */
    afterCommit: async (answer: Outcome) => {
      const pending = durable()
      if (pending) await pending
      return answer
    },
  }
}
type Outcomes<Ctx extends CommandContext> = ReturnType<typeof createOutcomes<Ctx>>

/** What a caller must be in order to call, at the beginning and again after each await. */
function createChecks<Ctx extends CommandContext>({ asyncCtx, standingOf, isSessionValid, now }: ExecutePorts<Ctx>) {
  const { settings } = asyncCtx.ctx
  const checkRead = ({ route, caller }: CallRequest<Ctx>) => {
    checkScope(caller, route.endpoint)
    checkWho(standingOf, caller, route.endpoint.who, route.endpoint.isHidden)
  }
  const checkChange = (request: CallRequest<Ctx>) => {
    checkRead(request)
    checkMayChange(standingOf, request.caller, { minVersionCode: settings.minVersionCode, now: now() })
  }
  return {
    checkRead,
    checkChange,
    /**
     * Repeats the caller's checks after an await: meanwhile the session may have ended, a level been revoked, the
     * account been locked.
     */
    checkAgain: (request: CallRequest<Ctx>) => {
      if (request.caller.session !== '' && !isSessionValid(request.caller)) throw new Refusal('not_logged_in')
      checkChange(request)
    },
  }
}

/** Decides synchronously; resolves when the decision is durable. A definite refusal is stored under its key as well. */
const createDecide =
  <Ctx extends CommandContext>({ run, keys, now }: ExecutePorts<Ctx>, outcomes: Outcomes<Ctx>) =>
  ({ route, caller }: CallRequest<Ctx>, ready: Decision<Ctx>, scope: string | null, digest: string) =>
    new Promise<Outcome>((resolve, reject) => {
      const stored = (answer: Outcome, at: JournalAt) => resolve({ ...answer, at })
      const toldOnce = toldOnceOf(route.endpoint)
      /** What a repeated key is answered with: the same, but for what is told once. */
      let repeated: string | null = null
      const keyRowOf = (answer: Outcome): KeyRow | null =>
        scope === null || route.endpoint.isSecret
          ? null
          : keys.decide({ place: scope, digest, at: now(), status: answer.http, answer: repeated ?? answer.body })
      try {
        // The ledger version is read inside the command: a later one may not be durable yet when this is answered.
        run(
          (commandCtx) => {
            const value = ready(commandCtx, caller)
            if (toldOnce.size > 0) repeated = wrapValue(route.endpoint, withoutFields(value, toldOnce), caller.lang)
            return outcomes.done(route, caller, value)
          },
          keyRowOf,
          stored,
          (answer) => ({ ...answer, ledgerSeq: outcomes.ledgerSeqOf(caller) }),
        )
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) return reject(thrown)
        const answer = outcomes.refused(route, caller, thrown)
        if (!isDefinite(thrown.reason) || scope === null) return resolve(outcomes.afterCommit(answer))
        run(() => answer, keyRowOf, stored)
      }
    })

/** Turns a refusal during `prepare` into a decision that refuses, so that it is stored under the key like any other. */
const prepared = <Ctx>(ready: Promise<Decision<Ctx>>): Promise<Decision<Ctx>> =>
  ready.catch((thrown: unknown) => {
    if (thrown instanceof Refusal)
      return () => {
        throw thrown
      }
    throw thrown
  })

/**
 * Executes one call: checks the caller, reads the input, looks up the key, decides, rolls back on refusal, commits,
 * answers.
 */
export function createExecute<Ctx extends CommandContext>(ports: ExecutePorts<Ctx>) {
  const { keys, asyncCtx, retain, onBug, failpoint, isFull, isHeld } = ports
  const outcomes = createOutcomes(ports)
  const { afterCommit } = outcomes
  const { checkRead, checkChange, checkAgain } = createChecks(ports)
  const decide = createDecide(ports, outcomes)

  const runRead = async (request: CallRequest<Ctx>): Promise<Outcome> => {
    const { route, caller, body } = request
    checkRead(request)
    const read = route.read(body)
    const release = retain()
    try {
      const ready = read.ready ?? (await read.prepare(asyncCtx, caller))
      const value = ready(asyncCtx.ctx, caller)
      release()
      // What was read may tell of a group that waits for room, which may take long.
      if (isHeld()) throw new Refusal('read_only')
      return await afterCommit(outcomes.done(route, caller, value))
    } finally {
      release()
    }
  }

  const runChange = async (request: CallRequest<Ctx>): Promise<Outcome> => {
    const { route, caller, body, key } = request
    const { endpoint } = route
    const scope = key === null ? null : keys.scopeOf(caller.user, caller.device, key)
    if (scope === null && request.needsKey) throw new Refusal('key_missing')
    checkChange(request)
    // A program repeats what it has no answer to: only a key keeps a second order from it.
    if (scope === null && isKeyDue(caller, endpoint)) throw new Refusal('key_missing')
    const input = route.read(body)
    const secrets = secretsOf(endpoint)
    const digest = scope === null ? '' : keys.digestOf(endpoint.path, input.input, (field) => secrets.has(field))
    const begun = scope === null ? null : keys.begin(scope, digest)
    const stored = begun instanceof Promise ? await begun : begun
    if (stored) return afterCommit(outcomes.outcome({ http: stored.status, body: stored.answer }, caller, null, true))
    // Rows that are read during the preparation stay in memory until it is decided on them.
    const release = retain()
    try {
      if (isFull() && endpoint.isAsking !== true) throw new Refusal('read_only')
      const ready = input.prepare ? await prepared(input.prepare(asyncCtx, caller)) : input.ready
      if (input.prepare || begun instanceof Promise) checkAgain(request)
      failpoint('beforeHandler')
      const pending = decide(request, ready, scope, digest)
      release()
      return await pending
    } finally {
      release()
      if (scope !== null) keys.end(scope)
    }
  }

  return async (request: CallRequest<Ctx>): Promise<Outcome> => {
    const { route, caller } = request
    try {
      return await (route.endpoint.does === 'reads' ? runRead(request) : runChange(request))
    } catch (thrown) {
      const refusal = thrown instanceof Refusal ? thrown : new Refusal('fault', { incident: onBug(thrown, route) })
      const answer = outcomes.refused(route, caller, refusal)
      return refusal.reason === 'read_only' ? answer : afterCommit(answer)
    }
  }
}
