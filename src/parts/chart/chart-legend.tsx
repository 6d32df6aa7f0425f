import { Box } from '#src/ui/box.tsx'
import type { Candle } from '#streams/market/merge-candles.ts'
import { classes } from '#src/ui/classes.ts'
import { useTranslation } from 'react-i18next'
import type { ChartWords } from './chart-words.ts'
import type { NamedLine } from './chart-lines.ts'
import styles from './candle-chart.module.css'

type BarProps = {
  readonly bar: Candle
  readonly words: ChartWords
  /** What the volume is in. */
  readonly coin: string
  readonly isPointed: boolean
}

/** The values of the bar under the crosshair: time, open, high, low, close, change and volume. */
export function CandleLegend({ bar, words, coin, isPointed }: BarProps) {
  const { t } = useTranslation('market')
  const change = words.change(bar)
  const facts = [
    ['open', words.exact(bar.open)],
    ['highShort', words.exact(bar.high)],
    ['lowShort', words.exact(bar.low)],
    ['close', words.exact(bar.close)],
  ] as const
  return (
    <Box
      as="p"
      lay="row"
      sideGap={2}
      wraps
      tone={2}
      size={1}
      nowrap
      className={classes(styles.facts, !isPointed && styles.idle)}
    >
      <span>{words.time(bar.time)}</span>
      {facts.map(([key, text]) => (
        <span key={key}>
          {t(key)}{' '}
          <Box as="b" tone={1}>
            {text}
          </Box>
        </span>
      ))}
      <Box as="b" tone={change.trend}>
        {change.text}
      </Box>
      <span>
        {t('vol')}{' '}
        <Box as="b" tone={1} data-unit={coin}>
          {words.volume(bar.volume)}
        </Box>
      </span>
    </Box>
  )
}

type LinesProps = {
  readonly title?: string
  readonly lines: readonly NamedLine[]
  readonly at: number
  readonly format: (value: number) => string
}

/** The name and value of each line of a pane, in its colour. */
export function LinesLegend({ title, lines, at, format }: LinesProps) {
  return (
    <Box as="p" lay="row" sideGap={2} wraps tone={2} size={1} nowrap data-unit="">
      {title !== undefined && <span>{title}</span>}
      {lines.map(({ id, name, kind, color, values }) => {
        const value = values[at] ?? null
        return value === null ? null : (
          <span key={id} style={kind === 'line' ? { color: `var(--${color})` } : undefined}>
            {name === title ? format(value) : `${name} ${format(value)}`}
          </span>
        )
      })}
    </Box>
  )
}
