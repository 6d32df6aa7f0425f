import { aUserRow } from './builders/person-rows.ts'
import { atOnce, startVenue } from './venues.ts'
import { systemClock } from '#server/core/clock.ts'
import { seededRandom } from '#server/core/random.ts'
import { routeKeysOf } from '#server/core/routes.ts'
import { defaultSettings } from '#server/settings.ts'
import type { Store } from '#server/core/store-port.ts'
import { randomUUID } from 'node:crypto'

const user = 1
const usdt = 3
const granted = 1_000_000_000n
/** Amount that each intent moves, in units of 10^-8. */
const unitsPerIntent = 100n

/** An intent with its idempotency key, and the answer to it; null until one has come. */
export type KeyedIntent = { readonly key: string; answer: string | null }
export const newIntent = (): KeyedIntent => ({ key: randomUUID(), answer: null })

/**
 * A venue with one user, whose intents move money from one account to another; groups are committed only by `flush`.
 */
export function keyedVenue(store: Store, onFailure: (thrown: unknown) => void) {
  const venue = startVenue(store, {
    clock: systemClock,
    random: seededRandom(1),
    settings: defaultSettings(true),
    soon: () => undefined,
    onFailure,
  })
  const { tables, ledger } = venue.ctx
  const caller = { user, session: '', lang: 'en', device: 'd', address: '', appVersion: null } as const
  const routeOf = (routeKey: string) => {
    const route = venue.routes.find((each) => routeKeysOf(each).includes(routeKey))
    if (!route) throw new Error(routeKey)
    return route
  }
  const change = routeOf('POST /api/wallet/change')
  const body = { number: '0.000001', currency_id: usdt, from_field: 'change', to_field: 'legal' }
  return {
    venue,
    /** Creates the user with an initial balance; only on a new store. */
    enter: () => {
      void venue.command((ctx) => {
        ctx.tables.users.put(aUserRow(user, { nickname: 'ann', email: 'ann@kontor.test', code: 'A' }))
        const cell = { asset: usdt, kind: 'change' } as const
        ctx.ledger.post({
          type: 200,
          ref: 'grant',
          postings: [
            { owner: 'external', ...cell, free: -granted },
            { owner: user, ...cell, free: granted },
          ],
        })
      })
      venue.flush()
    },
    /** Sends an intent: decided after a turn of the event loop, answered after its group is committed. */
    send: (intent: KeyedIntent) =>
      venue.execute({ route: change, caller, body, key: intent.key }).then(({ body: answer, refused }) => {
        if (refused !== null) throw new Error(`${refused}: ${answer}`)
        intent.answer = answer
      }),
    stateOf: ({ key }: KeyedIntent) => atOnce(venue.asyncCtx.keys.stateOf(caller, key)),
    revoke: ({ key }: KeyedIntent) => venue.asyncCtx.keys.revoke(caller, key),
    /** Number of intents that have happened, derived from the balance. */
    happened: () => Number(ledger.balance({ owner: user, asset: usdt, kind: 'legal' }).free / unitsPerIntent),
    isWhole: () =>
      ledger.balance({ owner: user, asset: usdt, kind: 'change' }).free ===
      granted - ledger.balance({ owner: user, asset: usdt, kind: 'legal' }).free,
    streamHead: () => [atOnce(store.ring(user)).head, tables.heads.get(user)?.s ?? 0] as const,
  }
}
export type KeyedVenue = ReturnType<typeof keyedVenue>

const turn = () => new Promise((done) => setImmediate(done))
/** Decides intents and commits them as one group; if the group fails, they get no answer. */
export async function sendGroup(harness: KeyedVenue, intents: readonly KeyedIntent[]): Promise<void> {
  for (const intent of intents) void harness.send(intent)
  await turn()
  harness.venue.flush()
  await turn()
}

/**
 * Resolves intents after a failure, as a client would: each without an answer is asked about by its key, and then
 * revoked or sent again.
 * After that every key must bring its one answer and no second effect. Returns all violations.
 */
export async function settleAll(
  harness: KeyedVenue,
  intents: readonly KeyedIntent[],
  way: (n: number) => 'give up' | 'send again',
): Promise<string[]> {
  const problems: string[] = []
  let revokedCount = 0
  for (const [n, intent] of intents.entries()) {
    const { state, row } = harness.stateOf(intent)
    if (intent.answer !== null && state !== 'done')
      problems.push(`lost: ${intent.key} was acknowledged and is ${state}`)
    if (state === 'done' && intent.answer !== null && row?.answer !== intent.answer)
      problems.push(`another answer: ${intent.key}`)
    if (state === 'done') continue
    if (way(n) === 'give up') {
      const revocation = harness.revoke(intent)
      harness.venue.flush()
      if ((await revocation).state === 'burnt') revokedCount += 1
    } else await sendGroup(harness, [intent])
  }
  const before = harness.happened()
  if (before !== intents.length - revokedCount)
    problems.push(`${before} happened of ${intents.length}, ${revokedCount} given up`)
  for (const intent of intents) {
    const repeated = harness
      .send(intent)
      .catch((thrown: unknown) => (harness.stateOf(intent).state === 'burnt' ? null : problems.push(String(thrown))))
    await turn()
    harness.venue.flush()
    await repeated
  }
  if (harness.happened() !== before) problems.push(`doubled: ${before} became ${harness.happened()}`)
  if (!harness.isWhole()) problems.push('money is missing')
  return problems
}
