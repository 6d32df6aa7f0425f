import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { answerOf, register } from '#tests/support/people.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 5)
const settings = { launch: { hasDemo: true }, mining: { hasDemo: true } }

test('F4 N1 Y1 machines, pledges and subscriptions whose venue was away in the middle of their terms are paid, launched and credited once, whenever it comes back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'products-'))
  const file = join(folder, 'venue.sqlite')
  const open = (startMs: number) => createMemoryVenue({ settings, startMs, store: openSqlite(file) })
  try {
    const first = open(start)
    const ann = await register(first, 'ann@kontor.test')
    const call = async (harness: typeof first, place: string, body: object) =>
      answerOf((await harness.ask(place, body, { user: ann })).answer)
    await call(first, 'GET /api/miner/buySeat', { seat_id: 'fjord' })
    await call(first, 'GET /api/miner/zhiya', { amount: '50' })
    await call(first, 'GET /api/miner/buyMiner', { machine_id: 'sprout', num: 1 })
    await call(first, 'GET /api/pledge/pledge', { product_id: 'calm', amount: '1000' })
    await call(first, 'POST /api/lh/send/order', { config_id: 2, amount: '80' })
    first.clock.set(start + 3 * dayMs + 12)
    await first.venue.runDue()
    await first.venue.stop()
    const second = open(start + 20 * dayMs + 7)
    for (let pass = 0; pass < 40; pass += 1) await second.venue.runDue()
    const coin = second.venue.ctx.tables.coins.one('name', 'SPRK')?.id ?? 0
    const free = (asset: number) => second.venue.ctx.ledger.balance({ owner: ann, asset, kind: 'change' })
    expect([
      String(second.venue.ctx.ledger.leftOf(`purse:${ann}`)),
      String(free(coin).free),
      second.venue.audit(),
      second.bugs,
    ]).toEqual(['85500', '100000000000', [], []])
    // 10000 − 12 − 120 − 80, 50 held as collateral; the pledge is back with seven payments of 0.8.
    expect([String(free(3).free), String(free(3).held)]).toEqual(['974360000000', '5000000000'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
