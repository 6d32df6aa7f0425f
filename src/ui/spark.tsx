import { memo } from 'react'
import styles from './spark.module.css'

const width = 64
const height = 24
/** Half of the line's stroke, so that it is not cut at the edges. */
const inset = 1.5

/**
 * The corners of the line through some values, spread over the whole box, as SVG points; empty for fewer than two
 * values.
 */
export const pointsOf = (decimals: readonly string[]): string => {
  if (decimals.length < 2) return ''
  const values = decimals.map(Number)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const span = high - low
  const step = (width - 2 * inset) / (values.length - 1)
  const y = (value: number) => (span === 0 ? height / 2 : inset + ((high - value) / span) * (height - 2 * inset))
  return values.map((value, at) => `${(inset + at * step).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
}

type Props = {
  /** Decimals, oldest first; the same array as long as they are unchanged. */
  readonly values: readonly string[]
  readonly trend: 'rise' | 'fall' | 'flat'
  readonly isStale?: boolean
}

/** A small line of a value's last hours, without axes: it shows the shape only, so it is hidden from screen readers. */
export const Spark = memo(function Spark({ values, trend, isStale = false }: Props) {
  return (
    <svg
      className={styles.spark}
      data-trend={isStale ? 'flat' : trend}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      <polyline points={pointsOf(values)} />
    </svg>
  )
})
