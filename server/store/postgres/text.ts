// PostgreSQL takes no U+0000 in a text, and no half of a surrogate pair. Such a text is stored as JSON behind a mark;
// one that begins with the mark is as well, so that each text has one form and only one.
const mark = '\u{10FFFD}'

export const toStored = (text: string): string =>
  text.isWellFormed() && !text.includes('\0') && !text.startsWith(mark) ? text : mark + JSON.stringify(text)
export const fromStored = (text: string): string => {
  if (!text.startsWith(mark)) return text
  const original: string = JSON.parse(text.slice(mark.length))
  return original
}
/** A value of a column, or of a condition. */
export const cellOf = <T>(value: T) => (typeof value === 'string' ? toStored(value) : value)
