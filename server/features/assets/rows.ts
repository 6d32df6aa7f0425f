import type { CoinOrFiat, QuoteKind } from '#contract/assets/assets-moves.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { int, text } from '#server/core/table-def.ts'
import { encodePnl, pnlRowOf, type DayRow, type PnlRow } from './pnl-rows.ts'
import { replayLogs } from './replay.ts'

/**
 * A price for one amount: for its owner, once, until it expires. Amounts as decimal text; `market` is the rate without
 * spread.
 */
export type QuoteRow = {
  id: string
  user: number
  kind: QuoteKind
  from: CoinOrFiat
  to: CoinOrFiat
  account: string | null
  num: string
  price: string
  market: string
  fee: string
  result: string
  at: number
  expiresAt: number
  isUsed: boolean
}
/** One exchange of coins, as it was done. */
export type FlashRow = {
  id: number
  user: number
  left: number
  right: number
  num: string
  received: string
  fee: string
  market: string
  price: string
  at: number
}
/** One side of a transfer to another user: each of the two has a row, with the same number. */
export type GiftSide = {
  id: number
  gift: string
  no: string
  user: number
  peer: number
  direction: 'in' | 'out'
  coin: number
  number: string
  fee: string
  remark: string | null
  at: number
}
export const pnlTable = 'pnl_days'
export const giftTable = 'gift_sides'
export const createAssetsTables = (open: OpenTable) => ({
  quotes: open<QuoteRow>({ name: 'quotes', key: 'text', id: ({ id }) => id, groups: { user: ({ user }) => user } }),
  flashes: open<FlashRow>({
    name: 'flashes',
    key: 'int',
    id: ({ id }) => id,
    isLive: () => false,
    columns: { user: int(({ user }) => user) },
    paths: [['user']],
  }),
  pnlDays: open<PnlRow>({
    name: pnlTable,
    key: 'text',
    id: ({ user, day }) => `${user}|${day}`,
    isLive: ({ isLatest }) => isLatest,
    columns: { user: int(({ user }) => user) },
    paths: [['user']],
    groups: { user: ({ user }) => user },
    encode: encodePnl,
    decode: pnlRowOf,
    fill: replayLogs,
  }),
  days: open<DayRow>({
    name: 'days',
    key: 'int',
    id: ({ day }) => day,
    groups: { open: ({ isOver }) => (isOver ? null : 1) },
  }),
  giftSides: open<GiftSide>({
    name: giftTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: () => false,
    columns: {
      user: int(({ user }) => user),
      direction: text(({ direction }) => direction),
      coin: int(({ coin }) => coin),
    },
    paths: [['user']],
  }),
})
export type AssetsTables = ReturnType<typeof createAssetsTables>
