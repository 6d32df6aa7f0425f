import { trendOf } from '#src/ui/number.tsx'
import { useMemo } from 'react'
import styles from './pnl.module.css'

const width = 320
const height = 80
const inset = 2

/**
 * The corners of the line, and the height of zero; a picture needs no exact numbers, so it is drawn with plain ones.
 */
const shapeOf = (decimals: readonly string[]) => {
  const values = decimals.map(Number)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const span = high - low
  const y = (value: number) => (span === 0 ? height / 2 : inset + ((high - value) / span) * (height - 2 * inset))
  const step = width / Math.max(1, values.length - 1)
  return {
    points: values.map((value, at) => `${(at * step).toFixed(1)},${y(value).toFixed(1)}`).join(' '),
    zero: y(0).toFixed(1),
  }
}

/** The profit since the start of a span, day after day; the calendar below tells the numbers. */
export function PnlCurve({ values, label }: { readonly values: readonly string[]; readonly label: string }) {
  const { points, zero } = useMemo(() => shapeOf(values), [values])
  return (
    <svg
      className={styles.curve}
      data-trend={trendOf(values.at(-1) ?? '0')}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <line x1="0" x2={width} y1={zero} y2={zero} />
      <polyline points={values.length < 2 ? `0,${zero} ${width},${points.split(',')[1] ?? zero}` : points} />
    </svg>
  )
}
