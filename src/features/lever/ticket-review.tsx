import { formatAge } from '#src/lib/format.ts'
import type { Fact } from '#src/ui/facts.tsx'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { formatDec } from '#contract/wire/money.ts'
import { useConsent } from '#src/parts/trade/use-consent.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { useTranslation } from 'react-i18next'
import type { Exit } from '#src/parts/lever/seen-market.ts'
import type { StopKind } from '#src/parts/lever/stops.ts'
import { useEstimateText } from './use-estimate-text.ts'
import { rewardOf, stopExitOf } from './ticket-sums.ts'
import type { TicketState } from './use-ticket.ts'

const missing = '—'
const none: readonly Fact[] = []

/** The summary of the order; if the price has moved, it is shown again with the new price. */
export function TicketReview({ state }: { readonly state: TicketState }) {
  const { t, i18n } = useTranslation('lever')
  const price = usePairPrice()
  const { ticket, isOld, quote, phase, failure, placed } = state
  const isLong = ticket.side === 'long'
  const outcome = placed === null ? 'trading' : placed.status === 'closing' ? 'closed' : placed.status
  return (
    <ReviewSheet
      isOpen={state.isOpen}
      onClose={state.back}
      title={t(phase === 'done' ? `outcome.${outcome}` : 'review')}
      rows={useRows(state)}
      {...useConsent(state.consents)}
      confirm={t(isLong ? 'confirmLong' : 'confirmShort')}
      kind={isLong ? 'buy' : 'sell'}
      hold={isOld ? t('pricesOld', { age: formatAge(quote.ageMs ?? 0, i18n.language) }) : null}
      state={phase}
      failure={failure}
      onConfirm={state.confirm}
      onView={state.view}
      {...(placed !== null && {
        doneTitle: t(`outcomeAt.${outcome}`, {
          price: price((outcome === 'closed' ? placed.close_price : null) ?? placed.price, placed.symbol),
          side: t(placed.type),
          symbol: placed.symbol,
        }),
      })}
    />
  )
}

function useRows(state: TicketState): readonly Fact[] {
  const { t } = useTranslation('lever')
  const shown = useNumbers()
  const price = usePairPrice()
  const estimateText = useEstimateText()
  const { ticket, pair, preview, free, stops, movedTo, seen, rates, known } = state
  const quote = pair.legal_name
  const money = (text: string | null) => (text === null ? missing : shown.money(text, quote, 'fine'))
  const cost = (text: string | null) => (text === null ? missing : shown.cost(text, quote, 'fine'))
  const rate = (text: string | null) => (text === null ? missing : `${shown.places(text, 2)}%`)
  // The sheet is closed nearly always, and the price moves several times a second.
  const liquidationText = useLiquidationText(state)
  if (!state.isOpen) return none
  const [target, stop] = [stopExitOf(known, 'takeProfit'), stopExitOf(known, 'stopLoss')]
  const reward = rewardOf(target, stop)
  const exitRow = (kind: StopKind, exit: Exit | null): Fact[] => {
    const view = stops.viewOf(kind)
    if (view === null || exit === null) return []
    const value = `${price(view.price, pair.symbol)} → ${estimateText(exit, pair.symbol)}, ${shown.gain(formatDec(exit.net), quote, 'fine')}`
    return [
      {
        name: (
          <>
            {t(kind)} <small>{t('ifNow')}</small>
          </>
        ),
        value,
      },
    ]
  }
  const isMarket = ticket.entry === 'market'
  const told = preview.price === null ? missing : price(preview.price, pair.symbol)
  const entry =
    !isMarket || preview.price === null || preview.fill === null
      ? told
      : preview.fill.isEnough
        ? `≈ ${told}`
        : t('atLeast', { price: told })
  return [
    {
      name: pair.symbol,
      value: `${t(ticket.side)} ${ticket.multiple}× · ${t('cross')} · ${t(ticket.entry)}`,
      isStrong: true,
    },
    ...(movedTo === null
      ? []
      : [
          {
            name: t('priceMoved'),
            value: `${price(seen ?? '', pair.symbol)} → ${price(movedTo, pair.symbol)}`,
            isStrong: true,
          },
        ]),
    { name: t(isMarket ? 'entryPrice' : 'limitPrice'), value: entry, isStrong: true },
    ...(preview.fill === null
      ? []
      : [
          {
            name: t('slip'),
            value: `${shown.places(preview.fill.percent, 3)}% · ${shown.cost(preview.fill.money, quote, 'fine')}`,
          },
        ]),
    ...(preview.fill === null || preview.fill.worst === null
      ? []
      : [{ name: t('worst'), value: price(preview.fill.worst, pair.symbol) }]),
    { name: t('lots'), value: `${ticket.lots} (${shown.money(preview.number ?? '0', pair.currency_name)})` },
    { name: t('margin'), value: cost(preview.margin) },
    { name: t('fee'), value: cost(preview.fee) },
    { name: t('cost'), value: cost(preview.cost), isStrong: true },
    ...exitRow('takeProfit', target),
    ...exitRow('stopLoss', stop),
    ...(reward === null ? [] : [{ name: t('riskReward'), value: `1 : ${shown.places(reward, 2)}` }]),
    { name: t('liquidationAfter'), value: liquidationText },
    { name: t('availableChange'), value: `${money(free)} → ${money(preview.freeAfter)}` },
    {
      name: (
        <>
          {t('rateChange')} <small>{t('rateLead', { burst: shown.exact(formatDec(rates.burst)) })}</small>
        </>
      ),
      value: `${rate(preview.rateBefore)} → ${rate(preview.rateAfter)}`,
    },
  ]
}

/**
 * Liquidation is per account: the price is shown with the resulting net position in this pair, so that it is not
 * mistaken for that of the order alone.
 */
export function useLiquidationText({ preview, pair }: TicketState) {
  const { t } = useTranslation('lever')
  const shown = useNumbers()
  const price = usePairPrice()
  const { liquidation, net } = preview
  if (net === null) return missing
  const text =
    net.side === 'even'
      ? t('net.even')
      : t(`net.${net.side}`, { number: shown.sum(net.number, pair.currency_name), coin: pair.currency_name })
  return `${liquidation === null ? t('noLiquidation') : price(liquidation, pair.symbol)} (${text})`
}
