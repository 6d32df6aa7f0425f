import { quoteOf } from '#contract/market/market.ts'
import type { OptionOrder } from '#contract/option/option.ts'
import { meanSeconds } from '#contract/option/option-outcome.ts'
import { numbersIn } from '#src/lib/money-text.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { Box } from '#src/ui/box.tsx'
import { classes } from '#src/ui/classes.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import type { Freshness } from '#streams/kit/live.ts'
import type { IndexTick } from '#streams/option/ticks.ts'
import { useMemo, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { shapeOf, type ChartShape } from './chart-shape.ts'
import type { RoundView } from './use-round.ts'
import styles from './round.module.css'

type Props = {
  readonly market: string
  readonly view: RoundView
  readonly stakes: readonly OptionOrder[]
  readonly freshness: Freshness
  readonly scale: number
  /** Of the placeholder in px; the chart itself is as high as its place says. */
  readonly height: number
}
/** Before this share the price label is to the right of the line, where there is free space. */
const roomAhead = 0.7
/** The minimum width of a section without data to be labelled. */
const roomForWords = 0.12
/** The minimum width of the locked part to be labelled. */
const roomForLock = 0.12
const none: readonly IndexTick[] = []
const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`
const place = ({ x, y }: { x: number; y: number }): CSSProperties => ({ left: percent(x), top: percent(y) })

/**
 * The index during the round, with the user's entries, the part in which nothing is sold, and the seconds whose mean
 * settles it.
 */
export function RoundChart({ market, view, stakes, freshness, scale, height }: Props) {
  const { t, i18n } = useTranslation('option')
  const { feeds } = useServices()
  const ticks = useStream(feeds.ticks$(market), none)
  const { round, rounds } = view
  const shape = useMemo(
    () => (round === null ? null : shapeOf(round, rounds, ticks, stakes)),
    [round, rounds, ticks, stakes],
  )
  if (shape === null || round === null) return <Skeleton height={height} />
  const price = (text: string) => numbersIn(i18n.language).price(text, scale)
  const entries = shape.entries.map((entry) =>
    t('entryAt', { type: t(`types.${entry.type}`), price: price(entry.price) }),
  )
  const isLocked = view.phase === 'locked'
  const rule = t('meanRule', { count: meanSeconds(round.seconds) })
  // What the round settles on: the rule, then the mean as it grows, then the price that was recorded.
  const end =
    round.delivery_price !== null
      ? `${t('settledAt')} ${price(round.delivery_price)}`
      : shape.mean !== null
        ? t('meanNow', { price: price(shape.mean.price) })
        : rule
  const label = [
    t('chartLabel', { no: round.no, price: shape.last === null ? '—' : price(shape.last.price) }),
    ...(isLocked ? [t('lockedPart')] : []),
    end,
    ...entries,
  ].join('. ')
  return (
    <Box
      ground="well"
      round={3}
      isRelative
      clips
      className={styles.chart}
      role="img"
      aria-label={label}
      data-stale={freshness === 'stale'}
      data-unit={quoteOf(market)}
    >
      <Lines shape={shape} isLocked={isLocked} />
      <Tags shape={shape} isLocked={isLocked} end={end} price={price} />
    </Box>
  )
}

function Lines({ shape, isLocked }: { readonly shape: ChartShape; readonly isLocked: boolean }) {
  const at = (share: number) => Math.round(share * 10_000) / 10
  const across = (y: number) => ({ x1: 0, x2: 1000, y1: at(y), y2: at(y) })
  const down = (x: number) => ({ x1: at(x), x2: at(x), y1: 0, y2: 1000 })
  return (
    <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
      <rect
        className={styles.locked}
        data-now={isLocked}
        x={at(shape.lockX)}
        y={0}
        width={at(shape.closeX - shape.lockX)}
        height={1000}
      />
      <rect
        className={styles.locked}
        data-now={isLocked}
        x={at(shape.meanX)}
        y={0}
        width={at(shape.closeX - shape.meanX)}
        height={1000}
      />
      <line className={styles.opened} {...down(shape.openX)} />
      <line className={styles.lock} {...down(shape.lockX)} />
      <line className={styles.edge} {...down(shape.closeX - 0.002)} />
      {shape.openY !== null && <line className={styles.opened} {...across(shape.openY)} />}
      {shape.mean !== null && (
        <line className={styles.mean} x1={at(shape.mean.from)} x2={1000} y1={at(shape.mean.y)} y2={at(shape.mean.y)} />
      )}
      {shape.entries.map(({ id, y, type }) => (
        <line key={id} className={styles.entry} data-type={type} {...across(y)} />
      ))}
      {shape.holes.map(({ from, to }) => (
        <line key={from.x} className={styles.hole} x1={at(from.x)} y1={at(from.y)} x2={at(to.x)} y2={at(to.y)} />
      ))}
      {shape.lines.map((line) => (
        <polyline
          key={line[0]?.x}
          className={styles.curve}
          points={line.map(({ x, y }) => `${at(x)},${at(y)}`).join(' ')}
        />
      ))}
    </svg>
  )
}

type TagsProps = {
  readonly shape: ChartShape
  readonly isLocked: boolean
  /** What the round settles on. */
  readonly end: string
  readonly price: (text: string) => string
}
/** What is written beside the lines, and the dots of the entries and of the last price. */
function Tags({ shape, isLocked, end, price }: TagsProps) {
  const { t } = useTranslation('option')
  return (
    <>
      {shape.holes
        .filter(({ from, to }) => to.x - from.x > roomForWords)
        .map(({ from, to }) => (
          <span
            key={from.x}
            className={classes(styles.tag, styles.unknown)}
            style={{ left: percent((from.x + to.x) / 2), top: percent((from.y + to.y) / 2) }}
          >
            {t('noData')}
          </span>
        ))}
      {shape.openY !== null && shape.entries.length === 0 && (
        <span className={classes(styles.tag, styles.price)} style={{ top: percent(shape.openY) }}>
          {t('openedAt')}
        </span>
      )}
      {shape.entries.map((entry) => (
        <span key={entry.id} className={styles.dot} data-type={entry.type} style={place(entry)} />
      ))}
      {shape.tags.map((tag) => (
        <span key={tag.price} className={classes(styles.tag, styles.price)} style={{ top: percent(tag.y) }}>
          {tag.types.map((type) => t(`types.${type}`)).join(' · ')} {price(tag.price)}
        </span>
      ))}
      {shape.last !== null && (
        <>
          <span className={styles.dot} style={place(shape.last)} />
          <span
            className={classes(styles.tag, styles.now)}
            data-ahead={shape.last.x < roomAhead}
            style={place(shape.last)}
          >
            {price(shape.last.price)}
          </span>
        </>
      )}
      {(isLocked || shape.mean !== null) && <span className={classes(styles.tag, styles.means)}>{end}</span>}
      {shape.closeX - shape.lockX > roomForLock && (
        <span
          className={classes(styles.tag, styles.part)}
          data-now={isLocked}
          style={{ left: percent((shape.lockX + shape.closeX) / 2) }}
        >
          {t('lockedPart')}
        </span>
      )}
      <span className={classes(styles.tag, styles.at)} style={{ left: percent(shape.lockX) }}>
        {t('lockLine')}
      </span>
      <span className={classes(styles.tag, styles.at)} style={{ left: percent(shape.closeX) }}>
        {t('settleLine')}
      </span>
    </>
  )
}
