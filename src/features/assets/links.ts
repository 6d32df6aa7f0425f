import { accountKinds, type AccountKind } from '#contract/wire/booking.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'

/** One coin of one account. */
export const holdingPath = (currency: number, kind: AccountKind) => `${assetsPaths.tradeAccountOf(currency)}&account=${kind}`
/** The account book, of one coin in one account where they are named. */
export const recordsPath = (currency: number, kind: AccountKind) => `${assetsPaths.recordsOf(currency)}&account=${kind}`

/** The account a query names; the spot account where it names none of ours. */
export const accountIn = (text: string | undefined): AccountKind | null => accountKinds.find((kind) => kind === text) ?? null
export const idIn = (text: string | undefined) => (text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null)
