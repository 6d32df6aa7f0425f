import type { Position } from '#contract/lever/lever-position.ts'
import type { SeenMarket } from '#contract/lever/lever-fill.ts'
import { marketOf } from '#contract/market/market.ts'
import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { markOf, termsOf } from '#src/parts/lever/account.ts'
import { exitIn, heldOf, seenMarket, type Exit } from '#src/parts/lever/seen-market.ts'
import { loading } from '#streams/kit/live.ts'
import { useMemo } from 'react'
import type { LeverState } from './use-lever.ts'

/**
 * The market of a position as it is seen now, with its terms; null until they are known. A position of another market
 * has terms of its own.
 */
export function useSeen(position: Position, state: LeverState) {
  const { feeds } = useServices()
  const market = marketOf(position.symbol)
  const [price$, book$, pair$] = useMemo(
    () => [feeds.price$(market), feeds.orderBook$(market), feeds.pair$(market)] as const,
    [feeds, market],
  )
  const row = useStream(price$, loading).value
  const book = useStream(book$, loading).value
  const other = useStream(pair$, loading).value
  const pair = position.symbol === state.pair.symbol ? state.pair : other
  const seen: SeenMarket | null = seenMarket({ ...row, mark: row?.mark ?? markOf(position, state.marks.value) }, book)
  return pair === null || seen === null ? null : { seen, terms: termsOf(pair) }
}

/**
 * What closing so many lots of a position would come to now: the estimated fill, and the result net of fee and nights.
 */
export function useExit(position: Position, state: LeverState): ((lots: number) => Exit) | null {
  const { serverNow } = useServices()
  const known = useSeen(position, state)
  if (known === null) return null
  const openedAt = Date.parse(`${position.transaction_time ?? position.create_time}Z`.replace(' ', 'T'))
  return (lots) => exitIn(known.seen, heldOf(position, lots, known.terms.spread), serverNow() - openedAt)
}
