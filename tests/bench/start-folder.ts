import { aUserRow } from '#tests/support/builders/person-rows.ts'
import { storedEnd } from '#tests/support/venues.ts'
import { startVenue } from '#tests/support/venues.ts'
import { parseDec } from '#contract/wire/money.ts'
import { systemClock } from '#server/core/clock.ts'
import type { VenueContext } from '#server/features.ts'
import { createLoop } from '#server/loop.ts'
import { seedHistory } from '#server/features/market/seed-history.ts'
import { quoteUnits } from '#server/features/market/units.ts'
import { seededRandom } from '#server/core/random.ts'
import { spotHold, type SpotRow } from '#server/features/spot/rows.ts'
import { defaultSettings } from '#server/settings.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { join } from 'node:path'

/** What a long life leaves behind, a person: journal rows are one a hold, one a release, one a transfer. */
const openEach = 50
const endedEach = 150
const movedEach = 150
export const rowsEach = openEach + 2 * endedEach + movedEach
/** The grants that begin every account. */
const granted = 9
/** Above the accounts that a venue makes while it runs. */
const firstAdded = 1_000_000
const usdt = 3

const enter = ({ tables, ledger, markets }: VenueContext, id: number) => {
  tables.users.put(aUserRow(id, { nickname: `p${id}`, email: `p${id}@bench.test`, code: `P${id}` }))
  const units = parseDec('100000000')
  for (const asset of [usdt, ...markets.all().map(({ pair }) => pair.base)])
    ledger.post({
      type: 200,
      ref: `grant:${id}:${asset}`,
      postings: [
        { owner: 'external', asset, kind: 'change', free: -units },
        { owner: id, asset, kind: 'change', free: units },
      ],
    })
}

/** An order far from the price, so that it rests; or one that rested and was taken back. */
const order = ({ tables, ledger, markets, now }: VenueContext, user: number, n: number, isOpen: boolean) => {
  const all = markets.all()
  const market = all[n % all.length]
  if (!market) throw new Error('no market')
  const { pair } = market
  const side = n % 2 === 0 ? 'buy' : 'sell'
  const away = 0.3 + ((n * 7 + user) % 400) / 1000
  const price = Math.round(market.last() * (side === 'buy' ? 1 - away : 1 + away))
  const amount = 1 + (n % 50)
  const id = tables.spotOrders.nextId()
  const cell = { owner: user, asset: side === 'buy' ? pair.quote : pair.base, kind: 'change' as const }
  ledger.hold(spotHold(id), cell, side === 'buy' ? quoteUnits(pair, price, amount) : BigInt(amount), 0)
  const row: SpotRow = {
    id,
    user,
    pair: pair.id,
    side,
    kind: 'limit',
    price,
    amount,
    filled: 0,
    total: '0',
    fee: '0',
    rate: '0.002',
    status: 'waiting',
    reason: null,
    createdAt: now(),
    updatedAt: now(),
    rev: 1,
  }
  if (!isOpen) ledger.release(spotHold(id), 0)
  tables.spotOrders.put(isOpen ? row : { ...row, status: 'cancelled', reason: 'user', rev: 2 })
}
const move = ({ ledger }: VenueContext, user: number, n: number) => {
  const [from, to] = n % 2 === 0 ? (['change', 'legal'] as const) : (['legal', 'change'] as const)
  ledger.post({
    type: 201,
    ref: `move:${user}:${n}`,
    postings: [
      { owner: user, asset: usdt, kind: from, free: -100n },
      { owner: user, asset: usdt, kind: to, free: 100n },
    ],
  })
}

const venueOn = (folder: string) => {
  const store = openSqlite(join(folder, 'venue.db'))
  const venue = startVenue(store, {
    clock: systemClock,
    random: seededRandom(1),
    settings: defaultSettings(true),
    soon: () => undefined,
    onFailure: (thrown) => {
      throw thrown
    },
  })
  return { store, venue }
}
/** Puts so many open orders into the folder of a venue that has lived, far from the price, of accounts of their own. */
export async function addOpenOrders(folder: string, count: number): Promise<void> {
  const { venue } = venueOn(folder)
  const made: Promise<unknown>[] = []
  for (let user = 1; user <= count / openEach; user += 1) {
    made.push(
      venue.command((ctx) => {
        const id = firstAdded + user
        enter(ctx, id)
        for (let n = 0; n < openEach; n += 1) order(ctx, id, n, true)
      }),
    )
    if (user % 20 === 0) venue.flush()
  }
  venue.flush()
  await Promise.all(made)
  await venue.stop()
}
/** A folder after so many journal rows, a tenth of them open orders, by the venue's own ledger and tables. */
export async function fillFolder(folder: string, journalRows: number): Promise<{ journal: number; open: number }> {
  const { store, venue } = venueOn(folder)
  const lived: Promise<unknown>[] = [venue.command(seedHistory)]
  venue.flush()
  lived.push(createLoop(venue).second())
  venue.flush()
  const people = Math.ceil(journalRows / (rowsEach + granted))
  for (let user = 1; user <= people; user += 1) {
    lived.push(
      venue.command((ctx) => {
        enter(ctx, user)
        for (let n = 0; n < openEach; n += 1) order(ctx, user, n, true)
        for (let n = 0; n < endedEach; n += 1) order(ctx, user, n, false)
        for (let n = 0; n < movedEach; n += 1) move(ctx, user, n)
      }),
    )
    if (user % 20 === 0) venue.flush()
  }
  venue.flush()
  await Promise.all(lived)
  const counted = { journal: storedEnd(store).seq, open: venue.ctx.tables.spotOrders.count() }
  await venue.stop()
  return counted
}
