import { isReached, trailPrice } from '#contract/trigger/trigger-terms.ts'
import { isProtective, type TriggerWhy } from '#contract/trigger/trigger.ts'
import { parseDec } from '#contract/wire/money.ts'
import type { Group } from '#server/core/store-port.ts'
import { markOf, mayFire } from '#server/features/lever/account.ts'
import { leverRowOf, leverTable, type LeverRow } from '#server/features/lever/rows.ts'
import type { Pair } from '#server/features/market/rows.ts'
import { baseUnits } from '#server/features/market/units.ts'
import type { SpotFillRow, SpotRow } from '#server/features/spot/rows.ts'
import type { VenueContext } from '#server/features.ts'
import type { GroupRow, TriggerRow } from '#server/features/trigger/rows.ts'
import type { Step } from './crowd-step.ts'
import type { OnBreach } from './watch-ledger.ts'

type Status = TriggerRow['status']
const ends = ['done', 'refused', 'cancelled', 'expired'] as const satisfies readonly Status[]
/** What may be written after what: one group may hold several steps. */
const later: Readonly<Record<Status, readonly Status[]>> = {
  dormant: ['dormant', 'armed', 'triggered', 'placed', 'done', 'refused', 'cancelled', 'expired'],
  armed: ['armed', 'triggered', 'placed', 'done', 'refused', 'cancelled', 'expired'],
  triggered: ['triggered', 'placed', 'done', 'refused', 'cancelled', 'expired'],
  placed: ['placed', 'done', 'cancelled', 'expired'],
  done: [],
  refused: [],
  cancelled: [],
  expired: [],
}
/** How a protective order at the market may end without having been filled: never because of a price. */
const endings: readonly (TriggerWhy | null)[] = [
  'user',
  'linked',
  'parent',
  'position',
  'liquidated',
  'deadman',
  'too_small',
]
const waitsAtMost = 4
type Told = {
  ev: string
  why?: string
  v: { id: number; status: string; act: string; group_id: number | null; held: string; size: { left: string } }
}
const isTold = (value: unknown): value is Told =>
  typeof value === 'object' && value !== null && 'ev' in value && value.ev === 'trigger.changed'
type Ports = {
  onBreach: OnBreach
  count: (name: string) => void
  now: () => number
  pairOf: (id: number) => Pair | undefined
}
/** Refusals that deny that there is so much to close. */
const denials = ['not_found', 'state_moved', 'step_refused', 'lots_out_of_range']

/** In what order one tick has fired triggers: what it passed first goes first, then who was armed first (TR-12). */
function checkOrder(fired: readonly TriggerRow[], onBreach: OnBreach) {
  const last = new Map<string, TriggerRow>()
  for (const row of fired.toSorted((a, b) => (a.fired?.no ?? 0) - (b.fired?.no ?? 0))) {
    const tick = `${row.pair} ${row.fired?.tick}`
    const key = `${tick} ${row.when} ${isProtective(row)}`
    const before = last.get(key)
    const later = before === undefined ? 0 : (row.price - before.price) * (row.when === 'below' ? 1 : -1)
    if (later > 0 || (later === 0 && before !== undefined && before.seq > row.seq))
      onBreach('TR-12', `${row.id} ${key}`)
    if (isProtective(row) && last.has(`${tick} entry`)) onBreach('TR-12', `${row.id} after an entry`)
    last.set(key, row)
    if (!isProtective(row)) last.set(`${tick} entry`, row)
  }
}

/** What protects a buy covers what its fills have brought, less their fees, from the first one on (TR-9). */
function watchEntries({ onBreach, pairOf }: Pick<Ports, 'onBreach' | 'pairOf'>, live: ReadonlyMap<number, TriggerRow>) {
  const groups = new Map<number, GroupRow>()
  /** The groups that orders feed, and what they have brought. */
  const fed = new Map<number, number>()
  const nets = new Map<number, bigint>()
  const touched = new Set<number>()
  const check = (id: number) => {
    const group = groups.get(id)
    const pair = group && pairOf(group.pair)
    if (!group || !pair || group.isOver) return
    const [net, step] = [nets.get(id) ?? 0n, baseUnits(pair, 1)]
    const rest = net - BigInt(group.q) * step
    // Less than a step stays free, and may have been spent.
    if (group.kind !== 'oco' && (BigInt(group.net) !== net || rest < 0n || rest >= 2n * step))
      onBreach('TR-9', `group:${id}`)
    for (const row of live.values())
      if (row.group === id && row.act === group.side && row.status === 'dormant' && group.q > 0)
        onBreach('TR-9', `trigger:${row.id}`)
  }
  return {
    order: ({ id, opens }: SpotRow) => void (opens !== undefined && fed.set(id, opens)),
    fill: ({ order, pair: id, amount, fee, side }: SpotFillRow) => {
      const [group, pair] = [fed.get(order), pairOf(id)]
      if (group === undefined || pair === undefined || side !== 'buy' || groups.get(group)?.isOver) return
      nets.set(group, (nets.get(group) ?? 0n) + baseUnits(pair, amount) - BigInt(fee))
      touched.add(group)
    },
    group: (row: GroupRow) => {
      groups.set(row.id, row)
      touched.add(row.id)
    },
    settle: () => {
      for (const id of touched) check(id)
      touched.clear()
    },
  }
}

/**
 * Triggers as anybody would keep them: every one looks at every tick. TR-1 to TR-9 and TR-12 to TR-14; what is held for
 * them the venue's own audit looks at.
 */
export function watchTriggers({ onBreach, count, now, pairOf }: Ports) {
  const live = new Map<number, TriggerRow>()
  const ended = new Set<number>()
  /** The best price that a trailing one has seen since it was armed, and since when. */
  const extremes = new Map<number, { seq: number; extreme: number }>()
  const waits = new Map<number, number>()
  const ticked = new Map<number, number>()
  let fires: TriggerRow[] = []
  const entries = watchEntries({ onBreach, pairOf }, live)
  /** What has fired, and of which position. */
  const firedOf = new Map<number, number | undefined>()

  const levelOf = (row: TriggerRow) => {
    const seen = extremes.get(row.id)
    if (row.trail === null || row.when === null) return row.price
    return seen === undefined ? null : trailPrice(row.when, row.trail.by, row.trail.distance, seen.extreme)
  }
  const checkFired = (row: TriggerRow, before: TriggerRow | undefined, at: string) => {
    const { fired, when } = row
    if (fired === null || when === null) return
    if (before?.fired) {
      if (before.fired.no !== fired.no) onBreach('TR-1', at)
      return
    }
    firedOf.set(row.id, row.parent?.id)
    // Who was armed since the tick before comes after the others, when those that trail have moved.
    const isOld = before !== undefined && (before.armedAt ?? Infinity) < (ticked.get(row.pair) ?? 0)
    if (isOld && row.trail === null && row.source === 'mark') fires.push(row)
    count(`trigger fired ${row.product} ${row.role}${row.trail ? ' trail' : ''}`)
    if (before && fired.at <= (before.armedAt ?? 0)) onBreach('TR-3', `${at} on the tick of its arming`)
    if (!isReached(when, fired.price, fired.level)) onBreach('TR-3', `${at} at ${fired.price}, not ${fired.level}`)
    if (row.trail === null && fired.level !== row.price) onBreach('TR-3', `${at} by another price`)
    // Of trades the extremes between two ticks count as well, which are not looked at here.
    const must = before?.seq === row.seq && row.source !== 'last' ? levelOf(row) : null
    if (row.trail !== null && must !== null && must !== fired.level)
      onBreach('TR-4', `${at} ${fired.level}, not ${must}`)
  }
  const checkEnd = (row: TriggerRow, at: string) => {
    count(`trigger ${row.status}${row.why === null ? '' : ` ${row.why}`}`)
    const isProtected = isProtective(row) && row.limit === 0 && row.fired !== null
    if (isProtected && row.status !== 'done' && row.status !== 'expired' && !endings.includes(row.why))
      onBreach('TR-8', at)
    if (isProtected && row.status === 'refused') onBreach('TR-8', at)
  }
  const readRow = (row: TriggerRow) => {
    const at = `trigger:${row.id}`
    const before = live.get(row.id)
    if (ended.has(row.id) || (before && (!later[before.status].includes(row.status) || row.rev <= before.rev)))
      onBreach('TR-1', at)
    if (row.filled < (before?.filled ?? 0) || ((row.by === 'amount' || row.by === 'lots') && row.filled > row.wanted))
      onBreach('TR-6', at)
    if (row.expiresAt !== null && before && row.filled > before.filled && now() >= row.expiresAt) onBreach('TR-14', at)
    checkFired(row, before, at)
    if (later[row.status].length > 0) {
      live.set(row.id, row)
      if (row.trail?.isActive && row.status === 'armed' && extremes.get(row.id)?.seq !== row.seq)
        extremes.set(row.id, { seq: row.seq, extreme: row.trail.start })
      return
    }
    checkEnd(row, at)
    live.delete(row.id)
    extremes.delete(row.id)
    waits.delete(row.id)
    ended.add(row.id)
  }
  const readGroup = (row: GroupRow) => {
    if (row.done > row.q) onBreach('TR-6', `group:${row.id}`)
    entries.group(row)
  }
  const rowOf = (body: string): TriggerRow => JSON.parse(body)
  const groupOf = (body: string): GroupRow => JSON.parse(body)
  const orderOf = (body: string): SpotRow => JSON.parse(body)
  const fillOf = (body: string): SpotFillRow => JSON.parse(body)
  /** What was amended is there before and after, and what it sells is held once (TR-7). */
  const checkAmended = ({ v }: Told, told: ReadonlySet<string>) => {
    const at = `trigger:${v.id}`
    const isEnded = ends.some((status) => told.has(`${v.id} ${status}`))
    if (!live.has(v.id) && !isEnded) onBreach('TR-7', `${at} is gone`)
    if (v.act === 'sell' && v.group_id === null && v.held !== '0' && parseDec(v.held) !== parseDec(v.size.left))
      onBreach('TR-7', `${at} holds ${v.held} for ${v.size.left}`)
    count('trigger amended')
  }
  /** A position that a trigger has closed was its own, and the trigger has fired (P6). */
  const checkStopped = ({ id, partOf, stopTrigger }: LeverRow) => {
    if (stopTrigger !== undefined && firedOf.get(stopTrigger) !== (partOf ?? id)) onBreach('P6', `lever:${id}`)
  }

  /** What a tick that may fire must have done with each that was armed before it. */
  const lookAt = (row: TriggerRow, price: number, at: number) => {
    const level = levelOf(row)
    if (row.when === null || (row.armedAt ?? 0) >= at || level === null) return
    if (isReached(row.when, price, level))
      onBreach(row.trail ? 'TR-4' : 'TR-3', `trigger:${row.id} passed at ${price}, ${level}`)
    const seen = extremes.get(row.id)
    if (seen && (row.when === 'below' ? price > seen.extreme : price < seen.extreme)) seen.extreme = price
  }
  return {
    read: ({ rows, events }: Pick<Group, 'rows' | 'events'>) => {
      const all = events.map(({ body }): unknown => JSON.parse(body)).filter(isTold)
      const told = new Set(all.map(({ v }) => `${v.id} ${v.status}`))
      for (const { table, body } of rows) if (table === 'spot_orders' && body !== null) entries.order(orderOf(body))
      for (const { table, body } of rows) {
        if (body === null) continue
        if (table === 'spot_fills') entries.fill(fillOf(body))
        if (table === 'trigger_groups') readGroup(groupOf(body))
        if (table !== 'triggers') continue
        const row = rowOf(body)
        readRow(row)
        if (later[row.status].length === 0 && !told.has(`${row.id} ${row.status}`))
          onBreach('TR-13', `trigger:${row.id}`)
      }
      for (const { table, body } of rows) if (table === leverTable && body !== null) checkStopped(leverRowOf(body))
      for (const event of all) if (event.why === 'amended') checkAmended(event, told)
      checkOrder(fires, onBreach)
      fires = []
      entries.settle()
    },
    /** What the owner of a position is answered who closes no more of it than there is (TR-5). */
    closing: ({ tables }: VenueContext, { place, user, body: { id, share } }: Step) => {
      const row = place === 'POST /api/lever/close' ? tables.leverPositions.get(Number(id)) : undefined
      const isThere = row?.user === user && row.status === 'trading' && Number(share ?? 0) <= row.lots
      return (refused: string | null) => {
        if (isThere && refused !== null && denials.includes(refused)) onBreach('TR-5', `lever:${row.id} ${refused}`)
      }
    },
    /** After a tick and all that follows from it. */
    beat: (ctx: VenueContext) => {
      for (const market of ctx.markets.all()) {
        const quote = market.quote()
        const { id } = market.pair
        if (quote === null || quote.at <= (ticked.get(id) ?? 0)) continue
        ticked.set(id, quote.at)
        const mark = markOf(ctx, id)
        if (!mayFire(mark)) continue
        for (const row of live.values()) {
          if (row.pair !== id) continue
          if (row.status === 'armed' && row.source !== 'last' && (isProtective(row) || mark.rights.opens))
            if (row.trail === null || row.trail.isActive) lookAt(row, quote[row.source], quote.at)
          // Who is to have all at once, or rests, may wait for somebody to meet.
          const isStuck = row.status === 'triggered' && isProtective(row) && row.limit === 0 && row.product === 'lever'
          waits.set(row.id, isStuck ? (waits.get(row.id) ?? 0) + 1 : 0)
          if ((waits.get(row.id) ?? 0) > waitsAtMost) onBreach('TR-2', `trigger:${row.id}`)
        }
      }
    },
  }
}
