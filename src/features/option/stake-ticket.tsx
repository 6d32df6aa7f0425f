import { freeOf } from '#contract/assets/assets.ts'
import type { Pair, PriceRow } from '#contract/market/market.ts'
import { option, type OptionPeriod, type OptionType, type StakeCoin } from '#contract/option/option.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { mayBuy } from '#machines/option/option-round.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal } from '#src/lib/amount.ts'
import { formatAge } from '#src/lib/format.ts'
import { numbersIn } from '#src/lib/money-text.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { useGate } from '#src/parts/form/use-gate.ts'
import { loading, type Live as Streamed } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import { limitsOf, problemOf, ratioOf, sumsOf, types } from './stake-sums.ts'
import { marginMs, type RoundView } from './use-round.ts'

type Given = {
  readonly pair: Pair
  readonly period: OptionPeriod
  readonly coins: readonly StakeCoin[]
  readonly view: RoundView
  readonly quote: Streamed<PriceRow>
}
type Live = Given & {
  /** The free balance of a coin; null while it is not known. */
  readonly freeIn: (coin: StakeCoin) => string | null
  readonly serverNow: () => number
  readonly t: ReturnType<typeof useTranslation<'option'>>['t']
  readonly lang: string
}
/** What the user saw when the review opened: the stake is only sent for these values. */
type Seen = { readonly no: number; readonly ratio: string }

/** Why the review cannot be confirmed now: its round is closed, or the price is outdated. */
const holdOf = (seen: Seen | null, { view, quote }: Given) =>
  seen === null
    ? null
    : !view.isOffered || view.round?.no !== seen.no
      ? 'closed'
      : quote.freshness === 'stale' || quote.freshness === 'loading'
        ? 'stale'
        : null
const holdText = (seen: Seen | null, live: Live) => {
  const { view, quote, t, lang } = live
  const hold = holdOf(seen, live)
  if (hold === 'stale') return t('priceOld', { age: formatAge(quote.ageMs ?? 0, lang) })
  if (hold === null || seen === null) return null
  const next = view.isOffered && view.round !== null && view.round.no !== seen.no ? view.round.no : null
  return `${t('closedMeanwhile', { no: seen.no })} ${next === null ? t('nextSoon') : t('nextIs', { no: next })}`
}

type Sums = {
  readonly type: OptionType
  readonly number: string
  readonly coin: StakeCoin | null
  readonly free: string | null
  readonly result: ReturnType<typeof sumsOf>
}
const reviewRows = ({ type, number, coin, free, result }: Sums, seen: Seen | null, live: Live) => {
  const { pair, period, view, t, lang } = live
  const shown = numbersIn(lang)
  const unit = coin?.name ?? ''
  const money = (text: string | null) => (text === null ? '—' : shown.money(text, unit, 'fine'))
  const units = (some: bigint | undefined) => money(some === undefined ? null : formatDec(some))
  const left = view.left === null || holdOf(seen, live) === 'closed' ? '' : ` · ${t('leftShort', { count: view.left })}`
  return [
    {
      name: pair.symbol,
      value: `${t(`types.${type}`)} · ${t('seconds', { count: period.seconds })}`,
      isStrong: true,
    },
    { name: t('round'), value: seen === null ? '—' : `${t('roundNo', { no: seen.no })}${left}` },
    { name: t('amount'), value: money(number), isStrong: true },
    { name: t('fee'), value: units(result?.fee) },
    { name: t('yield'), value: seen === null ? '—' : shown.percent(seen.ratio) },
    { name: t('ifRight'), value: units(result?.back), isStrong: true },
    ...(type === 'even'
      ? []
      : [{ name: t('ifSame'), value: t(result === null || result.fee > 0n ? 'drawText' : 'drawFree') }]),
    { name: t('ifWrong'), value: t('lossText') },
    {
      name: t('balanceAfter'),
      value:
        free === null || result === null
          ? '—'
          : `${shown.sum(free, unit)} → ${money(formatDec(parseDec(free) - result.pay))}`,
    },
  ]
}
const sides = { call: 'buy', put: 'sell', even: 'primary' } as const

/** A stake on one round: its direction, coin and amount. The round and the yield that were shown are sent along. */
const stakeForm = moneyForm<Live>()({
  call: option.submit,
  draft: () => 'stake',
  fields: () => ({ type: 'call', number: '', coin: '' }),
  sums: (texts, { coins, period, freeIn }): Sums => {
    const type = types.find((each) => each === texts.type) ?? 'call'
    const coin = coins.find(({ id }) => String(id) === texts.coin) ?? coins[0] ?? null
    const number = tidyDecimal(texts.number)
    return {
      type,
      number,
      coin,
      free: coin === null ? null : freeIn(coin),
      result: coin === null ? null : sumsOf(number, ratioOf(period, type), coin),
    }
  },
  faults: ({ sums: { number, coin, free }, live: { period } }) => ({
    number: coin === null ? null : problemOf(number, period, coin, free),
  }),
  isEarly: (fault) => fault !== null && typeof fault !== 'string' && fault.reason === 'amount_above_max',
  seen: ({ sums: { type, coin }, live: { view, period } }): Seen | null =>
    coin === null || view.round === null || !view.isOffered
      ? null
      : { no: view.round.no, ratio: ratioOf(period, type) },
  // Checked again at the tap: what is shown may be a second old.
  input: ({ sums: { type, coin, number }, live }, { seen }) => {
    const { pair, period, view, serverNow } = live
    const mayBe = view.round !== null && holdOf(seen, live) === null && mayBuy(view.round, serverNow(), marginMs)
    return seen === null || coin === null || !mayBe
      ? null
      : {
          match_id: pair.id,
          currency_id: coin.id,
          type,
          seconds: period.seconds,
          number,
          round_no: seen.no,
          profit_ratio: seen.ratio,
        }
  },
  review: ({ sums, live, seen, value }) => ({
    title: live.t('review'),
    rows: reviewRows(sums, seen, live),
    confirm: live.t('confirm', { type: live.t(`types.${sums.type}`) }),
    kind: sides[sums.type],
    hold: holdText(seen, live),
    doneTitle: live.t('done'),
    done: value !== null && <p>{live.t('doneText', { no: value.round_no })}</p>,
  }),
  after: () => ({ number: '' }),
})

/** `onMoved`: the yields have changed and have to be read again. */
export function useStake({ onMoved, ...given }: Given & { readonly onMoved: () => void }) {
  const { feeds, serverNow } = useServices()
  const { t, i18n } = useTranslation('option')
  const balances = useStream(feeds.balances$, loading).value
  const freeIn = (coin: StakeCoin) => {
    const cell = balances?.cells.micro.find(({ currency }) => currency === coin.id)
    return balances === null ? coin.user_wallet.micro_balance : cell === undefined ? '0' : freeOf(cell, 'micro')
  }
  // A gate of the coin that is chosen first: most venues have one.
  const [first] = given.coins
  const gate = useGate({
    stops: 'trade',
    kyc: 'option',
    funds: first
      ? { account: 'micro', currency: first.id, name: first.name, amount: limitsOf(given.period, first).min }
      : null,
  })
  const form = useMoneyForm(stakeForm, { ...given, freeIn, serverNow, t, lang: i18n.language }, { gate })
  const { state, failure, sums, live } = form
  // Once per refusal: the refreshed values must not trigger another refresh.
  useOnValue(
    state === 'refused' && failure?.kind === 'refused' && failure.reason === 'ratio_moved' ? failure : null,
    onMoved,
  )
  return {
    form,
    gate,
    limits: sums.coin === null ? null : limitsOf(live.period, sums.coin),
    sumsFor: (type: OptionType) =>
      sums.coin === null ? null : sumsOf(sums.number, ratioOf(live.period, type), sums.coin),
  }
}
export type StakeState = ReturnType<typeof useStake>
