import { Stack } from '#src/ui/box.tsx'
import type { TriggerProduct } from '#contract/trigger/trigger.ts'
import { compareDec } from '#contract/wire/money.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { linesIn, useChartDrawings } from '#src/stores/chart-drawings.ts'
import { useTranslation } from 'react-i18next'
import type { ChartWords } from './chart-words.ts'
import { restOf, triggerName, type Own } from './own-lines.ts'
import { useLineText } from './use-line-text.ts'
import { useOwn, useOwnWords } from './use-own.ts'

type Props = {
  readonly market: string
  readonly product?: TriggerProduct | undefined
  readonly words: ChartWords
}

/**
 * Everything that lies over the bars of a market, in words: the caller's own prices, drawn lines, and latest trades.
 */
export function OwnList({ market, product, words }: Props) {
  const { t } = useTranslation('trades')
  const isOwnShown = useChartDrawings((held) => held.isOwnShown)
  const lines = useChartDrawings((held) => linesIn(held, market))
  const own = useOwn(market, isOwnShown, product)
  const [ownTexts, lineText] = [useOwnTexts(own, words), useLineText(words)]
  const texts = [...ownTexts, ...lines.map((line) => ({ id: line.id, text: lineText(line) }))]
  if (texts.length === 0) return null
  return (
    <Stack as="ul" gap={1} sidePad={3} topPad={3} endPad={2} size={2} aria-label={t('lines.list')}>
      {texts.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </Stack>
  )
}

function useOwnTexts({ orders, positions, triggers, liquidation, fills }: Own, { exact, time }: ChartWords) {
  const { t } = useTranslation('trades')
  const ownWords = useOwnWords()
  const shown = useNumbers()
  const isSet = (price: string) => compareDec(price, '0') > 0
  return [
    ...orders.map((order) => ({
      id: `order ${order.id}`,
      text: t(order.type === 'buy' ? 'lines.textBuy' : 'lines.textSell', {
        amount: shown.exact(restOf(order)),
        coin: order.symbol.split('/')[0],
        price: exact(order.target_price),
      }),
    })),
    ...positions.map((each) => {
      const stops = [
        ...(isSet(each.target_profit_price) ? [`${t('lines.takeProfitOf')} ${exact(each.target_profit_price)}`] : []),
        ...(isSet(each.stop_loss_price) ? [`${t('lines.stopLossOf')} ${exact(each.stop_loss_price)}`] : []),
      ]
      const entry = t(each.status === 'pending' ? 'lines.textPending' : 'lines.textEntry', {
        side: t(`lines.${each.type}`),
        multiple: each.multiple,
        price: exact(each.price),
      })
      return { id: `position ${each.id}`, text: [entry, ...stops].join(' · ') }
    }),
    ...triggers.map((line) => ({
      id: line.id,
      text: t('lines.textTrigger', { name: triggerName(line, ownWords), price: exact(line.price) }),
    })),
    ...(liquidation === null
      ? []
      : [{ id: 'liquidation', text: t('lines.textLiquidation', { price: exact(liquidation) }) }]),
    ...fills.slice(0, 20).map(({ id, side, at, price, amount, coin }) => ({
      id,
      text: t(side === 'buy' ? 'lines.textBought' : 'lines.textSold', {
        amount: shown.sum(amount, coin),
        coin,
        price: exact(price),
        time: time(at),
      }),
    })),
  ]
}
