/** A piece of a line: words, or a way out. */
export type Piece = { readonly text: string; readonly href: string | null }
/** A text as it is shown: paragraphs of lines of pieces. Nothing in it is ever read as HTML. */
export type Paragraph = readonly (readonly Piece[])[]

const address = /https:\/\/[^\s<>"'（）、。，」』]+/g
/** What ends a sentence does not belong to the address before it. */
const tail = /[.,;:!?)\]}]+$/

/** Only https addresses lead anywhere; everything else stays words. */
export const isSafe = (address: string) => {
  try {
    const { protocol, username, password } = new URL(address)
    return protocol === 'https:' && username === '' && password === ''
  } catch {
    return false
  }
}

function piecesOf(line: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: raw, index } of line.matchAll(address)) {
    const text = raw.replace(tail, '')
    if (!isSafe(text)) continue
    if (index > from) pieces.push({ text: line.slice(from, index), href: null })
    pieces.push({ text, href: text })
    from = index + text.length
  }
  if (from < line.length) pieces.push({ text: line.slice(from), href: null })
  return pieces
}

/** A plain text as paragraphs: a blank line begins a new one. */
export const paragraphsOf = (text: string): readonly Paragraph[] =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => part.split('\n').map(piecesOf))
