import { useCallback } from 'react'

type Source<T> = { readonly subscribe: (take: (value: T) => void) => { readonly unsubscribe: () => void } }

/**
 * The ref of an element into which each value of a stream is written as it comes, past React: for what changes many
 * times a second. React
 * makes the element and never its content; `paint` must be stable and writes nothing that React renders.
 */
export const usePaint = <E extends HTMLElement, T>(stream$: Source<T>, paint: (element: E, value: T) => void) =>
  useCallback(
    (element: E | null) => {
      if (element === null) return
      const following = stream$.subscribe((value) => paint(element, value))
      return () => following.unsubscribe()
    },
    [stream$, paint],
  )

/** Writes the text of an element into one stable node, and only if it has changed. */
export function write(element: Element | undefined | null, text: string) {
  const node = element?.firstChild
  if (node instanceof Text) {
    if (node.data !== text) node.data = text
  } else element?.append(text)
}
