import { useCallback, useEffect, useRef, useState } from 'react'

type Texts = Readonly<Record<string, string>>

const nameOf = (key: string) => `kontor.draft.${key}`

const storedTexts = (key: string): Texts => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter(([, text]) => typeof text === 'string'))
  } catch {
    return {}
  }
}

/** Deletes a draft, once its form has been submitted. */
export const dropDraft = (key: string) => {
  try {
    sessionStorage.removeItem(nameOf(key))
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Stores the fields of a form under its key. */
export const storeDraft = (key: string, texts: Texts) => {
  try {
    sessionStorage.setItem(nameOf(key), JSON.stringify(texts))
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

/**
 * The fields of a form, stored in this tab over a reload, a language change and a login in between.
 * Fields named in `secrets` (passwords) are never stored.
 */
export function useDraft<T extends Record<string, string>>(key: string, first: T, secrets: readonly (keyof T)[] = []) {
  const [texts, setTexts] = useState<T>(() => ({ ...first, ...onlyKnown(storedTexts(key), first, secrets) }))
  const hidden = useRef(secrets)
  const isDropped = useRef(false)
  const latest = useRef(texts)
  const store = useCallback(
    () =>
      storeDraft(
        key,
        Object.fromEntries(Object.entries(latest.current).filter(([name]) => !hidden.current.includes(name))),
      ),
    [key],
  )
  useEffect(() => {
    if (!isDropped.current) store()
  }, [store])
  // Stored at once: the page may be gone before it is rendered again.
  const change = useCallback(
    (part: Partial<T>) => {
      isDropped.current = false
      latest.current = { ...latest.current, ...part }
      store()
      setTexts(latest.current)
    },
    [store],
  )
  const drop = useCallback(() => {
    isDropped.current = true
    dropDraft(key)
  }, [key])
  return { texts, change, drop }
}

/** Drops fields that are unknown or secret; a draft of an older version may contain them. */
const onlyKnown = <T extends Record<string, string>>(stored: Texts, first: T, secrets: readonly (keyof T)[]): Texts =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => name in first && !secrets.includes(name)))
