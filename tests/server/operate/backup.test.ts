import { main } from '#server/main.ts'
import { release } from '#server/core/release.ts'
import { restoreBackup } from '#server/operate/restore.ts'
import { StartError } from '#server/operate/start-error.ts'
import { backUp, backUpInto } from '#scripts/ask-backup.ts'
import { answerOf } from '#tests/support/people.ts'
import { DatabaseSync } from 'node:sqlite'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'backup-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}
async function start(dataFolder: string) {
  const running = await main({
    NODE_ENV: 'test',
    DEMO: '1',
    LOG_LEVEL: 'silent',
    PORT: '0',
    BIND: '127.0.0.1',
    HOST: '127.0.0.1',
    DATA_DIR: dataFolder,
    RATE_FACTOR: '100',
  })
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${running.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return answerOf(await response.json())
  }
  const register = async (mail: string) => {
    const sent = await call('api/sms_mail', { user_string: mail, type: 'register' })
    const made = await call('api/user/register', {
      type: 'email',
      user_string: mail,
      code: String(sent.data?.['demo_code']),
      password: 'secret1',
      re_password: 'secret1',
    })
    if (made.type !== 'ok') throw new Error(JSON.stringify([sent, made]))
  }
  const login = async (mail: string) => {
    const sent = await call('api/sms_mail', { user_string: mail, type: 'login' })
    return call(
      'api/user/login',
      { user_type: 'email', user_string: mail, password: 'secret1', code: String(sent.data?.['demo_code']) },
      { DEVICE_MODEL: 'd1', 'language-mark': 'en' },
    )
  }
  return { ...running, call, register, login }
}
const upload = async (url: string, token: string) => {
  const form = new FormData()
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#1b2c42' } })
    .png()
    .toBuffer()
  form.set('file', new File([new Uint8Array(picture)], 'face.png'))
  const answer = answerOf(
    await (await fetch(`${url}api/upload`, { method: 'POST', headers: { Authorization: token }, body: form })).json(),
  )
  return String(answer.message).replace(/^\//, '')
}
const epochIn = (file: string) => {
  const db = new DatabaseSync(file, { readOnly: true })
  const epoch = db.prepare("SELECT value FROM meta WHERE name = 'stream_epoch'").get()?.['value']
  db.close()
  return epoch
}

test('BACKUP-1 a running venue is backed up through its own process, and what is restored goes on: money, logins, uploads', async () => {
  const [source, target, to] = [folder(), folder(), join(folder(), 'monday')]
  const first = await start(source)
  await first.register('ann@kontor.test')
  const entered = await first.login('ann@kontor.test')
  expect(entered.type).toBe('ok')
  const token = String(entered.message)
  const picture = await upload(first.url, token)
  const backup = await backUp(source, to)
  expect(readdirSync(to).toSorted()).toEqual(['backup.json', 'uploads', 'venue.db'])
  expect(backup).toMatchObject({ to, files: 2 })
  const db = new DatabaseSync(join(to, 'venue.db'), { readOnly: true })
  const last = db.prepare('SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1').get()
  db.close()
  expect(JSON.parse(readFileSync(join(to, 'backup.json'), 'utf8'))).toMatchObject({ release, mode: 'demo', ...last })
  // What comes after it is not part of it.
  await first.register('late@kontor.test')
  await expect(backUp(source, to)).rejects.toThrow('is not empty')
  await first.stop()

  const restored = await restoreBackup({ from: to, dataFolder: target })
  expect(restored).toEqual({ entries: expect.any(Number), files: 1 })
  expect(restored.entries).toBeGreaterThan(0)
  expect(epochIn(join(target, 'venue.db'))).not.toBe(epochIn(join(to, 'venue.db')))
  await expect(restoreBackup({ from: to, dataFolder: target })).rejects.toThrow('has a venue already')
  const second = await start(target)
  onTestFinished(second.stop)
  // The login from before the backup still holds; who registered after it is unknown.
  expect(
    answerOf(await (await fetch(`${second.url}api/user/center`, { headers: { Authorization: token } })).json()).type,
  ).toBe('ok')
  expect((await second.login('late@kontor.test')).reason).toBe('login_wrong')
  expect((await fetch(`${second.url}${picture}`)).status).toBe(200)
})
test('BACKUP-1 a folder on which nothing runs is backed up all the same', async () => {
  const [source, to] = [folder(), join(folder(), 'idle')]
  const first = await start(source)
  await first.register('ann@kontor.test')
  await first.stop()
  expect(await backUp(source, to)).toMatchObject({ to, files: 1 })
  expect(await restoreBackup({ from: to, dataFolder: folder() })).toMatchObject({ files: 0 })
  // Daily ones: the last two are kept, and neither what was interrupted nor what somebody else has put there counts.
  const into = folder()
  for (const name of ['20261103T120000Z.partial', 'monday']) mkdirSync(join(into, name))
  for (const day of [1, 2, 3])
    await backUpInto(source, { into, keep: 2, at: new Date(`2026-11-0${day}T12:00:00.123Z`) })
  expect(readdirSync(into).toSorted()).toEqual(['20261102T120000Z', '20261103T120000Z', 'monday'])
})
test('BACKUP-2 a backup that is incomplete, forged, lacks a file or is of a later release is refused, and no folder is left', async () => {
  const [source, above, to] = [folder(), folder(), join(folder(), 'good')]
  const target = join(above, 'new', 'data')
  const first = await start(source)
  await first.register('ann@kontor.test')
  await upload(first.url, String((await first.login('ann@kontor.test')).message))
  await first.stop()
  await backUp(source, to)
  const broken = (name: string, breakIt: (copy: string) => void) => {
    const copy = join(folder(), name)
    cpSync(to, copy, { recursive: true })
    breakIt(copy)
    return restoreBackup({ from: copy, dataFolder: target }).then(
      () => 'restored',
      (thrown: unknown) => (thrown instanceof StartError ? thrown.message : thrown),
    )
  }
  expect(await broken('partial', (copy) => rmSync(join(copy, 'backup.json')))).toContain('is no complete backup')
  expect(await broken('lost', (copy) => rmSync(join(copy, 'uploads'), { recursive: true }))).toContain(
    'lacks 1 of its 1 uploads',
  )
  expect(
    await broken('forged', (copy) => {
      const db = new DatabaseSync(join(copy, 'venue.db'))
      db.exec("DROP TRIGGER journal_kept; UPDATE journal SET ref = 'forged' WHERE seq = 2")
      db.close()
    }),
  ).toBe('The journal of the backup is broken at entry 2: it does not fit its hash.')
  expect(
    await broken('shortened', (copy) => {
      const db = new DatabaseSync(join(copy, 'venue.db'))
      db.exec('DROP TRIGGER journal_stays; DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal)')
      db.close()
    }),
  ).toMatch(/^The journal of the backup ends at entry \d+, which is not the end that backup.json names\.$/)
  expect(
    await broken('later', (copy) => {
      const db = new DatabaseSync(join(copy, 'venue.db'))
      db.exec("UPDATE meta SET value = '99.0.0' WHERE name = 'release'")
      db.close()
    }),
  ).toMatch(/later was written by a newer release\./)
  expect(readdirSync(above)).toEqual([])
  // One that was there stays, with what lies in it.
  mkdirSync(target, { recursive: true })
  await expect(restoreBackup({ from: source, dataFolder: target })).rejects.toThrow('no complete backup')
  expect(await broken('again', (copy) => rmSync(join(copy, 'uploads'), { recursive: true }))).toContain('lacks 1')
  expect(readdirSync(target)).toEqual([])
})
/** Modes of a folder and all below it. */
const modesIn = (path: string) =>
  [path, ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))].map((each) => {
    const { mode } = statSync(each)
    return `${each} ${(mode & 0o777).toString(8)}${statSync(each).isDirectory() ? ' folder' : ''}`
  })
const isClosed = (told: string) => / (?:600|700 folder)$/.test(told)
test('START-13 data, uploads and backups are readable by their owner alone, whatever the umask was and an older release has left', async () => {
  const [source, to] = [folder(), join(folder(), 'monday')]
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  mkdirSync(join(source, 'uploads', 'kyc'), { recursive: true })
  writeFileSync(join(source, 'uploads', 'kyc', 'old.png'), '')
  chmodSync(source, 0o755)
  const venue = await start(source)
  await venue.register('ann@kontor.test')
  const picture = await upload(venue.url, String((await venue.login('ann@kontor.test')).message))
  expect(picture).not.toBe('')
  await backUp(source, to)
  const seen = [...modesIn(source), ...modesIn(to)]
  for (const name of ['venue.db ', 'venue.db-wal ', 'old.png ', 'backup.json '])
    expect(seen.filter((told) => told.includes(name))).not.toEqual([])
  expect(seen.filter((told) => !isClosed(told))).toEqual([])
  await venue.stop()
})
