import { lever } from '#contract/lever/lever.ts'
import { isPositionAhead, isPositionOver, type Position, type PositionStatus } from '#contract/lever/lever-position.ts'
import { marketOf } from '#contract/market/market.ts'
import { createOwnList } from '#streams/kit/own-list.ts'

/** The caller's positions that are pending, trading or closing. */
export const leverPositions = createOwnList<Position, PositionStatus>({
  isAhead: isPositionAhead,
  isOver: isPositionOver,
  entityOf: (event) => (event.ev === 'lever.positionChanged' ? event.v : null),
  statuses: ['pending', 'trading', 'closing'],
  readPage: async (read, asked) => {
    const reply = await read(lever.list, asked)
    return reply.ok ? { ok: true, value: reply.value.message.data } : reply
  },
})

/** The markets of the trading positions, each once, sorted by name: their mark prices determine the profit. */
export const tradedMarkets = (positions: readonly Position[]): readonly string[] => {
  const trading = positions.filter(({ status }) => status === 'trading')
  return [...new Set(trading.map(({ symbol }) => marketOf(symbol)))].toSorted()
}
