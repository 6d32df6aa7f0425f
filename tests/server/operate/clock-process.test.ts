import { startChild } from '#tests/proof/venue-child.ts'
import { registerAt, venueClient } from '#tests/support/venue-client.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

const hourMs = 3_600_000
const preload = new URL('../../support/clock-ahead.ts', import.meta.url).href
/** A venue in a process of its own, whose clocks are set while it runs. */
async function clockedVenue() {
  const folder = mkdtempSync(join(tmpdir(), 'clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'clock')
  const ahead = (wallMs: number, steadyMs = 0) => writeFileSync(file, `${wallMs} ${steadyMs}`)
  const start = async () => {
    const child = await startChild(folder, '', { CLOCK_FILE: file, NODE_OPTIONS: `--import=${preload}` })
    onTestFinished(() => child.kill())
    if (child.url === null) throw new Error(`It did not start.\n${child.said()}`)
    const { url } = child
    const { token } = await registerAt(url)
    const venue = venueClient(url, token)
    return {
      /** Sets the clocks, and waits until the process has taken it in. */
      step: async (wallMs: number, steadyMs = 0) => {
        ahead(wallMs, steadyMs)
        child.kill('SIGUSR2')
        await vi.waitFor(() => expect(child.said()).toContain(`the clocks are ahead by ${wallMs} ${steadyMs}`), {
          timeout: 30_000,
        })
      },
      /** Buys for play money; when that was, or what went wrong. */
      trade: async () => {
        const { body } = await venue.post('api/coin/trade', {
          legal_id: 3,
          currency_id: 1,
          type: 1,
          kind: 'limit',
          amount: '0.0001',
          target_price: '50000',
        })
        return body['type'] === 'ok' ? Date.now() : JSON.stringify([body, child.said()])
      },
      said: (words: string) =>
        child
          .said()
          .split('\n')
          .filter((line) => line.includes(words)).length,
      stop: async () => {
        await child.stop()
        return child.code()
      },
    }
  }
  ahead(0)
  return { ahead, start }
}

test('SF14 a process whose machine sets its clock, or sleeps, goes on trading and stops in order', async () => {
  const { start } = await clockedVenue()
  const { step, trade, said, stop } = await start()
  expect(await trade()).toEqual(expect.any(Number))
  // Three seconds, an hour, each way; then a sleep through which steady time stood still, and one through which it went
  // on.
  for (const [wallMs, steadyMs] of [
    [3000],
    [-3000],
    [hourMs],
    [-hourMs],
    [8 * hourMs],
    [9 * hourMs, hourMs],
  ] as const) {
    await step(wallMs, steadyMs)
    expect([wallMs, steadyMs, await trade()]).toEqual([wallMs, steadyMs, expect.any(Number)])
  }
  expect(said('jumped')).toBe(5)
  expect(await stop()).toBe(0)
})
test('CLOCK-1 a process whose clock is two minutes behind its folder starts, says so once, trades and stops in order', async () => {
  const { ahead, start } = await clockedVenue()
  const first = await start()
  expect(await first.trade()).toEqual(expect.any(Number))
  expect(await first.stop()).toBe(0)
  ahead(-120_000)
  const second = await start()
  expect(await second.trade()).toEqual(expect.any(Number))
  expect([second.said('is behind the data folder'), second.said('jumped')]).toEqual([1, 0])
  expect(await second.stop()).toBe(0)
})
