import type { PayWay } from './bank.ts'

/** The fields of receiving methods that decide whether a way is bound. */
export type Bound = Readonly<
  Record<
    | 'real_name'
    | 'bank_name'
    | 'bank_account'
    | 'bank_address'
    | 'swift_code'
    | 'residence_address'
    | 'postal_code'
    | 'alipay_account'
    | 'alipay_qr_code'
    | 'wechat_account'
    | 'wechat_qr_code',
    string
  >
> & { readonly intl_account: string | null }

/** An account number as it is stored: without the spaces and hyphens that people write. */
export const accountDigits = (typed: string) => typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
/** True if a text has the form of an IBAN: its check digits must then be right. */
export const isIbanForm = (account: string) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)
/**
 * The check digits of an IBAN (ISO 13616): country and digits moved to the end, letters as numbers, modulo 97 leaves 1.
 */
export const isIban = (account: string) => {
  if (!isIbanForm(account)) return false
  const moved = account.slice(4) + account.slice(0, 4)
  let rest = 0
  for (const char of moved)
    for (const digit of String(Number.parseInt(char, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}
/** True if an account number may be stored: an IBAN with right check digits, or 4 to 34 letters and digits. */
export const isAccount = (account: string) => (isIbanForm(account) ? isIban(account) : /^[A-Z0-9]{4,34}$/.test(account))

/** A SWIFT code: 8 or 11 characters, of which the first six are letters. */
export const isSwift = (code: string) => /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(code)
const fedwireWeights = [3, 7, 1] as const
/** A Fedwire routing number: nine digits whose weighted sum is a multiple of ten. */
export const isFedwire = (code: string) => {
  if (!/^\d{9}$/.test(code) || /^0+$/.test(code)) return false
  return [...code].reduce((sum, digit, at) => sum + Number(digit) * (fedwireWeights[at % 3] ?? 0), 0) % 10 === 0
}
export const isBankCode = (code: string) => isSwift(code) || isFedwire(code)

/**
 * The Luhn check of a payment card. Account numbers of many banks do not follow it, so it is a hint and never a
 * refusal.
 */
export const isLuhn = (account: string) => {
  if (!/^\d{12,19}$/.test(account)) return false
  const sum = [...account].toReversed().reduce((total, char, at) => {
    const digit = Number(char) * (at % 2 === 0 ? 1 : 2)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}

/** Letters of scripts that put no spaces between words: Han, kana, Hangul and Thai. */
const unspaced = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}]'
const idleSpace = new RegExp(`(?<=${unspaced}) | (?=${unspaced})`, 'gu')
/**
 * A holder's name as it is compared: width and letter case do not matter, nor how wide a space is, nor whether one
 * stands beside a letter that needs none.
 */
export const comparedName = (name: string) =>
  name.normalize('NFKC').toUpperCase().replace(/\s+/g, ' ').trim().replace(idleSpace, '')
export const isSameName = (one: string, other: string) => comparedName(one) === comparedName(other)

/** The account of a way: an IBAN stands in `intl_account` when a card stands in `bank_account`. */
const cardOf = ({ bank_account }: Bound) => (isIbanForm(bank_account) ? '' : bank_account)
export const intlAccountOf = ({ intl_account, bank_account }: Bound) => intl_account ?? bank_account
const areSet = (...texts: readonly string[]) => texts.every((text) => text !== '')

/**
 * The ways that are bound: their needed fields are set, and the holder of a bank account is the verified name where
 * there is one.
 */
export const boundWays = (row: Bound, verifiedName: string | null): PayWay[] => {
  const isHolder = verifiedName === null || isSameName(row.real_name, verifiedName)
  const { real_name, bank_name, swift_code, bank_address, residence_address, postal_code } = row
  const are: Readonly<Record<PayWay, boolean>> = {
    bank: isHolder && areSet(real_name, bank_name, cardOf(row)),
    ali_pay: areSet(row.alipay_account, row.alipay_qr_code),
    we_chat: areSet(row.wechat_account, row.wechat_qr_code),
    intl_bank:
      isHolder &&
      areSet(real_name, intlAccountOf(row), swift_code, bank_name, bank_address, residence_address, postal_code),
  }
  return (['bank', 'ali_pay', 'we_chat', 'intl_bank'] as const).filter((way) => are[way])
}
