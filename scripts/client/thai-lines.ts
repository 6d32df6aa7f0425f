/**
 * Words of the trade that no dictionary of a browser knows. Thai has no spaces between words, so that a line would end
 * inside of them.
 */
const words = [
  'สปอต',
  'เอสโครว์',
  'มาร์ก',
  'สเตก',
  'ชอร์ต',
  'แชต',
  'บอต',
  'สตรีม',
  'ไคลเอนต์',
  'เลย์เอาต์',
  'ที่อยู่',
  'ขั้นต่ำ',
  'ออเดอร์บุ๊ก',
  'พาสคีย์',
]
/** What is searched for by typing, and does not wrap. */
const untouched: ReadonlySet<string> = new Set(['titles', 'tabs', 'menu'])

const letters = new Intl.Segmenter('th', { granularity: 'grapheme' })
/** A word joiner between its letters, and a space of no width around it, where a line may end. */
const joined = (word: string) =>
  `\u200b${[...letters.segment(word)].map(({ segment }) => segment).join('\u2060')}\u200b`
const whole = words.map((word) => [word, joined(word)] as const)
/** Beside what is no Thai letter a line may end, or not, as everywhere. */
const needless = /(?<![\u0e00-\u0e7f])\u200b|\u200b(?![\u0e00-\u0e7f])/g
const kept = (text: string) =>
  whole.reduce((text, [word, as]) => text.replaceAll(word, as), text).replaceAll(needless, '')

const mapped = (value: unknown): unknown => {
  if (typeof value === 'string') return kept(value)
  if (Array.isArray(value)) return value.map(mapped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]: [string, unknown]) => [key, untouched.has(key) ? each : mapped(each)]),
  )
}
/** A locale file, as JSON text, whose sentences keep these words whole. */
export const withWholeWords = (json: string) => JSON.stringify(mapped(JSON.parse(json)))
