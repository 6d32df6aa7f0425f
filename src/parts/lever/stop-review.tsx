import type { Position } from '#contract/lever/lever-position.ts'
import { compareDec } from '#contract/wire/money.ts'
import { useOpenPosition, useOpenPositions, type OpenPositionState } from '#src/actors/use-open-positions.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePart, useStream } from '#src/lib/use-stream.ts'
import { useProblemText } from '#src/parts/form/use-problem-text.ts'
import type { Fact } from '#src/ui/facts.tsx'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { useLastingReview, type LastingReview } from '#src/parts/trade/use-lasting-review.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import type { SubmitState } from '#machines/kit/submit.ts'
import { loading } from '#streams/kit/live.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { markOf, termsOf, type TermsPair } from './account.ts'
import { basisOfPosition, stopFault, stopView, wallOf, type StopKind } from './stops.ts'
import { useLiquidation } from './use-liquidation.ts'

type Props = LastingReview & {
  /** The contract as it was when its stop was let go. */
  readonly position: Position
  readonly kind: StopKind
  readonly pair: TermsPair
  /** The new price. */
  readonly price: string
}
const priceNow = (position: Position, kind: StopKind) =>
  kind === 'takeProfit' ? position.target_profit_price : position.stop_loss_price
/** Both stops go to the venue: the one that was moved, and the other as it is now. */
const stopsWith = ({ target_profit_price, stop_loss_price }: Position, kind: StopKind, price: string) => {
  const plain = (text: string) => (compareDec(text, '0') > 0 ? text : '')
  return kind === 'takeProfit'
    ? { target_profit_price: price, stop_loss_price: plain(stop_loss_price) }
    : { target_profit_price: plain(target_profit_price), stop_loss_price: price }
}

/**
 * Asks before a stop is changed: the old and the new price, and what follows. It stays until the outcome is known, also
 * when its sheet is closed.
 */
export function StopReview({ position: before, kind, pair, price, ...told }: Props) {
  const { t } = useTranslation(['lever', 'trades'])
  const { list, positions, act } = useOpenPositions()
  const open = useOpenPosition(list, before.id)
  const [isSent, setIsSent] = useState(false)
  const isNew = compareDec(priceNow(before, kind), '0') === 0
  const position = open?.position ?? before
  const { rows, fault, isBeyond } = useRows(before, position, kind, pair, price)
  const state = stateOf(open, isSent, kind, price)
  const lasting = useLastingReview(state, told)
  const isGone = positions !== null && state === 'editing' && open?.mayStop !== true
  const confirm = () => {
    if (open?.mayStop !== true) return
    setIsSent(true)
    act(before.id, { name: 'setStop', stops: stopsWith(open.position, kind, price) })
  }
  return (
    <ReviewSheet
      {...lasting}
      title={`${t(kind)} · ${position.symbol}`}
      rows={rows}
      confirm={isNew ? t('trades:lines.make', { stop: t(kind) }) : t('trades:lines.confirm')}
      hold={isGone ? t('trades:lines.gone') : state === 'editing' ? fault : null}
      note={
        <>
          <p>{t('trades:lines.executes')}</p>
          {isBeyond && <p role="alert">{t('trades:lines.beyond')}</p>}
        </>
      }
      state={state}
      failure={open?.failure ?? null}
      onConfirm={confirm}
      doneTitle={isNew ? t('trades:lines.made', { stop: t(kind) }) : t('trades:lines.done')}
      done={<p>{rows[1]?.value}</p>}
    />
  )
}

/** Done is what the venue's own copy says, not that nothing failed. */
function stateOf(open: OpenPositionState | null, isSent: boolean, kind: StopKind, price: string): SubmitState {
  if (!isSent || open === null) return 'editing'
  if (open.isUnknown) return 'unknown'
  if (open.isBusy) return 'submitting'
  if (open.failure !== null) return 'refused'
  return compareDec(priceNow(open.position, kind), price) === 0 ? 'done' : 'editing'
}

function useRows(before: Position, position: Position, kind: StopKind, pair: TermsPair, price: string) {
  const { t } = useTranslation(['lever', 'trades'])
  const shown = useNumbers()
  const { feeds } = useServices()
  const problemText = useProblemText()
  const mark = usePart(feeds.marks$, loading, ({ value }) => markOf(position, value))
  const liquidation = useLiquidation(pair, useStream(feeds.leverPositions$, loading).value)
  const { tick, scale } = termsOf(pair)
  const basis = basisOfPosition(position, { tick, scale })
  const [base = '', quote = ''] = position.symbol.split('/')
  const { type, multiple, share } = position
  const viewOf = (text: string) => stopView({ by: 'price', text }, kind, basis)
  const [old, next] = [viewOf(priceNow(before, kind)), viewOf(price)]
  const gain = (text: string) => shown.sum(text, quote, 'gain', 'fine')
  /** Where it stood before, where there was one. */
  const moved = (from: string | null, to: string) => (from === null ? to : `${from} → ${to}`)
  const priced = (text: string) => <span data-unit={quote}>{text}</span>
  const other = kind === 'takeProfit' ? 'stopLoss' : 'takeProfit'
  const otherPrice = priceNow(position, other)
  const fault = stopFault({ by: 'price', text: price }, kind, basis, wallOf(position, mark))
  const rows: Fact[] = [
    {
      name: position.symbol,
      value: `${t(type)} ${multiple}× · ${t('lotsOf', { count: share })} (${shown.money(position.number, base)})`,
      isStrong: true,
    },
    {
      name: t(kind),
      value: priced(moved(old && shown.price(old.price, scale), shown.price(price, scale))),
      isStrong: true,
    },
    {
      name: t('trades:lines.profitThere'),
      value:
        `${moved(old && gain(old.profit), gain(next?.profit ?? '0'))} ${quote} ` +
        `(${shown.change(next?.percent ?? '0')})`,
    },
    ...(compareDec(otherPrice, '0') > 0 ? [{ name: t(other), value: priced(shown.price(otherPrice, scale)) }] : []),
    { name: t('entryPrice'), value: priced(shown.price(position.price, scale)) },
    { name: t('mark'), value: priced(shown.price(mark, scale)) },
    ...(liquidation === null
      ? []
      : [{ name: t('liquidationAccount'), value: priced(shown.price(liquidation, scale)) }]),
  ]
  const past = liquidation === null || kind === 'takeProfit' ? 0 : compareDec(price, liquidation)
  return {
    rows,
    fault: fault === null ? null : problemText(fault),
    isBeyond: liquidation !== null && kind === 'stopLoss' && (type === 'long' ? past <= 0 : past >= 0),
  }
}
