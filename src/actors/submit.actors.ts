import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { decode, tryEncode } from '#contract/wire/coded.ts'
import { submitMachine, type OutcomeReceived, type Intent } from '#machines/submit.ts'
import { outcomeOf } from '#src/api/outcome.ts'
import type { Request } from '#src/api/request.ts'
import { hold } from '#src/lib/tab-lock.ts'
import type { IntentStore } from '#src/stores/intents.ts'
import { defer, filter, finalize, from, map, repeat, take, timer, type Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'

type Ports = { readonly request: Request; readonly intents: IntentStore; readonly nowMs?: () => number }

const askAgainMs = 1000
const askSlowestMs = 15_000
/** A wish never seen may leave again by itself this long after the tap; later the world has moved, and it is withdrawn. */
const resendWithinMs = 15_000

const secrets = new Set([
  'password', 're_password', 'repassword', 'old_password', 'oldpassword', 'pay_password', 'tradePwd', 'oldTradePwd', 'code',
  'mobile_code', 'email_code',
])
/** A body as it may be kept: no password and no code ever reaches the storage. */
export const withoutSecrets = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !secrets.has(name)))
    : {}

const nothingDone = (reason: 'storage_full' | 'submit_failed'): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { kind: 'refused', reason, params: {}, text: null, afterMs: null },
})

/** Joins the submit machine to one call: what leaves is kept first, and kept until its outcome is certain. */
export const createSubmit = <E extends Endpoint<'changes'>>({ request, intents, nowMs = Date.now }: Ports, endpoint: E) => {
  const inputs = new Map<string, InputOf<E>>()
  const values = new Map<string, OutputOf<E>>()
  const atMs = new Map<string, number>()
  const schema: E['input'] = endpoint.input
  /** Who is nobody yet has no list of wishes; what bears a token is never kept. */
  const isKept = endpoint.who !== 'any' && endpoint.isSecret !== true

  const settle = (key: string, reply: Reply<OutputOf<E>>): Reply<OutputOf<E>> => {
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
  const carry = async (intent: Intent): Promise<Reply<OutputOf<E>>> => {
    const input = inputOf(intent)
    if (input === null) return settle(intent.key, nothingDone('submit_failed'))
    const { method, path } = endpoint
    if (!atMs.has(intent.key)) atMs.set(intent.key, nowMs())
    if (isKept && !intents.put({ key: intent.key, method, path, body: withoutSecrets(intent.body), atMs: nowMs() }))
      return nothingDone('storage_full')
    return settle(intent.key, await request.change(endpoint, input, intent.key))
  }

  /** Nothing while it is still unclear. */
  const ask = async (intent: Intent): Promise<Reply<OutputOf<E> | null> | null> => {
    const { key } = intent
    const isFresh = nowMs() - (atMs.get(key) ?? 0) < resendWithinMs
    // Nobody's call cannot be asked about: the same key makes it safe to say again.
    if (!isKept) return certain(await carry(intent))
    // Under another account the key means nothing; it waits for its own.
    if (!intents.list().some((open) => open.key === key)) return null
    const outcome = await outcomeOf(request, endpoint, key, !isFresh)
    if (outcome.kind === 'known') return settle(key, outcome.reply)
    if (outcome.kind === 'unseen' && isFresh) return certain(await carry(intent))
    if (outcome.kind === 'burnt') return settle(key, nothingDone('submit_failed'))
    if (outcome.kind !== 'done') return null
    intents.drop(key)
    return { ok: true, value: null }
  }

  const held = <T>(key: string, work: Observable<T>) =>
    defer(() => {
      const release = hold(`wish.${key}`)
      return work.pipe(finalize(release))
    })
  const askUntilTold = (intent: Intent): Observable<OutcomeReceived> =>
    held(
      intent.key,
      defer(() => from(ask(intent).catch(() => null))).pipe(
        repeat({ delay: (count) => timer(Math.min(askAgainMs * 2 ** (count - 1), askSlowestMs)) }),
        filter((reply) => reply !== null),
        take(1),
        map((reply): OutcomeReceived => ({ type: 'outcome.received', reply })),
      ),
    )

  const carryHeld = async (intent: Intent) => {
    const release = hold(`wish.${intent.key}`)
    try {
      return await carry(intent)
    } finally {
      release()
    }
  }

  const logic = submitMachine.provide({
    actors: {
      carry: fromPromise<Reply<unknown>, Intent>(({ input }) => carryHeld(input)),
      askOutcome: fromEventObservable<OutcomeReceived, Intent>(({ input }) => askUntilTold(input)),
    },
  })
  return {
    logic,
    carry: carryHeld,
    askUntilTold,
    /** What leaves, spelled for the wire. */
    intentOf: (input: InputOf<E>, key: string): Intent => {
      inputs.set(key, input)
      const body = tryEncode(schema, input)
      return { key, body: withoutSecrets(body.success ? body.data : {}) }
    },
    valueOf: (key: string): OutputOf<E> | null => values.get(key) ?? null,
  }
}

const certain = <T>(reply: Reply<T>): Reply<T> | null => (reply.ok || reply.failure.kind === 'refused' ? reply : null)
