import { isSafeAddress } from '#src/lib/safe-address.ts'

/** A part of a line: text or a link. */
export type Piece = { readonly text: string; readonly href: string | null }
/** A parsed text: paragraphs of lines of parts. Nothing in it is interpreted as HTML. */
export type Paragraph = readonly (readonly Piece[])[]

const address = /https:\/\/[^\s<>"'（）、。，」』]+/g
/** Punctuation at the end of a sentence is not part of the URL before it. */
const tail = /[.,;:!?)\]}]+$/

function piecesOf(line: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: raw, index } of line.matchAll(address)) {
    const text = raw.replace(tail, '')
    if (!isSafeAddress(text)) continue
    if (index > from) pieces.push({ text: line.slice(from, index), href: null })
    pieces.push({ text, href: text })
    from = index + text.length
  }
  if (from < line.length) pieces.push({ text: line.slice(from), href: null })
  return pieces
}

/** Splits a plain text into paragraphs at blank lines. */
export const paragraphsOf = (text: string): readonly Paragraph[] =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => part.split('\n').map(piecesOf))
