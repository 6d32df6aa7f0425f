import { isPositionAhead, isPositionOver, lever, type Position, type PositionStatus } from '#contract/lever.ts'
import { marketOf } from '#contract/market.ts'
import type { Event } from '#contract/endpoints.ts'
import type { FeedDeps } from '#streams/kit/own-channel.ts'
import { createOwnList } from '#streams/kit/own-list.ts'
import { filter, map } from 'rxjs'

/** Liquidation comes nearer, as the venue told it. */
export type RiskRose = Extract<Event, { ev: 'lever.riskRose' }>['v']

/** The caller's contracts that wait, trade or are closing. */
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

/** The markets in which something trades, each once, by name: their marks make its profit. */
export const tradedMarkets = (positions: readonly Position[]): readonly string[] =>
  [...new Set(positions.filter(({ status }) => status === 'trading').map(({ symbol }) => marketOf(symbol)))].toSorted()

/** What the contract account says to the caller alone. */
export function leverFeedsOf({ own }: FeedDeps) {
  const leverPositions$ = own.live(leverPositions.live$)
  return {
    /** Every contract of the caller that waits, trades or is closing, newest first. */
    leverPositions$,
    /** The names of the markets in which the caller trades contracts. */
    tradedMarkets$: leverPositions$.pipe(map(({ value }) => tradedMarkets(value ?? []))),
    /** Each contract that has just ended. */
    leverHistory$: leverPositions.ended$(own.events$),
    /** Each warning that liquidation comes nearer. */
    leverRisk$: own.events$.pipe(
      filter((event) => event.ev === 'lever.riskRose'),
      map(({ v }): RiskRose => v),
    ),
  }
}
