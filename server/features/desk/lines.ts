/** A line of a pasted or imported file that says something, with its number. */
type Line = { readonly line: number; readonly text: string }

/** The lines of a file without blank ones and without the first if it is this head; a mark at its start is left out. */
export const linesOf = (csv: string, head: string): Line[] =>
  csv
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((text, at) => ({ line: at + 1, text: text.trim() }))
    .filter(({ line, text }) => text !== '' && !(line === 1 && text.toLowerCase() === head))
