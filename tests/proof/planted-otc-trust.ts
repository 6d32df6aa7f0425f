import type { OtcContext } from '#server/features/otc/context.ts'
import type { OrderRow } from '#server/features/otc/rows.ts'
import type { Store } from '#server/core/store-port.ts'
import type { VenueContext } from '#server/features.ts'

/** A fault set on purpose in what surrounds an order: in its store, or in what the venue works with. */
export type TrustPlant = { readonly store?: (inner: Store) => Store; readonly venue?: (ctx: VenueContext) => void }

/** Spoils each order as it is stored. */
const spoilOrders = (spoil: (row: OrderRow) => OrderRow): TrustPlant => ({
  venue: ({ tables: { otcOrders } }) => {
    const { put } = otcOrders
    otcOrders.put = (row) => put(spoil(row))
  },
})
/** Spoils the orders of a buyer as they are looked up. */
const spoilGroup = (
  spoil: (group: OtcContext['tables']['otcOrders']['group']) => OtcContext['tables']['otcOrders']['group'],
): TrustPlant => ({
  venue: ({ tables: { otcOrders } }) => {
    otcOrders.group = spoil(otcOrders.group)
  },
})
const spoilPages = (
  spoil: (where: Readonly<Record<string, unknown>>) => Readonly<Record<string, string | number>>,
): TrustPlant => ({
  store: (inner) => ({ ...inner, page: (asked) => inner.page({ ...asked, where: spoil(asked.where) }) }),
})
type Emit = VenueContext['emit']
const spoilTold = (spoil: (emit: Emit, ...told: Parameters<Emit>) => void): TrustPlant => ({
  venue: (ctx) => {
    const { emit } = ctx
    ctx.emit = (user, event) => (event.ev === 'otc.orderChanged' ? spoil(emit, user, event) : emit(user, event))
  },
})
const dropped = (name: string) => (where: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(where).flatMap(([key, value]) =>
      key !== name && (typeof value === 'string' || typeof value === 'number') ? [[key, value]] : [],
    ),
  )
const minute = 60_000

/** Deliberate faults in what surrounds an order, and the rule whose named test must find each. */
export const plantedInTrust: readonly (readonly [
  fault: string,
  rule: 'OTC-30' | 'OTC-31' | 'OTC-32',
  plant: TrustPlant,
])[] = [
  [
    'an appeal that forgets its first statement',
    'OTC-30',
    spoilOrders((row) => ({ ...row, appeals: row.appeals.slice(-19) })),
  ],
  [
    'an appeal that forgets its first offer',
    'OTC-30',
    spoilOrders((row) => ({ ...row, offers: row.offers.slice(-19) })),
  ],
  ['an ad that shows each taker the orders of all', 'OTC-31', spoilPages(dropped('taker'))],
  ['an owner who sees the orders of other ads as well', 'OTC-31', spoilPages(dropped('ad'))],
  [
    'a chat that strangers may open',
    'OTC-32',
    spoilGroup((group) => (name, key) => group(name, name === 'buyer' && key === 100_003 ? 100_002 : key)),
  ],
  [
    'a chat that outlives its order',
    'OTC-32',
    spoilGroup((group) => {
      const kept = new Map<string, readonly OrderRow[]>()
      return (name, key) => {
        const found = group(name, key)
        if (found.some(({ status }) => status === 'to_be_paid')) kept.set(`${name} ${key}`, [...found])
        return kept.get(`${name} ${key}`) ?? found
      }
    }),
  ],
  ['a desk that reads what was written before the order', 'OTC-32', spoilOrders((row) => ({ ...row, createdAt: 0 }))],
  [
    'a desk that reads what was written after its end',
    'OTC-32',
    spoilOrders((row) => ({ ...row, endedAt: row.endedAt === null ? null : row.endedAt + 60 * minute })),
  ],
  [
    'a message taken back that stays',
    'OTC-32',
    {
      venue: ({ tables: { chatMessages } }) => {
        const { put } = chatMessages
        chatMessages.put = (row) =>
          put(
            row.revokedBy === null
              ? row
              : {
                  ...row,
                  text: 'I never said that',
                  content: JSON.stringify({ text: 'I never said that' }),
                  revokedBy: null,
                },
          )
      },
    },
  ],
]
/** Deliberate faults in what is told of an order, all of which must be found by who comes back to it (CF30, OTC-33). */
export const plantedInTelling: readonly (readonly [fault: string, plant: TrustPlant])[] = [
  [
    'a change that is told to the buyer alone',
    spoilTold((emit, user, event) => (user === 100_001 ? undefined : emit(user, event))),
  ],
  ['a change that is told twice', spoilTold((emit, user, event) => [emit(user, event), emit(user, event)])],
  [
    'a change that is told with the steps of the other side',
    spoilTold((emit, user, event) => emit(user === 100_001 ? 100_002 : 100_001, event)),
  ],
  [
    'a change whose copy is no newer than the last',
    spoilTold((emit, user, event) =>
      emit(user, event.ev === 'otc.orderChanged' ? { ...event, v: { ...event.v, rev: 1 } } : event),
    ),
  ],
]
