import { haltTrading, isHalted, resumeTrading } from '#server/core/halt.ts'
import { createMemoryVenue, memoryStartMs } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { enterCrowd } from '#tests/proof/crowd.ts'
import { answerOf } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

const order = { currency_id: 1, legal_id: 3, type: 1, kind: 'limit', amount: '0.001', target_price: '50000' }
const reasonOf = (answer: unknown) => answerOf(answer).reason

test('HALT-1 a halt of trading persists over a restart until it is resumed explicitly', async () => {
  const store = openSqlite(':memory:')
  const first = createMemoryVenue({ store })
  const [user = 0] = await first.venue.command((ctx) => enterCrowd(ctx, 1))
  await first.venue.command(haltTrading)
  first.venue.flush()

  const second = createMemoryVenue({ store })
  expect(isHalted(second.venue.ctx)).toBe(true)
  expect(reasonOf((await second.ask('POST /api/coin/trade', order, { user }, crypto.randomUUID())).answer)).toBe(
    'market_closed',
  )

  await second.venue.command(resumeTrading)
  second.venue.flush()
  const third = createMemoryVenue({ store })
  expect(isHalted(third.venue.ctx)).toBe(false)
  expect(reasonOf((await third.ask('POST /api/coin/trade', order, { user }, crypto.randomUUID())).answer)).not.toBe(
    'market_closed',
  )
})

test('CLOCK-1 a server that starts with a slow clock continues from the latest stored timestamp', async () => {
  const store = openSqlite(':memory:')
  const first = createMemoryVenue({ store })
  first.clock.advance(90_000)
  await first.venue.command((ctx) => enterCrowd(ctx, 1))
  first.venue.flush()

  const second = createMemoryVenue({ store, startMs: memoryStartMs - 3_600_000 })
  expect(second.venue.now()).toBe(memoryStartMs + 90_000)
  second.clock.advance(3_600_000 + 90_001)
  expect(second.venue.now()).toBe(memoryStartMs + 90_001)
})
