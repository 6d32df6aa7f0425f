import { useCallback, useEffect, useRef, useState } from 'react'

type Texts = Readonly<Record<string, string>>

const nameOf = (key: string) => `kontor.draft.${key}`

const keptTexts = (key: string): Texts => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter(([, text]) => typeof text === 'string'))
  } catch {
    return {}
  }
}

/** Forgets what was typed under a key, once it has arrived. */
export const dropDraft = (key: string) => {
  try {
    sessionStorage.removeItem(nameOf(key))
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Keeps what was typed, for the form of that name to find. */
export const keepDraft = (key: string, texts: Texts) => {
  try {
    sessionStorage.setItem(nameOf(key), JSON.stringify(texts))
  } catch {
    // Without storage the draft lives as long as the page.
  }
}

/**
 * What is being typed, kept in this tab over a reload, a language change and a detour to the login page.
 * Fields named in `secrets` (passwords) are never kept.
 */
export function useDraft<T extends Record<string, string>>(key: string, first: T, secrets: readonly (keyof T)[] = []) {
  const [texts, setTexts] = useState<T>(() => ({ ...first, ...onlyKnown(keptTexts(key), first, secrets) }))
  const hidden = useRef(secrets)
  const isDropped = useRef(false)
  useEffect(() => {
    if (isDropped.current) return
    keepDraft(key, Object.fromEntries(Object.entries(texts).filter(([name]) => !hidden.current.includes(name))))
  }, [key, texts])
  const change = useCallback((part: Partial<T>) => {
    isDropped.current = false
    setTexts((now) => ({ ...now, ...part }))
  }, [])
  const drop = useCallback(() => {
    isDropped.current = true
    dropDraft(key)
  }, [key])
  return { texts, change, drop }
}

/** A draft of an older version may name fields that are gone, or a secret. */
const onlyKnown = <T extends Record<string, string>>(kept: Texts, first: T, secrets: readonly (keyof T)[]): Texts =>
  Object.fromEntries(Object.entries(kept).filter(([name]) => name in first && !secrets.includes(name)))
