import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { decode, tryEncode } from '#contract/wire/coded.ts'
import { secretsOf } from '#contract/wire/secret.ts'
import { stepMachine, type Intent, type Keyed, type OutcomeReceived, type StepInput } from '#machines/step.ts'
import { outcomeOf } from '#src/api/outcome.ts'
import type { Request } from '#src/api/request.ts'
import { hold } from '#src/lib/tab-lock.ts'
import type { IntentStore } from '#src/stores/intents.ts'
import { defer, filter, finalize, from, map, mergeMap, repeat, take, timer, type Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'

export type StepPorts = { readonly request: Request; readonly intents: IntentStore; readonly nowMs?: () => number }
/** One change as a step needs it: how it leaves, and how it is asked about. */
export type StepCall<T> = {
  readonly carry: () => Promise<Reply<T | null>>
  readonly ask: () => Observable<OutcomeReceived<T>>
}

/** Joins the step machine to the call that belongs to each change. */
export const stepLogic = <I extends Keyed, T>(callOf: (change: I) => StepCall<T>) =>
  stepMachine<I, T>().provide({
    actors: {
      carry: fromPromise<Reply<T | null>, StepInput<I>>(({ input }) => callOf(input.change).carry()),
      askOutcome: fromEventObservable<OutcomeReceived<T>, StepInput<I>>(({ input }) => callOf(input.change).ask()),
    },
  })

const askAgainMs = 1000
const askSlowestMs = 15_000
/** A call without a caller cannot be asked about: it is sent again at this pace. */
const sayAgainMs = 3000
/** An intent the server never saw may leave again by itself this long after the tap; later it is withdrawn instead. */
const resendWithinMs = 15_000

/** A body as it may be stored: no password and no code ever reaches the storage. */
const withoutSecrets = (body: unknown, secrets: ReadonlySet<string>): Record<string, unknown> =>
  typeof body === 'object' && body !== null
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !secrets.has(name)))
    : {}

const refused = (reason: 'storage_full' | 'submit_failed' | 'not_logged_in'): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { kind: 'refused', reason, params: {}, text: null, afterMs: null },
})
const certain = <T>(reply: Reply<T>): Reply<T> | null => (reply.ok || reply.failure.kind === 'refused' ? reply : null)

/** One call as steps use it: what leaves is stored first, and stored until its outcome is certain. */
export const createStep = <E extends Endpoint<'changes'>>(ports: StepPorts, endpoint: E) => {
  const { request, intents, nowMs = Date.now } = ports
  const inputs = new Map<string, InputOf<E>>()
  const values = new Map<string, OutputOf<E>>()
  const atMs = new Map<string, number>()
  const schema: E['input'] = endpoint.input
  const secrets = secretsOf(endpoint)
  const isAnonymous = endpoint.who === 'any'
  /** An anonymous caller has no intent store, and a call that answers with a token is never stored. */
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
    const again = decode(schema, body)
    return again.success ? again.data : null
  }
  const send = async (input: InputOf<E>, key: string): Promise<Reply<OutputOf<E>>> => {
    const reply = await request.change(endpoint, input, key)
    // An anonymous caller has no login that could be over: for them it is a refusal like any other.
    return isAnonymous && !reply.ok && reply.failure.kind === 'notLoggedIn' ? refused('not_logged_in') : reply
  }
  const carry = async (intent: Intent): Promise<Reply<OutputOf<E>>> => {
    const input = inputOf(intent)
    if (input === null) return resolve(intent.key, refused('submit_failed'))
    const { method, path } = endpoint
    if (!atMs.has(intent.key)) atMs.set(intent.key, nowMs())
    const stored = { key: intent.key, method, path, body: withoutSecrets(intent.body, secrets), atMs: nowMs() }
    if (isStored && !intents.put(stored)) return refused('storage_full')
    return resolve(intent.key, await send(input, intent.key))
  }

  /** Nothing while it is still unclear. */
  const ask = async (intent: Intent): Promise<Reply<OutputOf<E> | null> | null> => {
    const { key } = intent
    const isFresh = nowMs() - (atMs.get(key) ?? 0) < resendWithinMs
    // There is nobody to ask about it: the same key makes it safe to send it again.
    if (!isStored) return certain(await carry(intent))
    // Under another account the key means nothing; it waits for its own.
    if (!intents.list().some((open) => open.key === key)) return null
    const outcome = await outcomeOf(request, endpoint, key, !isFresh)
    if (outcome.kind === 'known') return resolve(key, outcome.reply)
    if (outcome.kind === 'unseen' && isFresh) return certain(await carry(intent))
    if (outcome.kind === 'burnt') return resolve(key, refused('submit_failed'))
    if (outcome.kind !== 'done') return null
    intents.drop(key)
    return { ok: true, value: values.get(key) ?? null }
  }

  const pauseMs = (count: number) => (isStored ? Math.min(askAgainMs * 2 ** (count - 1), askSlowestMs) : sayAgainMs)
  const askUntilKnown = (intent: Intent): Observable<OutcomeReceived<OutputOf<E>>> =>
    defer(() => {
      const release = hold(`wish.${intent.key}`)
      const answers$ = defer(() => from(ask(intent).catch(() => null))).pipe(
        repeat({ delay: (count) => timer(pauseMs(count)) }),
      )
      const begun$ = isStored ? answers$ : timer(sayAgainMs).pipe(mergeMap(() => answers$))
      return begun$.pipe(
        filter((reply) => reply !== null),
        take(1),
        map((reply): OutcomeReceived<OutputOf<E>> => ({ type: 'outcome.received', reply })),
        finalize(release),
      )
    })
  const carryHeld = async (intent: Intent) => {
    const release = hold(`wish.${intent.key}`)
    try {
      return await carry(intent)
    } finally {
      release()
    }
  }

  /** What leaves, spelled for the wire. */
  const intentOf = (input: InputOf<E>, key: string): Intent => {
    inputs.set(key, input)
    const body = tryEncode(schema, input)
    return { key, body: withoutSecrets(body.success ? body.data : {}, secrets) }
  }
  const callOf = (intent: Intent): StepCall<OutputOf<E>> => ({
    carry: () => carryHeld(intent),
    ask: () => askUntilKnown(intent),
  })
  return {
    intentOf,
    callOf,
    /** The same for an input that is not spelled yet. */
    call: (input: InputOf<E>, key: string) => callOf(intentOf(input, key)),
    valueOf: (key: string): OutputOf<E> | null => values.get(key) ?? null,
  }
}
