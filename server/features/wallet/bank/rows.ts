import type { PayWay } from '#contract/wallet/bank.ts'
import type { OpenTable } from '#server/core/tables.ts'

/** A bank that people choose from. */
type BankRow = { id: number; name: string; sort: number }
/** The receiving methods of one person, as saved; QR codes are paths of uploaded files, unset text is empty. */
export type MethodsRow = {
  id: number
  user: number
  real_name: string
  bank_id: number | null
  bank_name: string
  bank_branch: string
  bank_account: string
  bank_address: string
  swift_code: string
  residence_address: string
  postal_code: string
  alipay_account: string
  alipay_qr_code: string
  wechat_nickname: string
  wechat_account: string
  wechat_qr_code: string
  intl_account: string | null
  createdAt: number
  updatedAt: number
  rev: number
}
/** A further method of a way: a row of methods of which one way is set. */
export type MoreRow = MethodsRow & { way: PayWay }
/**
 * One thing that needs a method as it is, such as an open advertisement; while there is one, the method cannot be
 * changed or removed.
 */
type MethodUse = { id: string; user: number; way: PayWay; more?: number }

/**
 * An account of the venue to which people pay; without one, paying in by bank is closed. Amounts in the fiat currency,
 * as text.
 */
export type HouseAccount = {
  id: string
  kind: 'company' | 'remittance'
  fiat: string
  country: string
  payeeName: string
  payeeAddress: string
  bankName: string
  bankAddress: string
  account: string
  iban: string | null
  swift: string | null
  routing: string | null
  min: string
  max: string
  feeRate: string
  note: string | null
  /** When transfers are looked at; accounts of older releases do not say. */
  hours?: string | null
  sort: number
  isOpen: boolean
}

/** `more` is a further method of a way; 0 the first one. */
export const methodUseId = (user: number, way: PayWay, more = 0) => `${user}|${way}${more === 0 ? '' : `|${more}`}`

export const createBankTables = (open: OpenTable) => ({
  banks: open<BankRow>({ name: 'banks', key: 'int', id: ({ id }) => id }),
  payMethods: open<MethodsRow>({
    name: 'pay_methods',
    key: 'int',
    id: ({ id }) => id,
    unique: { user: ({ user }) => String(user) },
    groups: { account: ({ bank_account }) => bank_account || null },
  }),
  moreMethods: open<MoreRow>({
    name: 'pay_more',
    key: 'int',
    id: ({ id }) => id,
    groups: { user: ({ user }) => user },
  }),
  houseAccounts: open<HouseAccount>({ name: 'house_accounts', key: 'text', id: ({ id }) => id }),
  methodUses: open<MethodUse>({
    name: 'method_uses',
    key: 'text',
    id: ({ id }) => id,
    groups: { method: ({ user, way, more }) => methodUseId(user, way, more) },
  }),
})
export type BankTables = ReturnType<typeof createBankTables>
