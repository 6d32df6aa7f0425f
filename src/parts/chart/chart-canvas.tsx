import type { TriggerProduct } from '#contract/trigger/trigger.ts'
import { snapPrice, type BarTimes } from '#src/lib/chart-space.ts'
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
import { fittedOf, marksOf, newOf, ownLevels, restsOf, stopsOf, type OwnLine, type OwnWords } from './own-lines.ts'
import type { OrdersAt } from './price-menu.tsx'
import { mayMove, type CoinBasis } from './trigger-lines.ts'
import { useDrawing } from './use-drawing.ts'
import { useLineMove } from './use-line-move.ts'
import { useOwn, useOwnWords } from './use-own.ts'
import { assets } from '#contract/assets/assets.ts'
import { parseDec } from '#contract/wire/money.ts'
import { useRead } from '#src/actors/use-read.ts'
import type { OwnTrigger } from './own-lines.ts'

const LineMenu = lazy(async () => ({ default: (await import('./line-menu.tsx')).LineMenu }))
const StopReview = lazy(async () => ({ default: (await import('#src/parts/lever/stop-review.tsx')).StopReview }))
const TriggerReview = lazy(async () => ({ default: (await import('./trigger-review.tsx')).TriggerReview }))
const PriceMenu = lazy(async () => ({ default: (await import('./price-menu.tsx')).PriceMenu }))
const OrderReview = lazy(async () => ({ default: (await import('./order-review.tsx')).OrderReview }))

const none: readonly number[] = []
/** More are shown, but not taken hold of. */
const mostTriggers = 20

type Props = {
  readonly market: string
  /** Whose lines are shown; left out: those of all. */
  readonly product: TriggerProduct | undefined
  readonly orders: OrdersAt
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
export function ChartCanvas(props: Props) {
  const { market, candles, period, view, words, height, label, isCompact, legends, isMenu, onCloseMenu } = props
  const { t } = useTranslation(['trades', 'market'])
  const [keep] = useState(createKeepTimes)
  const times = keep(candles, secondsOf(period))
  const grid = useMemo(() => ({ times, scale: view.scale }), [times, view.scale])
  const drawing = useDrawing(market, grid, words, !isCompact)
  const own = useOwnOverlay(props, times)
  const { strokes, handles } = drawing
  const overlay = useMemo(
    () => ({ ...own.overlay, strokes, handles: [...own.moving.handles, ...handles] }),
    [own.overlay, own.moving.handles, strokes, handles],
  )
  const [pressed, setPressed] = useState<string | null>(null)
  return (
    <>
      <Chart
        view={view}
        overlay={overlay}
        hands={handsOf(own.moving, drawing)}
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
        onPoint={props.onPoint}
        onNeedOlder={props.onNeedOlder}
        onPress={(price) => setPressed(snapPrice(price, view.scale))}
      />
      <Chosen drawing={drawing} />
      <Suspense fallback={null}>
        {isMenu && (
          <LineMenu
            drawing={drawing}
            market={market}
            words={words}
            onAtPrice={() => setPressed(candles.at(-1)?.close ?? null)}
            onClose={onCloseMenu}
          />
        )}
        {pressed !== null && (
          <PriceMenu
            market={market}
            scale={view.scale}
            price={pressed}
            orders={props.orders}
            onClose={() => setPressed(null)}
          />
        )}
        {own.review}
      </Suspense>
    </>
  )
}

/** What can be done with the drawn line that is chosen. */
function Chosen({ drawing }: { readonly drawing: ReturnType<typeof useDrawing> }) {
  const { t } = useTranslation('trades')
  const { lines, chosen, placing, remove, choose } = drawing
  return (
    placing === null &&
    lines.some(({ id }) => id === chosen) && (
      <div className={styles.chosen}>
        <IconButton icon="trash" label={t('lines.remove')} onClick={() => remove(chosen ?? '')} />
        <IconButton icon="check" label={t('lines.leave')} onClick={() => choose(null)} />
      </div>
    )
  )
}

/** What is the caller's own over the bars, what moves it, and the review of what was moved. */
function useOwnOverlay({ market, product }: Props, times: BarTimes) {
  const { t } = useTranslation('trades')
  const { feeds } = useServices()
  const { isOwnShown, isFitted } = useChartDrawings()
  const mayStop = useConfig(({ setting }) => setting?.user_set_stopprice ?? true)
  const pair = usePart(isOwnShown ? feeds.pair$(market) : null, loading, termsPairOf)
  const own = useOwn(market, isOwnShown, product)
  const words = useOwnWords()
  const basis = useCoinBasis(own.triggers)
  const movable = useMemo(
    (): readonly OwnLine[] => [
      ...restsOf(own.orders),
      ...(mayStop ? [...newOf(own.positions), ...stopsOf(own.positions)] : []),
      ...own.triggers.slice(0, mostTriggers).filter(mayMove),
    ],
    [own.orders, own.positions, own.triggers, mayStop],
  )
  const moving = useLineMove(market, movable, words, pair, basis)
  const { moved, held } = moving
  const levels = useMemo(() => {
    const all = ownLevels(own, words, movable)
    if (moved === null) return all
    const price = Number(moved.price)
    // What is drawn off an entry has no line before it is moved.
    return all.some(({ id }) => id === moved.id)
      ? all.map((level) => (level.id === moved.id ? { ...level, price } : level))
      : [...all, { id: moved.id, price, label: '', color: 'text-2' as const, isDashed: true }]
  }, [own, words, movable, moved])
  const marks = useMemo(
    () => marksOf(own.fills, times.starts, { buy: t('lines.bought'), sell: t('lines.sold') }),
    [own.fills, times, t],
  )
  const fitted = useMemo(
    () => (isFitted ? fittedOf(levels) : held === null ? none : [Number(held)]),
    [levels, isFitted, held],
  )
  const overlay = useMemo(() => ({ levels, marks, fitted }), [levels, marks, fitted])
  const review = pair !== null && <Review moving={moving} pair={pair} words={words} basis={basis} />
  return { overlay, moving, review }
}

/** Asks before a line is moved that was let go. */
function Review({
  moving: { asked, tellUnknown, end },
  pair,
  words,
  basis,
}: {
  readonly moving: ReturnType<typeof useLineMove>
  readonly pair: TermsPair
  readonly words: OwnWords
  readonly basis: CoinBasis | null
}) {
  if (asked === null) return null
  const { line, price } = asked
  const common = { pair, price, onUnknown: tellUnknown, onEnd: end }
  return line.kind === 'order' ? (
    <OrderReview {...common} order={line.order} />
  ) : line.kind === 'trigger' ? (
    <TriggerReview {...common} line={line} words={words} basis={basis} />
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

/** What the coin that the triggers of a chart would sell has cost; asked for only while there is one that sells. */
function useCoinBasis(triggers: readonly OwnTrigger[]): CoinBasis | null {
  const { request } = useServices()
  const seller = triggers.find(({ trigger: { act } }) => act === 'sell')?.trigger ?? null
  const feeRate = useConfig(({ setting }) => setting?.coin_trade_fee ?? '0.001')
  const coin = seller?.currency_id ?? null
  // What it holds changes with each fill, and with it the cost.
  const { value } = useRead(`basis ${coin} ${triggers.length}`, async (signal) =>
    coin === null ? { ok: true, value: null } : request.read(assets.pnl, {}, { signal }),
  )
  const cost = value?.coins.find(({ currency }) => currency === coin)
  const [amount, paid] = [cost?.amount ?? null, cost?.cost ?? null]
  return useMemo(
    () =>
      amount === null || paid === null
        ? null
        : { amount: parseDec(amount), cost: parseDec(paid), feeRate: parseDec(feeRate) },
    [amount, paid, feeRate],
  )
}
