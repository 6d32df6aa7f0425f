import { Box } from './box.tsx'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './countdown.module.css'

type Props = {
  /** The end, as an instant of the server's clock. */
  readonly deadlineMs: number
  /** The latest the server's clock can be, so that the time shown is never too long. */
  readonly now: () => number
  readonly onEnd?: () => void
}

const announcedAt: readonly number[] = [60, 30, 10, 5]
const secondsPerDay = 86_400
const two = (n: number) => String(n).padStart(2, '0')
const clock = (seconds: number) => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`
}

/**
 * The remaining time, announced at 60, 30, 10 and 5 seconds. It only displays: what happens at zero the server decides.
 */
export function Countdown({ deadlineMs, now, onEnd }: Props) {
  const { t } = useTranslation('ui')
  const left = useLeft(deadlineMs, now)
  const isOver = left === 0
  const end = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  const days = Math.floor(left / secondsPerDay)
  const shown = days > 0 ? t('daysAndClock', { days, clock: clock(left % secondsPerDay) }) : clock(left)
  return (
    <Box as="span" weight="bold" className={styles.countdown} role="timer" data-short={left <= 10}>
      <span aria-hidden="true">{shown}</span>
      <span className="sr" aria-live="polite">
        {announcedAt.includes(left) ? t('timeLeft', { count: left }) : ''}
      </span>
    </Box>
  )
}

const secondsTo = (deadlineMs: number, nowMs: number) => Math.max(0, Math.floor((deadlineMs - nowMs) / 1000))

const useLeft = (deadlineMs: number, now: () => number) => {
  const [left, setLeft] = useState(() => secondsTo(deadlineMs, now()))
  useEffect(() => {
    const tick = () => setLeft(secondsTo(deadlineMs, now()))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [deadlineMs, now])
  return left
}
