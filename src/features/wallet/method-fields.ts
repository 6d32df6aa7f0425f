import type { bank, PayMethods, PayWay } from '#contract/wallet/bank.ts'
import { isIbanForm } from '#contract/wallet/bank-accounts.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'

type TextField =
  | 'real_name'
  | 'bank_name'
  | 'bank_branch'
  | 'bank_account'
  | 'bank_address'
  | 'swift_code'
  | 'residence_address'
  | 'postal_code'
  | 'alipay_account'
  | 'alipay_qr_code'
  | 'wechat_nickname'
  | 'wechat_account'
  | 'wechat_qr_code'
/** What is typed of a receiving method; the bank of a card is one of the list, or typed when its id is blank. */
export type MethodField = TextField | 'bank_id'
export type MethodTexts = Record<MethodField, string>

const fields: Readonly<Record<PayWay, readonly MethodField[]>> = {
  bank: ['real_name', 'bank_id', 'bank_name', 'bank_branch', 'bank_account'],
  ali_pay: ['alipay_account', 'alipay_qr_code'],
  we_chat: ['wechat_nickname', 'wechat_account', 'wechat_qr_code'],
  intl_bank: [
    'real_name',
    'bank_account',
    'swift_code',
    'bank_name',
    'bank_address',
    'residence_address',
    'postal_code',
  ],
}
const optional: readonly MethodField[] = ['bank_branch', 'wechat_nickname', 'bank_id']
/** The bank is typed only where none of the list is chosen. */
const isNeeded = (way: PayWay, name: MethodField, { bank_id }: Pick<MethodTexts, 'bank_id'>) =>
  !(way === 'bank' && name === 'bank_name' && bank_id !== '')
export const fieldsOf = (way: PayWay, texts: MethodTexts) => fields[way].filter((name) => isNeeded(way, name, texts))

const empty = (): MethodTexts => ({
  real_name: '',
  bank_id: '',
  bank_name: '',
  bank_branch: '',
  bank_account: '',
  bank_address: '',
  swift_code: '',
  residence_address: '',
  postal_code: '',
  alipay_account: '',
  alipay_qr_code: '',
  wechat_nickname: '',
  wechat_account: '',
  wechat_qr_code: '',
})
/** The card, or the account abroad: an IBAN stands in a field of its own when a card is bound too. */
const accountOf = (way: PayWay, { bank_account, intl_account }: PayMethods) =>
  way === 'intl_bank'
    ? (intl_account ?? (isIbanForm(bank_account) ? bank_account : ''))
    : isIbanForm(bank_account)
      ? ''
      : bank_account
/** What is stored of one way, as its form begins. */
export const firstOf = (way: PayWay, methods: PayMethods): MethodTexts => {
  const texts = empty()
  for (const name of fields[way])
    texts[name] = name === 'bank_account' ? accountOf(way, methods) : String(methods[name] ?? '')
  return texts
}
/** A further one of a way begins with whose it is alone. */
export const moreFirst = (way: PayWay, { real_name }: Pick<PayMethods, 'real_name'>): MethodTexts => ({
  ...empty(),
  ...(fields[way].includes('real_name') && { real_name }),
})
/** A link to a picture is signed anew for each reading; its path tells which picture it is. */
const pathOf = (text: string) => text.split('?')[0]
/** True if two copies say the same of one way; they may differ in another. */
export const isSameWay = (way: PayWay, one: PayMethods, other: PayMethods) => {
  const [these, those] = [firstOf(way, one), firstOf(way, other)]
  return fields[way].every((name) => pathOf(these[name]) === pathOf(those[name]))
}
/** The needed fields that are empty. */
export const missingIn = (way: PayWay, texts: MethodTexts): readonly MethodField[] =>
  fieldsOf(way, texts).filter((name) => !optional.includes(name) && texts[name].trim() === '')

type Sent = InputOf<typeof bank.save>
/** The fields of one way as they are sent; the others are absent and stay as they are. */
export const inputOf = (way: PayWay, texts: MethodTexts): Sent => {
  const sent: Sent = {}
  for (const name of fieldsOf(way, texts)) {
    if (name === 'bank_id') sent.bank_id = texts.bank_id === '' ? '' : Number(texts.bank_id)
    else if (name === 'bank_account' && way === 'intl_bank') sent.intl_account = texts.bank_account.trim()
    else sent[name] = texts[name].trim()
  }
  return sent
}
/** What removes a way: only what the other ways do not share with it. */
export const removalOf = (way: PayWay): Sent =>
  ({
    bank: { bank_account: '' },
    ali_pay: { alipay_account: '', alipay_qr_code: '' },
    we_chat: { wechat_account: '', wechat_nickname: '', wechat_qr_code: '' },
    intl_bank: { intl_account: '', swift_code: '' },
  })[way]
