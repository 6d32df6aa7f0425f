import { compareDec, parseDec } from '#contract/wire/money.ts'
import { snapPrice, steppedPrice } from '#src/lib/chart-space.ts'
import { termsOf, type TermsPair } from '#src/parts/lever/account.ts'
import { basisOfPosition, stopView } from '#src/parts/lever/stops.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import type { ChartHandle, ChartPoint } from '#src/ui/chart-model.ts'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  orderText,
  restOf,
  sideTone,
  stopTone,
  type OwnLine,
  type OwnRest,
  type OwnStop,
  type OwnWords,
} from './own-lines.ts'

/** A line that is being moved: by the hand, then asked about until the answer is known. */
type Move = { readonly id: string; readonly price: string; readonly asked: OwnLine | null }

/**
 * The handles of the own stops and orders in a market, and the one that is being moved. Nothing is sent here: letting
 * go only asks.
 */
export function useLineMove(lines: readonly OwnLine[], words: OwnWords, pair: TermsPair | null) {
  const [move, setMove] = useState<Move | null>(null)
  const [isUnknown, setIsUnknown] = useState(false)
  const [gripped, setGripped] = useState<string | null>(null)
  const scale = pair?.price_scale ?? 0
  const handles = useHandles(lines, words, pair, move, isUnknown)
  const lineOf = (id: string) => lines.find((line) => line.id === id)
  const take = (id: string, change: (now: string) => string | null) => {
    const line = lineOf(id)
    if (line === undefined || move?.asked) return
    const price = change(move?.id === id ? move.price : line.price)
    if (price !== null) setMove({ id, price, asked: null })
  }
  const back = (id: string) => {
    if (move?.asked) return
    setGripped(null)
    if (move?.id === id) setMove(null)
  }
  return {
    handles,
    /** The line that is moved, and the price that it has now. */
    moved: move,
    asked: move?.asked ? { line: move.asked, price: move.price } : null,
    /** Where the line stands that is held: the axis reaches as far, so that one out of sight does not jump into it. */
    held: lineOf(gripped ?? '')?.price ?? null,
    grip: (id: string) => {
      if (!move?.asked) setGripped(id)
    },
    owns: (id: string) => lineOf(id) !== undefined,
    drag: (id: string, { price }: ChartPoint) => take(id, () => snapPrice(price, scale)),
    step: (id: string, ticks: number) => {
      if (!move?.asked) setGripped(id)
      take(id, (now) => (ticks === 0 ? null : steppedPrice(now, scale, ticks)))
    },
    drop: (id: string) => {
      const line = lineOf(id)
      if (move === null || move.id !== id || move.asked !== null || line === undefined) return
      setMove(parseDec(move.price) === parseDec(line.price) ? null : { ...move, asked: line })
    },
    back,
    tellUnknown: setIsUnknown,
    /** It is changed, refused or not wanted: the line is where the venue says. */
    end: () => {
      setIsUnknown(false)
      setGripped(null)
      setMove(null)
    },
  }
}

function useHandles(
  lines: readonly OwnLine[],
  words: OwnWords,
  pair: TermsPair | null,
  move: Move | null,
  isUnknown: boolean,
): readonly ChartHandle[] {
  const { t } = useTranslation('trades')
  const [stopTexts, orderTexts] = [useStopTexts(), useOrderTexts(words)]
  return useMemo(() => {
    if (pair === null) return []
    return lines.map((line): ChartHandle => {
      const isHere = move?.id === line.id
      const price = isHere ? move.price : line.price
      const { name, text, ...texts } =
        line.kind === 'order' ? orderTexts(line, pair, price) : stopTexts(line, pair, price)
      return {
        id: line.id,
        price: Number(price),
        at: null,
        look: 'chip',
        isShown: true,
        ...texts,
        text,
        ...(isHere && isUnknown && { text: `${name} ${t('lines.checking')}`, valueText: t('lines.checking') }),
        isHeld: move !== null && move.asked !== null,
      }
    })
  }, [lines, pair, move, isUnknown, stopTexts, orderTexts, t])
}

/** What a handle says of its line: its short name, what stands on the chip, and the accessible name and value. */
type Texts = Pick<ChartHandle, 'text' | 'tone' | 'label' | 'valueText'> & { readonly name: string }

/** Of a stop: what it brings at this price. */
function useStopTexts() {
  const { t } = useTranslation('trades')
  const shown = useNumbers()
  return useCallback(
    ({ kind, position }: OwnStop, pair: TermsPair, price: string): Texts => {
      const { scale } = termsOf(pair)
      const { type, multiple } = position
      const profit =
        stopView({ by: 'price', text: price }, kind, basisOfPosition(position, termsOf(pair)))?.profit ?? '0'
      const result = shown.sum(profit, position.symbol.split('/')[1] ?? '', 'gain')
      const money = kind === 'stopLoss' && compareDec(profit, '0') > 0 ? t('lines.locks', { profit: result }) : result
      const name = t(`lines.${kind}`)
      return {
        name,
        text: `${name} ${money}`,
        tone: stopTone(kind),
        label: t('lines.moveStop', {
          stop: t(`lines.${kind}Of`),
          side: t(`lines.${type}`),
          multiple,
          pair: position.symbol,
        }),
        valueText: t('lines.stopAt', {
          price: shown.price(price, scale),
          profit: money,
          coin: position.symbol.split('/')[1] ?? '',
        }),
      }
    },
    [t, shown],
  )
}

/** Of an order: its side, and what is left of it. */
function useOrderTexts(words: OwnWords) {
  const { t } = useTranslation('trades')
  const shown = useNumbers()
  return useCallback(
    ({ order }: OwnRest, { price_scale }: TermsPair, price: string): Texts => ({
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
