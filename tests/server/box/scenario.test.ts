import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { boxStartMs } from '#server/box/box.ts'
import { calm } from '#server/box/faults.ts'
import { exits, main } from '#server/box/main.ts'
import { readRecord, type BoxPlan } from '#server/box/record.ts'
import { replay } from '#server/box/replay.ts'
import { readScenario, ScenarioError } from '#server/box/scenario.ts'
import { serveBox } from '#server/box/serve.ts'
import { ownFolder } from '#tests/support/folders.ts'
import { expect, onTestFinished, test } from 'vitest'

const plan: BoxPlan = {
  seed: 7,
  start: boxStartMs,
  accounts: 2,
  funds: { USDT: '10000', BTC: '5' },
  maker: true,
  markets: ['BTC-USDT'],
}
const sell = { currency_id: 1, legal_id: 3, type: 2, kind: 'market', amount: '3' }
const lines = [
  { at: '+2s', as: 1, call: 'spot.submit', in: sell },
  { at: '+3s', jump: { market: 'BTC-USDT', percent: -4 } },
  { when: { price: 'BTC-USDT', below: '95000' }, fault: 'answer_lost', path: 'coin/trade' },
  { at: '+5m', weather: 'storm' },
]
const text = lines.map((line) => JSON.stringify(line)).join('\n')
const play = async () => {
  const options = { port: 0, bind: '127.0.0.1', speed: 0, weather: calm, rates: 1_000_000, app: null }
  const box = await serveBox(plan, options)
  onTestFinished(box.stop)
  const { controls } = box
  const left = controls.play(readScenario(text))
  const pass = (ms: number) => controls.advanceTo(controls.clock().now + ms)
  return { box, controls, left, pass }
}

test('BOX-19 a scenario does each thing at its moment or at its price, once, and what it did replays without it', async () => {
  const { box, controls, left, pass } = await play()
  await pass(1900)
  expect(left()).toBe(4)
  await pass(2000)
  expect(left()).toBe(1)
  const buy = { ...sell, type: 1, amount: '0.001' }
  const send = (key: string) =>
    fetch(`${box.url}api/coin/trade`, {
      method: 'POST',
      headers: {
        Authorization: box.accounts[0]?.key ?? '',
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: JSON.stringify(buy),
    })
  const key = '00000000-0000-4000-8000-000000000001'
  await expect(send(key)).rejects.toThrow('fetch failed')
  expect((await send(key)).headers.get('Idempotency-Replayed')).toBe('true')
  expect(controls.faults()).toEqual({ jump: 1, answer_lost: 1 })
  const file = join(ownFolder('box'), 'scenario.jsonl')
  writeFileSync(file, await controls.record())
  const { plan: same, lines: noted } = readRecord(file)
  expect(noted.map((line) => ('call' in line ? line.call : Object.keys(line)[1]))).toEqual([
    'POST /api/coin/trade',
    'act',
    'POST /api/coin/trade',
    'POST /api/coin/trade',
    'end',
  ])
  const { was, is } = await replay(same, noted)
  expect(is).toEqual(was)
})
test('BOX-19 the same scenario comes to the same journal in each run', async () => {
  const run = async () => {
    const { controls, pass } = await play()
    await pass(10_000)
    return controls.hash()
  }
  expect(await run()).toEqual(await run())
})
test.each([
  ['a call that there is not', { at: '+1s', call: 'spot.dance' }],
  ['a moment that is none', { at: 'soon', cut: 'all' }],
  ['nothing to do', { at: '+1s' }],
  ['a condition without a bound', { when: { price: 'BTC-USDT' }, cut: 'all' }],
])('BOX-20 a scenario with %s is refused', (_, line) =>
  expect(() => readScenario(JSON.stringify(line))).toThrow(ScenarioError),
)
test('BOX-20 a scenario and a tape are flags of a command, and a file that is not there is a flag that makes no sense', async () => {
  const folder = ownFolder('box')
  const [scenario, tape, script] = ['s.jsonl', 't.csv', 'wait.mjs'].map((name) => join(folder, name))
  if (!scenario || !tape || !script) throw new Error('no files')
  writeFileSync(scenario, JSON.stringify({ at: '+1s', as: 0, call: 'spot.submit', in: { ...sell, amount: '0.001' } }))
  writeFileSync(tape, `${boxStartMs},90000,90010,89990,90000,5`)
  const bot = [
    'const { KONTOR_URL: url, KONTOR_KEY: key } = process.env',
    'const headers = { Authorization: key }',
    "const read = async (path) => (await (await fetch(new URL('api/' + path, url), { headers })).json()).message",
    "while ((await read('coin/orders')).orders.length === 0);",
    "const { candles } = await read('market/candles?symbol=BTC-USDT&period=1min&count=1')",
    "process.exit(candles[0].open === '90000.00' ? 0 : 1)",
  ]
  writeFileSync(script, bot.join('\n'))
  const said: string[] = []
  const io = { out: (told: string) => void said.push(told), err: (told: string) => void said.push(told) }
  const flags = ['--headless', '--speed', '10', '--markets', 'BTC-USDT', '--funds', '1BTC']
  const command = ['--', process.execPath, script]
  const run = (more: readonly string[]) => main(['run', ...flags, ...more, ...command], {}, { app: null }, io)
  expect([await run(['--tape', tape, '--scenario', scenario]), said]).toEqual([exits.ok, []])
  expect(await run(['--tape', join(folder, 'none.csv')])).toBe(exits.usage)
  expect(await run(['--scenario', script])).toBe(exits.usage)
  expect(await run(['--tape', tape, '--start', '2026-01-05'])).toBe(exits.usage)
}, 60_000)
