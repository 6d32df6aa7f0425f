import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { boxStartMs } from '#server/box/box.ts'
import { FlagError, readFlags } from '#server/box/flags.ts'
import { exits, main } from '#server/box/main.ts'
import { readRecord, type BoxPlan } from '#server/box/record.ts'
import { replay } from '#server/box/replay.ts'
import { serveBox, type Served } from '#server/box/serve.ts'
import { callFaults, calm, faultNames, isFault, lineFaults, weathers } from '#server/box/faults.ts'
import { endedRight, runBot } from '#tests/proof/box/bots.ts'
import { race } from '#tests/proof/box/race.ts'
import { closeCodes } from '#contract/wire/close.ts'
import { ownFolder } from '#tests/support/folders.ts'
import { dial, type Frame } from '#tests/support/gateway.ts'
import { expect, onTestFinished, test } from 'vitest'

const plan: BoxPlan = {
  seed: 7,
  start: boxStartMs,
  accounts: 3,
  funds: { USDT: '5000' },
  maker: true,
  markets: ['BTC-USDT'],
}
const serve = async (more: Partial<Parameters<typeof serveBox>[1]> = {}, planned: Partial<BoxPlan> = {}) => {
  const options = { port: 0, bind: '127.0.0.1', speed: 0, weather: calm, rates: 1_000_000, app: null }
  const served = await serveBox({ ...plan, ...planned }, { ...options, ...more })
  onTestFinished(served.stop)
  return served
}
type Said = Readonly<Record<string, unknown>>
const adminOf =
  ({ admin }: Served) =>
  async (path: string, body?: object): Promise<Said> => {
    const answer = await fetch(`${admin.url}sandbox/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${admin.token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    const said: Said = JSON.parse(await answer.text())
    if (!answer.ok) throw new Error(String(said['error']))
    return said
  }
const post = async (
  { url, accounts }: Served,
  path: string,
  body: object,
  { user = 0, key }: { user?: number; key?: string } = {},
): Promise<Said> => {
  const answer = await fetch(`${url}api/${path}`, {
    method: 'POST',
    headers: {
      Authorization: accounts[user]?.key ?? '',
      'Content-Type': 'application/json',
      'Idempotency-Key': key ?? randomUUID(),
    },
    body: JSON.stringify(body),
  })
  const said: Said = JSON.parse(await answer.text())
  return { ...said, status: answer.status }
}
const buy = { legal_id: 3, currency_id: 1, type: 1, kind: 'market', amount: '0.001' }
const recorded = async ({ controls: { record } }: Served) => {
  const file = join(ownFolder('box'), `${randomUUID()}.jsonl`)
  writeFileSync(file, await record())
  return readRecord(file)
}

test('BOX-5 bots that race in all products over a bad network, in a hurry, come to all that is stored again', async () => {
  const { faults, calls, refused, was, is } = await race(7)
  expect(is).toEqual([was])
  expect(Object.keys(faults).length).toBeGreaterThan(3)
  // Each decision has one key, however often it was sent.
  expect(calls).toMatchObject({
    'POST /api/coin/trade': 12,
    'POST /api/lever/submit': 6,
    'POST /api/microtrade/submit': 6,
    'GET /api/trade/trade': 6,
    'POST /chat/imGroupMessageRef/sendMessage': 6,
  })
  // A round may close just then.
  expect(refused.filter((each) => each !== 'api/microtrade/submit round_closed')).toEqual([])
}, 60_000)
test.each(Object.keys(weathers))(
  'BOX-31 the example bot ends right in %s, with one order',
  async (weather) => {
    const end = await runBot(weather, 11)
    expect({ ...end, isRight: endedRight(end) }).toMatchObject({ isRight: true, statuses: [3], errors: '' })
  },
  60_000,
)

test('BOX-6 with time standing still a socket tells the same, frame for frame, in each run', async () => {
  const run = async () => {
    const box = await serve()
    const admin = adminOf(box)
    const line = await dial(box.url)
    await line.wait(({ k }) => k === 'hello')
    await line.ask('auth', { token: box.accounts[0]?.key, lang: 'en', device: 'd', tab: 't', v: 1 })
    for (const c of ['u:me', 'depth:BTC-USDT', 'deals:BTC-USDT', 'ticker:*']) await line.ask('sub', { c })
    for (let n = 0; n < 5; n += 1) {
      await post(box, 'coin/trade', buy, { key: `00000000-0000-4000-8000-00000000000${n}` })
      await admin('clock/advance', { ms: 2000 })
    }
    await line.ask('unsub', { c: 'u:me' })
    line.end()
    return line.frames.filter((frame: Frame) => frame['k'] !== 'hello').map((frame) => JSON.stringify(frame))
  }
  const [one, two] = [await run(), await run()]
  expect(one.length).toBeGreaterThan(50)
  expect(one).toEqual(two)
}, 60_000)

test('BOX-7 time goes on until an event, and no further', async () => {
  const box = await serve()
  const admin = adminOf(box)
  const placed = await post(box, 'coin/trade', { ...buy, kind: 'limit', target_price: '96000' })
  const { id } = Object(placed['data'])
  await admin('market/jump', { market: 'BTC-USDT', percent: -3 })
  const met = await admin('clock/until', {
    event: { user: 0, ev: 'spot.orderChanged', where: { id } },
    limitMs: 600_000,
  })
  expect(met).toMatchObject({ isMet: true, event: { v: { id } } })
  expect(Number(met['now']) - boxStartMs).toBeLessThan(5000)
  const not = await admin('clock/until', {
    event: { user: 0, ev: 'spot.orderChanged', where: { id: 0 } },
    limitMs: 5000,
  })
  expect(not).toMatchObject({ isMet: false, event: null, now: Number(met['now']) + 5000 })
})

test.each(callFaults)('BOX-8 a call meets %s, once and counted, and a change is made at most once', async (fault) => {
  const box = await serve()
  const admin = adminOf(box)
  await admin('faults/once', { fault, path: 'coin/trade' })
  const key = randomUUID()
  const send = () => post(box, 'coin/trade', buy, { key }).catch(() => null)
  const first = await send()
  const isHeard = first?.['type'] === 'ok'
  expect(isHeard).toBe(['twice', 'late', 'trickle'].includes(fault))
  expect(await send()).toMatchObject({ type: 'ok' })
  expect(await admin('faults')).toEqual({ [fault]: 1 })
  const { lines } = await recorded(box)
  expect(new Set(lines.flatMap((line) => ('key' in line ? [line.key] : []))).size).toBe(1)
})

test.each(lineFaults)('BOX-8 a line meets %s, once and counted', async (fault) => {
  const box = await serve()
  const admin = adminOf(box)
  const line = await dial(box.url)
  await line.wait(({ k }) => k === 'hello')
  const enter = { token: box.accounts[0]?.key, lang: 'en', device: 'd', tab: 't', v: 1 }
  await line.ask('auth', enter)
  await line.ask('sub', { c: 'ticker:*' })
  await line.ask('sub', { c: 'depth:BTC-USDT' })
  const about: Readonly<Record<string, string>> = { auth_refused: 'auth', wrong_sum: 'depth' }
  await admin('faults/once', { fault, path: about[fault] ?? 'ticker' })
  if (fault === 'auth_refused') void line.ask('auth', enter)
  else await admin('clock/advance', { ms: 4000 })
  const code = byes[fault]
  if (code === undefined) line.end()
  // A line that is cut is gone before its client ends it.
  expect(await line.closed).toBe(code ?? 1006)
  expect(await admin('faults')).toEqual({ [fault]: 1 })
  expect(line.frames.filter(({ k }) => k === 'bye')).toHaveLength(code === undefined ? 0 : 1)
  const sums = line.frames.flatMap(({ c, d }) => (String(c).startsWith('depth') ? [Object(d).cs] : []))
  const goesOn = code === undefined && !['half_open', 'line_cut'].includes(fault)
  expect([fault, sums.length > 3]).toEqual([fault, goesOn])
})
const byes: Readonly<Partial<Record<(typeof lineFaults)[number], number>>> = {
  sent_away: closeCodes.tooMany,
  slow_reader: closeCodes.tooSlow,
  auth_refused: closeCodes.tokenBad,
}

test('BOX-8 in an outage nobody reaches the venue, whose time goes on; after it everything is as it would be', async () => {
  const box = await serve()
  const admin = adminOf(box)
  const placed = await post(box, 'coin/trade', { ...buy, kind: 'limit', target_price: '96000' })
  const line = await dial(box.url)
  await line.wait(({ k }) => k === 'hello')
  await admin('faults/outage', { ms: 60_000 })
  expect(await line.closed).toBe(1006)
  await expect(post(box, 'coin/trade', buy)).rejects.toThrow('fetch failed')
  expect(await (await dial(box.url)).closed).toBe(1006)
  await admin('market/jump', { market: 'BTC-USDT', percent: -3 })
  await admin('clock/advance', { ms: 59_000 })
  await expect(post(box, 'coin/trade', buy)).rejects.toThrow('fetch failed')
  await admin('clock/advance', { ms: 1000 })
  const headers = { Authorization: box.accounts[0]?.key ?? '' }
  const answer = await fetch(`${box.url}api/coin/order?id=${Object(placed['data']).id}`, { headers })
  expect(await answer.json()).toMatchObject({ message: { status: 2 } })
  expect(await admin('faults')).toEqual({ outage: 2, jump: 1 })
})

test('BOX-8 a market that is halted takes nothing new until it is resumed, and its record replays', async () => {
  const box = await serve()
  const admin = adminOf(box)
  await admin('market/halt', { market: 'BTC-USDT' })
  expect(await post(box, 'coin/trade', buy)).toMatchObject({ reason: 'market_closed' })
  await admin('market/resume', { market: 'BTC-USDT' })
  expect(await post(box, 'coin/trade', buy)).toMatchObject({ type: 'ok' })
  const { plan: same, lines } = await recorded(box)
  const { was, is } = await replay(same, lines)
  expect(is).toEqual(was)
})

test('BOX-9 only a program of this machine with the token may ask the admin, and what makes no sense is refused with a sentence', async () => {
  const box = await serve()
  const { url, token } = box.admin
  const ask = async (headers: Record<string, string>) => (await fetch(`${url}sandbox/clock`, { headers })).status
  const bearer = `Bearer ${token}`
  expect([
    await ask({}),
    await ask({ Authorization: 'Bearer no' }),
    await ask({ Authorization: bearer, Origin: 'http://evil.test' }),
    await ask({ Authorization: bearer }),
  ]).toEqual([401, 401, 403, 200])
  const admin = adminOf(box)
  await expect(admin('clock/advance', { ms: 'x' })).rejects.toThrow('ms must be a number')
  await expect(admin('clock/advance', { ms: 4e12 })).rejects.toThrow('400 days')
  await expect(admin('faults/once', { fault: 'rain' })).rejects.toThrow('rain is no fault')
  await expect(admin('market/jump', { market: 'X', percent: 1 })).rejects.toThrow('no market X')
  await expect(admin('nothing', {})).rejects.toThrow('there is no POST')
  // It is not on the public port.
  expect((await fetch(`${box.url}sandbox/clock`, { headers: { Authorization: bearer } })).status).toBe(404)
})

test('BOX-10 a flag that makes no sense ends the box with a sentence', async () => {
  const said: string[] = []
  const io = { out: (text: string) => void said.push(text), err: (text: string) => void said.push(text) }
  const run = (args: readonly string[]) => main(args, {}, { app: null }, io)
  expect(await run(['--seed', 'x'])).toBe(exits.usage)
  expect(await run(['replay'])).toBe(exits.usage)
  expect(await run(['--help'])).toBe(exits.ok)
  expect(said.join('')).toContain('--seed takes a whole number')
  for (const wrong of ['--funds=ten', '--latency=soon', '--fault=rain', '--speed=0', '--clock=late', '--nothing'])
    expect(() => readFlags([wrong])).toThrow(FlagError)
  expect(readFlags(['--latency', '40±20']).weather).toMatchObject({ ms: 20, jitterMs: 40 })
  expect(readFlags(['--clock', 'manual'])).toMatchObject({ speed: 0, plan: { start: boxStartMs } })
})

test('BOX-11 a command is run with a box of its own and its record replays, from the command line alone', async () => {
  const folder = mkdtempSync(join(ownFolder('box'), 'run-'))
  const [script, record] = [join(folder, 'bot.mjs'), join(folder, 'run.jsonl')]
  writeFileSync(
    script,
    [
      'const { KONTOR_URL: url, KONTOR_KEY: key } = process.env',
      "const headers = { Authorization: key, 'Content-Type': 'application/json',",
      "  'Idempotency-Key': crypto.randomUUID() }",
      `const body = ${JSON.stringify(JSON.stringify(buy))}`,
      "const answer = await fetch(new URL('api/coin/trade', url), { method: 'POST', headers, body })",
      "process.exit((await answer.json()).type === 'ok' ? 3 : 4)",
    ].join('\n'),
  )
  const said: string[] = []
  const io = { out: (text: string) => void said.push(text), err: (text: string) => void said.push(text) }
  const flags = ['--seed', '9', '--markets', 'BTC-USDT', '--headless', '--record', record]
  expect(await main(['run', ...flags, '--', process.execPath, script], {}, { app: null }, io)).toBe(3)
  expect(said.join('')).toContain(`replay: kontor replay ${record}`)
  expect(readFileSync(record, 'utf8').split('\n').filter(Boolean)).toHaveLength(3)
  expect(await main(['replay', record], {}, { app: null }, io)).toBe(exits.ok)
  expect(await main(['replay', record, '--expect', 'f00'], {}, { app: null }, io)).toBe(exits.other)
  writeFileSync(record, readFileSync(record, 'utf8').replace('"0.001"', '"0.002"'))
  expect(await main(['replay', record], {}, { app: null }, io)).toBe(exits.other)
  expect(said.at(-1)).toContain('the journal is another before line 3: {"at":')
}, 60_000)

test('BOX-12 each weather is made of faults that there are, and each fault has a weather', () => {
  const used = Object.values(weathers).flatMap(({ chances }) => Object.keys(chances))
  expect(used.every(isFault)).toBe(true)
  expect(faultNames.filter((name) => !used.includes(name))).toEqual([
    'logged_out',
    'wrong_scope',
    'read_only',
    'outage',
    'sent_away',
    'slow_reader',
    'auth_refused',
  ])
})
