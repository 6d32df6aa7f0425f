import { makeApiKey } from '#server/identity/api-keys.ts'
import { readLog } from '#server/features/desk/log.ts'
import { isHalted } from '#server/core/halt.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { createAdmin } from '#server/operate/admin.ts'
import { openControl } from '#server/operate/backup.ts'
import { askOperator } from '#scripts/ask-backup.ts'
import { ownFolder } from '#tests/support/folders.ts'
import { register } from '#tests/support/people.ts'
import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'

async function operated(env = {}) {
  const made = createMemoryVenue()
  const user = await register(made, 'ann@kontor.test')
  const told: unknown[] = []
  const dataFolder = ownFolder('admin')
  const log = { info: (...all: unknown[]) => void told.push(all[0]) }
  const answer = createAdmin({ venue: made.venue, env, dataFolder, breaches: () => 0, log })
  const control = openControl(
    { dataFolder, now: made.venue.now, mode: 'demo', copyDatabase: async () => ({ seq: 0, hash: '' }) },
    answer,
  )
  onTestFinished(() => control?.stop())
  const lines = async () => {
    const { rows } = await readLog(made.venue.asyncCtx, {}, { limit: 10, offset: 0 })
    return rows.map(({ by, action, about }) => [by, action, about])
  }
  return {
    ...made,
    ...made.venue,
    user,
    told,
    dataFolder,
    lines,
    ask: (text: string) => askOperator(dataFolder, text.split(' ')),
  }
}

test('OPS-1 check tells release, mode, books, prices and what is missing before money can move', async () => {
  const { ask } = await operated({ NODE_ENV: 'production' })
  const text = await ask('check')
  for (const part of [
    /^release \S+, demo$/m,
    /^trading: on$/m,
    /^journal: entry \d+/m,
    /^audit: no breach/m,
    /^disk: [\d.]+ GB/m,
  ])
    expect(text).toMatch(part)
  expect(text).toMatch(/^price BTC-USDT: /m)
  expect(text).toContain('note: METRICS_TOKEN is not set')
  expect(await ask('release')).toMatch(/^\d+\.\d+\.\d+\S* demo$/)
})

test('OPS-2 a halt and a lock are done by one, and stand in the log of the desk; the end of a halt takes two', async () => {
  const { ask, ctx, user, told, lines } = await operated()
  await ask('halt BTC-USDT on')
  await ask('halt all on')
  expect(isHalted(ctx)).toBe(true)
  await expect(ask('halt all off')).rejects.toThrow('two people')
  expect(isHalted(ctx)).toBe(true)
  await ask(`user ${user} lock`)
  expect(await ask('user ann@kontor.test')).toContain('LOCKED')
  expect(ctx.tables.sessions.group('user', user)).toEqual([])
  await ask(`user ${user} unlock`)
  expect(await ask(`user ${user}`)).toContain('not locked')
  expect(await lines()).toEqual([
    [null, 'user', String(user)],
    [null, 'user', String(user)],
    [null, 'halt', 'all'],
    [null, 'halt', 'BTC-USDT'],
  ])
  expect(told).toEqual(expect.arrayContaining([{ action: 'halt', about: 'all' }]))
})

test('OPS-3 an API key is ended at once', async () => {
  const { ask, ctx, command, user, lines } = await operated()
  const { key } = await command((inside) => makeApiKey(inside, { user, name: 'bot', scope: 'trade' }))
  expect(await ask(`user ${user}`)).toContain(key.id)
  await ask(`key ${key.id} revoke`)
  expect(ctx.tables.apiKeys.group('user', user)).toEqual([])
  expect(await lines()).toEqual([[null, 'key.revoke', String(user)]])
  await expect(ask(`key ${key.id} revoke`)).rejects.toThrow('no API key')
})

test('OPS-4 where another process leads on the same folder it is asked, also when the one before it ends late', async () => {
  const dataFolder = ownFolder('admin')
  const source = { dataFolder, now: () => 0, mode: 'live', copyDatabase: null } as const
  const open = (name: string) => openControl(source, async () => name)
  const answered = async (name: string) =>
    vi.waitFor(async () => expect(await askOperator(dataFolder, ['check'])).toBe(name))
  const first = open('first')
  await answered('first')
  const second = open('second')
  await answered('second')
  await first?.stop()
  await answered('second')
  await second?.stop()
  expect(readdirSync(dataFolder)).toEqual([])
})
test('OPS-4 what is not known is refused with what is; nothing is done where no process runs', async () => {
  const { ask } = await operated()
  await expect(ask('pay 7')).rejects.toThrow(/Ask for one of:\n {2}check/)
  await expect(ask('halt NOPE-USDT on')).rejects.toThrow('no such')
  await expect(ask('user nobody@kontor.test')).rejects.toThrow('no account')
  await expect(askOperator(ownFolder('admin'), ['check'])).rejects.toThrow('No process runs')
})
