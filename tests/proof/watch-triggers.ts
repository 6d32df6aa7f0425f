import { isReached, trailPrice } from '#contract/trigger/trigger-terms.ts'
import { isProtective, type TriggerWhy } from '#contract/trigger/trigger.ts'
import type { Group } from '#server/core/store-port.ts'
import { markOf, mayFire } from '#server/features/lever/account.ts'
import type { VenueContext } from '#server/features.ts'
import type { GroupRow, TriggerRow } from '#server/features/trigger/rows.ts'
import type { OnBreach } from './watch-ledger.ts'

type Status = TriggerRow['status']
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
type Told = { ev: string; v: { id: number; status: string } }
const isTold = (value: unknown): value is Told =>
  typeof value === 'object' && value !== null && 'ev' in value && value.ev === 'trigger.changed'
type Ports = { onBreach: OnBreach; count: (name: string) => void; now: () => number }

/**
 * Triggers as anybody would keep them: every one looks at every tick. TR-1 to TR-4, TR-6, TR-8, TR-13 and TR-14; what
 * is held for them the venue's own audit looks at.
 */
export function watchTriggers({ onBreach, count, now }: Ports) {
  const live = new Map<number, TriggerRow>()
  const ended = new Set<number>()
  /** The best price that a trailing one has seen since it was armed, and since when. */
  const extremes = new Map<number, { seq: number; extreme: number }>()
  const waits = new Map<number, number>()
  const ticked = new Map<number, number>()

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
  const readGroup = ({ id, q, done }: GroupRow) => {
    if (done > q) onBreach('TR-6', `group:${id}`)
  }
  const rowOf = (body: string): TriggerRow => JSON.parse(body)
  const groupOf = (body: string): GroupRow => JSON.parse(body)

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
      const told = new Set(
        events.flatMap(({ body }) => {
          const event: unknown = JSON.parse(body)
          return isTold(event) ? [`${event.v.id} ${event.v.status}`] : []
        }),
      )
      for (const { table, body } of rows) {
        if (body === null) continue
        if (table === 'trigger_groups') readGroup(groupOf(body))
        if (table !== 'triggers') continue
        const row = rowOf(body)
        readRow(row)
        if (later[row.status].length === 0 && !told.has(`${row.id} ${row.status}`))
          onBreach('TR-13', `trigger:${row.id}`)
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
