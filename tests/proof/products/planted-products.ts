import { launchHold } from '#server/features/launch/rows.ts'
import type { Group } from '#server/core/store-port.ts'
import type { Venue } from '#server/venue.ts'
import type { Plant } from '#tests/proof/simulate.ts'

type Ledger = Venue['ctx']['ledger']
type Tables = Venue['ctx']['tables']
type Entry = Parameters<Ledger['post']>[0]
const dayMs = 86_400_000

const inLedger = (spoil: (ledger: Ledger) => void): Plant => ({ venue: (venue) => spoil(venue.ctx.ledger) })
const inTables = (spoil: (tables: Tables) => void): Plant => ({ venue: (venue) => spoil(venue.ctx.tables) })
const spoilPosts = (fits: (ref: string) => boolean, change: (entry: Entry) => Entry) =>
  inLedger((ledger) => {
    const { post } = ledger
    ledger.post = (entry) => post(fits(entry.ref) ? change(entry) : entry)
  })
const endedAgain =
  (table: string, word: string) =>
  (group: Group): Group => ({
    ...group,
    rows: [...group.rows, ...group.rows.filter((row) => row.table === table && row.body?.includes(word))],
  })

/** Only half of what is hosted or pledged is set aside. */
const holdHalf = (kind: string) =>
  inLedger((ledger) => {
    const { hold } = ledger
    ledger.hold = (id, cell, amount, type) => hold(id, cell, id.startsWith(`${kind}:`) ? amount / 2n : amount, type)
  })
/** The day that was paid is not counted in what is stored, so that it is paid again. */
const forgetDay = inTables(({ joinedPlans }) => {
  const { put } = joinedPlans
  joinedPlans.put = (row) => {
    put({ ...row, paid: row.paid > 0 && row.paid < row.days ? row.paid - 1 : row.paid })
    return row
  }
})
const payEarly = inTables(({ accruals }) => {
  const { put } = accruals
  accruals.put = (row) => put({ ...row, day: row.day + 1 })
})
const doubleInterest = spoilPosts(
  (ref) => /^(?:plan|pledge):/.test(ref),
  (entry) => ({
    ...entry,
    postings: entry.postings.some(({ owner }) => owner === 'yield')
      ? entry.postings.map((posting) => ({ ...posting, free: 2n * (posting.free ?? 0n) }))
      : entry.postings,
  }),
)
const halvePenalty = inLedger((ledger) => {
  const { spend } = ledger
  ledger.spend = (id, amount, entry) =>
    id.startsWith('hosting:')
      ? spend(id, amount / 2n, {
          ...entry,
          postings: entry.postings.map((posting) => ({ ...posting, free: amount / 2n })),
        })
      : spend(id, amount, entry)
})
const penaltyElsewhere = inLedger((ledger) => {
  const { spend } = ledger
  ledger.spend = (id, amount, entry) =>
    spend(
      id,
      amount,
      id.startsWith('hosting:')
        ? { ...entry, postings: entry.postings.map((posting) => ({ ...posting, owner: 'house' as const })) }
        : entry,
    )
})
const kinderRule = inTables(({ hostingOrders }) => {
  const { get } = hostingOrders
  hostingOrders.get = (id) => {
    const row = get(id)
    return row && { ...row, rule: 'interest_1_5' }
  }
})
const spoilProduct = (
  change: (row: ReturnType<Tables['launchProducts']['need']>) => ReturnType<Tables['launchProducts']['need']>,
) =>
  inTables(({ launchProducts }) => {
    const { need } = launchProducts
    launchProducts.need = (id) => change(need(id))
  })
const unlockEarly = inTables(({ launchOrders }) => {
  const { group } = launchOrders
  launchOrders.group = (name, key) =>
    group(name, key).map((row) => ({ ...row, day: 0, onlineAt: row.onlineAt - dayMs }))
})
const releaseTwice = inLedger((ledger) => {
  const { release } = ledger
  ledger.release = (id, type, part) => (id.startsWith('launch:') ? undefined : release(id, type, part))
})
const payWithoutHold = inLedger((ledger) => {
  const { spend } = ledger
  ledger.spend = (id, amount, entry) =>
    id.startsWith(launchHold(0).slice(0, -1))
      ? spend(id, amount, {
          ...entry,
          postings: entry.postings.map((posting) => ({ ...posting, owner: 'fee' as const })),
        })
      : spend(id, amount, entry)
})
const crowdPlaces = inTables(({ myMachines }) => {
  const { group } = myMachines
  myMachines.group = (name, key) => (name === 'user' ? [] : group(name, key))
})
const sellSeatsAgain = inTables(({ mySeats }) => {
  const { group } = mySeats
  mySeats.group = (name, key) => (name === 'seat' ? [] : group(name, key))
})
const skipPurse = inLedger((ledger) => {
  const { shift } = ledger
  ledger.shift = (from, to, amount) => (from.startsWith('reward:') ? undefined : shift(from, to, amount))
})
const freeCollateral = inLedger((ledger) => {
  const { release } = ledger
  ledger.release = (id, type, part) => release(id, type, /^collateral:\d+$/.test(id) ? undefined : part)
})
const lateQuotes = inTables(({ quotes }) => {
  const { get } = quotes
  quotes.get = (id) => {
    const row = get(id)
    return row?.kind === 'mining' ? { ...row, expiresAt: row.expiresAt + dayMs } : row
  }
})
const keepQuotes = inTables(({ quotes }) => {
  const { put } = quotes
  quotes.put = (row) => put(row.kind === 'mining' && row.isUsed ? { ...row, isUsed: false } : row)
})
const shareTwice = inLedger((ledger) => {
  const { noteFee } = ledger
  ledger.noteFee = (fee) => {
    noteFee(fee)
    noteFee(fee)
  }
})
const shareMore: Plant = {
  venue: ({ ctx: { settings } }) =>
    void (settings.promotion.rates = [
      ['0.4', '0.3', '0.2'],
      ['0.4', '0.3', '0.2'],
      ['0.4', '0.3', '0.2'],
      ['0.4', '0.3', '0.2'],
    ]),
}
const shareWithNeighbour = spoilPosts(
  () => true,
  (entry) =>
    entry.type === 33
      ? {
          ...entry,
          postings: entry.postings.map((posting) =>
            typeof posting.owner === 'number' ? { ...posting, owner: posting.owner ^ 1 } : posting,
          ),
        }
      : entry,
)

/**
 * One deliberate fault for each promise of what earns, is launched, mines and is shared, and the rule by which it must
 * be found.
 */
export const plantedInProducts: readonly (readonly [fault: string, rule: string, plant: Plant])[] = [
  ['a hosting that is half held', 'F1', holdHalf('hosting')],
  ['a pledge that is half held', 'F1', holdHalf('pledge')],
  ['a day that is paid and not counted', 'F2', forgetDay],
  ['a day that is paid before it is over', 'F2', payEarly],
  ['interest that is paid double', 'F2', doubleInterest],
  ['a penalty that is half taken', 'F3', halvePenalty],
  ['a penalty that the house keeps', 'F3', penaltyElsewhere],
  ['an order whose rule of leaving changes on the way', 'F4', kinderRule],
  [
    'an order that ends twice',
    'F4',
    {
      store: (inner) => ({ ...inner, append: (group) => inner.append(endedAgain('hosting_orders', '"ended"')(group)) }),
    },
  ],
  [
    'a pledge that ends twice',
    'F4',
    { store: (inner) => ({ ...inner, append: (group) => inner.append(endedAgain('pledges', '"released"')(group)) }) },
  ],
  ['a new coin sold beyond its issue', 'N1', spoilProduct((row) => ({ ...row, sold: '0' }))],
  ['a subscription after the end', 'N1', spoilProduct((row) => ({ ...row, endAt: row.endAt + dayMs }))],
  ['a new coin handed over before its lock-up is over', 'N1', unlockEarly],
  ['a rejected subscription that stays held', 'N1', releaseTwice],
  ['a subscription that is paid to nobody', 'N1', payWithoutHold],
  ['machines without places', 'Y1', crowdPlaces],
  ['seats sold that there are not', 'Y1', sellSeatsAgain],
  ['a reward that misses the purse', 'Y1', skipPurse],
  ['collateral released that a machine needs', 'Y1', freeCollateral],
  ['rewards converted at an old quote', 'X1', lateQuotes],
  ['rewards converted twice at one quote', 'X1', keepQuotes],
  ['a fee shared twice', 'B1', shareTwice],
  ['shares beyond their rates', 'B1', shareMore],
  ['a share that reaches the neighbour', 'B1', shareWithNeighbour],
]
