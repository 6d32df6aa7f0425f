import { langOf, langTags } from '#contract/wire/languages.ts'
import { marksOf, placesText } from '#contract/wire/money-text.ts'

export const tagOf = (lang: string) => langTags[langOf(lang)]

const formats = new Map<string, Intl.NumberFormat>()
const numberFormat = (lang: string, options: Intl.NumberFormatOptions) => {
  const key = `${lang}|${JSON.stringify(options)}`
  const cached = formats.get(key)
  if (cached) return cached
  const created = new Intl.NumberFormat(tagOf(lang), { useGrouping: 'always', ...options })
  formats.set(key, created)
  return created
}

/** Intl formats decimal text exactly, without a float, if its type says that it is one. */
type Decimal = `${number}`
const isDecimal = (text: string): text is Decimal => /^[+-]?\d+(\.\d+)?$/.test(text)
const apply = (format: Intl.NumberFormat, text: string) => (isDecimal(text) ? format.format(text) : text)

/** Intl begins what is below zero with a hyphen, at which a line may end. */
export const withMinus = (text: string) => text.replace('-', '\u2212')

/** Large numbers in compact form, never more than there is: 12.3K, 1.2億. */
export const formatCompact = (text: string, lang: string) =>
  withMinus(
    apply(
      numberFormat(lang, {
        notation: 'compact',
        minimumFractionDigits: 0,
        maximumFractionDigits: 2,
        roundingMode: 'floor',
      }),
      text,
    ),
  )

/** A change in percent, always with its sign. */
export const formatChange = (text: string, lang: string) => `${placesText(text, 2, marksOf(lang), { isSigned: true })}%`

/**
 * A fraction as percent: 0.001 becomes 0.1%. The sign follows the number at once in every language, as in a change;
 * Intl would part them in Spanish.
 */
export const formatFraction = (text: string, lang: string) =>
  withMinus(
    apply(numberFormat(lang, { style: 'percent', minimumFractionDigits: 0, maximumFractionDigits: 4 }), text).replace(
      /\s/u,
      '',
    ),
  )

const dates = new Map<string, Intl.DateTimeFormat>()
const dateFormat = (lang: string, style: string, options: Intl.DateTimeFormatOptions) => {
  const key = `${lang}|${style}`
  const cached = dates.get(key)
  if (cached) return cached
  // English is written as in Britain: the day before the month.
  const created = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : tagOf(lang), options)
  dates.set(key, created)
  return created
}

const instant = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium' })
/**
 * An instant in the user's time zone, in the one shape that no language reads in another order: `2026-11-21 22:55:00`.
 */
export const formatTime = (atMs: number) => instant.format(atMs)
export const formatDate = (atMs: number, lang: string) => dateFormat(lang, 'date', { dateStyle: 'medium' }).format(atMs)
/** A platform day, which is one of UTC. */
export const formatPlatformDay = (atMs: number, lang: string) =>
  dateFormat(lang, 'platformDay', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(atMs)
/** Hours and minutes, in the reader's own zone. */
export const formatMinute = (atMs: number, lang: string) =>
  dateFormat(lang, 'minute', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atMs)

/** A display time of the wire (`YYYY-MM-DD HH:mm:ss`, UTC) as an instant; null if it is not valid. */
export const instantOf = (text: string): number | null => {
  const at = Date.parse(`${text.replace(' ', 'T')}Z`)
  return Number.isNaN(at) ? null : at
}

/** A display time of the wire, in the user's time zone. */
export const formatWireTime = (text: string) => {
  const at = instantOf(text)
  return at === null ? text : formatTime(at)
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** An age in the largest unit that fits: `7 sec`. */
export const formatAge = (ageMs: number, lang: string) => {
  const seconds = Math.max(0, Math.floor(ageMs / 1000))
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? units[3]
  return numberFormat(lang, { style: 'unit', unit, unitDisplay: 'short' }).format(Math.floor(seconds / size))
}
