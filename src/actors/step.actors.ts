import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { decode, tryEncode } from '#contract/wire/coded.ts'
import { secretsOf } from '#contract/wire/secret.ts'
import { stepMachine, type Intent, type Keyed, type OutcomeReceived, type StepInput } from '#machines/kit/step.ts'
import { outcomeOf } from '#src/api/outcome.ts'
import type { Request } from '#src/api/request.ts'
import { holdLock } from '#src/lib/tab-lock.ts'
import type { IntentStore } from '#src/stores/intents.ts'
import {
  defer,
  filter,
  finalize,
  from,
  map,
  mergeMap,
  repeat,
  take,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'

export type StepPorts = {
  readonly request: Request
  readonly intents: IntentStore
  readonly nowMs?: () => number
  readonly time?: SchedulerLike
}
/** One change as a step needs it: how it is sent, and how its outcome is asked for. */
export type StepCall<T> = {
  readonly send: () => Promise<Reply<T | null>>
  readonly ask: () => Observable<OutcomeReceived<T>>
}

/** Connects the step machine to the call of each change. */
export const stepLogic = <I extends Keyed, T>(callOf: (change: I) => StepCall<T>) =>
  stepMachine<I, T>().provide({
    actors: {
      send: fromPromise<Reply<T | null>, StepInput<I>>(({ input }) => callOf(input.change).send()),
      askOutcome: fromEventObservable<OutcomeReceived<T>, StepInput<I>>(({ input }) => callOf(input.change).ask()),
    },
  })

const firstAskMs = 1000
const maxAskMs = 15_000
/** The outcome of a call without a login cannot be asked for: it is sent again at this interval. */
const resendMs = 3000
/** An intent the server never saw may be sent again for this long after the tap; later it is revoked instead. */
const resendWithinMs = 15_000

/** A body as it may be stored: without passwords and codes. */
const withoutSecrets = (body: unknown, secrets: ReadonlySet<string>): Record<string, unknown> =>
  typeof body === 'object' && body !== null
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !secrets.has(name)))
    : {}

const refused = (reason: 'storage_full' | 'submit_failed' | 'not_logged_in'): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { kind: 'refused', reason, params: {}, text: null, afterMs: null },
})
const certainOrNull = <T>(reply: Reply<T>): Reply<T> | null =>
  reply.ok || reply.failure.kind === 'refused' ? reply : null

type Ways<T> = {
  readonly send: (intent: Intent) => Promise<Reply<T>>
  /** Null while the outcome is still unknown. */
  readonly ask: (intent: Intent) => Promise<Reply<T | null> | null>
}
/** Sends and asks under a lock, so that another tab does not ask for what this one is about. */
const lockedCall = <T>({ send, ask }: Ways<T>, isStored: boolean, time: SchedulerLike | undefined) => {
  const pauseMs = (count: number) => (isStored ? Math.min(firstAskMs * 2 ** (count - 1), maxAskMs) : resendMs)
  const askUntilKnown = (intent: Intent): Observable<OutcomeReceived<T>> =>
    defer(() => {
      const release = holdLock(`wish.${intent.key}`)
      const answers$ = defer(() => from(ask(intent).catch(() => null))).pipe(
        repeat({ delay: (count) => timer(pauseMs(count), time) }),
      )
      const begun$ = isStored ? answers$ : timer(resendMs, time).pipe(mergeMap(() => answers$))
      return begun$.pipe(
        filter((reply) => reply !== null),
        take(1),
        map((reply): OutcomeReceived<T> => ({ type: 'outcome.received', reply })),
        finalize(release),
      )
    })
  const sendLocked = async (intent: Intent) => {
    const release = holdLock(`wish.${intent.key}`)
    try {
      return await send(intent)
    } finally {
      release()
    }
  }
  return (intent: Intent): StepCall<T> => ({
    send: () => sendLocked(intent),
    ask: () => askUntilKnown(intent),
  })
}

/** One call as steps use it: each intent is stored before it is sent, and until its outcome is certain. */
export const createStep = <E extends Endpoint<'changes'>>(ports: StepPorts, endpoint: E) => {
  const { request, intents, nowMs = Date.now, time } = ports
  const inputs = new Map<string, InputOf<E>>()
  const values = new Map<string, OutputOf<E>>()
  const atMs = new Map<string, number>()
  const schema: E['input'] = endpoint.input
  const secrets = secretsOf(endpoint)
  const isAnonymous = endpoint.who === 'any'
  /** A caller without a login has no intent store, and a call that returns a token is never stored. */
  const isStored = !isAnonymous && endpoint.isSecret !== true

  const resolve = (key: string, reply: Reply<OutputOf<E>>): Reply<OutputOf<E>> => {
    if (reply.ok) values.set(key, reply.value)
    if (reply.ok || reply.failure.kind === 'refused') {
      inputs.delete(key)
      intents.drop(key)
    }
    return reply
  }
  const inputOf = ({ key, body }: Intent) => {
    const known = inputs.get(key)
    if (known !== undefined) return known
    const stored = decode(schema, body)
    return stored.success ? stored.data : null
  }
  const change = async (input: InputOf<E>, key: string): Promise<Reply<OutputOf<E>>> => {
    const reply = await request.change(endpoint, input, key)
    // A caller without a login has none that could have ended: for them it is a refusal like any other.
    return isAnonymous && !reply.ok && reply.failure.kind === 'notLoggedIn' ? refused('not_logged_in') : reply
  }
  const send = async (intent: Intent): Promise<Reply<OutputOf<E>>> => {
    const input = inputOf(intent)
    if (input === null) return resolve(intent.key, refused('submit_failed'))
    const { method, path } = endpoint
    if (!atMs.has(intent.key)) atMs.set(intent.key, nowMs())
    const stored = { key: intent.key, method, path, body: withoutSecrets(intent.body, secrets), atMs: nowMs() }
    if (isStored && !intents.put(stored)) return refused('storage_full')
    return resolve(intent.key, await change(input, intent.key))
  }

  /** Asks for the outcome once; null while it is still unknown. */
  const ask = async (intent: Intent): Promise<Reply<OutputOf<E> | null> | null> => {
    const { key } = intent
    const isFresh = nowMs() - (atMs.get(key) ?? 0) < resendWithinMs
    // Nothing is stored to ask about; sending again is safe, because the key is the same.
    if (!isStored) return certainOrNull(await send(intent))
    // The key belongs to the account that is logged in no longer; the intent waits for it.
    if (!intents.list().some((open) => open.key === key)) return null
    const outcome = await outcomeOf(request, endpoint, key, !isFresh)
    if (outcome.kind === 'known') return resolve(key, outcome.reply)
    if (outcome.kind === 'unseen' && isFresh) return certainOrNull(await send(intent))
    if (outcome.kind === 'revoked') return resolve(key, refused('submit_failed'))
    if (outcome.kind !== 'done') return null
    intents.drop(key)
    return { ok: true, value: values.get(key) ?? null }
  }

  /** The intent of an input, encoded for the wire. */
  const intentOf = (input: InputOf<E>, key: string): Intent => {
    inputs.set(key, input)
    const body = tryEncode(schema, input)
    return { key, body: withoutSecrets(body.success ? body.data : {}, secrets) }
  }
  const callOf = lockedCall<OutputOf<E>>({ send, ask }, isStored, time)
  return {
    intentOf,
    callOf,
    /** The same for an input that is not yet an intent. */
    call: (input: InputOf<E>, key: string) => callOf(intentOf(input, key)),
    valueOf: (key: string): OutputOf<E> | null => values.get(key) ?? null,
  }
}
