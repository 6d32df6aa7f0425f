import { main } from '#server/main.ts'
import { askOperator, backUp } from '#scripts/ask-backup.ts'
import { databaseIn, refuseServer } from '#scripts/tool.ts'
import { ownFolder } from '#tests/support/folders.ts'
import { sharedCluster } from '#tests/support/postgres.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

const elsewhere = /^The books of this venue are in PostgreSQL: .*pg_dump/

test('OPS-4 a venue on PostgreSQL answers the operator as well, and refuses a backup of a file that it does not have', async () => {
  const dataFolder = join(ownFolder('database'), 'new')
  const running = await main({
    DATABASE_URL: await (await sharedCluster()).newDatabase(),
    DATA_DIR: dataFolder,
    LOG_LEVEL: 'silent',
    PORT: '0',
    BIND: '127.0.0.1',
    HOST: '127.0.0.1',
  })
  onTestFinished(running.stop)
  const ask = (text: string) => askOperator(dataFolder, text.split(' '))
  expect(await ask('check')).toMatch(/^journal: entry [1-9]/m)
  expect(await ask('halt BTC-USDT on')).toContain('written to the log of the desk')
  expect(await ask('check')).toMatch(/^price BTC-USDT: .*halted$/m)
  await expect(backUp(dataFolder, join(dataFolder, 'monday'))).rejects.toThrow(elsewhere)
  expect(existsSync(join(dataFolder, 'venue.db'))).toBe(false)
}, 60_000)

test('OPS-4 what works on the file of a database is refused where the environment names a server', () => {
  for (const name of ['DATABASE_URL', 'DATABASE_URL_FILE'])
    expect(() => refuseServer({ [name]: 'postgres://db/kontor' })).toThrow(elsewhere)
  vi.stubEnv('DATABASE_URL', 'postgres://db/kontor')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(() => databaseIn(ownFolder('database'))).toThrow(elsewhere)
})
