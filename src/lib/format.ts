import { langOf, type Lang } from '#contract/wire/languages.ts'

/** What Intl calls our languages; its defaults for these marks would be English without a word. */
const tags: Readonly<Record<Lang, string>> = {
  en: 'en', jp: 'ja', kr: 'ko', esp: 'es', zh: 'zh-Hans', hk: 'zh-Hant-HK', th: 'th-u-ca-gregory',
}
export const tagOf = (lang: string) => tags[langOf(lang)]

const known = new Map<string, Intl.NumberFormat>()
const numberFormat = (lang: string, options: Intl.NumberFormatOptions) => {
  const key = `${lang}|${JSON.stringify(options)}`
  const kept = known.get(key)
  if (kept) return kept
  const made = new Intl.NumberFormat(tagOf(lang), { useGrouping: 'always', ...options })
  known.set(key, made)
  return made
}
/** How a language marks the decimals of a number, and its groups of three. */
export type Marks = { readonly decimal: string; readonly group: string }
const knownMarks = new Map<string, Marks>()
export const marksOf = (lang: string): Marks => {
  const kept = knownMarks.get(tagOf(lang))
  if (kept) return kept
  const parts = numberFormat(lang, {}).formatToParts(12345.6)
  const signOf = (sought: string) => parts.find(({ type }) => type === sought)?.value ?? ''
  const made = { decimal: signOf('decimal'), group: signOf('group') }
  knownMarks.set(tagOf(lang), made)
  return made
}

/** Intl reads decimal text exactly where it is told that it is one. */
type Decimal = `${number}`
const isDecimal = (text: string): text is Decimal => /^[+-]?\d+(\.\d+)?$/.test(text)
const say = (format: Intl.NumberFormat, text: string) => (isDecimal(text) ? format.format(text) : text)

/** A decimal, cut (never rounded) to so many places, all of them shown: one column, one number of decimals. */
export const formatFixed = (text: string, decimals: number, lang: string) =>
  // Of what shows as nothing no minus is left.
  say(numberFormat(lang, { minimumFractionDigits: decimals, maximumFractionDigits: decimals, roundingMode: 'trunc', signDisplay: 'negative' }), text)
/** A decimal with the places it bears, at most `most`. */
export const formatAmount = (text: string, lang: string, most = 8) =>
  say(numberFormat(lang, { minimumFractionDigits: 0, maximumFractionDigits: most, roundingMode: 'trunc' }), text)

/** What somebody pays: what does not come out even is rounded up, so that no more is taken than was shown. */
export const formatCost = (text: string, lang: string, most = 8) =>
  say(numberFormat(lang, { minimumFractionDigits: 0, maximumFractionDigits: most, roundingMode: 'expand' }), text)

/** Large numbers in short: 12.3K, 1.2億. */
export const formatCompact = (text: string, lang: string) =>
  say(numberFormat(lang, { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 2 }), text)

/** A change in percent, which always bears its sign. */
export const formatChange = (text: string, lang: string) => {
  const shown = say(numberFormat(lang, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero', roundingMode: 'trunc' }), text.replace('+', ''))
  return `${shown}%`
}
/** A fraction as percent: 0.001 is 0.1 %. */
export const formatFraction = (text: string, lang: string) =>
  say(numberFormat(lang, { style: 'percent', minimumFractionDigits: 0, maximumFractionDigits: 4 }), text)

/** Money in a coin: the number, then its name; Intl knows no coins. */
export const formatMoney = (text: string, coin: string, lang: string, most = 8) => `${formatAmount(text, lang, most)} ${coin}`

const dates = new Map<string, Intl.DateTimeFormat>()
const dateFormat = (lang: string, style: string, options: Intl.DateTimeFormatOptions) => {
  const key = `${lang}|${style}`
  const kept = dates.get(key)
  if (kept) return kept
  const made = new Intl.DateTimeFormat(tagOf(lang), options)
  dates.set(key, made)
  return made
}
/** An instant, in the reader's own zone. */
export const formatTime = (atMs: number, lang: string) => dateFormat(lang, 'time', { dateStyle: 'short', timeStyle: 'medium' }).format(atMs)
export const formatDate = (atMs: number, lang: string) => dateFormat(lang, 'date', { dateStyle: 'medium' }).format(atMs)
/** Hours and minutes, in the reader's own zone. */
export const formatMinute = (atMs: number, lang: string) => dateFormat(lang, 'minute', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atMs)
export const formatClock = (atMs: number, lang: string) =>
  dateFormat(lang, 'clock', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false }).format(atMs)

/** A display time of the wire (`YYYY-MM-DD HH:mm:ss`, UTC) as an instant; null when it is none. */
export const instantOf = (text: string): number | null => {
  const at = Date.parse(`${text.replace(' ', 'T')}Z`)
  return Number.isNaN(at) ? null : at
}
/** A display time of the wire in the reader's own zone. */
export const formatWireTime = (text: string, lang: string) => {
  const at = instantOf(text)
  return at === null ? text : formatTime(at, lang)
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const
/** How old something is, in the greatest unit that fits: `7 sec`. */
export const formatAge = (ageMs: number, lang: string) => {
  const seconds = Math.max(0, Math.floor(ageMs / 1000))
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? units[3]
  return numberFormat(lang, { style: 'unit', unit, unitDisplay: 'short' }).format(Math.floor(seconds / size))
}
