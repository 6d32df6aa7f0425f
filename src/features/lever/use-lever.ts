import { freeOf } from '#contract/assets/assets.ts'
import { lever } from '#contract/lever/lever.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useConfig } from '#src/stores/config.ts'
import { loading } from '#streams/kit/live.ts'
import { useMemo } from 'react'
import { accountOf, entriesOf, netSum, termsOf, viewOf, type LeverPair } from '#src/parts/lever/account.ts'
import { useRates } from '#src/parts/lever/use-liquidation.ts'

const firstMultiples: readonly number[] = [5, 10, 20, 50, 100]

/** What the venue says of the market: leverage, lots and limits. */
function useAsked({ legal_id, currency_id }: LeverPair, market: string) {
  const { request } = useServices()
  const asked = useRead(market, (signal) => request.read(lever.market, { legal_id, currency_id }, { signal }))
  const multiples = useMemo(() => asked.value?.multiple.muit.map(({ value }) => value) ?? firstMultiples, [asked.value])
  const shares = useMemo(() => asked.value?.multiple.share.map(({ value }) => value) ?? [], [asked.value])
  /** The server's latest size limits, capacity and leverage, checked before the review. */
  const limits = useMemo(
    () =>
      asked.value === null
        ? null
        : { sizes: asked.value.size_limits, room: asked.value.room, multiples: asked.value.multiple_now },
    [asked.value],
  )
  return { multiples, shares, limits, askLimits: asked.refresh }
}

/**
 * The shared state of a lever page: the pair's terms, open positions, marks, and the account; the same object while
 * nothing of it changes. The price of the moment is followed by those that show it.
 */
export function useLever(pair: LeverPair, market: string) {
  const { feeds } = useServices()
  const { legal_id } = pair
  const positions = useStream(feeds.leverPositions$, loading)
  // Without a position nothing of the account depends on a mark.
  const marks = useStream(positions.value?.length === 0 ? null : feeds.marks$, loading)
  const balances = useStream(feeds.balances$, loading)
  const rates = useRates()
  const cell = balances.value?.cells.lever.find(({ currency }) => currency === legal_id)
  const free = balances.value === null ? null : cell === undefined ? '0' : freeOf(cell, 'lever')
  const account = useMemo(
    () => (free === null || positions.value === null ? null : accountOf(positions.value, marks.value, free, legal_id)),
    [free, positions.value, marks.value, legal_id],
  )
  const { multiples, shares, limits, askLimits } = useAsked(pair, market)
  const terms = useMemo(() => termsOf(pair), [pair])
  const own = positions.value
  const view = useMemo(
    () =>
      account === null || own === null
        ? null
        : viewOf(account, rates, { profit: netSum(own, marks.value, legal_id), entries: entriesOf(own, legal_id) }),
    [account, rates, own, marks.value, legal_id],
  )
  const isStopAllowed = useConfig(({ setting }) => setting?.user_set_stopprice ?? true)
  const isLimitAllowed = useConfig(({ setting }) => setting?.open_lever_entrust ?? true)
  return useMemo(
    () => ({
      pair,
      market,
      terms,
      positions,
      marks,
      free,
      account,
      view,
      rates,
      multiples,
      limits,
      askLimits,
      shares,
      isStopAllowed,
      isLimitAllowed,
    }),
    [
      pair,
      market,
      terms,
      positions,
      marks,
      free,
      account,
      view,
      rates,
      multiples,
      limits,
      askLimits,
      shares,
      isStopAllowed,
      isLimitAllowed,
    ],
  )
}
export type LeverState = ReturnType<typeof useLever>
