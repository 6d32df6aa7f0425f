import type { Pair } from '#contract/market/market.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { formatAge } from '#src/lib/format.ts'
import { numbersIn } from '#src/lib/money-text.ts'
import type { Fact } from '#src/ui/facts.tsx'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import type { PriceRow } from '#contract/market/market.ts'
import type { Live } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import type { RoundView } from './use-round.ts'
import type { StakeState } from './use-stake.ts'

type Props = {
  readonly pair: Pair
  readonly state: StakeState
  readonly view: RoundView
  readonly quote: Live<PriceRow>
}

/** The summary of the stake; if the round closes meanwhile it explains why it cannot be confirmed. */
export function StakeReview({ pair, state, view, quote }: Props) {
  const { t, i18n } = useTranslation('option')
  const { seen, coin, type, number, sums, free, submit, hold, period } = state
  const unit = coin?.name ?? ''
  const money = (text: string | null) => (text === null ? '—' : numbersIn(i18n.language).money(text, unit, 'fine'))
  const units = (some: bigint | undefined) => money(some === undefined ? null : formatDec(some))
  const after = free === null || sums === null ? null : formatDec(parseDec(free) - sums.pay)
  const rows: readonly Fact[] = [
    {
      name: pair.symbol,
      value: `${t(`types.${type}`)} · ${t('seconds', { count: period?.seconds ?? 0 })}`,
      isStrong: true,
    },
    {
      name: t('round'),
      value:
        seen === null
          ? '—'
          : `${t('roundNo', { no: seen.no })}${view.left === null || hold === 'closed' ? '' : ` · ${t('leftShort', { count: view.left })}`}`,
    },
    { name: t('amount'), value: money(number), isStrong: true },
    { name: t('fee'), value: units(sums?.fee) },
    { name: t('yield'), value: seen === null ? '—' : numbersIn(i18n.language).percent(seen.ratio) },
    { name: t('ifRight'), value: units(sums?.back), isStrong: true },
    ...(type === 'even' ? [] : [{ name: t('ifSame'), value: t('drawText') }]),
    { name: t('ifWrong'), value: t('lossText') },
    {
      name: t('balanceAfter'),
      value: free === null || after === null ? '—' : `${numbersIn(i18n.language).sum(free, unit)} → ${money(after)}`,
    },
  ]
  const next =
    view.isOffered && view.round !== null && seen !== null && view.round.no !== seen.no ? view.round.no : null
  const holdText =
    hold === 'closed'
      ? `${t('closedMeanwhile', { no: seen?.no ?? 0 })} ${next === null ? t('nextSoon') : t('nextIs', { no: next })}`
      : hold === 'stale'
        ? t('priceOld', { age: formatAge(quote.ageMs ?? 0, i18n.language) })
        : null
  const order = submit.value
  return (
    <ReviewSheet
      isOpen={state.isReviewing}
      onClose={state.close}
      title={t('review')}
      rows={rows}
      confirm={t('confirm', { type: t(`types.${type}`) })}
      kind={type === 'put' ? 'sell' : type === 'call' ? 'buy' : 'primary'}
      hold={holdText}
      state={submit.state}
      failure={submit.failure}
      onConfirm={state.send}
      doneTitle={t('done')}
      done={order === null ? null : <p>{t('doneText', { no: order.round_no })}</p>}
    />
  )
}
