import { parseDec } from '#contract/wire/money.ts'
import { snapPrice, steppedPrice } from '#src/lib/chart-space.ts'
import { termsOf, type TermsPair } from '#src/parts/lever/account.ts'
import { stopView } from '#src/parts/lever/stops.ts'
import { useFormat } from '#src/parts/use-format.ts'
import type { ChartHandle, ChartPoint } from '#src/ui/chart-model.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stopsOf, stopTone, type Own, type OwnStop } from './own-lines.ts'

/** A stop that is being moved: by the hand, then asked about until the answer is known. */
type Move = { readonly id: string; readonly price: string; readonly asked: OwnStop | null }

/** The handles of the stops in a market, and the one that is being moved. Nothing is sent here: letting go only asks. */
export function useStopMove({ positions }: Own, pair: TermsPair | null, isMovable: boolean) {
  const [move, setMove] = useState<Move | null>(null)
  const [isUnknown, setIsUnknown] = useState(false)
  const [gripped, setGripped] = useState<string | null>(null)
  const stops = useMemo(() => (isMovable ? stopsOf(positions) : []), [positions, isMovable])
  const scale = pair?.price_scale ?? 0
  const handles = useHandles(stops, pair, move, isUnknown)
  const stopOf = (id: string) => stops.find((stop) => stop.id === id)
  const take = (id: string, change: (now: string) => string | null) => {
    const stop = stopOf(id)
    if (stop === undefined || move?.asked) return
    const price = change(move?.id === id ? move.price : stop.price)
    if (price !== null) setMove({ id, price, asked: null })
  }
  const back = (id: string) => {
    if (move?.asked) return
    setGripped(null)
    if (move?.id === id) setMove(null)
  }
  return {
    handles,
    /** The price that the line of a stop has now. */
    moved: move,
    asked: move?.asked ? { stop: move.asked, price: move.price } : null,
    /** Where the stop stands that is held: the axis reaches as far, so that one out of sight does not jump into it. */
    held: stopOf(gripped ?? '')?.price ?? null,
    grip: (id: string) => {
      if (!move?.asked) setGripped(id)
    },
    owns: (id: string) => stopOf(id) !== undefined,
    drag: (id: string, { price }: ChartPoint) => take(id, () => snapPrice(price, scale)),
    step: (id: string, ticks: number) => {
      if (!move?.asked) setGripped(id)
      take(id, (now) => (ticks === 0 ? null : steppedPrice(now, scale, ticks)))
    },
    drop: (id: string) => {
      const stop = stopOf(id)
      if (move === null || move.id !== id || move.asked !== null || stop === undefined) return
      setMove(parseDec(move.price) === parseDec(stop.price) ? null : { ...move, asked: stop })
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

function useHandles(stops: readonly OwnStop[], pair: TermsPair | null, move: Move | null, isUnknown: boolean): readonly ChartHandle[] {
  const { t } = useTranslation('trades')
  const shown = useFormat()
  return useMemo(() => {
    if (pair === null) return []
    const { tick, scale } = termsOf(pair)
    return stops.map(({ id, kind, position, price: held }): ChartHandle => {
      const price = move?.id === id ? move.price : held
      const { type, multiple, origin_caution_money } = position
      const basis = { side: type, price: parseDec(position.price), number: parseDec(position.number), margin: parseDec(origin_caution_money), tick, scale }
      const profit = stopView({ by: 'price', text: price }, kind, basis)?.profit ?? '0'
      const money = `${profit.startsWith('-') ? '' : '+'}${shown.fixed(profit, 2)}`
      const isHere = move?.id === id
      return {
        id, price: Number(price), at: null, look: 'chip', isShown: true, tone: stopTone(kind),
        text: isHere && isUnknown ? `${t(`lines.${kind}`)} ${t('lines.checking')}` : `${t(`lines.${kind}`)} ${money}`,
        label: t('lines.moveStop', { stop: t(`lines.${kind}Of`), side: t(`lines.${type}`), multiple, pair: position.symbol }),
        valueText: isHere && isUnknown ? t('lines.checking') : t('lines.stopAt', { price: shown.fixed(price, scale), profit: money, coin: position.symbol.split('/')[1] ?? '' }),
        isHeld: move !== null && move.asked !== null,
      }
    })
  }, [stops, pair, move, isUnknown, t, shown])
}
