import { Box, Row } from '#src/ui/box.tsx'
import { Select } from '#src/ui/select.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './book-tools.module.css'
import type { BookView } from './order-book.tsx'

const views: readonly BookView[] = ['both', 'bids', 'asks']

type Props = {
  readonly view: BookView
  readonly onView: (view: BookView) => void
  readonly tick: string
  readonly ticks: readonly string[]
  readonly onTick: (tick: string) => void
}

/** Which sides of the book are shown, and the step to which its prices are grouped. */
export function BookTools({ view, onView, tick, ticks, onTick }: Props) {
  const { t } = useTranslation('market')
  const shown = useNumbers()
  const options = useMemo(() => ticks.map((value) => ({ value, label: shown.exact(value) })), [ticks, shown])
  return (
    <Row gap="hair" justify="between" wraps>
      <Box role="group" aria-label={t('bookView')} lay="row" gap="hair">
        {views.map((each) => (
          <button
            key={each}
            type="button"
            className={styles.view}
            aria-label={t(each === 'both' ? 'bothSides' : each)}
            aria-pressed={view === each}
            onClick={() => onView(each)}
          >
            <span aria-hidden="true" className={styles.face} data-view={each}>
              <i />
              <i />
            </span>
          </button>
        ))}
      </Box>
      <Select label={t('grouping')} isBare value={tick} options={options} onChange={onTick} />
    </Row>
  )
}
