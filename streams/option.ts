import { payloads, type PriceRow } from '#contract/wire/down.ts'
import { isOptionOrderAhead, isOptionOrderOver, isRoundAhead, option, roundsShown, type OptionOrder, type Round } from '#contract/option.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { decode } from '#contract/wire/coded.ts'
import { defer, distinctUntilChanged, filter, map, merge, mergeMap, scan, tap, type Observable, type SchedulerLike } from 'rxjs'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import type { Live, Update } from '#streams/kit/live.ts'
import { untilAnswered$, type Read } from '#streams/kit/poll.ts'

/** The rounds of one market and length, in the order of their numbers: those that ended lately, the current one, those to come. */
export type Rounds = { readonly market: string; readonly seconds: number; readonly rounds: readonly Round[] }

const maxRounds = roundsShown.past + 1 + roundsShown.next

/** Rounds by their numbers; of each the copy that has gone furthest. Only the newest stay. */
export function takeRounds(held: readonly Round[], some: readonly Round[]): readonly Round[] {
  const known = new Map(held.map((round) => [round.no, round]))
  for (const round of some) {
    const copy = known.get(round.no)
    if (copy === undefined || isRoundAhead(copy, round)) known.set(round.no, round)
  }
  return [...known.values()].toSorted((a, b) => a.no - b.no).slice(-maxRounds)
}

type Held = { readonly rounds: readonly Round[]; readonly update: Update<Rounds> | null }

/** Rounds by the socket and by polls, as signs of one list. */
export const roundUpdates$ = (market: string, seconds: number, events$: Observable<ChannelEvent>, polls$: Observable<readonly Round[]>): Observable<Update<Rounds>> => {
  const valued = (rounds: readonly Round[]): Held => ({ rounds, update: { type: 'value', value: { market, seconds, rounds } } })
  const take = (held: Held, told: ChannelEvent): Held => {
    if (told.type === 'off' || told.type === 'away') return { ...held, update: { type: 'away' } }
    if (told.type === 'syncing' || told.type === 'confirmed') return { ...held, update: { type: told.type } }
    if (told.type === 'snap') {
      const read = decode(payloads.round.snap, told.data)
      return read.success ? valued(takeRounds(held.rounds, read.data.rounds)) : { ...held, update: { type: 'syncing' } }
    }
    if (told.type !== 'delta') return { ...held, update: null }
    const read = decode(payloads.round.delta, told.data)
    return read.success ? valued(takeRounds(held.rounds, [read.data.round])) : { ...held, update: { type: 'syncing' } }
  }
  return merge(events$, polls$).pipe(
    scan((held: Held, news) => ('type' in news ? take(held, news) : valued(takeRounds(held.rounds, news))), { rounds: [], update: null }),
    map(({ update }) => update),
    filter((update) => update !== null),
  )
}

/** One price of the index, as it came. */
export type IndexTick = { readonly at: number; readonly price: string }
const maxTicks = 1500

/** The index of one market since somebody looks, oldest first. */
export const ticks$ = (prices$: Observable<Live<PriceRow>>): Observable<readonly IndexTick[]> =>
  prices$.pipe(
    map(({ value }) => value),
    filter((row) => row !== null),
    distinctUntilChanged((a, b) => a.at_ms === b.at_ms),
    scan((held: readonly IndexTick[], { at_ms, index }) => {
      if (at_ms <= (held.at(-1)?.at ?? 0)) return held
      return [...held.slice(1 - maxTicks), { at: at_ms, price: index }]
    }, []),
  )

/** Stakes by id, each with the count of events at which it was told; ended ones stay a while, so that no old list revives them. */
export type KeptStakes = {
  readonly orders: ReadonlyMap<number, { readonly order: OptionOrder; readonly toldAt: number }>
  readonly isWhole: boolean
}
export const noStakes: KeptStakes = { orders: new Map(), isWhole: false }
const maxEnded = 200

/** One stake as told: an older copy changes nothing, and what is closed stays closed. */
export function takeStake(held: KeptStakes, order: OptionOrder, toldAt: number): KeptStakes {
  const known = held.orders.get(order.id)?.order
  if (known !== undefined && !isOptionOrderAhead(known, order)) return held
  return { ...held, orders: prune(new Map(held.orders).set(order.id, { order, toldAt })) }
}
/** All that are open, asked when `askedAt` events had been told: what it does not name has ended, unless told since. */
export function takeStakes(held: KeptStakes, open: readonly OptionOrder[], askedAt: number): KeptStakes {
  const named = new Set(open.map(({ id }) => id))
  const left = [...held.orders].filter(([id, { order, toldAt }]) => isOptionOrderOver(order) || named.has(id) || toldAt > askedAt)
  const kept: KeptStakes = { orders: new Map(left), isWhole: true }
  return open.reduce((all, order) => takeStake(all, order, askedAt), kept)
}
/** What runs or awaits its result, newest first; null before the first whole list. */
export const stakesOf = ({ orders, isWhole }: KeptStakes): readonly OptionOrder[] | null =>
  isWhole ? [...orders.values()].map(({ order }) => order).filter((order) => !isOptionOrderOver(order)).toSorted((a, b) => b.id - a.id) : null

function prune(orders: Map<number, { order: OptionOrder; toldAt: number }>) {
  const ended = [...orders].filter(([, { order }]) => isOptionOrderOver(order))
  for (const [id] of ended.slice(0, Math.max(0, ended.length - maxEnded))) orders.delete(id)
  return orders
}

const pageSize = 50
const maxPages = 20
/** In the order of their lives: what moves on while it is read turns up again further along. */
const living = ['open', 'closing'] as const

/** Reads every stake that is not settled yet. */
export async function readStakes(read: Read): Promise<Reply<readonly OptionOrder[]>> {
  const all = new Map<number, OptionOrder>()
  for (const status of living) {
    for (let page = 1; page <= maxPages; page++) {
      const reply = await read(option.list, { status, page, limit: pageSize })
      if (!reply.ok) return reply
      for (const order of reply.value.data) all.set(order.id, order)
      if (reply.value.data.length < pageSize) break
    }
  }
  return { ok: true, value: [...all.values()] }
}

/**
 * How stakes end, each once: as it is told, or, when one has gone from the open ones without a word, as it is read then.
 * Without a socket, or after a sleep longer than the server keeps events, nobody tells.
 */
export const stakeEnds$ = (events$: Observable<OptionOrder>, open$: Observable<readonly OptionOrder[]>, read: Read, time?: SchedulerLike): Observable<OptionOrder> =>
  defer(() => {
    const ended = new Set<number>()
    let held: readonly number[] = []
    const gone = (open: readonly OptionOrder[]) => {
      const before = held
      held = open.map(({ id }) => id)
      return before.filter((id) => !held.includes(id) && !ended.has(id))
    }
    const unheard$ = open$.pipe(
      mergeMap(gone),
      mergeMap((id) => untilAnswered$(() => read(option.list, { id }), time)),
      mergeMap(({ data }) => data),
    )
    return merge(events$, unheard$).pipe(
      filter((order) => isOptionOrderOver(order) && !ended.has(order.id)),
      tap(({ id }) => ended.add(id)),
    )
  })
