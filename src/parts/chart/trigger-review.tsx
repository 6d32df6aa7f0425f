import { marketOf } from '#contract/market/market.ts'
import type { Trigger } from '#contract/trigger/trigger.ts'
import { compareDec, decimalsOf } from '#contract/wire/money.ts'
import type { TriggerAction } from '#machines/trigger/trigger-order.ts'
import { useListed } from '#src/actors/use-entity-list.ts'
import { useServices } from '#src/actors/services.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { usePart } from '#src/lib/use-stream.ts'
import { termsOf, type TermsPair } from '#src/parts/lever/account.ts'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { useLastingReview, type LastingReview } from '#src/parts/trade/use-lasting-review.ts'
import { useTriggers } from '#src/parts/trigger/use-triggers.ts'
import type { SubmitState } from '#machines/kit/submit.ts'
import type { Fact } from '#src/ui/facts.tsx'
import { loading } from '#streams/kit/live.ts'
import { sourcePrice } from '#streams/trigger/stands.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { triggerName, type OwnWords, type OwnTrigger } from './own-lines.ts'
import { amendTo, keptBefore, netAt, wallOf, type CoinBasis } from './trigger-lines.ts'

type Props = LastingReview & {
  /** The line as it was when it was let go. */
  readonly line: OwnTrigger
  readonly words: OwnWords
  readonly basis: CoinBasis | null
  readonly pair: TermsPair
  /** The new price. */
  readonly price: string
}

/** Asks before a trigger is moved. It stays until the outcome is known, also when its sheet is closed. */
export function TriggerReview({ line, words, basis, pair, price, ...told }: Props) {
  const { t } = useTranslation(['trades', 'trigger'])
  const shown = useNumbers()
  const { list, triggers, act } = useTriggers()
  const listed = useListed(list, line.trigger.id)
  const [sent, setSent] = useState<Trigger | null>(null)
  const wall = useWall(line, pair, price)
  const action = amendTo(line, price, pair.price_scale)
  const state = stateOf(listed, sent, action)
  const lasting = useLastingReview(state, told)
  const isGone = triggers !== null && state === 'editing' && listed?.may(action) !== true
  const priceText = (text: string) => shown.price(text, pair.price_scale)
  const rows = useRows(line, basis, pair, price)
  const confirm = () => {
    if (listed?.may(action) !== true) return
    setSent(listed.copy)
    act(line.trigger.id, action)
  }
  return (
    <ReviewSheet
      {...lasting}
      title={`${triggerName(line, words)} · ${line.trigger.symbol}`}
      rows={rows}
      confirm={t('trigger:amend')}
      hold={
        isGone
          ? t('lines.orderGone')
          : wall === null || state !== 'editing'
            ? null
            : t('lines.wall', { price: priceText(wall) })
      }
      note={<p>{t('trigger:amendNote')}</p>}
      state={state}
      failure={listed?.failure ?? null}
      onConfirm={confirm}
      doneTitle={t('trigger:amended')}
      done={<p>{rows[0]?.value}</p>}
    />
  )
}

/** The price at which it would fire at once, once that has come to where the line was let go. */
function useWall(line: OwnTrigger, { price_scale: scale }: TermsPair, price: string): string | null {
  const { feeds } = useServices()
  const market = marketOf(line.trigger.symbol)
  const last = usePart(feeds.pair$(market), loading, ({ value }) => value?.now_price ?? null)
  return usePart(
    feeds.price$(market),
    loading,
    ({ value: quote }) =>
      keptBefore(
        wallOf(line, (source) => sourcePrice(source, { last, quote, scale })),
        price,
        scale,
      ).wall,
  )
}

/** Done is what the venue's own copy says, not that nothing failed. */
function stateOf(
  listed: ReturnType<typeof useListed<Trigger, TriggerAction>>,
  sent: Trigger | null,
  action: ReturnType<typeof amendTo>,
): SubmitState {
  if (sent === null || listed === null) return 'editing'
  if (listed.isUnknown) return 'unknown'
  if (listed.isBusy) return 'submitting'
  if (listed.failure !== null) return 'refused'
  return isAmended(listed.copy, action) ? 'done' : 'editing'
}
const isAmended = ({ trigger_price, makes, trail }: Trigger, action: ReturnType<typeof amendTo>) => {
  if (action.name !== 'amend') return false
  const { trigger_price: trigger, price, distance } = action.terms
  const isSame = (wanted: string | undefined, now: string | null | undefined) =>
    wanted === undefined || (now !== null && now !== undefined && compareDec(wanted || '0', now) === 0)
  return isSame(trigger, trigger_price) && isSame(price, makes.price) && isSame(distance, trail?.distance)
}

function useRows(line: OwnTrigger, basis: CoinBasis | null, pair: TermsPair, price: string): readonly Fact[] {
  const { t } = useTranslation(['trades', 'trigger'])
  const shown = useNumbers()
  const { trigger, position } = line
  const { symbol, size, trail, makes, trigger_price } = trigger
  const [base = '', quote = ''] = symbol.split('/')
  const priced = (text: string) => <span data-unit={quote}>{text}</span>
  const priceText = (text: string) => shown.price(text, pair.price_scale)
  const netOf = (at: string) => netAt(line, at, termsOf(pair), basis)
  const [old, next] = [netOf(line.price), netOf(price)]
  const gain = (text: string | null) => (text === null ? '—' : shown.sum(text, quote, 'gain', 'fine'))
  const action = amendTo(line, price, pair.price_scale)
  const distance = action.name === 'amend' ? (action.terms.distance ?? null) : null
  const inUnit = (text: string) =>
    trail?.by === 'percent' ? shown.percent(text) : shown.places(text, decimalsOf(text))
  return [
    { name: t('trigger:trigger'), value: priced(`${priceText(line.price)} → ${priceText(price)}`), isStrong: true },
    ...(trail === null || distance === null
      ? []
      : [{ name: t('trigger:distance'), value: priced(`${inUnit(trail.distance)} → ${inUnit(distance)}`) }]),
    ...(position === null ? [] : [{ name: symbol, value: `${t(`lines.${position.type}`)} ${position.multiple}×` }]),
    ...(size.by === 'amount' ? [{ name: t('trigger:size'), value: shown.money(size.wanted, base) }] : []),
    ...(makes.price === null || trigger_price === null
      ? []
      : [{ name: t('trigger:limit'), value: priced(priceText(makes.price)) }]),
    ...(next === null ? [] : [{ name: t('lines.profitThere'), value: `${gain(old)} → ${gain(next)} ${quote}` }]),
  ]
}
