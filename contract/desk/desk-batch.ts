import * as z from 'zod/mini'
import { id } from '#contract/wire/fields.ts'
import { dec } from '#contract/wire/money.ts'

/** Most withdrawals of one batch, and the longest text that tells their transactions. */
export const maxBatch = 200
export const maxBatchText = 50_000

/** What is to be sent for one withdrawal: `amount` is without the fee. */
export const toSend = z.object({ id, coin: z.string(), address: z.string(), amount: dec })

/**
 * One withdrawal of a batch. Addresses of the book have no memo, so `memo` is empty. `txid`: the transaction that paid
 * it, as it was told.
 */
const batchItem = z.extend(toSend, { memo: z.string(), txid: z.nullable(z.string()) })
export type BatchItem = z.output<typeof batchItem>
/** `made`: it is signed elsewhere; `told`: its transactions wait for a second person. */
export const batchState = z.enum(['made', 'told', 'sent', 'dissolved'])
/** Withdrawals of one network that are signed and sent elsewhere. `sha256` is that of its CSV file. */
export const deskBatch = z.object({
  network: z.string(),
  state: batchState,
  sha256: z.string(),
  items: z.array(batchItem),
})
export type DeskBatch = z.output<typeof deskBatch>

/** The file of a batch: its hash is compared where it is signed. */
export const batchCsv = (items: readonly Omit<BatchItem, 'txid'>[]) => {
  const lines = items.map((each) => [each.id, each.coin, each.address, each.memo, each.amount].join())
  return `${['id,coin,address,memo,amount', ...lines].join('\n')}\n`
}
