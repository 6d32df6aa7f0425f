import { Box, Press } from '#src/ui/box.tsx'
import type { Candle } from '#streams/market/merge-candles.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartWords } from './chart-words.ts'
import styles from './candle-chart.module.css'

const maxRows = 60

type Props = {
  readonly bars: readonly Candle[]
  readonly words: ChartWords
  /** What the volume is in. */
  readonly coin: string
  readonly label: string
  readonly onClose: () => void
  /** What lies over the bars, in words. */
  readonly children?: ReactNode
}

/** The same bars as a table for screen readers, newest first. */
export function ChartTable({ bars, words, coin, label, onClose, children }: Props) {
  const { t } = useTranslation('market')
  return (
    <div>
      {children}
      <Box as="table" isFull size={2} className={styles.table}>
        <caption className="sr">{label}</caption>
        <thead>
          <tr>
            {['time', 'open', 'highShort', 'lowShort', 'close', 'vol'].map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars
            .slice(-maxRows)
            .toReversed()
            .map((bar) => (
              <tr key={bar.time}>
                <th scope="row">{words.time(bar.time)}</th>
                <td>{words.exact(bar.open)}</td>
                <td>{words.exact(bar.high)}</td>
                <td>{words.exact(bar.low)}</td>
                <td>{words.exact(bar.close)}</td>
                <td data-unit={coin}>{words.volume(bar.volume)}</td>
              </tr>
            ))}
        </tbody>
      </Box>
      <Press tall={36} sidePad={3} size={2} tone={2} className={styles.toTable} onClick={onClose}>
        {t('hideTable')}
      </Press>
    </div>
  )
}
