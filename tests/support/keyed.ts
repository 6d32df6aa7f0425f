import { systemClock } from '#server/core/clock.ts'
import { seededRandom } from '#server/core/random.ts'
import { placesOf } from '#server/core/routes.ts'
import { defaultSettings } from '#server/core/settings.ts'
import type { Store } from '#server/core/store-port.ts'
import { createVenue } from '#server/venue.ts'
import { randomUUID } from 'node:crypto'

const user = 1
const usdt = 3
const granted = 1_000_000_000n
/** What each wish moves, in units of 10^-8. */
const moved = 100n

/** One wish under its key: told is the answer as it came, null as long as none has. */
export type KeyedWish = { readonly key: string; told: string | null }
export const newWish = (): KeyedWish => ({ key: randomUUID(), told: null })

/** A venue over a store with one person, whose wishes under keys move money from one account to the other; groups are written by hand. */
export function keyedFloor(store: Store, onFailure: (thrown: unknown) => void) {
  const venue = createVenue({ store, clock: systemClock, random: seededRandom(1), settings: defaultSettings(true), soon: () => undefined, onFailure })
  const { tables, ledger } = venue.ctx
  const caller = { user, session: '', lang: 'en', device: 'd', address: '', appVersion: null } as const
  const routeOf = (place: string) => {
    const route = venue.routes.find((each) => placesOf(each).includes(place))
    if (!route) throw new Error(place)
    return route
  }
  const change = routeOf('POST /api/wallet/change')
  const body = { number: '0.000001', currency_id: usdt, from_field: 'change', to_field: 'legal' }
  return {
    venue,
    /** The first time: the person and what they have. */
    enter: () => {
      void venue.command('enter', (ctx) => {
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
    send: (wish: KeyedWish) =>
      venue.execute({ route: change, caller, body, key: wish.key }).then(({ body: answer, refused }) => {
        if (refused !== null) throw new Error(`${refused}: ${answer}`)
        wish.told = answer
      }),
    stateOf: ({ key }: KeyedWish) => venue.asyncCtx.keys.stateOf(caller, key),
    burn: ({ key }: KeyedWish) => venue.asyncCtx.keys.burn(caller, key),
    /** How many wishes have happened, by the money itself. */
    happened: () => Number(ledger.balance({ owner: user, asset: usdt, kind: 'legal' }).free / moved),
    isWhole: () => ledger.balance({ owner: user, asset: usdt, kind: 'change' }).free === granted - ledger.balance({ owner: user, asset: usdt, kind: 'legal' }).free,
    streamHead: () => [store.ring(user).head, tables.heads.get(user)?.s ?? 0] as const,
  }
}
export type KeyedFloor = ReturnType<typeof keyedFloor>

const turn = () => new Promise((done) => setImmediate(done))
/** Decides so many wishes and writes them as one group; those of a group that failed are told nothing. */
export async function sendGroup(floor: KeyedFloor, wishes: readonly KeyedWish[]): Promise<void> {
  for (const wish of wishes) void floor.send(wish)
  await turn()
  floor.venue.flush()
  await turn()
}

/**
 * What a person does after it: each wish without an answer is settled by its key (seen to be done, given up, or sent
 * again), and then each key, whoever it is, must bring one answer and no second effect. Says everything that is wrong.
 */
export async function settleAll(floor: KeyedFloor, wishes: readonly KeyedWish[], way: (n: number) => 'give up' | 'send again'): Promise<string[]> {
  const wrong: string[] = []
  let burnt = 0
  for (const [n, wish] of wishes.entries()) {
    const { state, row } = floor.stateOf(wish)
    if (wish.told !== null && state !== 'done') wrong.push(`lost: ${wish.key} was acknowledged and is ${state}`)
    if (state === 'done' && wish.told !== null && row?.answer !== wish.told) wrong.push(`other words: ${wish.key}`)
    if (state === 'done') continue
    if (way(n) === 'give up') {
      const given = floor.burn(wish)
      floor.venue.flush()
      if ((await given).state === 'burnt') burnt += 1
    } else await sendGroup(floor, [wish])
  }
  const before = floor.happened()
  if (before !== wishes.length - burnt) wrong.push(`${before} happened of ${wishes.length}, ${burnt} given up`)
  for (const wish of wishes) {
    const again = floor.send(wish).catch((thrown: unknown) => (floor.stateOf(wish).state === 'burnt' ? null : wrong.push(String(thrown))))
    await turn()
    floor.venue.flush()
    await again
  }
  if (floor.happened() !== before) wrong.push(`doubled: ${before} became ${floor.happened()}`)
  if (!floor.isWhole()) wrong.push('money is missing')
  return wrong
}
