import { otcSteps } from '#contract/otc/otc-steps.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { OtcContext } from '#server/features/otc/context.ts'
import type { OrderRow } from '#server/features/otc/rows.ts'
import type { OtcPlant } from './otc-lives.ts'

type Table = typeof otcSteps
/** Changes one step of the table that venue, machine and buttons read, and puts it right again afterwards. */
const inSteps = <S extends keyof Table>(
  name: S,
  change: {
    readonly by?: readonly string[]
    readonly from?: readonly string[]
    readonly before?: null
    readonly after?: null
  },
): OtcPlant => ({
  steps: () => {
    const right = { ...otcSteps[name] }
    Object.assign(otcSteps[name], change)
    return () => void Object.assign(otcSteps[name], right)
  },
})
const inVenue = (venue: (ctx: OtcContext) => void): OtcPlant => ({ venue })
/** Spoils each order as it is stored. */
const spoilOrders = (spoil: (row: OrderRow, ctx: OtcContext) => OrderRow) =>
  inVenue((ctx) => {
    const { put } = ctx.tables.otcOrders
    ctx.tables.otcOrders.put = (row) => put(spoil(row, ctx))
  })
const isOrderHold = (id: string) => id.startsWith('otc-order:')
const appeals = ['seller_appealing', 'overtime_appealing']

const payNeighbour = inVenue(({ ledger }) => {
  const { post } = ledger
  ledger.post = (entry) =>
    post({
      ...entry,
      postings: entry.postings.map((posting) =>
        isOrderHold(entry.ref) && typeof posting.owner === 'number' && posting.held === undefined
          ? { ...posting, owner: posting.owner ^ 1 }
          : posting,
      ),
    })
})
/** An order that ends keeps one unit. */
const keepCrumb = inVenue(({ ledger }) => {
  const { release } = ledger
  ledger.release = (id, type, part) => release(id, type, isOrderHold(id) ? ledger.leftOf(id) - 1n : part)
})
const keepTimer = inVenue(({ deadlines }) => {
  const { clear } = deadlines
  deadlines.clear = (kind, ref) => (kind.kind === 'otcPay' ? undefined : clear(kind, ref))
})

/** One deliberate fault for each rule of trade between people, and the rule by which it must be found. */
export const plantedInOtc: readonly (readonly [fault: string, rule: string, plant: OtcPlant])[] = [
  [
    'an ad that counts a part twice',
    'E1',
    inVenue(({ tables: { otcAds } }) => {
      const { put } = otcAds
      otcAds.put = (row) =>
        put({ ...row, surplus: row.locked === '0' ? row.surplus : formatDec(parseDec(row.surplus) + 1n) })
    }),
  ],
  [
    'an escrow without the fee',
    'E2',
    inVenue(({ ledger }) => {
      const { shift } = ledger
      ledger.shift = (from, to, amount) => shift(from, to, isOrderHold(to) ? amount - 1n : amount)
    }),
  ],
  [
    'coins released before a payment',
    'E3',
    inSteps('confirm', { from: ['to_be_paid', 'to_be_confirmed', ...appeals] }),
  ],
  ['coins released to the neighbour', 'E4', payNeighbour],
  ['an ended order that keeps coins', 'E4', keepCrumb],
  ['a payment taken after its deadline', 'E5', inSteps('pay', { before: null })],
  ['a paid order cancelled by its buyer', 'E5', inSteps('cancel', { from: ['to_be_paid', 'to_be_confirmed'] })],
  ['a timer that outlives the payment', 'E5', keepTimer],
  ['a buyer who walks out of an appeal', 'E6', inSteps('undo', { from: ['to_be_confirmed', ...appeals] })],
  ['a seller who says that the buyer has paid', 'E7', inSteps('pay', { by: ['buyer', 'seller'] })],
  ['a buyer who releases the coins', 'E7', inSteps('confirm', { by: ['buyer', 'seller'] })],
  [
    'an order that follows the price of its ad',
    'E8',
    spoilOrders((row, { tables }) => ({ ...row, price: tables.otcAds.get(row.ad)?.price ?? row.price })),
  ],
  [
    'a payee that changes on the way',
    'E8',
    spoilOrders((row) =>
      row.status === 'to_be_confirmed' ? { ...row, payee: { ...row.payee, bank_account: '1' } } : row,
    ),
  ],
  [
    'a total that is rounded up',
    'E10',
    spoilOrders((row) =>
      row.rev === 0 || row.rev === 1 ? { ...row, total: formatDec(parseDec(row.total) + 10n ** 6n) } : row,
    ),
  ],
  ['an appeal of the buyer before its time', 'E11', inSteps('appealAsBuyer', { after: null })],
  ['a payment that is claimed without an end', 'E11', inSteps('appealLate', { before: null })],
  ['an undo that is offered too late', 'E11', inSteps('undo', { before: null })],
  [
    'a split that pays more than there is',
    'E12',
    spoilOrders((row) => (row.split === null ? row : { ...row, split: { ...row.split, to_seller: row.number } })),
  ],
]
