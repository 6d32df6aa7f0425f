import { languages } from '#contract/wire/languages.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { main } from '#server/main.ts'
import { archiveJournal } from '#server/operate/archive.ts'
import { folderModeOf, modeSaid } from '#server/operate/folder-mode.ts'
import { restoreBackup } from '#server/operate/restore.ts'
import { StartError } from '#server/operate/start-error.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { backUp } from '#scripts/ask-backup.ts'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { demoWords } from '#tests/proof/month/demo-words.ts'
import { expect, onTestFinished, test } from 'vitest'

const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'mode-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}
const start = (dataFolder: string, env: Readonly<Record<string, string>>) =>
  main({ NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', BIND: '127.0.0.1', DATA_DIR: dataFolder, ...env })
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown: unknown) => (thrown instanceof StartError ? thrown.message : thrown),
  )
const startedOr = (dataFolder: string, env: Readonly<Record<string, string>>) =>
  refusalOf(start(dataFolder, env).then(({ stop }) => stop()))
const live = { DEMO: '0' }
/** What each table of a database holds; what a start writes by itself is left out. */
const contentOf = (file: string) => {
  const db = new DatabaseSync(file, { readOnly: true })
  const names = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('meta', 't_timers') ORDER BY name")
    .all()
  const counts = names.map(({ name }) => [
    String(name),
    db.prepare(`SELECT count(*) AS n FROM "${String(name)}"`).get()?.['n'],
  ])
  db.close()
  return Object.fromEntries(counts)
}
const isDemoSentence =
  /^(?:The data folder|The backup|The database) \S+ holds a demo, whose money is play money: set DATA_DIR to another folder for a live venue\.$/
const isLiveSentence =
  /^(?:The data folder|The backup|The database) \S+ holds a live venue: set NODE_ENV=production for it, or DATA_DIR to another folder for a demo\.$/

test('START-11 a folder is a demo or live from its first start on: start, backup, restore and archive refuse the other', async () => {
  for (const [own, other, mode, says] of [
    [{}, live, 'live', isDemoSentence],
    [live, {}, 'demo', isLiveSentence],
  ] as const) {
    const [data, to] = [folder(), join(folder(), 'backup')]
    expect(await startedOr(data, own)).toBe('done')
    expect(await startedOr(data, other)).toMatch(says)
    expect(await refusalOf(backUp(data, to, mode))).toMatch(says)
    const running = await start(data, own)
    expect(String(await backUp(data, to, mode).catch((thrown: unknown) => thrown))).toMatch(
      new RegExp(says.source.replace('^', '')),
    )
    await backUp(data, to)
    await running.stop()
    const target = folder()
    expect(await refusalOf(restoreBackup({ from: to, dataFolder: target, asked: mode }))).toMatch(says)
    expect(readdirSync(target)).toEqual([])
    const archive = () =>
      archiveJournal({ database: join(data, 'venue.db'), to: join(target, 'a'), keep: 0, asked: mode })
    expect(archive).toThrow(says)
    // The backup says what it is, so a restore needs no word of it.
    await restoreBackup({ from: to, dataFolder: target })
    expect(await startedOr(target, other)).toMatch(says)
  }
})
test('START-11 a restore of a live venue adds nothing to it, whatever the shell is told', async () => {
  const [data, target, to] = [folder(), folder(), join(folder(), 'backup')]
  await (await start(data, live)).stop()
  await backUp(data, to)
  expect(modeSaid({})).toBeNull()
  await restoreBackup({ from: to, dataFolder: target, asked: modeSaid({}) })
  expect(contentOf(join(target, 'venue.db'))).toEqual(contentOf(join(to, 'venue.db')))
})
test('START-11 a folder of a release that did not say it is a demo if play money was granted in it, else live, and says so from then on', async () => {
  const old = folder()
  writeFileSync(join(old, 'venue.db'), gunzipSync(readFileSync('tests/server/folders/v1/venue.db.gz')))
  expect(await startedOr(old, live)).toMatch(isDemoSentence)
  expect(await startedOr(old, {})).toBe('done')

  const file = join(folder(), 'venue.db')
  const { venue } = createMemoryVenue({ store: openSqlite(file), settings: { demo: false } })
  const usdt = { asset: 3, kind: 'change' } as const
  await venue.command(({ ledger }) => {
    ledger.post({
      type: 200,
      ref: 'deposit:1',
      postings: [
        { owner: 'external', ...usdt, free: -1n },
        { owner: 1, ...usdt, free: 1n },
      ],
    })
  })
  await venue.stop()
  const modes = () => {
    const store = openSqlite(file)
    const found = [store.meta('mode'), folderModeOf(store)]
    store.dropMeta('mode')
    store.close()
    return found
  }
  expect([modes(), modes()]).toEqual([
    ['live', 'live'],
    [null, 'live'],
  ])
})
test('START-12 a live venue tells nobody that it is a demo, in any language, and forgets what an older release has told', async () => {
  const said = ({ venue }: ReturnType<typeof createMemoryVenue>) => [...venue.ctx.tables.news.all()]
  const store = openSqlite(':memory:')
  const demo = createMemoryVenue()
  expect(
    new Set(
      said(demo)
        .filter(({ title }) => demoWords.test(title))
        .map(({ lang }) => lang),
    ),
  ).toEqual(new Set(languages))
  const first = createMemoryVenue({ store, settings: { demo: false } })
  await first.venue.command(({ tables }) =>
    said(demo)
      .filter(({ key }) => key === 'play-money')
      .forEach((row) => tables.news.put({ ...row, id: tables.news.nextId() })),
  )
  first.venue.flush()
  const second = createMemoryVenue({ store, settings: { demo: false } })
  for (const venue of [second, createMemoryVenue({ settings: { demo: false } })]) {
    expect(said(venue).length).toBeGreaterThan(languages.length)
    expect(
      said(venue)
        .filter(({ title, content }) => demoWords.test(`${title} ${content}`))
        .map(({ key, lang }) => [key, lang]),
    ).toEqual([])
  }
})
