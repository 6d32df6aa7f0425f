import { Box } from '#src/ui/box.tsx'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { intervals, type Interval } from './chart-interval.ts'
import styles from './interval-bar.module.css'

type Props = { readonly value: Interval; readonly onChange: (interval: Interval) => void }

/** The intervals of a chart in one line: a radio group, so that arrow keys work natively. */
export function IntervalBar({ value, onChange }: Props) {
  const { t } = useTranslation('market')
  const name = useId()
  const bar = useRef<HTMLDivElement>(null)
  // On a narrow phone the line scrolls, and the line alone: the page stays where it is.
  useEffect(() => {
    const chosen = bar.current?.querySelector('input:checked')?.parentElement
    if (!bar.current || !chosen) return
    bar.current.scrollLeft =
      chosen.offsetLeft - bar.current.offsetLeft - (bar.current.clientWidth - chosen.offsetWidth) / 2
  }, [value])
  return (
    <div ref={bar} role="radiogroup" aria-label={t('interval')} className={styles.bar}>
      {intervals.map((interval) => (
        <Box key={interval} as="label" isTouch isRelative className={styles.choice}>
          <input
            className="sr"
            type="radio"
            name={name}
            checked={interval === value}
            onChange={() => onChange(interval)}
          />
          <Box as="span" round={1} size={2} tone={2} nowrap className={styles.text}>
            {interval === 'timeShare' ? t('timeShare') : t(`periods.${interval}`)}
          </Box>
        </Box>
      ))}
    </div>
  )
}
