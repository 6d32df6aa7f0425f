const prefix = 'kontor.'
/** Longer than anything this app stores: a longer value was written by something else. */
const maxLength = 1_000_000
const memory = new Map<string, string>()
const listeners = new Set<() => void>()
let hasFailed = false

/** Calls back once when the browser cannot store anything: the storage is full or not allowed. */
export const onStorageFailure = (listener: () => void) => {
  listeners.add(listener)
  if (hasFailed) listener()
  return () => listeners.delete(listener)
}

const reportFailure = () => {
  if (hasFailed) return
  hasFailed = true
  for (const listener of listeners) listener()
}

const readText = (name: string) => {
  try {
    return memory.get(name) ?? localStorage.getItem(prefix + name)
  } catch {
    reportFailure()
    return memory.get(name) ?? null
  }
}

/** Stores a value over reloads. False: it is only in the memory of this page. */
export const writeStored = (name: string, value: unknown): boolean => {
  const text = JSON.stringify(value)
  try {
    localStorage.setItem(prefix + name, text)
    memory.delete(name)
    return true
  } catch {
    memory.set(name, text)
    reportFailure()
    return false
  }
}

export const removeStored = (name: string) => {
  memory.delete(name)
  try {
    localStorage.removeItem(prefix + name)
  } catch {
    reportFailure()
  }
}

const quarantine = (name: string, text: string) => {
  removeStored(name)
  try {
    localStorage.setItem(`${prefix}aside.${name}`, text.slice(0, 10_000))
  } catch {
    reportFailure()
  }
}

/**
 * The value stored under a name, if `read` accepts it. One that it rejects (cut, outdated, tampered with) is moved to
 * another key and counts as missing, so that a bad value costs only itself and not the page.
 */
export const readStored = <T>(name: string, read: (raw: unknown) => T | null): T | null => {
  const text = readText(name)
  if (text === null) return null
  const value = text.length > maxLength ? null : parsed(text, read)
  if (value === null) quarantine(name, text)
  return value
}

const parsed = <T>(text: string, read: (raw: unknown) => T | null) => {
  try {
    return read(JSON.parse(text))
  } catch {
    return null
  }
}

/** The name of a storage key of this app, as storage events carry it; null for a foreign key. */
export const nameOfKey = (key: string | null) => (key?.startsWith(prefix) ? key.slice(prefix.length) : null)

type Fields = Readonly<Record<string, unknown>>

/** The own fields of a stored object; null if it is not one. */
export const fieldsOf = (raw: unknown): Fields | null =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? Object.fromEntries(Object.entries(raw)) : null
export const textOf = (raw: unknown): string | null => (typeof raw === 'string' && raw.length <= 500 ? raw : null)
export const flagOf = (raw: unknown): boolean | null => (typeof raw === 'boolean' ? raw : null)
export const textsOf = (raw: unknown): readonly string[] | null =>
  Array.isArray(raw) && raw.length <= 200 ? raw.flatMap((each) => textOf(each) ?? []) : null
