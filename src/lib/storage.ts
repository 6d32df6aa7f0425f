const prefix = 'kontor.'
/** Longer than anything we keep: what is longer was not written by us. */
const longest = 1_000_000
const memory = new Map<string, string>()
const heard = new Set<() => void>()
let isTroubled = false

/** Calls back once when the browser keeps nothing for us: it is full, or not allowed. */
export const onStorageTrouble = (hear: () => void) => {
  heard.add(hear)
  if (isTroubled) hear()
  return () => heard.delete(hear)
}

const trouble = () => {
  if (isTroubled) return
  isTroubled = true
  for (const hear of heard) hear()
}

const readText = (name: string) => {
  try {
    return memory.get(name) ?? localStorage.getItem(prefix + name)
  } catch {
    trouble()
    return memory.get(name) ?? null
  }
}

/** Keeps a value over reloads. False: it lives in this page's memory only. */
export const keep = (name: string, value: unknown): boolean => {
  const text = JSON.stringify(value)
  try {
    localStorage.setItem(prefix + name, text)
    memory.delete(name)
    return true
  } catch {
    memory.set(name, text)
    trouble()
    return false
  }
}

export const forget = (name: string) => {
  memory.delete(name)
  try {
    localStorage.removeItem(prefix + name)
  } catch {
    trouble()
  }
}

const putAside = (name: string, text: string) => {
  forget(name)
  try {
    localStorage.setItem(`${prefix}aside.${name}`, text.slice(0, 10_000))
  } catch {
    trouble()
  }
}

/**
 * What was kept under a name, if `read` still understands it. What it does not (cut, old, tampered) is put aside and
 * counts as never kept, so that a bad key costs its own value and not the page.
 */
export const kept = <T>(name: string, read: (raw: unknown) => T | null): T | null => {
  const text = readText(name)
  if (text === null) return null
  const value = text.length > longest ? null : understood(text, read)
  if (value === null) putAside(name, text)
  return value
}

const understood = <T>(text: string, read: (raw: unknown) => T | null) => {
  try {
    return read(JSON.parse(text))
  } catch {
    return null
  }
}

/** Names every key we keep under starts with, as storage events tell them. */
export const nameOfKey = (key: string | null) => (key?.startsWith(prefix) ? key.slice(prefix.length) : null)

type Fields = Readonly<Record<string, unknown>>

/** The own fields of a kept object, or null. */
export const fieldsOf = (raw: unknown): Fields | null =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? Object.fromEntries(Object.entries(raw)) : null
export const textOf = (raw: unknown): string | null => (typeof raw === 'string' && raw.length <= 500 ? raw : null)
export const flagOf = (raw: unknown): boolean | null => (typeof raw === 'boolean' ? raw : null)
export const textsOf = (raw: unknown): readonly string[] | null =>
  Array.isArray(raw) && raw.length <= 200 ? raw.flatMap((each) => textOf(each) ?? []) : null
