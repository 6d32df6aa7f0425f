import type { Marks } from '#contract/wire/money-text.ts'

/** What a field takes: how its language writes numbers, how many decimals, and the unit that may be pasted along. */
export type AmountGrammar = { readonly marks: Marks; readonly scale: number; readonly unit: string }
/** Why a text is not taken as a number. `ask`: it may mean one of these, as plain decimals, the likelier first. */
export type AmountFault =
  | { readonly kind: 'ask'; readonly choices: readonly string[] }
  | { readonly kind: 'negative' | 'letters' | 'malformed' | 'long' }
  | { readonly kind: 'decimals'; readonly scale: number }
export type AmountReading = { readonly value: string } | { readonly fault: AmountFault }

const maxWhole = 18
const maxText = 100

/** Signs of other scripts that mean the same. Not `normalize`: that would make 10² a 102. */
const sameSigns: readonly (readonly [RegExp, string | ((sign: string) => string)])[] = [
  [/[\u200b\u200e\u200f\u2060\ufeff]/g, ''],
  [/[\uff10-\uff19]/g, (sign) => String(sign.charCodeAt(0) - 0xff10)],
  [/[\u0e50-\u0e59]/g, (sign) => String(sign.charCodeAt(0) - 0x0e50)],
  [/[．。｡]/g, '.'],
  [/[，]/g, ','],
  [/[\u2212\uff0d\u2010-\u2015]/g, '-'],
  [/[’＇]/g, "'"],
  [/\s/g, ' '],
]
const plainOf = (text: string, unit: string) => {
  let plain = text
  for (const [sign, same] of sameSigns)
    plain = typeof same === 'string' ? plain.replace(sign, same) : plain.replace(sign, same)
  plain = plain.trim()
  const isUnited = unit !== '' && plain.length > unit.length && plain.toUpperCase().endsWith(unit.toUpperCase())
  return isUnited ? plain.slice(0, -unit.length).trim() : plain
}

const escaped = (sign: string) => sign.replace(/[.]/g, String.raw`\.`)
type Split = { readonly whole: string; readonly part: string }
const split = (text: string, decimal: string): Split => {
  const [whole = '', part = ''] = text.split(decimal)
  return { whole: whole.replace(/\D/g, ''), part }
}

/**
 * As the language writes it: digits, perhaps grouped by three, and one decimal mark; null when it is written otherwise.
 */
function asWritten(text: string, { decimal, group }: Marks): Split | null {
  const [d, g] = [escaped(decimal), escaped(group)]
  const isPlain = new RegExp(`^(?:\\d+(?:${d}\\d*)?|${d}\\d*)$`).test(text)
  const isGrouped = new RegExp(`^[1-9]\\d{0,2}(?:${g}\\d{3})+(?:${d}\\d*)?$`).test(text)
  // Spaces and apostrophes group wherever they stand between threes; no language here uses them for anything else.
  const isSpaced = new RegExp(`^[1-9]\\d{0,2}(?:( |')\\d{3})(?:\\1\\d{3})*(?:${d}\\d*)?$`).test(text)
  return isPlain || isGrouped || isSpaced ? split(text, decimal) : null
}

const stripped = (whole: string) => whole.replace(/^0+(?=\d)/, '')
/** A plain decimal that fits the field, or what is wrong with it. */
function fitted({ whole, part }: Split, scale: number): AmountReading {
  const digits = stripped(whole === '' ? '0' : whole)
  if (digits.length > maxWhole) return { fault: { kind: 'long' } }
  const [kept, rest] = [part.slice(0, scale), part.slice(scale)]
  if (/[^0]/.test(rest)) return { fault: { kind: 'decimals', scale } }
  return { value: kept === '' ? digits : `${digits}.${kept}` }
}

/** What a text may mean that the language does not write so, the likelier first. */
function guesses(text: string): readonly Split[] {
  const signs = [...text.matchAll(/[.,]/g)]
  const [first] = signs
  const last = signs.at(-1)
  if (first === undefined || last === undefined) return []
  const only = (from: string) => from.replace(/\D/g, '')
  const at = (mark: { readonly index: number }): Split => ({
    whole: only(text.slice(0, mark.index)),
    part: only(text.slice(mark.index + 1)),
  })
  const without: Split = { whole: only(text), part: '' }
  const isOneKind = signs.every(([sign]) => sign === first[0])
  const isLastAlone = signs.filter(([sign]) => sign === last[0]).length === 1
  // The same mark twice cannot be a decimal mark: it groups, if its last group is one of three or still being typed.
  if (isOneKind && signs.length > 1) return /^\d{1,3}(?:\D\d{3})*\D\d{0,2}$|\D\d{3}$/.test(text) ? [without] : []
  if (!isOneKind && !isLastAlone) return []
  return isOneKind ? [at(last), without] : [at(last), at(first)]
}

const mostChoices = 2
function ask(some: readonly Split[], scale: number, otherwise: AmountFault): AmountReading {
  const choices = some.flatMap((each) => {
    const reading = fitted(each, scale)
    return 'value' in reading ? [reading.value] : []
  })
  const distinct = [...new Set(choices)].slice(0, mostChoices)
  return { fault: distinct.length === 0 ? otherwise : { kind: 'ask', choices: distinct } }
}

/** 1,000 or 1.000: a thousand where that sign groups, one where it is the decimal mark. */
const isTwofold = (plain: string) => /^[1-9]\d{0,2}[.,]\d{3}$/.test(plain)

/**
 * What a text in an amount field means, as a plain decimal. What the language of the reader does not write so is never
 * made a number: it is asked about or refused, with the text left as it is. A pasted text may come from a page in
 * another language: where another one reads it as another number, it is asked about too.
 */
export function readAmount(text: string, { marks, scale, unit }: AmountGrammar, isPasted = false): AmountReading {
  const plain = plainOf(text, unit)
  if (plain === '') return { value: '' }
  if (text.length > maxText) return { fault: { kind: 'long' } }
  if (/[^-\d., ']/.test(plain)) return { fault: { kind: 'letters' } }
  if (plain.startsWith('-')) return { fault: { kind: 'negative' } }
  if (!/^(?:\d|[.,]\d*$)/.test(plain) || plain.includes('-')) return { fault: { kind: 'malformed' } }
  const written = asWritten(plain, marks)
  if (written === null) return ask(guesses(plain), scale, { kind: 'malformed' })
  const reading = fitted(written, scale)
  if (!isTwofold(plain)) return reading
  const [whole = '', part = ''] = plain.split(/[.,]/)
  const grouped: Split = { whole: whole + part, part: '' }
  const decimal: Split = { whole, part }
  const isDecimal = plain.includes(marks.decimal)
  if (isPasted) {
    const both = ask(isDecimal ? [decimal, grouped] : [grouped, decimal], scale, { kind: 'decimals', scale })
    if (isDecimal || ('fault' in both && both.fault.kind === 'ask' && both.fault.choices.length > 1)) return both
    return reading
  }
  // 96.412 where at most two decimals fit: perhaps it came from where a point groups.
  return isDecimal && scale < 3 ? ask([grouped, decimal], scale, { kind: 'decimals', scale }) : reading
}

/** What a form holds of a field: a plain decimal, or the text itself behind a mark that makes it no number. */
const unread = '?'
export const heldAmount = (text: string, grammar: AmountGrammar, isPasted = false): string => {
  const reading = readAmount(text, grammar, isPasted)
  // Cut text must not become readable by the cut.
  return 'value' in reading ? reading.value : `${unread}${text.length > maxText ? `${text.slice(0, maxText)}…` : text}`
}
const plainDecimal = /^\d+(?:\.\d*)?$/

/** What stands in the field for what the form holds; grouped for reading, plain for typing. */
export const shownAmount = (held: string, { decimal, group }: Marks, isGrouped: boolean): string => {
  if (!plainDecimal.test(held)) return held.startsWith(unread) ? held.slice(unread.length) : held
  const [whole = '', part] = held.split('.')
  const grouped = isGrouped ? whole.replace(/\B(?=(?:\d{3})+$)/g, group) : whole
  return part === undefined ? grouped : `${grouped}${decimal}${part}`
}

/**
 * Why what the form holds is no number; null when it is one. A text that another language could not read may be
 * readable now.
 */
export const heldFault = (held: string, grammar: AmountGrammar): AmountFault | null => {
  if (!held.startsWith(unread)) return null
  const reading = readAmount(held.slice(unread.length), grammar, true)
  if ('fault' in reading) return reading.fault
  return reading.value === '' ? { kind: 'malformed' } : { kind: 'ask', choices: [reading.value] }
}
