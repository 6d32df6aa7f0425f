import type { Push } from '#contract/wire/down.ts'

/**
 * Readers written by hand for what comes many times a second: the contract's schemas are interpreted in the browser,
 * whose policy forbids
 * compiled ones. They accept what the contract accepts and give the same values; a random test holds them equal.
 */
export type Reader<T> = (raw: unknown) => T | null

export const isRecord = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)
export const isText = (raw: unknown): raw is string => typeof raw === 'string'
export const isInt = (raw: unknown): raw is number => Number.isSafeInteger(raw)

/** Every element read; null if one is refused. */
export function listOf<T>(raw: unknown, read: Reader<T>): T[] | null {
  if (!Array.isArray(raw)) return null
  const elements: readonly unknown[] = raw
  const list: T[] = []
  for (const element of elements) {
    const one = read(element)
    if (one === null) return null
    list.push(one)
  }
  return list
}

const isKind = (raw: unknown): raw is Push['k'] =>
  raw === 'delta' || raw === 'snap' || raw === 'event' || raw === 'gap' || raw === 'off'

/** A push, its data unread. Null for every other frame, which is for the contract to read. */
export const readPush: Reader<Push> = (raw) => {
  if (!isRecord(raw)) return null
  const { c, k, e, s, b, d, t } = raw
  if (
    !isText(c) ||
    !isKind(k) ||
    !isText(e) ||
    !isInt(s) ||
    !(b === undefined || isInt(b)) ||
    typeof t !== 'number' ||
    !Number.isFinite(t)
  )
    return null
  return { c, k, e, s, ...('b' in raw && { b }), ...('d' in raw && { d }), t }
}
