import type { Payee, PayWay } from '#contract/wallet/bank.ts'
import type {
  OtcOffer,
  OtcRating,
  OtcSplit,
  BailStatus,
  OtcAppeal,
  OtcCancelReason,
  OtcSide,
} from '#contract/otc/otc-order.ts'
import {
  isAdOver,
  isOtcOrderOver,
  otcFilterOf,
  type AdStatus,
  type OtcFilter,
  type OtcRole,
  type OtcStatus,
} from '#contract/otc/otc-steps.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { int, text } from '#server/core/table-def.ts'

/**
 * An advertisement. Quantities in coins, price and limits in fiat, all as text; `total` = `surplus` + `locked` + `done`
 * + `takenBack` (E1).
 */
export type AdRow = {
  id: number
  user: number
  side: OtcSide
  coin: number
  fiat: string
  price: string
  total: string
  surplus: string
  locked: string
  done: string
  takenBack: string
  min: string
  max: string
  ways: readonly PayWay[]
  /** Further methods of its seller that it offers; ads of older releases have none. */
  more?: readonly number[]
  payMinutes: number
  remark: string
  feeRate: string
  status: AdStatus
  /** Distance of a floating price from the index in per cent, empty for a fixed one; opening hours in UTC. */
  margin: string
  hours: string
  createdAt: number
  updatedAt: number
  rev: number
}
type PartyRow = { user: number; nickname: string; realName: string }
/**
 * An order between two people; `feePayer` is the owner of the ad, the other one its taker. Files and QR codes are paths
 * of uploads.
 */
export type OrderRow = {
  id: number
  ad: number
  buyer: PartyRow
  seller: PartyRow
  feePayer: OtcRole
  coin: number
  fiat: string
  price: string
  number: string
  total: string
  fee: string
  way: PayWay
  /** Which further method of the seller it is paid by; without it the first of its way. */
  more?: number
  payee: Payee
  vouchers: readonly string[]
  appeals: readonly OtcAppeal[]
  ruling: { to: OtcRole; reason: string; at: number } | null
  status: OtcStatus
  reason: OtcCancelReason | null
  /** Disputed after the time to pay: its coins are held anew. Orders of older releases never were. */
  isLate?: boolean
  /** Splits offered in the appeal, the one agreed to, and the ratings of both. */
  offers: readonly OtcOffer[]
  split: OtcSplit | null
  ratings: readonly OtcRating[]
  /**
   * The journal entries of its end: those after this number; null while it is open, and for orders that ended before
   * they were noted.
   */
  booked: { after: number; count: number } | null
  createdAt: number
  paidAt: number | null
  payDeadline: number
  confirmDeadline: number | null
  movedMs: number
  endedAt: number | null
  updatedAt: number
  rev: number
}
/** A rating as the venue keeps it: `about` was rated by `user`. */
export type RatingRow = {
  id: number
  order: number
  user: number
  about: number
  isGood: boolean
  word: string
  at: number
}
/** `user` has blocked `blocked`. */
export type BlockRow = { id: string; user: number; blocked: number; at: number }
/** One party's line in the list of orders. */
export type OrderSide = { id: number; order: number; user: number; role: OtcRole; coin: number; filter: OtcFilter }
/** A day's number since 1970, and how many orders were completed on it. */
type DayCount = readonly [day: number, count: number]
/** Deposit and record of one person. */
export type MerchantRow = {
  user: number
  bail: BailStatus
  bailNo: number
  bailAmount: string
  since: number | null
  published: number
  done: number
  failed: number
  days: readonly DayCount[]
  paySum: number
  payCount: number
  releaseSum: number
  releaseCount: number
  rev: number
  /** Ratings received, the good ones among them, and appeals that the desk ruled for and against this person. */
  rated: number
  good: number
  won: number
  lost: number
}

/** How a merchant of the demo behaves; the rules are in `bots.ts`. */
export type BotRule = 'quick' | 'slow' | 'forgetful' | 'appealing'
type BotRow = { user: number; name: string; rule: BotRule }

export const adTable = 'otc_ads'
export const orderTable = 'otc_orders'
export const sideTable = 'otc_sides'
export const ratingTable = 'otc_ratings'
/** Ids of holds. A deposit that is paid again has a new number. */
export const adHold = (id: number) => `otc-ad:${id}`
/** A hold ends once: coins that are set aside again have another one. */
export const orderHold = ({ id, isLate = false }: Pick<OrderRow, 'id' | 'isLate'>) =>
  `otc-order:${id}${isLate ? ':late' : ''}`
export const bailHold = ({ user, bailNo }: Pick<MerchantRow, 'user' | 'bailNo'>) => `otc-bail:${user}:${bailNo}`
export const sideId = (order: number, role: OtcRole) => order * 2 + (role === 'buyer' ? 0 : 1)
/** The market of an ad: what a list of ads is about. */
export const listingOf = ({ side, coin, fiat }: Pick<AdRow, 'side' | 'coin' | 'fiat'>) => `${side}|${coin}|${fiat}`

export const blockId = (user: number, blocked: number) => `${user}:${blocked}`

// Rows of earlier releases lack the fields that were added later.
export const decodeAd = (body: string): AdRow => ({ margin: '', hours: '', ...JSON.parse(body) })
export const decodeOrder = (body: string): OrderRow => ({
  offers: [],
  split: null,
  ratings: [],
  booked: null,
  ...JSON.parse(body),
})

/** The owner of the ad pays the fee; the other party has taken the ad. */
const takerOf = ({ feePayer, buyer, seller }: Pick<OrderRow, 'feePayer' | 'buyer' | 'seller'>) =>
  feePayer === 'buyer' ? seller.user : buyer.user

/** Where an order that was disputed stands for the desk; null for others. */
export const appealStateOf = (row: OrderRow): 'open' | 'ruled' | 'settled' | null =>
  row.appeals.length === 0 ? null : !isOtcOrderOver(row) ? 'open' : row.ruling === null ? 'settled' : 'ruled'

export const createOtcTables = (open: OpenTable) => ({
  otcAds: open<AdRow>({
    name: adTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: (row) => !isAdOver(row) || row.locked !== '0',
    decode: decodeAd,
    columns: { user: int(({ user }) => user), status: text(({ status }) => status), side: text(({ side }) => side) },
    groups: { user: ({ user }) => user, listing: (row) => (row.status === 'on_shelf' ? listingOf(row) : null) },
    paths: [['user']],
  }),
  otcOrders: open<OrderRow>({
    name: orderTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: (row) => !isOtcOrderOver(row),
    decode: decodeOrder,
    columns: {
      appeal: text(appealStateOf),
      ad: int(({ ad }) => ad),
      taker: int(takerOf),
      filter: text(({ status }) => otcFilterOf(status)),
    },
    paths: [['appeal'], ['ad']],
    groups: {
      ad: ({ ad }) => ad,
      buyer: ({ buyer }) => buyer.user,
      seller: ({ seller }) => seller.user,
      taker: takerOf,
    },
  }),
  otcSides: open<OrderSide>({
    name: sideTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: () => false,
    columns: {
      user: int(({ user }) => user),
      role: text(({ role }) => role),
      coin: int(({ coin }) => coin),
      filter: text(({ filter }) => filter),
    },
    paths: [['user'], ['user', 'filter']],
  }),
  otcBots: open<BotRow>({ name: 'otc_bots', key: 'int', id: ({ user }) => user, unique: { name: ({ name }) => name } }),
  otcMerchants: open<MerchantRow>({
    name: 'otc_merchants',
    key: 'int',
    id: ({ user }) => user,
    decode: (body) => ({ rated: 0, good: 0, won: 0, lost: 0, ...JSON.parse(body) }),
  }),
  otcRatings: open<RatingRow>({
    name: ratingTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: () => false,
    columns: { about: int(({ about }) => about) },
    paths: [['about']],
  }),
  otcBlocks: open<BlockRow>({
    name: 'otc_blocks',
    key: 'text',
    id: ({ id }) => id,
    groups: { user: ({ user }) => user },
  }),
})
export type OtcTables = ReturnType<typeof createOtcTables>
