import type { BarTimes } from '#src/lib/chart-space.ts'
import { usePart } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { termsPairOf, type TermsPair } from '#src/parts/lever/account.ts'
import { useChartDrawings } from '#src/stores/chart-drawings.ts'
import { useConfig } from '#src/stores/config.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Chart } from '#src/ui/chart.tsx'
import type { ChartHands, ChartView } from '#src/ui/chart-model.ts'
import { loading } from '#streams/kit/live.ts'
import type { Candle } from '#streams/market/merge-candles.ts'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './candle-chart.module.css'
import { hasClock, secondsOf, type Interval } from './chart-interval.ts'
import type { ChartWords } from './chart-words.ts'
import { fittedOf, marksOf, ownLevels, restsOf, stopsOf } from './own-lines.ts'
import { useDrawing } from './use-drawing.ts'
import { useLineMove } from './use-line-move.ts'
import { useOwn, useOwnWords } from './use-own.ts'

const LineMenu = lazy(async () => ({ default: (await import('./line-menu.tsx')).LineMenu }))
const StopReview = lazy(async () => ({ default: (await import('#src/parts/lever/stop-review.tsx')).StopReview }))
const OrderReview = lazy(async () => ({ default: (await import('./order-review.tsx')).OrderReview }))

const none: readonly number[] = []

type Props = {
  readonly market: string
  readonly candles: readonly Candle[]
  readonly period: Interval
  readonly view: ChartView
  readonly words: ChartWords
  readonly height: number
  readonly label: string
  readonly isCompact: boolean
  readonly legends: readonly ReactNode[]
  readonly isMenu: boolean
  readonly onCloseMenu: () => void
  readonly onPoint: (at: number | null) => void
  readonly onNeedOlder: () => void
}

/** The bars on a canvas, and over them the caller's own prices and the lines that were drawn. */
export function ChartCanvas({
  market,
  candles,
  period,
  view,
  words,
  height,
  label,
  isCompact,
  legends,
  isMenu,
  onCloseMenu,
  onPoint,
  onNeedOlder,
}: Props) {
  const { t } = useTranslation(['trades', 'market'])
  const { feeds } = useServices()
  const { isOwnShown, isFitted } = useChartDrawings()
  const mayStop = useConfig(({ setting }) => setting?.user_set_stopprice ?? true)
  const pair = usePart(isOwnShown ? feeds.pair$(market) : null, loading, termsPairOf)
  const own = useOwn(market, isOwnShown)
  const ownWords = useOwnWords()
  const movable = useMemo(
    () => [...restsOf(own.orders), ...(mayStop ? stopsOf(own.positions) : [])],
    [own.orders, own.positions, mayStop],
  )
  const moving = useLineMove(movable, ownWords, pair)
  const [keep] = useState(createKeepTimes)
  const times = keep(candles, secondsOf(period))
  const grid = useMemo(() => ({ times, scale: view.scale }), [times, view.scale])
  const drawing = useDrawing(market, grid, words, !isCompact)
  const { moved, held } = moving
  const levels = useMemo(
    () =>
      ownLevels(own, ownWords, movable).map((level) =>
        level.id === moved?.id ? { ...level, price: Number(moved.price) } : level,
      ),
    [own, ownWords, movable, moved],
  )
  const marks = useMemo(
    () => marksOf(own.fills, times.starts, { buy: t('lines.bought'), sell: t('lines.sold') }),
    [own.fills, times, t],
  )
  const { strokes, handles } = drawing
  const fitted = useMemo(
    () => (isFitted ? fittedOf(levels) : held === null ? none : [Number(held)]),
    [levels, isFitted, held],
  )
  const overlay = useMemo(
    () => ({ levels, marks, strokes, handles: [...moving.handles, ...handles], fitted }),
    [levels, marks, strokes, moving.handles, handles, fitted],
  )
  const hands = handsOf(moving, drawing)
  const isDrawn = drawing.lines.some(({ id }) => id === drawing.chosen)
  return (
    <>
      <Chart
        view={view}
        overlay={overlay}
        hands={hands}
        height={height}
        label={label}
        locale={words.tag}
        timeText={words.axis}
        isCompact={isCompact}
        hasClock={hasClock(period)}
        placing={
          drawing.placing && {
            kind: drawing.placing,
            label: t(`lines.place.${drawing.placing}`),
            onSketch: drawing.sketch,
            onPlace: drawing.place,
            onLeave: drawing.leave,
          }
        }
        legends={legends}
        newestLabel={t('market:toNewest')}
        onPoint={onPoint}
        onNeedOlder={onNeedOlder}
      />
      {isDrawn && drawing.placing === null && (
        <div className={styles.chosen}>
          <IconButton icon="trash" label={t('lines.remove')} onClick={() => drawing.remove(drawing.chosen ?? '')} />
          <IconButton icon="check" label={t('lines.leave')} onClick={() => drawing.choose(null)} />
        </div>
      )}
      <Suspense fallback={null}>
        {isMenu && <LineMenu drawing={drawing} market={market} words={words} onClose={onCloseMenu} />}
        {pair !== null && <Review moving={moving} pair={pair} />}
      </Suspense>
    </>
  )
}

/** Asks before a line is moved that was let go. */
function Review({
  moving: { asked, tellUnknown, end },
  pair,
}: {
  readonly moving: ReturnType<typeof useLineMove>
  readonly pair: TermsPair
}) {
  if (asked === null) return null
  const { line, price } = asked
  const common = { pair, price, onUnknown: tellUnknown, onEnd: end }
  return line.kind === 'order' ? (
    <OrderReview {...common} order={line.order} />
  ) : (
    <StopReview {...common} position={line.position} kind={line.kind} />
  )
}

/** The starts of the bars; the same object until there is another bar. */
function createKeepTimes() {
  let held: BarTimes = { starts: [], gap: 0 }
  return (candles: readonly Candle[], gap: number): BarTimes => {
    const { starts } = held
    const isSame =
      held.gap === gap &&
      starts.length === candles.length &&
      starts[0] === candles[0]?.time &&
      starts.at(-1) === candles.at(-1)?.time
    if (!isSame) held = { starts: candles.map(({ time }) => time), gap }
    return held
  }
}

/** What a hand does goes to the own or to the drawn line that it holds. */
function handsOf(moving: ReturnType<typeof useLineMove>, drawing: ReturnType<typeof useDrawing>): ChartHands {
  return {
    onDrag: (id, point) => (moving.owns(id) ? moving.drag(id, point) : drawing.drag(id, point)),
    onStep: (id, ticks, bars) => (moving.owns(id) ? moving.step(id, ticks) : drawing.step(id, ticks, bars)),
    onDrop: (id) => (moving.owns(id) ? moving.drop(id) : drawing.drop()),
    onBack: (id) => (moving.owns(id) ? moving.back(id) : drawing.back()),
    // An own line that was moved by keys and not confirmed goes back; a drawn line stays where it is.
    onLeave: (id) => (moving.owns(id) ? moving.back(id) : drawing.drop()),
    onDelete: (id) => (drawing.owns(id) ? drawing.remove(id) : undefined),
    onChoose: (id) => {
      drawing.choose(id !== null && drawing.owns(id) ? id : null)
      if (id !== null && moving.owns(id)) moving.grip(id)
    },
  }
}
