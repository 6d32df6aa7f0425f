import { freeOf } from '#contract/assets/assets.ts'
import type { PriceRow } from '#contract/market/market.ts'
import type { Pair } from '#contract/market/market.ts'
import { option, type OptionPeriod, type OptionType, type StakeCoin } from '#contract/option/option.ts'
import { mayBuy } from '#machines/option/option-round.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { useDraft } from '#src/lib/draft.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { useServices } from '#src/actors/services.tsx'
import { useKycGate } from '#src/parts/form/kyc-prompt.tsx'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useReview } from '#src/parts/trade/use-review.ts'
import { loading, type Live } from '#streams/kit/live.ts'
import { useState } from 'react'
import { limitsOf, mostOf, problemOf, ratioOf, sumsOf, types } from './stake-sums.ts'
import { marginMs, type RoundView } from './use-round.ts'

const first = { type: 'call', number: '', coin: '' }
/** What the user saw when the review opened: the stake is only sent for these values. */
export type Seen = { readonly no: number; readonly ratio: string; readonly lockMs: number }

type Ports = {
  readonly pair: Pair
  readonly period: OptionPeriod | null
  readonly coins: readonly StakeCoin[]
  readonly view: RoundView
  readonly quote: Live<PriceRow>
  /** The yields have changed: they have to be read again. */
  readonly onMoved: () => void
}

/** The stake form. The draft is kept on navigation; the round and the yield that were shown are sent along. */
export function useStake({ pair, period, coins, view, quote, onMoved }: Ports) {
  const { feeds, serverNow } = useServices()
  const { texts, change, drop } = useDraft('stake', first)
  const type: OptionType = types.find((each) => each === texts.type) ?? 'call'
  const coin = coins.find(({ id }) => String(id) === texts.coin) ?? coins[0] ?? null
  const number = tidyDecimal(texts.number)
  const balances = useStream(feeds.balances$, loading)
  const cell = balances.value?.cells.micro.find(({ currency }) => currency === coin?.id)
  const free =
    balances.value === null
      ? (coin?.user_wallet.micro_balance ?? null)
      : cell === undefined
        ? '0'
        : freeOf(cell, 'micro')
  const limits = period === null || coin === null ? null : limitsOf(period, coin)

  const gate = useKycGate('option')
  const asked = useReview()
  const [seen, setSeen] = useState<Seen | null>(null)
  const submit = useSubmit(option.submit, {
    onDone: () => {
      asked.forget()
      change({ number: '' })
    },
  })
  const problem = coin === null ? null : problemOf(number, period, coin, free)
  const { failure } = submit
  // Once per refusal: the refreshed values must not trigger another refresh.
  useOnValue(failure?.kind === 'refused' && failure.reason === 'ratio_moved' ? failure : null, onMoved)

  const { round } = view
  const sumsFor = (each: OptionType) =>
    period === null || coin === null ? null : sumsOf(number, ratioOf(period, each), coin)
  /** Why the review cannot be confirmed now: its round is closed, or the price is outdated. */
  const hold =
    seen === null
      ? null
      : !view.isOffered || round?.no !== seen.no
        ? ('closed' as const)
        : quote.freshness === 'stale' || quote.freshness === 'loading'
          ? ('stale' as const)
          : null
  return {
    texts,
    type,
    number,
    coin,
    free,
    limits,
    period,
    seen,
    hold,
    submit,
    gate,
    drop,
    isReviewing: asked.isReviewing,
    sums: sumsFor(type),
    sumsFor,
    problem: asked.isChecked || problem?.reason === 'amount_above_max' ? problem : null,
    change: (part: Partial<typeof first>) => {
      if (submit.state === 'refused') submit.reset()
      change(part)
    },
    max: () => {
      if (coin !== null && free !== null) change({ number: mostOf(free, limits?.max ?? null, coin) })
    },
    /** True when the review may open; otherwise the fault is shown and focused. */
    review: () => {
      asked.check()
      if (problem !== null || coin === null || period === null || round === null || !view.isOffered) return false
      return gate.pass(() => {
        asked.open(true, submit.reset)
        setSeen({ no: round.no, ratio: ratioOf(period, type), lockMs: round.lock_ms })
      })
    },
    close: () => {
      gate.heard(failure)
      asked.close()
      setSeen(null)
    },
    send: () => {
      // Checked again at the tap: the displayed state may be a second old.
      if (
        seen === null ||
        coin === null ||
        period === null ||
        round === null ||
        hold !== null ||
        !mayBuy(round, serverNow(), marginMs)
      )
        return
      submit.send({
        match_id: pair.id,
        currency_id: coin.id,
        type,
        seconds: period.seconds,
        number,
        round_no: seen.no,
        profit_ratio: seen.ratio,
      })
    },
  }
}
export type StakeState = ReturnType<typeof useStake>
