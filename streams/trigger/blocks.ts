import type { Position } from '#contract/lever/lever-position.ts'
import type { SpotOrder } from '#contract/spot/spot.ts'
import type { Trigger } from '#contract/trigger/trigger.ts'

/** One leg of a group, and the order by which it works or rests in the book. */
export type Leg = { readonly trigger: Trigger; readonly order: SpotOrder | null }
type Entry =
  | { readonly kind: 'order'; readonly order: SpotOrder }
  | { readonly kind: 'position'; readonly position: Position }
  | ({ readonly kind: 'trigger' } & Leg)
/**
 * What waits as one thing: an order, an entry with what protects it once it has filled, or legs of which one takes from
 * the others.
 */
export type Block = {
  readonly key: string
  readonly symbol: string
  /** Null for legs whose entry is over, or that never had one. */
  readonly entry: Entry | null
  readonly legs: readonly Leg[]
  readonly group: number | null
  readonly at: string
}

const legOrder = ({ trigger: { role, trigger_price, makes } }: Leg) =>
  (role === 'profit' ? 1e15 : 0) + Number(trigger_price ?? makes.price ?? 0)
const byPrice = (a: Leg, b: Leg) => legOrder(a) - legOrder(b) || a.trigger.id - b.trigger.id

function groupBlock(group: number, members: readonly Leg[], entry: Entry | null): Block[] {
  const own = members.find(({ trigger }) => trigger.role === 'entry')
  const legs = members.filter(({ trigger }) => trigger.role !== 'entry')
  // Buys of which one takes from the others have no entry among them.
  const isLinked = members.length > 1 && legs.length === 0
  const first: Entry | null = entry ?? (own === undefined || isLinked ? null : { kind: 'trigger', ...own })
  const [head] = first?.kind === 'order' ? [first.order] : members.map(({ trigger }) => trigger)
  if (head === undefined) return []
  return [
    {
      key: `group ${group}`,
      symbol: head.symbol,
      entry: first,
      legs: (isLinked ? members : legs).toSorted(byPrice),
      group,
      at: head.created_at,
    },
  ]
}

/** Spot orders and triggers as blocks, newest first. */
export function spotBlocks(orders: readonly SpotOrder[], triggers: readonly Trigger[]): readonly Block[] {
  const own = triggers.filter(({ product }) => product === 'spot')
  const known = new Set(own.map(({ id }) => id))
  const legs = own.map(
    (trigger): Leg => ({ trigger, order: orders.find(({ trigger_id }) => trigger_id === trigger.id) ?? null }),
  )
  // An order that a trigger has made stands at its trigger.
  const free = orders.filter(({ trigger_id }) => trigger_id === undefined || !known.has(trigger_id))
  const grouped = new Set(own.flatMap(({ group_id }) => group_id ?? []))
  const blocks = [
    ...[...grouped].flatMap((group) => {
      const order = free.find(({ group_id }) => group_id === group)
      return groupBlock(
        group,
        legs.filter(({ trigger }) => trigger.group_id === group),
        order === undefined ? null : { kind: 'order', order },
      )
    }),
    ...free
      .filter(({ group_id }) => group_id === undefined || !grouped.has(group_id))
      .map((order): Block => aloneOf({ kind: 'order', order }, order)),
    ...legs
      .filter(({ trigger }) => trigger.group_id === null)
      .map((leg): Block => aloneOf({ kind: 'trigger', ...leg }, leg.trigger)),
  ]
  return blocks.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
}
const aloneOf = (entry: Entry, { id, symbol, created_at: at }: { id: number; symbol: string; created_at: string }) => ({
  key: `${entry.kind} ${id}`,
  symbol,
  entry,
  legs: [],
  group: null,
  at,
})

/** Entries of contracts that wait, each with what will protect its position, newest first. */
export function leverBlocks(positions: readonly Position[], triggers: readonly Trigger[]): readonly Block[] {
  // What an entry has opened, or waits as an order for, is no longer the entry's.
  const own = triggers
    .filter(({ product, parent }) => product === 'lever' && parent?.kind !== 'position')
    .map((trigger): Leg => ({ trigger, order: null }))
  const grouped = new Set(own.flatMap(({ trigger: { group_id } }) => group_id ?? []))
  const pending = positions.filter(({ status }) => status === 'pending')
  const blocks = [
    ...[...grouped].flatMap((group) =>
      groupBlock(
        group,
        own.filter(({ trigger }) => trigger.group_id === group),
        null,
      ),
    ),
    ...own
      .filter(({ trigger }) => trigger.group_id === null && trigger.act !== 'close')
      .map((leg): Block => aloneOf({ kind: 'trigger', ...leg }, leg.trigger)),
    ...pending.map(
      (position): Block => ({
        ...aloneOf({ kind: 'position', position }, { ...position, created_at: position.create_time }),
        legs: closingOf(position.id, triggers)
          .map((trigger): Leg => ({ trigger, order: null }))
          .toSorted(byPrice),
      }),
    ),
  ]
  return blocks.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
}
/** What closes a position when its price is reached. */
export const closingOf = (position: number, triggers: readonly Trigger[]): readonly Trigger[] =>
  triggers.filter(({ parent, act }) => act === 'close' && parent?.kind === 'position' && parent.id === position)
