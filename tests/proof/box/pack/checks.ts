import { cpSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { dial } from '#tests/support/gateway.ts'
import type { Installed, Said, Started } from './package.ts'

export type Found = { readonly what: string; readonly isRight: boolean; readonly told: string }
const check = (what: string, isRight: boolean, told: unknown = ''): Found => ({ what, isRight, told: String(told) })
const within = (what: string, ms: number, most: number) =>
  check(`${what} ≤ ${most / 1000} s`, ms <= most, `${(ms / 1000).toFixed(1)} s`)
const keyOf = (no: number) => `00000000-0000-4000-8000-${String(no).padStart(12, '0')}`
const order = { legal_id: 3, currency_id: 1, type: 1, kind: 'market', amount: '0.001' }
const quiet = ['--headless', '--clock', 'manual', '--markets', 'BTC-USDT', '--seed', '7']

/** Row 1: it installs, starts, serves the app and ends, and leaves nothing behind. */
export async function starting(kontor: Installed): Promise<readonly Found[]> {
  const firstMs = await kontor.install()
  const installMs = await kontor.install()
  const { scripts }: { scripts?: object } = JSON.parse(
    readFileSync(join(kontor.folder, 'node_modules/kontor/package.json'), 'utf8'),
  )
  const inside = kontor.empty()
  const box = await kontor.start(['--markets', 'BTC-USDT'], {}, inside)
  const page = await fetch(box.ready.url)
  const html = await page.text()
  const [, script = 'none'] = /<script[^>]+src="([^"]+)"/.exec(html) ?? []
  const loaded = await fetch(new URL(script, box.ready.url))
  const { status, ms } = await box.stop()
  const left = await (await kontor.start(['--headless', '--markets', 'BTC-USDT'])).abandon()
  return [
    check('the tarball has at most 4 MB', kontor.bytes <= 4e6, `${(kontor.bytes / 1e6).toFixed(2)} MB`),
    within(`installed again (first, with what is fetched, ${Math.round(firstMs / 1000)} s)`, installMs, 10_000),
    check('it has no install script', scripts === undefined),
    within('ready', box.readyMs, 4000),
    check('it prints one line', box.output().trim().split('\n').length === 1),
    check('the app opens', page.status === 200 && loaded.status === 200, script),
    check('it ends with 0', status === 0, status),
    within('ended', ms, 2000),
    within('ended when npx is killed', left, 2000),
    check('it writes nothing', readdirSync(inside).length === 0, readdirSync(inside)),
  ]
}

/** The frames of a socket and the hashes of a run that is told all it does. */
async function told(kontor: Installed, env: Readonly<Record<string, string>> = {}) {
  const box = await kontor.start(quiet, env)
  const line = await dial(box.ready.url)
  await line.wait(({ k }) => k === 'hello')
  await line.ask('auth', { token: box.ready.accounts[0]?.key, lang: 'en', device: 'd', tab: 't', v: 1 })
  for (const c of ['u:me', 'depth:BTC-USDT', 'deals:BTC-USDT', 'ticker:*']) await line.ask('sub', { c })
  for (let n = 0; n < 5; n += 1) {
    await box.call('POST', 'coin/trade', order, keyOf(n))
    await box.admin('clock/advance', { ms: 2000 })
  }
  await line.ask('unsub', { c: 'u:me' })
  line.end()
  const { journal, store } = await box.admin('hash')
  await box.stop()
  const frames = line.frames.filter(({ k }) => k !== 'hello').map((frame) => JSON.stringify(frame))
  return { text: JSON.stringify({ journal, store, frames }), frames: frames.length }
}
/** The clock of the machine is set back by an hour a second after the start. */
const setBack = `data:text/javascript,${encodeURIComponent(
  'const now=Date.now;const from=now();Date.now=()=>now()-(now()-from>1000?3600000:0)',
)}`
/** Row 2: the same seed is the same run; an hour passes in a moment; time stops where it is wished to. */
export async function repeating(kontor: Installed): Promise<readonly Found[]> {
  const [one, two] = [await told(kontor), await told(kontor)]
  const back = await told(kontor, { NODE_OPTIONS: `--import=${setBack}` })
  const box = await kontor.start(quiet)
  const placed = await box.call('POST', 'coin/trade', { ...order, kind: 'limit', target_price: '96000' }, keyOf(9))
  await box.admin('market/jump', { market: 'BTC-USDT', percent: -3 })
  const event = { user: 0, ev: 'spot.orderChanged', where: { id: Object(placed['data']).id } }
  const met = await box.admin('clock/until', { event, limitMs: 600_000 })
  const hour = await box.admin('clock/advance', { ms: 3_600_000 })
  await box.stop()
  return [
    check(
      'the same seed: the same hashes and frames',
      one.frames > 50 && one.text === two.text,
      `${one.frames} frames`,
    ),
    check('a clock that is set back changes nothing', one.text === back.text),
    check('time stops in the tick of an event', met['isMet'] === true && Number(met['now']) - box.ready.now < 5000),
    within('an hour of one market', Number(hour['tookMs']), 10_000),
  ]
}
const bot = 'node_modules/kontor/examples/bot.mjs'
/** Three bots beside each other, each with an account of its own. */
const three = `import { spawn } from 'node:child_process'
const run = (key) => new Promise((done) => {
  const env = { ...process.env, KONTOR_KEY: key }
  spawn(process.execPath, ['${bot}', 'BTC-USDT'], { env, stdio: 'inherit' }).on('exit', done)
})
const codes = await Promise.all(process.env.KONTOR_KEYS.split(',').map(run))
process.exit(codes.every((code) => code === 0) ? 0 : 1)
`
/** Row 2 and 3: racing bots over a bad network end right, and each record comes to the same. */
export async function racing(kontor: Installed, seeds: number): Promise<readonly Found[]> {
  writeFileSync(join(kontor.folder, 'three.mjs'), three)
  const races: boolean[] = []
  for (let seed = 1; seed <= seeds; seed += 1) {
    const flags = ['--seed', `${seed}`, '--fault', 'storm', '--accounts', '3', '--markets', 'BTC-USDT', '--speed', '20']
    const record = `race-${seed}.jsonl`
    const ran = await kontor.kontor('run', '--headless', '--record', record, ...flags, '--', 'node', 'three.mjs')
    const ends = ran.out.split('\n').filter((line) => line.includes('"status":"cancelled"')).length
    const again = await kontor.kontor('replay', record)
    races.push(ran.status === 0 && ends === 3 && again.status === 0)
  }
  return [check(`three racing bots replay`, races.every(Boolean), `${races.filter(Boolean).length} of ${seeds}`)]
}
const weathers = ['calm', 'wifi', 'metro', 'storm', 'maintenance', 'friday']
/** Row 3: the example ends right in every weather, with one order. */
export async function weathering(kontor: Installed, seeds: number): Promise<readonly Found[]> {
  const wrong: string[] = []
  for (let seed = 1; seed <= seeds; seed += 1)
    for (const weather of weathers) {
      const record = `${weather}-${seed}.jsonl`
      const flags = [
        '--seed',
        `${seed}`,
        '--fault',
        weather,
        '--markets',
        'BTC-USDT',
        '--speed',
        '20',
        '--record',
        record,
      ]
      const ran = await kontor.kontor('run', '--headless', ...flags, '--', 'node', bot, 'BTC-USDT')
      const lines = readFileSync(join(kontor.folder, record), 'utf8').split('\n')
      const ids = new Set([...ran.out.matchAll(/"placed":(\d+)/g)].map(([, id]) => id))
      if (ran.status !== 0 || !ran.out.includes('"status":"cancelled"') || ids.size !== 1 || lines.length < 4)
        wrong.push(`${weather} ${seed}: ${ran.status} ${ran.err}`)
    }
  return [check(`the example ends right in every weather × ${seeds}`, wrong.length === 0, wrong)]
}

/** What a fault meets, for it to be met: a call, a push, the book, or a login of a socket. */
async function provoke(box: Started, fault: string, isLine: boolean) {
  const path = { wrong_sum: 'depth', auth_refused: 'auth' }[fault] ?? (isLine ? 'ticker' : 'coin/trade')
  const line = isLine ? await dial(box.ready.url) : null
  const enter = { token: box.ready.accounts[0]?.key, lang: 'en', device: 'd', tab: 't', v: 1 }
  if (line) {
    await line.wait(({ k }) => k === 'hello')
    await line.ask('auth', enter)
    for (const c of ['ticker:*', 'depth:BTC-USDT']) await line.ask('sub', { c })
  }
  await box.admin('faults/once', { fault, path })
  if (fault === 'auth_refused') void line?.ask('auth', enter)
  else if (line) await box.admin('clock/advance', { ms: 4000 })
  else await box.call('POST', 'coin/trade', order, keyOf(1)).catch(() => null)
  if (fault === 'auth_refused') await line?.closed
  const counts = await box.admin('faults')
  line?.end()
  return JSON.stringify(counts) === JSON.stringify({ [fault]: 1 })
}
/** Row 3: each fault is met once and counted. */
export async function faulting(kontor: Installed): Promise<readonly Found[]> {
  const box = await kontor.start(quiet)
  const { snapshot } = await box.admin('snapshot', {})
  const { error } = await box.admin('faults/once', { fault: 'none' })
  const names = String(error)
    .replace(/^.*there are /, '')
    .split(', ')
  const lines = names.slice(names.indexOf('outage') + 1)
  const missed: string[] = []
  for (const fault of names) {
    await box.admin('restore', { snapshot })
    if (!(await provoke(box, fault, lines.includes(fault)))) missed.push(fault)
  }
  const acts: readonly (readonly [string, string, object])[] = [
    ['market/jump', 'jump', { market: 'BTC-USDT', percent: 1 }],
    ['market/stale', 'stale', { market: 'BTC-USDT', ms: 1000 }],
    ['market/halt', 'halt', { market: 'BTC-USDT' }],
    ['market/resume', 'resume', { market: 'BTC-USDT' }],
    ['market/quotes', 'quotes', { market: 'BTC-USDT', sides: 'none' }],
    ['account/end_key', 'end_key', { account: 0 }],
    ['clock/jump', 'clock', { ms: 1000 }],
    ['venue/restart', 'restart', {}],
    ['faults/cut_all', 'cut_all', {}],
  ]
  for (const [path, name, body] of acts) {
    await box.admin('restore', { snapshot })
    await box.admin(path, body)
    if (JSON.stringify(await box.admin('faults')) !== JSON.stringify({ [name]: 1 })) missed.push(name)
  }
  await box.stop()
  return [
    check(
      'each fault is met once and counted',
      missed.length === 0,
      `${names.length + acts.length}, missed ${missed.join(' ')}`,
    ),
  ]
}
/** Row 3: a market that plays candles has them. */
export async function playing(kontor: Installed): Promise<readonly Found[]> {
  const start = Date.UTC(2026, 0, 5)
  const rows = Array.from({ length: 60 }, (_, no) => {
    const [open, close] = [90_000 + ((no * 37) % 101), 90_000 + (((no + 1) * 37) % 101)]
    return [start + no * 60_000, open, Math.max(open, close) + 5, Math.min(open, close) - 5, close, 10]
  })
  writeFileSync(join(kontor.folder, 'tape.csv'), rows.map((row) => row.join(',')).join('\n'))
  const box = await kontor.start(['--headless', '--clock', 'manual', '--tape', 'tape.csv', '--markets', 'BTC-USDT'])
  await box.admin('clock/advance', { ms: rows.length * 60_000 })
  const { message } = await box.call('GET', 'market/candles?symbol=BTC-USDT&period=1min&count=60')
  const candles: readonly Said[] = Object(message).candles
  await box.stop()
  const known = new Map(candles.map((each) => [Number(each['start_ms']), each]))
  const isSame = ([at = 0, open, high, low, close]: readonly number[]) => {
    const { open: o, high: h, low: l, close: c } = known.get(at) ?? {}
    return [o, h, l, c].map(Number).join() === [open, high, low, close].join()
  }
  const same = rows.filter(isSame).length
  return [check('a tape of candles has them, to the tick', same === rows.length, `${same} of ${rows.length}`)]
}
const hundred = `import { testWith } from 'kontor/vitest'
import { expect } from 'vitest'
const test = testWith({ seed: 7 })
for (let n = 0; n < 100; n += 1)
  test('an exchange of its own ' + n, async ({ box }) => expect(await box.hash()).toBe('HASH'))
`
/** Row 6: a hundred tests have an exchange each; one that fails leaves a record that comes to the same ten times. */
export async function testing(kontor: Installed): Promise<readonly Found[]> {
  cpSync('examples/vitest', kontor.folder, { recursive: true })
  symlinkSync(resolve('node_modules/vitest'), join(kontor.folder, 'node_modules/vitest'))
  const vitest = (...args: readonly string[]) => kontor.kontor('node', 'node_modules/vitest/vitest.mjs', 'run', ...args)
  const example = await vitest()
  writeFileSync(join(kontor.folder, 'hundred.test.mjs'), hundred)
  const flaked = await vitest('hundred', '-t', 'of its own 0$')
  const [, file = ''] = /^replay: npx kontor replay (\S+)$/m.exec(flaked.out) ?? []
  const again = await Promise.all(Array.from({ length: 10 }, () => kontor.kontor('replay', file)))
  const { journal }: { journal: string } = JSON.parse(again[0]?.out ?? '{}')
  writeFileSync(join(kontor.folder, 'hundred.test.mjs'), hundred.replace('HASH', journal))
  const all = await vitest('hundred', '--reporter=json')
  const { testResults }: { testResults: { startTime: number; endTime: number }[] } = JSON.parse(all.out)
  const [{ startTime, endTime } = { startTime: 0, endTime: Infinity }] = testResults
  return [
    check('the example of vitest passes', example.status === 0),
    check(
      'a flake fails again ten times',
      new Set(again.map(({ out, status }) => `${status} ${out}`)).size === 1,
      file,
    ),
    check('a hundred exchanges are the same', all.status === 0),
    within('a hundred tests with an exchange each', endTime - startTime, 5000),
  ]
}
