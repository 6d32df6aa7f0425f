import { isReached } from '#contract/trigger/trigger-terms.ts'
import { isProtective } from '#contract/trigger/trigger.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sideKey } from '#server/features/trigger/watch.ts'
import type { Group } from '#server/core/store-port.ts'
import type { Venue } from '#server/venue.ts'
import type { Plant, SimOptions } from './simulate.ts'

/** A world in which many wait for a price, and prices move. */
export const triggerWorld: SimOptions = { seed: 3, ops: 2500, users: 8, beats: 0.2, triggers: 0.5 }

type Watch = Venue['ctx']['triggerWatch']
const inWatch = (spoil: (watch: Watch, venue: Venue) => void): Plant => ({
  venue: (venue) => spoil(venue.ctx.triggerWatch, venue),
})
const spoilGroups = (spoil: (group: Group) => Group): Plant => ({
  store: (inner) => ({ ...inner, append: (group) => inner.append(spoil(group)) }),
})
const spoilRows = (table: string, spoil: (body: string) => string) =>
  spoilGroups((group) => ({
    ...group,
    rows: group.rows.map((row) => (row.table === table && row.body !== null ? { ...row, body: spoil(row.body) } : row)),
  }))
/** Nothing that is told of triggers at the market once they have ended. */
const tellNobody = spoilGroups((group) => ({
  ...group,
  events: group.events.map((event) =>
    event.body.includes('"trigger.changed"') && event.body.includes('"status":"done"')
      ? { ...event, body: event.body.replace('"trigger.changed"', '"trigger.forgotten"') }
      : event,
  ),
}))
/** What is reached is written once more after its end. */
const fireTwice = (): Plant => {
  let done: Group['rows'][number] | undefined
  return spoilGroups((group) => {
    const again = done
    done = group.rows.find(({ table, body }) => table === 'triggers' && body?.includes('"status":"done"'))
    return again ? { ...group, rows: [...group.rows, again] } : group
  })
}
/** What is amended is written as cancelled, to be placed anew. */
const amendInTwo = spoilGroups((group) => {
  const amended = group.events.flatMap(({ body }) => /"why":"amended"/.exec(body) && /"id":(\d+)/.exec(body)?.[1])
  const rows = group.rows.map((row) =>
    row.table === 'triggers' && amended.includes(String(row.id))
      ? { ...row, body: row.body?.replace('"status":"armed"', '"status":"cancelled"') ?? null }
      : row,
  )
  return { ...group, rows }
})
/** Of those that a tick has reached, the one that was placed first goes first. */
const inOrderOfPlacing = inWatch((watch, { ctx: { tables } }) => {
  const { due } = watch
  watch.due = (pair, key, price) => {
    const first = due(pair, key, price)
    const fresh = watch.fresh(pair)
    const others = tables.triggers
      .group('armed', pair)
      .filter(
        (row) =>
          row.trail === null &&
          row.when !== null &&
          !fresh.includes(row.id) &&
          sideKey(row.source, isProtective(row) ? 'protective' : 'entry', row.when) === key &&
          isReached(row.when, price, row.price),
      )
    return first === null ? null : Math.min(first, ...others.map(({ id }) => id))
  }
})
const isAbove = (key: string) => key.endsWith('above')

/** Faults in what waits for a price, each with the rule by which it must come to light. */
export const plantedInTriggers: readonly (readonly [fault: string, rule: string, plant: Plant])[] = [
  ['a trigger that acts twice', 'TR-1', fireTwice()],
  ['a queue that nobody looks at', 'TR-2', { venue: ({ ctx }) => void (ctx.triggerQueues.first = () => []) }],
  [
    'a trigger fired before its price',
    'TR-3',
    inWatch((watch) => {
      const { due } = watch
      watch.due = (pair, key, price) => due(pair, key, Math.round(price * (isAbove(key) ? 1.001 : 0.999)))
    }),
  ],
  [
    'a trigger that is passed over',
    'TR-3',
    inWatch((watch) => {
      const { due } = watch
      watch.due = (pair, key, price) => due(pair, key, Math.round(price * (isAbove(key) ? 0.999 : 1.001)))
    }),
  ],
  [
    'a trailing trigger that follows late',
    'TR-4',
    inWatch((watch) => {
      const { ratchet } = watch
      watch.ratchet = (pair, key, price) => (price % 2 === 0 ? null : ratchet(pair, key, price))
    }),
  ],
  [
    'a position whose triggers keep its owner from closing it',
    'TR-5',
    {
      venue: ({ ctx: { leverHooks } }) => {
        const { onPosition, more } = leverHooks
        leverHooks.onPosition = (row) => {
          if (row.status === 'closed' && row.reason === 'user' && more(row) > 0) throw new Refusal('lots_out_of_range')
          onPosition(row)
        }
      },
    },
  ],
  [
    'a position closed by a trigger that has not fired',
    'P6',
    spoilRows('lever_positions', (body) =>
      body.replace('"reason":"stop_loss"', '"reason":"stop_loss","stopTrigger":1'),
    ),
  ],
  [
    'a group that sells more than it has',
    'TR-6',
    spoilRows('trigger_groups', (body) => (body.includes('"oco"') ? body.replace(/"q":\d+/, '"q":0') : body)),
  ],
  ['a trigger that is amended by a cancellation', 'TR-7', amendInTwo],
  [
    'an amended trigger that holds twice',
    'TR-7',
    {
      venue: ({ ctx: { ledger } }) => {
        const { grow } = ledger
        ledger.grow = (id, cell, amount, type) => grow(id, cell, id.startsWith('trig:') ? amount * 2n : amount, type)
      },
    },
  ],
  [
    'a stop that dies of a price',
    'TR-8',
    spoilRows('triggers', (body) =>
      body.includes('"act":"sell"') && body.includes('"limit":0')
        ? body.replace('"status":"done"', '"status":"refused"').replace(/"why":[^,]+/, '"why":"gap"')
        : body,
    ),
  ],
  [
    'a buy that is protected when it is whole, and not before',
    'TR-9',
    {
      venue: ({ ctx: { spotHooks } }) => {
        const { onFill } = spotHooks
        spotHooks.onFill = (row, fill) => {
          if (row.opens === undefined || row.filled === row.amount) onFill(row, fill)
        }
      },
    },
  ],
  [
    'a stop that outlives its position',
    'TR-10',
    { venue: ({ ctx }) => void (ctx.leverHooks.onPosition = () => undefined) },
  ],
  [
    'more held than a group needs',
    'TR-11',
    {
      venue: ({ ctx: { ledger } }) => {
        const { grow } = ledger
        ledger.grow = (id, cell, amount, type) =>
          grow(
            id,
            cell,
            id.startsWith('trig-group:') && ledger.balance(cell).free > amount ? amount + 1n : amount,
            type,
          )
      },
    },
  ],
  ['triggers that fire in the order of their placing', 'TR-12', inOrderOfPlacing],
  ['an entry whose hold is left out of equity', 'EQ-1', { venue: ({ ctx }) => void (ctx.leverHooks.held = () => 0n) }],
  ['an end that nobody is told', 'TR-13', tellNobody],
  [
    'a trigger that outlives its instant',
    'TR-14',
    spoilRows('triggers', (body) => body.replace(/"expiresAt":\d+/, '"expiresAt":1')),
  ],
]
