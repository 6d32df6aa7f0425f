import type { ReactNode } from 'react'

/** A text in which a word is marked, by ranges and never by markup. */
export function RichWord({ text, word }: { readonly text: string; readonly word: string }): ReactNode {
  const at = word === '' ? -1 : text.toLocaleLowerCase().indexOf(word.toLocaleLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + word.length)}</mark>
      <RichWord text={text.slice(at + word.length)} word={word} />
    </>
  )
}
