import { isPositionAhead, isPositionOver, lever, type Position, type PositionStatus } from '#contract/lever/lever.ts'
import { marketOf } from '#contract/market/market.ts'
import type { Event } from '#contract/events.ts'
import type { FeedDeps } from '#streams/kit/own-channel.ts'
import { createOwnList } from '#streams/kit/own-list.ts'
import { filter, map } from 'rxjs'

/** A warning by the venue that an account has come nearer to its liquidation. */
export type RiskRose = Extract<Event, { ev: 'lever.riskRose' }>['v']

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

/** The caller's own streams of the lever account. */
export function leverFeedsOf({ own }: FeedDeps) {
  const leverPositions$ = own.live(leverPositions.live$)
  return {
    /** Every position of the caller that is pending, trading or closing, newest first. */
    leverPositions$,
    /** The names of the markets in which the caller has trading positions. */
    tradedMarkets$: leverPositions$.pipe(map(({ value }) => tradedMarkets(value ?? []))),
    /** Each position that has just ended. */
    leverHistory$: leverPositions.ended$(own.events$),
    /** Each warning that liquidation has come nearer. */
    leverRisk$: own.events$.pipe(
      filter((event) => event.ev === 'lever.riskRose'),
      map(({ v }): RiskRose => v),
    ),
  }
}
