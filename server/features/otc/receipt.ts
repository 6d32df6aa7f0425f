import type { otc } from '#contract/otc/otc.ts'
import type { OtcBooked } from '#contract/otc/otc-order.ts'
import { formatDec } from '#contract/wire/money.ts'
import type { Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { EntryRow } from '#server/core/store-port.ts'
import { readOrder } from './stored.ts'
import { roleIn } from './view.ts'
import { orderHold, type OrderRow } from './rows.ts'
import type { OtcContext } from './context.ts'

type Line = readonly [owner: number | string, asset: number, kind: string, free: string, held: string]
const linesIn = ({ lines }: EntryRow): readonly Line[] => JSON.parse(lines)

/**
 * The lines of one entry that belong to a party. Entries of older releases have the fee that the seller pays in one
 * line with the coins; it is told apart.
 */
export function linesOf(entry: EntryRow, row: Pick<OrderRow, 'feePayer'>, user: number): OtcBooked[] {
  const lines = linesIn(entry)
  const fee = lines.reduce((sum, [owner, , , free]) => (owner === 'fee' ? sum + BigInt(free) : sum), 0n)
  const tell = (word: OtcBooked['word'], units: bigint): OtcBooked => ({
    entry_no: entry.seq,
    word,
    value: formatDec(units),
    at_ms: entry.at,
  })
  const own = lines.filter(([owner]) => owner === user)
  return own.flatMap(([, , , freeText, heldText], at) => {
    const [free, held] = [BigInt(freeText), BigInt(heldText)]
    if (held >= 0n) return [tell(free > 0n ? 'received' : 'fee', free)]
    if (free > 0n) return [tell('back', free)]
    if (own.length > 1) return [tell(at === 0 ? 'released' : 'fee', held)]
    const charged = row.feePayer === 'seller' ? fee : 0n
    return [tell('released', held + charged), ...(charged > 0n ? [tell('fee', -charged)] : [])]
  })
}

export const receipt: Prepared<typeof otc.receipt, OtcContext> = {
  prepare: async (asyncCtx, { user }, { id }) => {
    const row = (await readOrder(asyncCtx, id))(asyncCtx.ctx)
    if (!row || roleIn(row, user) === null) throw new Refusal('not_found')
    const { after, count } = row.booked ?? { after: 0, count: 0 }
    const entries = count === 0 ? [] : await asyncCtx.store.entries(after, count)
    const isWhole =
      row.booked !== null && entries.length === count && entries.every(({ seq }, at) => seq === after + at + 1)
    const own = entries.filter(({ ref }) => ref === orderHold(row))
    return () => ({ lines: isWhole ? own.flatMap((entry) => linesOf(entry, row, user)) : null })
  },
}
