import { main } from '#server/main.ts'
import { basePathOf, readEnv } from '#server/operate/env.ts'
import { StartError } from '#server/operate/start-error.ts'
import { sourceStamp } from '#scripts/stamp.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { createServer } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPort } from '#tests/support/open-port.ts'
import { expect, onTestFinished, test, vi } from 'vitest'

const folderOf = () => {
  const folder = mkdtempSync(join(tmpdir(), 'env-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
/** What the start says that did not come about; the name of the error when it is not meant for an operator. */
const refusalOf = async (env: Readonly<Record<string, string>>) => {
  const thrown: unknown = await main({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    BIND: '127.0.0.1',
    ...env,
  }).then(
    (running) => running.stop().then(() => 'it started'),
    (failed: unknown) => failed,
  )
  return thrown instanceof StartError ? thrown.message : thrown
}

test.each([
  [{ PORT: 'abc' }, 'PORT must be a port from 0 to 65535; it is "abc".'],
  [{ PORT: '99999' }, 'PORT must be a port from 0 to 65535; it is "99999".'],
  [{ BASE_PATH: 'floor' }, 'BASE_PATH must be a path like /floor/; it is "floor".'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent; it is "loud".'],
  [
    { RATE_FACTOR: 'x', DEMO: 'yes' },
    'DEMO must be one of 0, 1; it is "yes".\nRATE_FACTOR must be a number above 0; it is "x".',
  ],
  [
    { ORIGINS: 'https://a.example/' },
    'ORIGINS must be origins like https://kontor.example, comma-separated, without a path or a slash at the end; it is "https://a.example/".',
  ],
  [{ SMTP_URL: 'mail:secret@host' }, 'SMTP_URL must be an address that begins with smtp:// or smtps://.'],
])('START-7 a setting that cannot work is told in one sentence, before anything is opened: %j', async (env, says) => {
  const dataFolder = join(folderOf(), 'data')
  expect(await refusalOf({ DATA_DIR: dataFolder, ...env })).toBe(says)
  expect(existsSync(dataFolder)).toBe(false)
})
test('START-7 a base path that cannot work is told before anything is built', () => {
  vi.stubEnv('BASE_PATH', 'floor')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(sourceStamp).toThrow('BASE_PATH must be a path like /floor/; it is "floor".')
})
test('START-7 an empty setting is none, and the base path has a slash at both ends', () => {
  expect(readEnv({ PORT: '', SMTP_URL: '', DEMO: '1' })).toEqual({ DEMO: '1' })
  expect(['/', '/floor', '/floor/', '/a/b'].map((path) => basePathOf({ BASE_PATH: path }))).toEqual([
    '/',
    '/floor/',
    '/floor/',
    '/a/b/',
  ])
})
test('START-7 a secret may lie in a file, which is read without its line end and is not told', () => {
  const file = join(folderOf(), 'smtp')
  writeFileSync(file, 'smtps://user:password@mail.example\n')
  expect(readEnv({ SMTP_URL_FILE: file, METRICS_TOKEN_FILE: '' })).toMatchObject({
    SMTP_URL: 'smtps://user:password@mail.example',
  })
  expect(() => readEnv({ SMTP_URL_FILE: file, SMTP_URL: 'smtp://127.0.0.1' })).toThrow(
    /^SMTP_URL and SMTP_URL_FILE are both set: leave one of them out\.$/,
  )
  expect(() => readEnv({ METRICS_TOKEN_FILE: '/nowhere/token' })).toThrow(
    /^METRICS_TOKEN_FILE must be a file that can be read; it is "\/nowhere\/token"\.$/,
  )
  writeFileSync(file, 'postgresql//kontor:password@host')
  expect(() => readEnv({ DATABASE_URL_FILE: file })).toThrow(
    /^DATABASE_URL must be an address that begins with postgres:\/\/ or postgresql:\/\/\.$/,
  )
})
test('START-3 a taken port, an address of another machine: said in one sentence, without a data folder made', async () => {
  const other = createServer()
  const { url, close } = await openPort(other)
  onTestFinished(() => void close())
  const { port } = new URL(url)
  const dataFolder = join(folderOf(), 'data')
  expect(await refusalOf({ DATA_DIR: dataFolder, PORT: port, BIND: 'localhost' })).toBe(
    `Port ${port} is taken. Set PORT to another one, or to 0 for any free one.`,
  )
  expect(existsSync(dataFolder)).toBe(false)
  expect(await refusalOf({ DATA_DIR: folderOf(), BIND: '203.0.113.7' })).toBe(
    'BIND=203.0.113.7 is no address of this machine.',
  )
})
test('START-2 a folder in use, a file in its place, a folder that may not be written', async () => {
  const folder = folderOf()
  const first = await main({ NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', BIND: '127.0.0.1', DATA_DIR: folder })
  expect(await refusalOf({ DATA_DIR: folder })).toMatch(
    /^The data folder \S+ is in use by another Kontor\. Stop that one, or set DATA_DIR to another folder\./,
  )
  await first.stop()
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  expect(await refusalOf({ DATA_DIR: file })).toBe(`DATA_DIR must be a folder; ${file} is something else.`)
  // The administrator of a machine may write into a folder that nobody may: a folder of the system is closed to
  // everybody.
  const closed = folderOf()
  chmodSync(closed, 0o500)
  const nobody = process.getuid?.() === 0 ? '/sys/kontor' : join(closed, 'data')
  expect(await refusalOf({ DATA_DIR: nobody })).toMatch(
    /^The data folder \S+ cannot be written \(.+\)\. Give this user the right to it, or set DATA_DIR to another folder\.$/,
  )
})
test('START-2 a store that fails while it is opened ends the start with a sentence', async () => {
  const folder = folderOf()
  const file = join(folder, 'venue.db')
  openSqlite(file).close()
  const db = new DatabaseSync(file)
  db.exec("CREATE TRIGGER failing BEFORE INSERT ON journal BEGIN SELECT RAISE(ABORT, 'broken'); END")
  db.close()
  expect(await refusalOf({ DATA_DIR: folder })).toMatch(
    /^The data folder \S+ could not be written\. Check the disk\. \(.*broken\)$/,
  )
})
