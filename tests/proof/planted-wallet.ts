import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { Group } from '#server/core/store-port.ts'
import type { Venue } from '#server/venue.ts'
import type { Plant } from './simulate.ts'

type Ledger = Venue['ctx']['ledger']
type Entry = Parameters<Ledger['post']>[0]

const inLedger = (spoil: (ledger: Ledger) => void): Plant => ({ venue: (venue) => spoil(venue.ctx.ledger) })
const inTables = (spoil: (tables: Venue['ctx']['tables']) => void): Plant => ({
  venue: (venue) => spoil(venue.ctx.tables),
})
const spoilPosts = (ref: string, change: (postings: Entry['postings']) => Entry['postings']) =>
  inLedger((ledger) => {
    const { post } = ledger
    ledger.post = (entry) => post(entry.ref.startsWith(ref) ? { ...entry, postings: change(entry.postings) } : entry)
  })
const decidedTwice = (group: Group): Group => ({
  ...group,
  rows: [
    ...group.rows,
    ...group.rows.filter(({ table, body }) => table === 'withdrawals' && !body?.includes('"processing"')),
  ],
})

/** The fee of a withdrawal leaves with it. */
const payFeeOut = inLedger((ledger) => {
  const { spend } = ledger
  ledger.spend = (id, amount, entry) => {
    const isOut = id.startsWith('withdraw:')
    return spend(id, amount, {
      ...entry,
      postings: entry.postings.map((posting) =>
        isOut && posting.owner === 'fee' ? { ...posting, owner: 'external' as const } : posting,
      ),
    })
  }
})
const creditAgain = inTables(({ credits }) => {
  credits.get = () => undefined
})
const keepQuotes = inTables(({ quotes }) => {
  const { put } = quotes
  quotes.put = (row) => put({ ...row, isUsed: row.isUsed && row.kind !== 'flash' })
})

/** Half a unit of each fee is given to who should pay it. */
const feeDown = inTables(({ quotes }) => {
  const { put } = quotes
  quotes.put = (row) => {
    const fee = parseDec(row.fee)
    return put(
      row.kind !== 'flash' || row.isUsed || fee === 0n
        ? row
        : { ...row, fee: formatDec(fee - 1n), result: formatDec(parseDec(row.result) + 1n) },
    )
  }
})
const hourMs = 3_600_000
const lateQuotes = inTables(({ quotes }) => {
  const { get } = quotes
  quotes.get = (id) => {
    const row = get(id)
    return row && { ...row, expiresAt: row.expiresAt + hourMs }
  }
})
const uncounted = inTables(({ guesses }) => {
  guesses.put = (row) => row
})

/** One deliberate fault for each way of money in, out and across, and the rule by which it must be found. */
export const plantedInWallet: readonly (readonly [fault: string, rule: string, plant: Plant])[] = [
  ['a withdrawal whose fee leaves with it', 'L12', payFeeOut],
  [
    'a withdrawal decided twice',
    'L12',
    { store: (inner) => ({ ...inner, append: (group) => inner.append(decidedTwice(group)) }) },
  ],
  [
    'a rejected withdrawal that stays held',
    'L12',
    inLedger((ledger) => {
      const { release } = ledger
      ledger.release = (id, type, part) => (id.startsWith('withdraw:') ? undefined : release(id, type, part))
    }),
  ],
  ['a proof credited twice', 'L13', creditAgain],
  [
    'a deposit credited to the neighbour',
    'L13',
    spoilPosts('deposit:', (postings) =>
      postings.map((posting) =>
        typeof posting.owner === 'number' ? { ...posting, owner: posting.owner ^ 1 } : posting,
      ),
    ),
  ],
  ['a quote used twice', 'L9', keepQuotes],
  [
    'an exchange that gives more than its quote',
    'L9',
    spoilPosts('flash:', (postings) =>
      postings.map((posting, at) => {
        const free = posting.free ?? 0n
        return at === 2 ? { ...posting, free: free - 1n } : at === 3 ? { ...posting, free: free + 1n } : posting
      }),
    ),
  ],
  ['a fee of an exchange rounded down', 'L10', feeDown],
  ['a quote used after its end', 'X1', lateQuotes],
  ['guesses of a fund password that are not counted', 'K4', uncounted],
  [
    'a gift that reaches the neighbour',
    'L17',
    spoilPosts('gift:', (postings) =>
      postings.map((posting, at) =>
        at === 1 && typeof posting.owner === 'number' ? { ...posting, owner: posting.owner ^ 1 } : posting,
      ),
    ),
  ],
]
