import { spawn } from 'node:child_process'
import { boxStartMs } from '#server/box/box.ts'
import { calm, weathers } from '#server/box/faults.ts'
import { serveBox } from '#server/box/serve.ts'
import { readOf } from '#tests/support/box/orders.ts'

const said = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Readonly<Record<string, unknown>> => JSON.parse(line))

/** Runs the example of the docs in a weather; tells how it ended, and every order its account has had. */
export async function runBot(weather: string, seed: number) {
  const plan = { seed, start: boxStartMs, accounts: 1, funds: { USDT: '5000' }, maker: true, markets: ['BTC-USDT'] }
  const options = { port: 0, bind: '127.0.0.1', speed: 20, rates: 1_000_000, app: null }
  const box = await serveBox(plan, { ...options, weather: weathers[weather] ?? calm })
  try {
    const child = spawn(process.execPath, ['examples/bot.mjs', 'BTC-USDT'], {
      env: { PATH: process.env['PATH'], KONTOR_URL: box.url, KONTOR_KEY: box.accounts[0]?.key ?? '' },
    })
    let [out, errors] = ['', '']
    child.stdout.on('data', (some: Buffer) => (out += some.toString()))
    child.stderr.on('data', (some: Buffer) => (errors += some.toString()))
    const code = await new Promise<number | null>((done) => child.on('close', done))
    box.controls.weather(calm)
    const { orders } = await readOf(box, 'coin/orders')
    const statuses = Array(orders)
      .flat()
      .map((order) => Object(order).status)
    return { code, errors, last: said(out).at(-1)?.['status'], statuses, faults: box.controls.faults() }
  } finally {
    await box.stop()
  }
}
/** It has placed one order and cancelled it. */
export const endedRight = ({ code, errors, last, statuses }: Awaited<ReturnType<typeof runBot>>) =>
  code === 0 && errors === '' && last === 'cancelled' && statuses.length === 1 && statuses[0] === 3
