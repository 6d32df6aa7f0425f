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
/** What each wish moves, in units of 10^-8. */
const moved = 100n

/** One wish under its key: told is the answer as it came, null as long as none has. */
export type KeyedIntent = { readonly key: string; told: string | null }
export const newIntent = (): KeyedIntent => ({ key: randomUUID(), told: null })

/** A venue over a store with one person, whose wishes under keys move money from one account to the other; groups are written by hand. */
export function keyedVenue(store: Store, onFailure: (thrown: unknown) => void) {
  const venue = startVenue(store, {  clock: systemClock, random: seededRandom(1), settings: defaultSettings(true), soon: () => undefined, onFailure })
  const { tables, ledger } = venue.ctx
  const caller = { user, session: '', lang: 'en', device: 'd', address: '', appVersion: null } as const
  const routeOf = (place: string) => {
    const route = venue.routes.find((each) => routeKeysOf(each).includes(place))
    if (!route) throw new Error(place)
    return route
  }
  const change = routeOf('POST /api/wallet/change')
  const body = { number: '0.000001', currency_id: usdt, from_field: 'change', to_field: 'legal' }
  return {
    venue,
    /** The first time: the person and what they have. */
    enter: () => {
      void venue.command((ctx) => {
        ctx.tables.users.put({
          id: user, nickname: 'ann', avatar: null, email: 'ann@kontor.test', mobile: null, password: '', pin: null, inviter: null, code: 'A', line: null, lang: 'en',
          agentLevel: 0, powers: [], accountUntil: 0, tradeUntil: 0, withdrawUntil: 0, lockReason: null, signature: null, sex: 'unset', address: null, createdAt: 0,
        })
        const cell = { asset: usdt, kind: 'change' } as const
        ctx.ledger.post({ type: 200, ref: 'grant', postings: [{ owner: 'external', ...cell, free: -granted }, { owner: user, ...cell, free: granted }] })
      })
      venue.flush()
    },
    /** Decided after a turn, told after the group that bears it. */
    send: (intent: KeyedIntent) =>
      venue.execute({ route: change, caller, body, key: intent.key }).then(({ body: answer, refused }) => {
        if (refused !== null) throw new Error(`${refused}: ${answer}`)
        intent.told = answer
      }),
    stateOf: ({ key }: KeyedIntent) => atOnce(venue.asyncCtx.keys.stateOf(caller, key)),
    revoke: ({ key }: KeyedIntent) => venue.asyncCtx.keys.revoke(caller, key),
    /** How many wishes have happened, by the money itself. */
    happened: () => Number(ledger.balance({ owner: user, asset: usdt, kind: 'legal' }).free / moved),
    isWhole: () => ledger.balance({ owner: user, asset: usdt, kind: 'change' }).free === granted - ledger.balance({ owner: user, asset: usdt, kind: 'legal' }).free,
    streamHead: () => [atOnce(store.ring(user)).head, tables.heads.get(user)?.s ?? 0] as const,
  }
}
export type KeyedVenue = ReturnType<typeof keyedVenue>

const turn = () => new Promise((done) => setImmediate(done))
/** Decides so many wishes and writes them as one group; those of a group that failed are told nothing. */
export async function sendGroup(harness: KeyedVenue, intents: readonly KeyedIntent[]): Promise<void> {
  for (const intent of intents) void harness.send(intent)
  await turn()
  harness.venue.flush()
  await turn()
}

/**
 * What a person does after it: each wish without an answer is settled by its key (seen to be done, given up, or sent
 * again), and then each key, whoever it is, must bring one answer and no second effect. Says everything that is wrong.
 */
export async function settleAll(harness: KeyedVenue, intents: readonly KeyedIntent[], way: (n: number) => 'give up' | 'send again'): Promise<string[]> {
  const wrong: string[] = []
  let burnt = 0
  for (const [n, intent] of intents.entries()) {
    const { state, row } = harness.stateOf(intent)
    if (intent.told !== null && state !== 'done') wrong.push(`lost: ${intent.key} was acknowledged and is ${state}`)
    if (state === 'done' && intent.told !== null && row?.answer !== intent.told) wrong.push(`other words: ${intent.key}`)
    if (state === 'done') continue
    if (way(n) === 'give up') {
      const given = harness.revoke(intent)
      harness.venue.flush()
      if ((await given).state === 'burnt') burnt += 1
    } else await sendGroup(harness, [intent])
  }
  const before = harness.happened()
  if (before !== intents.length - burnt) wrong.push(`${before} happened of ${intents.length}, ${burnt} given up`)
  for (const intent of intents) {
    const again = harness.send(intent).catch((thrown: unknown) => (harness.stateOf(intent).state === 'burnt' ? null : wrong.push(String(thrown))))
    await turn()
    harness.venue.flush()
    await again
  }
  if (harness.happened() !== before) wrong.push(`doubled: ${before} became ${harness.happened()}`)
  if (!harness.isWhole()) wrong.push('money is missing')
  return wrong
}
