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
    'a group that sells more than it has',
    'TR-6',
    spoilRows('trigger_groups', (body) => body.replace(/"q":\d+/, '"q":0')),
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
  ['an end that nobody is told', 'TR-13', tellNobody],
  [
    'a trigger that outlives its instant',
    'TR-14',
    spoilRows('triggers', (body) => body.replace(/"expiresAt":\d+/, '"expiresAt":1')),
  ],
]
