import type { Lang } from '#contract/wire/languages.ts'

const known = [
  '9'.repeat(14),
  '9'.repeat(18),
  '9'.repeat(40),
  '96,412.70',
  '96.484,45',
  '1,000',
  '1.000',
  '96.412',
  '96,412',
  '0,01',
  '1.234,5',
  '1 000',
  '-5',
  '1e9',
  'abc',
]

/** What people paste, and digits of any length with marks between them; the same for the same seed. */
export const textsOf = (seed: number): readonly string[] => {
  let state = seed * 7919 + 1
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const random = () => Array.from({ length: 1 + next(12) }, () => "0123456789999.,, '".charAt(next(18))).join('')
  return [...known, random(), random(), random()]
}

/** What an entry left behind: the text while the field has the focus and after, and what is said under it. */
export type Stood = {
  readonly during: string
  readonly after: string
  readonly isInvalid: boolean
  readonly note: string
}
type Entry = Stood & { readonly text: string; readonly how: 'typed' | 'pasted'; readonly lang: Lang }

/**
 * The number a text is in a language, without needless zeros; null when it is not written so. Written apart from the
 * product's reader.
 */
const numberIn = (text: string, decimal: '.' | ','): string | null => {
  const group = decimal === '.' ? ',' : '.'
  const [whole = '', part = '', ...rest] = text.trim().split(decimal)
  if (rest.length > 0 || !/^\d*$/.test(part) || whole + part === '') return null
  const threes = whole.split(/[., ']/)
  const marks = new Set(whole.replace(/\d/g, ''))
  const isGrouped =
    threes.length > 1 &&
    marks.size === 1 &&
    !marks.has(decimal) &&
    /^[1-9]\d{0,2}$/.test(threes[0] ?? '') &&
    threes.slice(1).every((three) => /^\d{3}$/.test(three))
  if (!isGrouped && !/^\d*$/.test(whole)) return null
  if (marks.has(group) && !isGrouped) return null
  const digits = threes.join('').replace(/^0+/, '')
  const tail = part.replace(/0+$/, '')
  return `${digits === '' ? '0' : digits}${tail === '' ? '' : `.${tail}`}`
}

/** What is wrong with how a field took a text; null when nothing is. */
export const faultOf = ({ text, how, lang, during, after, isInvalid, note }: Entry): string | null => {
  const decimal = lang === 'esp' ? ',' : '.'
  const told = `"${text}" stood as "${during}", then as "${after}"${note === '' ? '' : ` (${note})`}`
  if (during !== text) return `changed while it was entered: ${told}`
  const isAsked = after === text && isInvalid && note !== ''
  if (isAsked) return null
  const meant = numberIn(text, decimal)
  const means = numberIn(after, decimal)
  if (means === null || means !== meant) return `another number: ${told}`
  // One or a thousand: a pasted text does not tell, unless the field takes no decimals where they would stand.
  const isTwofold = /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)
  const asDecimal = numberIn(text.replace(',', '.'), '.')
  if (how === 'pasted' && isTwofold && (means === asDecimal || text.endsWith('000'))) return `not asked about: ${told}`
  return null
}
