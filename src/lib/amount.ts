import { formatDec, parseDec, SCALE } from '#contract/wire/money.ts'

const digits: Readonly<Record<string, string>> = { '，': '.', ',': '.', '。': '.', '．': '.' }

/** What was typed into an amount field, as a decimal of at most `scale` places: a comma is a point, junk is dropped, the rest is cut, never rounded. */
export function clipDecimals(text: string, scale: number): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[,，。．]/g, (mark) => digits[mark] ?? '.')
    .replace(/[^\d.]/g, '')
  const [whole = '', ...rest] = plain.split('.')
  const trimmed = whole.replace(/^0+(?=\d)/, '').slice(0, 18)
  if (rest.length === 0) return trimmed
  const part = rest.join('').slice(0, scale)
  if (scale === 0) return trimmed
  return `${trimmed === '' ? '0' : trimmed}.${part}`
}

/** A decimal as the wire takes it: no dangling point, blank when nothing is there. */
export const tidyDecimal = (text: string) => {
  if (text === '' || !/^\d+(\.\d*)?$/.test(text)) return ''
  return formatDec(parseDec(text.replace(/\.$/, '')))
}

/** A share of a balance, cut to the step of the coin. */
export const percentOf = (balance: string, percent: number, scale: number): string => {
  const units = (parseDec(balance) * BigInt(percent)) / 100n
  return formatDec(units - (units % 10n ** BigInt(Math.max(0, SCALE - scale))))
}
