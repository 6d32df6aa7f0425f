import type { DrawnLine } from '#src/stores/chart-drawings.ts'
import { useTranslation } from 'react-i18next'
import type { ChartWords } from './chart-words.ts'

/** A drawn line in words. */
export function useLineText({ exact, time }: ChartWords) {
  const { t } = useTranslation('trades')
  return (line: DrawnLine) =>
    line.kind === 'horizontal'
      ? t('lines.textAcross', { price: exact(line.price) })
      : t('lines.textTrend', {
          from: exact(line.from.price),
          fromTime: time(line.from.time),
          to: exact(line.to.price),
          toTime: time(line.to.time),
        })
}
