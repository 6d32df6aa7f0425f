import { fieldsOf, removeStored, writeStored, readStored, onStorageFailure, textOf, textsOf } from '#src/lib/storage.ts'
import { firstSettings } from '#src/stores/settings.ts'
import { createIntentStore, type Intent } from '#src/stores/intents.ts'
import { newKey } from '#src/lib/new-key.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'

beforeEach(() => localStorage.clear())
const anIntent = (changes: Partial<Intent> = {}): Intent => ({
  key: newKey(),
  method: 'POST',
  path: 'coin/trade',
  body: { amount: '1' },
  atMs: 1,
  ...changes,
})

describe('CF20 what was readStored is not believed', () => {
  test.each([
    ['cut', '{"token":"ab'],
    ['another type', '[1,2]'],
    ['a number', '7'],
    ['four megabytes', JSON.stringify({ text: 'x'.repeat(4_000_000) })],
  ])('CF20 %s: that key is put aside, the rest lives', (_, text) => {
    writeStored('other', { text: 'good' })
    localStorage.setItem('kontor.thing', text)
    const read = (raw: unknown) => textOf(fieldsOf(raw)?.['text'])
    expect(readStored('thing', read)).toBeNull()
    expect(localStorage.getItem('kontor.thing')).toBeNull()
    expect(localStorage.getItem('kontor.aside.thing')).not.toBeNull()
    expect(readStored('other', read)).toBe('good')
  })
  test('CF20 __proto__ changes nothing but itself', () => {
    localStorage.setItem('kontor.thing', '{"__proto__":{"isAdmin":true},"text":"a"}')
    const fields = readStored('thing', fieldsOf)
    expect(fields?.['isAdmin']).toBeUndefined()
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  })
  test('CF20 a list keeps what is text and drops the rest', () =>
    expect(textsOf(['a', 1, null, 'b'])).toEqual(['a', 'b']))
  test('CF20 settings: each bad field falls back alone', async () => {
    localStorage.setItem(
      'kontor.settings',
      JSON.stringify({ lang: 'klingon', riseColor: 'red', lastMarket: '<script>', favourites: ['ETH-USDT', '../x'] }),
    )
    vi.resetModules()
    const { useSettings } = await import('#src/stores/settings.ts')
    const { set: _, ...chosen } = useSettings.getState()
    expect(chosen).toEqual({ ...firstSettings, riseColor: 'red', favourites: ['ETH-USDT'] })
  })
  test('CF20 a session: only tokens of the right form, never who somebody is', async () => {
    const { storedTokens } = await import('#src/stores/session.ts')
    localStorage.setItem('kontor.session', JSON.stringify({ token: 'abcdefgh', user: { id: 1, review_status: 2 } }))
    expect(storedTokens()).toEqual({ token: 'abcdefgh', chatToken: null })
    localStorage.setItem('kontor.session', JSON.stringify({ token: 'a\r\nb: cdefgh' }))
    expect(storedTokens()).toBeNull()
  })
})

describe('CF19 storage that is full or denied', () => {
  const deny = () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
  }
  test('CF19 it works from memory, and says so once', () => {
    deny()
    let told = 0
    onStorageFailure(() => (told += 1))
    expect(writeStored('thing', { text: 'a' })).toBe(false)
    expect(writeStored('thing', { text: 'b' })).toBe(false)
    expect(readStored('thing', fieldsOf)).toEqual({ text: 'b' })
    expect(told).toBe(1)
    vi.restoreAllMocks()
    removeStored('thing')
    expect(readStored('thing', fieldsOf)).toBeNull()
  })
  test('CF19 a wish that cannot be readStored is not put, and none is lost', () => {
    const intents = createIntentStore(() => 9)
    const first = anIntent()
    expect(intents.put(first)).toBe(true)
    deny()
    expect(intents.put(anIntent())).toBe(false)
    expect(intents.list()).toEqual([first])
  })
})

describe('open wishes', () => {
  test('WISH-1 each account has its own; nobody has none', () => {
    let account: number | null = 7
    const intents = createIntentStore(() => account)
    const mine = anIntent()
    intents.put(mine)
    account = 8
    expect(intents.list()).toEqual([])
    account = null
    expect(intents.list()).toEqual([])
    expect(intents.put(anIntent())).toBe(false)
    account = 7
    expect(intents.list()).toEqual([mine])
    intents.drop(mine.key)
    expect(intents.list()).toEqual([])
  })
  test('WISH-2 the same key is stored once', () => {
    const intents = createIntentStore(() => 7)
    const intent = anIntent()
    intents.put(intent)
    intents.put({ ...intent, atMs: 2 })
    expect(intents.list().map(({ atMs }) => atMs)).toEqual([2])
  })
  test('CF20 a tampered wish is left out', () => {
    const good = anIntent()
    localStorage.setItem('kontor.wishes.7', JSON.stringify([{ key: 'x' }, null, good, { ...good, key: '<b>' }]))
    expect(createIntentStore(() => 7).list()).toEqual([good])
  })
})
test('KEY-1 keys are UUIDs of the seventh kind, in the order of their instants, and never the same', () => {
  const keys = Array.from({ length: 500 }, (_, at) => newKey(at + 1))
  expect(new Set(keys).size).toBe(500)
  expect(keys.toSorted()).toEqual(keys)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
test('KEY-2 while the time of the server is unknown, a key names none', () => {
  for (const key of [newKey(0), newKey()])
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(newKey(5).slice(0, 13)).toBe('00000000-0005')
})
