import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { decode, tryEncode } from '#contract/wire/coded.ts'
import { submitMachine, type OutcomeTold, type Wish } from '#machines/submit.ts'
import { outcomeOf } from '#src/api/outcome.ts'
import type { Request } from '#src/api/request.ts'
import { hold } from '#src/lib/tab-lock.ts'
import type { WishStore } from '#src/stores/intents.ts'
import { defer, filter, finalize, from, map, repeat, take, timer, type Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'

type Ports = { readonly request: Request; readonly wishes: WishStore; readonly nowMs?: () => number }

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
export const createSubmit = <E extends Endpoint<'changes'>>({ request, wishes, nowMs = Date.now }: Ports, endpoint: E) => {
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
      wishes.drop(key)
    }
    return reply
  }
  const inputOf = ({ key, body }: Wish) => {
    const known = inputs.get(key)
    if (known !== undefined) return known
    const again = decode(schema, body)
    return again.success ? again.data : null
  }
  const carry = async (wish: Wish): Promise<Reply<OutputOf<E>>> => {
    const input = inputOf(wish)
    if (input === null) return settle(wish.key, nothingDone('submit_failed'))
    const { method, path } = endpoint
    if (!atMs.has(wish.key)) atMs.set(wish.key, nowMs())
    if (isKept && !wishes.put({ key: wish.key, method, path, body: withoutSecrets(wish.body), atMs: nowMs() }))
      return nothingDone('storage_full')
    return settle(wish.key, await request.change(endpoint, input, wish.key))
  }

  /** Nothing while it is still unclear. */
  const ask = async (wish: Wish): Promise<Reply<OutputOf<E> | null> | null> => {
    const { key } = wish
    const isFresh = nowMs() - (atMs.get(key) ?? 0) < resendWithinMs
    // Nobody's call cannot be asked about: the same key makes it safe to say again.
    if (!isKept) return certain(await carry(wish))
    // Under another account the key means nothing; it waits for its own.
    if (!wishes.list().some((open) => open.key === key)) return null
    const outcome = await outcomeOf(request, endpoint, key, !isFresh)
    if (outcome.kind === 'known') return settle(key, outcome.reply)
    if (outcome.kind === 'unseen' && isFresh) return certain(await carry(wish))
    if (outcome.kind === 'burnt') return settle(key, nothingDone('submit_failed'))
    if (outcome.kind !== 'done') return null
    wishes.drop(key)
    return { ok: true, value: null }
  }

  const held = <T>(key: string, work: Observable<T>) =>
    defer(() => {
      const release = hold(`wish.${key}`)
      return work.pipe(finalize(release))
    })
  const askUntilTold = (wish: Wish): Observable<OutcomeTold> =>
    held(
      wish.key,
      defer(() => from(ask(wish).catch(() => null))).pipe(
        repeat({ delay: (count) => timer(Math.min(askAgainMs * 2 ** (count - 1), askSlowestMs)) }),
        filter((reply) => reply !== null),
        take(1),
        map((reply): OutcomeTold => ({ type: 'outcome.told', reply })),
      ),
    )

  const carryHeld = async (wish: Wish) => {
    const release = hold(`wish.${wish.key}`)
    try {
      return await carry(wish)
    } finally {
      release()
    }
  }

  const logic = submitMachine.provide({
    actors: {
      carry: fromPromise<Reply<unknown>, Wish>(({ input }) => carryHeld(input)),
      askOutcome: fromEventObservable<OutcomeTold, Wish>(({ input }) => askUntilTold(input)),
    },
  })
  return {
    logic,
    carry: carryHeld,
    askUntilTold,
    /** What leaves, spelled for the wire. */
    wishOf: (input: InputOf<E>, key: string): Wish => {
      inputs.set(key, input)
      const body = tryEncode(schema, input)
      return { key, body: withoutSecrets(body.success ? body.data : {}) }
    },
    valueOf: (key: string): OutputOf<E> | null => values.get(key) ?? null,
  }
}

const certain = <T>(reply: Reply<T>): Reply<T> | null => (reply.ok || reply.failure.kind === 'refused' ? reply : null)
