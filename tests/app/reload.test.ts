import { mayReload } from '#src/app/reload.ts'
import { expect, test } from 'vitest'

const memory = (start: Record<string, string> = {}) => {
  const kept = new Map(Object.entries(start))
  return { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, text: string) => void kept.set(name, text) }
}

test('CHUNK-1 a missing chunk reloads the app at most once in five minutes', () => {
  const storage = memory()
  const minute = 60_000
  expect([10, 11, 14.9, 15, 16].map((at) => mayReload(at * minute, () => storage))).toEqual([true, false, false, true, false])
})

test('CHUNK-2 without storage the app never reloads itself', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(mayReload(1e12, () => ({ getItem: denied, setItem: denied }))).toBe(false)
  expect(mayReload(1e12, denied)).toBe(false)
})
