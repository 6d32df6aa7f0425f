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
        <label key={end} className={styles.filter}>
          <span className={styles.name}>{t(`filter.${end}`)}</span>
          <input
            type="date"
            className={styles.day}
            value={chosen[end] ?? ''}
            min="2000-01-01"
            max="9999-12-31"
            onChange={({ target: { value } }) => onChoose({ ...chosen, [end]: value === '' ? null : value })}
          />
        </label>
      ))}
    </>
  )
}
