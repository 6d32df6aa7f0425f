import { accountKinds, type AccountKind } from '#contract/wire/booking.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'

/** The page of one coin in one account. */
export const holdingPath = (currency: number, kind: AccountKind) =>
  `${assetsPaths.tradeAccountOf(currency)}&account=${kind}`
/** The bookings, optionally filtered by coin and account. */
export const recordsPath = (currency: number, kind: AccountKind) => `${assetsPaths.recordsOf(currency)}&account=${kind}`

/** The account in a query; the spot account if it is unknown. */
export const accountIn = (text: string | undefined): AccountKind | null =>
  accountKinds.find((kind) => kind === text) ?? null
export const idIn = (text: string | undefined) =>
  text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null
