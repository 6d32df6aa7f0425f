import { Box, Row } from '#src/ui/box.tsx'
import type { Days } from '#src/lib/days.ts'
import { useTranslation } from 'react-i18next'
import styles from './filter.module.css'

type Props = { readonly chosen: Days; readonly onChoose: (days: Days) => void }

/** Two filters of a list by day: the first and the last one. */
export function DayFilter({ chosen, onChoose }: Props) {
  const { t } = useTranslation('money')
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <Row key={end} as="label" gap={2} sidePad={3} ground="raised" round={2} isTouch className={styles.filter}>
          <Box as="span" tone={2}>
            {t(`filter.${end}`)}
          </Box>
          <input
            type="date"
            className={styles.day}
            value={chosen[end] ?? ''}
            min="2000-01-01"
            max="9999-12-31"
            onChange={({ target: { value } }) => onChoose({ ...chosen, [end]: value === '' ? null : value })}
          />
        </Row>
      ))}
    </>
  )
}
