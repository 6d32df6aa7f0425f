import { bookEntry, netOfPosition, netOfRound, noBooks, type Books, type Move } from '#contract/pnl.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { mulDec, parseDec } from '#contract/wire/money.ts'
import type { Store } from '#server/core/store-port.ts'
import type { VenueContext } from '#server/features.ts'
import { dayText } from '#server/features/assets/days.ts'
import type { PnlRow } from '#server/features/assets/pnl-rows.ts'
import { openDay, openOf } from '#server/features/assets/results.ts'
import { leverRowOf, leverTable } from '#server/features/lever/rows.ts'
import { positionOf } from '#server/features/lever/view.ts'
import { worthOf } from '#server/features/market/view.ts'
import { optionTable, type OptionRow } from '#server/features/option/rows.ts'
import { optionOrderOf } from '#server/features/option/view.ts'
import type { MemoryVenue } from '#server/memory.ts'
import { answerOf } from '#tests/support/people.ts'
import { resultsAstray } from '#tests/support/results-astray.ts'
import { atOnce } from '#tests/support/venues.ts'

/** One line of an account log, and what the coin was worth when it was booked. */
type Line = Move & { readonly seq: number; price: bigint | null }
const entryCalls = ['lever/submit', 'lever/cancel', 'trigger/place', 'trigger/cancel', 'order/cancel_all'].map(
  (path) => `POST /api/${path}`,
)
type OnBreach = (rule: string, at: string) => void

/** Folds lines from one of them on; lines of one entry belong together. */
function foldFrom(books: Books, lines: readonly Line[]): Books {
  let [folded, moves, prices]: [Books, Move[], Map<number, bigint>] = [books, [], new Map()]
  for (const [at, line] of lines.entries()) {
    moves.push(line)
    prices.set(line.asset, line.price ?? 0n)
    if (lines[at + 1]?.seq === line.seq) continue
    const known = prices
    folded = bookEntry(folded, moves, (asset, units) => mulDec(units, known.get(asset) ?? 0n))
    moves = []
    prices = new Map()
  }
  return folded
}
const textOf = ({ coins, sums: { fees: _, ...sums } }: Books) =>
  JSON.stringify([[...coins].toSorted(([a], [b]) => a - b), sums], (__, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
const costOf = ({ coins }: Books, asset: number) => coins.get(asset)?.cost ?? 0n

/**
 * Watches what is told of results, for every user: each booking and its price are noted as it is made, and all that is
 * kept has to be what they come to (PNL-3, PNL-5); at each day's end the statements come out at 0 (PNL-1), what ended
 * contracts and rounds show is what was booked (PNL-2), and an entry moves no equity (EQ-1).
 */
export function watchResults(onBreach: OnBreach) {
  const all = new Map<number, Line[]>()
  /** Coins that were booked since their cost last changed. */
  const booked = new Set<string>()
  /** Whose account a closing has emptied: of their losses the fund and the house may have paid a part. */
  const emptied = new Set<number>()
  const twins = new Map<number, { books: Books; read: number }>()
  const firstDays = new Map<number, number>()
  /** What the seed of the venue had booked before anybody listened. */
  const bases = new Map<number, Books>()
  let day = -1
  const linesOf = (user: number) => {
    const held = all.get(user) ?? []
    all.set(user, held)
    return held
  }
  /** A cost changes with a booking of its coin alone, whatever prices do (PNL-3). */
  const checkCost = (ctx: VenueContext, row: PnlRow) => {
    const rows = ctx.tables.pnlDays.group('user', row.user)
    const before = rows.toSorted((a, b) => a.day - b.day).at(-1) ?? noBooks
    for (const asset of row.coins.keys())
      if (costOf(before, asset) !== costOf(row, asset) && !booked.delete(`${row.user}:${asset}`))
        onBreach('PNL-3', `${row.user}:${asset}`)
  }
  const listen = (ctx: VenueContext) => {
    const { logs, pnlDays } = ctx.tables
    const [putLog, putDay] = [logs.put, pnlDays.put]
    const { ledger } = ctx
    const { post } = ledger
    ledger.post = (entry) => {
      const seq = post(entry)
      for (const { owner, asset, kind, free = 0n } of entry.postings)
        if (
          kind === 'lever' &&
          typeof owner === 'number' &&
          free < 0n &&
          ledger.balance({ owner, asset, kind }).free === 0n
        )
          emptied.add(owner)
      return seq
    }
    for (const row of pnlDays.all()) if (row.isLatest && !all.has(row.user)) bases.set(row.user, row)
    logs.put = (row) => {
      const lines = linesOf(row.user)
      const length = lines.length
      lines.push({ asset: row.asset, units: BigInt(row.value), type: row.type, seq: row.seq, price: null })
      ctx.onRollback(() => lines.splice(length))
      return putLog(row)
    }
    pnlDays.put = (row) => {
      for (const line of linesOf(row.user))
        if (line.price === null) {
          line.price = worthOf(ctx, line.asset) ?? 0n
          booked.add(`${row.user}:${line.asset}`)
        }
      checkCost(ctx, row)
      if (!firstDays.has(row.user)) firstDays.set(row.user, row.day)
      return putDay(row)
    }
  }
  /** What is kept is what was noted, line by line (PNL-5). */
  const check = ({ tables }: VenueContext) => {
    for (const { rule, at } of resultsAstray({ tables })) onBreach(rule, at)
    for (const row of tables.pnlDays.all()) {
      if (!row.isLatest) continue
      const lines = linesOf(row.user)
      const { books, read } = twins.get(row.user) ?? { books: bases.get(row.user) ?? noBooks, read: 0 }
      const now = foldFrom(books, lines.slice(read))
      twins.set(row.user, { books: now, read: lines.length })
      if (textOf(now) !== textOf(row)) onBreach('PNL-5', String(row.user))
    }
  }
  const statements = async ({ ask }: MemoryVenue, user: number) => {
    const first = dayText(firstDays.get(user) ?? day)
    for (const span of [
      { from: first },
      { from: dayText(day - 1), to: dayText(day - 1) },
      { from: first, to: dayText(day - 1) },
    ]) {
      const { answer } = await ask('GET /api/wallet/statement', span, { user })
      if (Object(answerOf(answer).message).difference !== '0') onBreach('PNL-1', `${user} ${JSON.stringify(span)}`)
    }
  }
  /** When a day has ended: the statements of everybody. */
  const dayEnds = async (harness: MemoryVenue) => {
    const { ctx } = harness.venue
    const before = day
    day = openDay(ctx)
    if (before === day || before < 0) return
    check(ctx)
    for (const user of firstDays.keys()) await statements(harness, user)
  }
  const bodiesOf = (store: Pick<Store, 'page'>, table: string, user: number) =>
    atOnce(store.page({ table, where: { user }, limit: 100_000, offset: 0 })).bodies
  /** What contracts and rounds show as their results is what was booked for them, less what is still open (PNL-2). */
  const checkNets = ({ venue: { ctx, store } }: MemoryVenue) => {
    for (const { user, isLatest, sums } of ctx.tables.pnlDays.all()) {
      if (!isLatest) continue
      const open = openOf(ctx, user)
      const lever = bodiesOf(store, leverTable, user)
        .map(leverRowOf)
        .reduce((sum, row) => sum + (row.status === 'closed' ? parseDec(netOfPosition(positionOf(ctx, row))) : 0n), 0n)
      const booked = sums.lever + open.lever
      if (emptied.has(user) ? lever > booked : lever !== booked) onBreach('PNL-2', `lever ${user}: ${lever} ${booked}`)
      const option = bodiesOf(store, optionTable, user)
        .map((body): OptionRow => JSON.parse(body))
        .reduce((sum, row) => sum + (row.status === 'closed' ? parseDec(netOfRound(optionOrderOf(ctx, row))) : 0n), 0n)
      if (option !== sums.option + open.option)
        onBreach('PNL-2', `option ${user}: ${option} ${sums.option + open.option}`)
    }
  }
  const end = async (harness: MemoryVenue) => {
    harness.venue.flush()
    for (const user of firstDays.keys()) await statements(harness, user)
    checkNets(harness)
    // Once more from the first line on.
    twins.clear()
    check(harness.venue.ctx)
  }
  const equityOf = async ({ ask }: MemoryVenue, user: number) => {
    const body = { currency_id: 1, legal_id: baseCoin.id }
    return Object(answerOf((await ask('POST /api/lever/deal', body, { user })).answer).message).all_levers
  }
  /** An entry that is placed or cancelled leaves equity as it was (EQ-1). */
  const around = async <T>(
    harness: MemoryVenue,
    place: string,
    user: number,
    act: () => Promise<{ id: number; done: T }>,
  ): Promise<T> => {
    const isEntry = entryCalls.includes(place)
    const before = isEntry ? await equityOf(harness, user) : null
    const { id, done } = await act()
    if (
      isEntry &&
      (!place.endsWith('submit') || harness.venue.ctx.tables.leverPositions.get(id)?.status === 'pending')
    ) {
      const after = await equityOf(harness, user)
      if (after !== before) onBreach('EQ-1', `${place} ${user}: ${before} ${after}`)
    }
    return done
  }
  return { listen, check, dayEnds, end, around }
}
