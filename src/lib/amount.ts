import { formatDec, parseDec, SCALE } from '#contract/wire/money.ts'

const separators: Readonly<Record<string, string>> = { '，': '.', ',': '.', '。': '.', '．': '.' }

/**
 * The text of an amount field as a decimal with at most `scale` places: a comma counts as a decimal point, other
 * characters are dropped, further digits are cut, never rounded.
 */
export function clipDecimals(text: string, scale: number): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[,，。．]/g, (mark) => separators[mark] ?? '.')
    .replace(/[^\d.]/g, '')
  const [whole = '', ...rest] = plain.split('.')
  const trimmed = whole.replace(/^0+(?=\d)/, '').slice(0, 18)
  if (rest.length === 0) return trimmed
  const part = rest.join('').slice(0, scale)
  if (scale === 0) return trimmed
  return `${trimmed === '' ? '0' : trimmed}.${part}`
}

/** A decimal as the wire takes it: without a trailing point; an empty string when the text is no decimal. */
export const tidyDecimal = (text: string) => {
  if (text === '' || !/^\d+(\.\d*)?$/.test(text)) return ''
  return formatDec(parseDec(text.replace(/\.$/, '')))
}

/** A percentage of a balance, rounded down to `scale` decimal places. */
export const percentOf = (balance: string, percent: number, scale: number): string => {
  const units = (parseDec(balance) * BigInt(percent)) / 100n
  return formatDec(units - (units % 10n ** BigInt(Math.max(0, SCALE - scale))))
}
