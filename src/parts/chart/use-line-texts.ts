import { compareDec } from '#contract/wire/money.ts'
import { termsOf, type TermsPair } from '#src/parts/lever/account.ts'
import { basisOfPosition, stopView, type StopKind } from '#src/parts/lever/stops.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import type { ChartHandle } from '#src/ui/chart-model.ts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import {
  newStop,
  orderText,
  restOf,
  sideTone,
  stopTone,
  triggerName,
  triggerTone,
  type OwnLine,
  type OwnNew,
  type OwnRest,
  type OwnStop,
  type OwnWords,
  type OwnTrigger,
} from './own-lines.ts'
import { netAt, type CoinBasis } from './trigger-lines.ts'

/** What a handle says of its line: its short name, what stands on the chip, and the accessible name and value. */
export type LineTexts = Pick<ChartHandle, 'text' | 'tone' | 'label' | 'valueText'> & { readonly name: string }

/** What the handle of a line says at a price. */
export function useLineTexts(words: OwnWords, basis: CoinBasis | null, markNow: () => string | null) {
  const [stopTexts, orderTexts, triggerTexts, newTexts] = [
    useStopTexts(),
    useOrderTexts(words),
    useTriggerTexts(words, basis),
    useNewTexts(),
  ]
  return useCallback(
    (line: OwnLine, pair: TermsPair, price: string): LineTexts => {
      if (line.kind === 'order') return orderTexts(line, pair, price)
      if (line.kind === 'trigger') return triggerTexts(line, pair, price)
      if (line.kind !== 'new') return stopTexts(line, pair, price)
      const mark = price === line.price ? null : markNow()
      const made = mark === null ? null : newStop(line, price, mark)
      return made === null
        ? newTexts(line, pair, price)
        : { ...stopTexts(made, pair, price), label: newTexts(line, pair, price).label }
    },
    [stopTexts, orderTexts, triggerTexts, newTexts, markNow],
  )
}

/** A result as it stands on a chip: what protects a profit locks it in. */
function useResult() {
  const { t } = useTranslation('trades')
  const shown = useNumbers()
  return useCallback(
    (profit: string, coin: string, mayLock: boolean) => {
      const result = shown.sum(profit, coin, 'gain')
      return mayLock && compareDec(profit, '0') > 0 ? t('lines.locks', { profit: result }) : result
    },
    [t, shown],
  )
}
const quoteOf = (symbol: string) => symbol.split('/')[1] ?? ''

/** Of a stop: what it brings at this price. */
function useStopTexts() {
  const { t } = useTranslation('trades')
  const shown = useNumbers()
  const resultText = useResult()
  return useCallback(
    ({ kind, position }: Pick<OwnStop, 'kind' | 'position'>, pair: TermsPair, price: string): LineTexts => {
      const { scale } = termsOf(pair)
      const { type, multiple, symbol } = position
      const profit =
        stopView({ by: 'price', text: price }, kind, basisOfPosition(position, termsOf(pair)))?.profit ?? '0'
      const money = resultText(profit, quoteOf(symbol), kind === 'stopLoss')
      const name = t(`lines.${kind}`)
      return {
        name,
        text: `${name} ${money}`,
        tone: stopTone(kind),
        label: t('lines.moveStop', {
          stop: t(`lines.${kind}Of`),
          side: t(`lines.${type}`),
          multiple,
          pair: symbol,
        }),
        valueText: t('lines.stopAt', { price: shown.price(price, scale), profit: money, coin: quoteOf(symbol) }),
      }
    },
    [t, shown, resultText],
  )
}

/** Of a handle that makes what a contract lacks. */
function useNewTexts() {
  const { t } = useTranslation('trades')
  const shown = useNumbers()
  return useCallback(
    ({ position: { type, multiple, symbol }, lacks }: OwnNew, pair: TermsPair, price: string): LineTexts => ({
      name: '+',
      text: '+',
      tone: sideTone(type === 'long' ? 'buy' : 'sell'),
      label: t('lines.moveStop', {
        stop: `+ ${lacks.map((kind: StopKind) => t(`lines.${kind}Of`)).join(' / ')}`,
        side: t(`lines.${type}`),
        multiple,
        pair: symbol,
      }),
      valueText: shown.price(price, termsOf(pair).scale),
    }),
    [t, shown],
  )
}

/** Of an order: its side, and what is left of it. */
function useOrderTexts(words: OwnWords) {
  const { t } = useTranslation('trades')
  const shown = useNumbers()
  return useCallback(
    ({ order }: OwnRest, { price_scale }: TermsPair, price: string): LineTexts => ({
      name: words[order.type],
      text: orderText(order, words),
      tone: sideTone(order.type),
      label: t(order.type === 'buy' ? 'lines.moveBuy' : 'lines.moveSell', {
        amount: shown.exact(restOf(order)),
        coin: order.symbol.split('/')[0],
        pair: order.symbol,
      }),
      valueText: shown.price(price, price_scale),
    }),
    [words, t, shown],
  )
}

/** Of a trigger: what it is, and what it brings net at this price. */
function useTriggerTexts(words: OwnWords, basis: CoinBasis | null) {
  const { t } = useTranslation('trades')
  const shown = useNumbers()
  const resultText = useResult()
  return useCallback(
    (line: OwnTrigger, pair: TermsPair, price: string): LineTexts => {
      const { trigger, position } = line
      const { symbol, role } = trigger
      const name = triggerName(line, words)
      const net = netAt(line, price, termsOf(pair), basis)
      const money = net === null ? null : resultText(net, quoteOf(symbol), role !== 'profit')
      const priced = shown.price(price, pair.price_scale)
      return {
        name,
        text: money === null ? name : `${name} ${money}`,
        tone: triggerTone(line),
        label: t('lines.moveTrigger', {
          stop: name,
          pair: position === null ? symbol : `${t(`lines.${position.type}`)} ${position.multiple}×, ${symbol}`,
        }),
        valueText: money === null ? priced : t('lines.stopAt', { price: priced, profit: money, coin: quoteOf(symbol) }),
      }
    },
    [words, basis, t, shown, resultText],
  )
}
