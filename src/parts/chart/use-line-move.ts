import type { TriggerSource } from '#contract/wire/orders.ts'
import { parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { snapPrice, steppedPrice } from '#src/lib/chart-space.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { usePart } from '#src/lib/use-stream.ts'
import type { TermsPair } from '#src/parts/lever/account.ts'
import type { ChartHandle, ChartPoint } from '#src/ui/chart-model.ts'
import { loading, nowOf } from '#streams/kit/live.ts'
import { sourcePrice } from '#streams/trigger/stands.ts'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newStop, type OwnLine, type OwnRest, type OwnStop, type OwnWords, type OwnTrigger } from './own-lines.ts'
import { keptBefore, snappedTo, wallOf, type CoinBasis } from './trigger-lines.ts'
import { useLineTexts, type LineTexts } from './use-line-texts.ts'

/** What is asked about once a line was let go. */
export type Asked = OwnStop | OwnRest | OwnTrigger
/** A line that is being moved: by the hand, then asked about until the answer is known. */
type Move = {
  readonly id: string
  readonly price: string
  /** It stands at this line and would fire at once beyond it. */
  readonly wall: string | null
  readonly asked: Asked | null
}

/** What a source of the market says at this moment, followed so that it is at hand for a move. */
function usePriceNow(market: string, scale: number, isFollowed: boolean) {
  const { feeds } = useServices()
  usePart(isFollowed ? feeds.price$(market) : null, loading, ({ value }) => value === null)
  return useCallback(
    (source: TriggerSource) =>
      sourcePrice(source, {
        last: nowOf(feeds.pair$(market))?.now_price ?? null,
        quote: nowOf(feeds.price$(market)),
        scale,
      }),
    [feeds, market, scale],
  )
}
/** A bump under the finger, where the device has one. */
const bump = () => {
  if ('vibrate' in navigator) navigator.vibrate(12)
}

/**
 * The handles of the own lines in a market, and the one that is being moved: freely, but not beyond the price at which
 * it would fire at once. Nothing is sent here: letting go only asks.
 */
export function useLineMove(
  market: string,
  lines: readonly OwnLine[],
  words: OwnWords,
  pair: TermsPair | null,
  basis: CoinBasis | null,
) {
  const [move, setMove] = useState<Move | null>(null)
  const [isUnknown, setIsUnknown] = useState(false)
  const [gripped, setGripped] = useState<string | null>(null)
  const scale = pair?.price_scale ?? 0
  const now = usePriceNow(market, scale, pair !== null && lines.some(({ kind }) => kind !== 'order'))
  const texts = useLineTexts(
    words,
    basis,
    useCallback(() => now('mark'), [now]),
  )
  const handles = useHandles(lines, texts, pair, move, isUnknown)
  const lineOf = (id: string) => lines.find((line) => line.id === id)
  const take = (id: string, change: (held: string) => string | null) => {
    const line = lineOf(id)
    if (line === undefined || move?.asked) return
    const wished = change(move?.id === id ? move.price : line.price)
    if (wished === null) return
    const kept = keptBefore(wallOf(line, now), wished, scale)
    if (kept.wall !== null && (move?.wall ?? null) === null) bump()
    setMove({ id, price: snappedTo(line, kept.price, scale), wall: kept.wall, asked: null })
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
      take(id, (held) => (ticks === 0 ? null : steppedPrice(held, scale, ticks)))
    },
    drop: (id: string) => {
      const line = lineOf(id)
      if (move === null || move.id !== id || move.asked !== null || line === undefined) return
      const isSame = parseDec(move.price) === parseDec(line.price)
      const asked = isSame ? null : askedOf(line, move.price, now('mark'))
      setMove(asked === null ? null : { ...move, wall: null, asked })
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
const askedOf = (line: OwnLine, price: string, mark: string | null): Asked | null =>
  line.kind !== 'new' ? line : mark === null ? null : newStop(line, price, mark)

function useHandles(
  lines: readonly OwnLine[],
  texts: (line: OwnLine, pair: TermsPair, price: string) => LineTexts,
  pair: TermsPair | null,
  move: Move | null,
  isUnknown: boolean,
): readonly ChartHandle[] {
  const { t } = useTranslation('trades')
  const shown = useNumbers()
  return useMemo(() => {
    if (pair === null) return []
    return lines.map((line): ChartHandle => {
      const isHere = move?.id === line.id
      const { name, ...said } = texts(line, pair, isHere ? move.price : line.price)
      const wall = isHere ? move.wall : null
      const told =
        isHere && isUnknown
          ? t('lines.checking')
          : wall === null
            ? null
            : t('lines.wall', { price: shown.price(wall, pair.price_scale) })
      return {
        id: line.id,
        price: Number(isHere ? move.price : line.price),
        at: null,
        look: 'chip',
        isShown: true,
        ...said,
        ...(told !== null && { text: `${name} ${told}`, valueText: told }),
        isHeld: move !== null && move.asked !== null,
      }
    })
  }, [lines, pair, move, isUnknown, texts, t, shown])
}
