import { Box } from '#src/ui/box.tsx'
import { useTranslation } from 'react-i18next'
import styles from './round.module.css'

type Props = {
  /** Null: the time is unknown, or only the server can decide. */
  readonly left: number | null
  readonly total: number
  /** The event that is counted down to. */
  readonly label: string
  /** The text that is shown instead of a number. */
  readonly instead: string
  readonly tone: 'open' | 'locked' | 'waiting'
}

const said: readonly number[] = [60, 30, 10, 5]
const radius = 44
const length = 2 * Math.PI * radius

/** The remaining seconds as a number in a ring; announced at 60, 30, 10 and 5. */
export function CountdownRing({ left, total, label, instead, tone }: Props) {
  const { t } = useTranslation(['ui', 'option'])
  const share = left === null ? 0 : Math.min(1, left / total)
  return (
    <Box
      isRelative
      keeps
      className={styles.ring}
      role="timer"
      aria-label={label}
      data-tone={tone}
      data-short={left !== null && left <= 10}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className={styles.track} cx="50" cy="50" r={radius} />
        <circle
          className={styles.arc}
          cx="50"
          cy="50"
          r={radius}
          strokeDasharray={length}
          strokeDashoffset={length * (1 - share)}
        />
      </svg>
      <Box as="span" pad={3} size={6} weight="bold" text="center" className={styles.count} aria-hidden={left !== null}>
        {left ?? <small>{instead}</small>}
      </Box>
      <span className="sr" aria-live="polite">
        {left !== null && said.includes(left) ? `${label}: ${t('timeLeft', { count: left })}` : ''}
      </span>
    </Box>
  )
}
