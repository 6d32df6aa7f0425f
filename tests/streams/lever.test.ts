import { aPage } from '#tests/support/builders/page.ts'
import { position, positionStatus, type Position } from '#contract/lever/lever-position.ts'
import { encode } from '#contract/wire/coded.ts'
import { leverPositions, tradedMarkets } from '#streams/lever/lever.ts'
import { fakeRead } from '#tests/support/fake-read.ts'
import { aPosition } from '#tests/support/builders/position.ts'
import { expect, test } from 'vitest'

const { empty, take, takeAll, openOf, readOpen } = leverPositions
const at = (id: number, rev: number, some: Partial<Position> = {}) => aPosition({ id, rev, ...some })
const idsOf = (held: typeof empty) => openOf(held)?.map(({ id }) => id)

test('LEV-19 no positions before the first complete list; earlier events are stored for it; newest first', () => {
  const early = take(empty, at(4, 2), 1)
  expect(openOf(early)).toBeNull()
  expect(idsOf(takeAll(early, [at(1, 1), at(3, 1), at(2, 1)], 0))).toEqual([4, 3, 2, 1])
})
test('LEV-19 the copy with the later status wins, then the one with the greater rev', () => {
  const held = take(takeAll(empty, [at(1, 5)], 0), at(1, 4, { overnight_money: '1' }), 1)
  expect(openOf(held)).toEqual([at(1, 5)])
  expect(openOf(take(held, at(1, 9, { status: 'pending' }), 2))).toEqual([at(1, 5)])
  expect(openOf(take(held, at(1, 6, { status: 'closing' }), 2))).toEqual([at(1, 6, { status: 'closing' })])
})
test('LEV-19 a list reopens no position that ended during the read and drops one that ended unnoticed', () => {
  const held = take(takeAll(empty, [at(1, 1), at(2, 1)], 0), at(1, 2, { status: 'closed' }), 5)
  expect(idsOf(takeAll(held, [at(1, 1), at(2, 1)], 4))).toEqual([2])
  expect(idsOf(takeAll(take(held, at(3, 1), 7), [], 6))).toEqual([3])
})
test('LEV-19 statuses are read in life-cycle order to their last page; one failed page fails the read', async () => {
  const many = Array.from({ length: 60 }, (_, n) => at(n + 1, 1))
  const asked: unknown[] = []
  // Position 100 opens during the read: it leaves `pending` only after that status was read.
  const byStatus: Record<string, Position[]> = {
    pending: [at(100, 1, { status: 'pending' })],
    trading: [...many, at(100, 2)],
    closing: [],
  }
  const names = positionStatus.def.out.options
  const read = (isCut: boolean) =>
    fakeRead((_, input) => {
      if (typeof input !== 'object' || input === null || !('status' in input) || !('page' in input)) return undefined
      const { status, page } = input
      asked.push([status, page])
      if (isCut && page === 2) return undefined
      const rows = byStatus[names.find((name) => name === status) ?? ''] ?? []
      const data = rows.slice((Number(page) - 1) * 50, Number(page) * 50).map((each) => encode(position, each))
      return {
        rate_profits_total: { hazard_rate: '0', profits_total: '0' },
        server_now_ms: 0,
        message: aPage(data, { current_page: page, last_page: 2, total: rows.length }),
      }
    })
  const reply = await readOpen(read(false))
  expect(asked).toEqual([
    ['pending', 1],
    ['trading', 1],
    ['trading', 2],
    ['closing', 1],
  ])
  expect(reply.ok && reply.value.length).toBe(61)
  expect(reply.ok && reply.value[0]).toEqual(at(100, 2))
  expect((await readOpen(read(true))).ok).toBe(false)
})
test('LEV-20 the markets of the trading positions are listed once each', () => {
  const held = [
    at(1, 1, { symbol: 'ETH/USDT' }),
    at(2, 1),
    at(3, 1),
    at(4, 1, { symbol: 'XRP/USDT', status: 'pending' }),
    at(5, 1, { symbol: 'BNB/USDT', status: 'closed' }),
  ]
  expect(tradedMarkets(held)).toEqual(['BTC-USDT', 'ETH-USDT'])
})
