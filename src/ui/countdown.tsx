import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './countdown.module.css'

type Props = {
  /** The server's instant at which it is over. */
  readonly deadlineMs: number
  /** The latest the server's clock can be, so that never more time is shown than is granted. */
  readonly now: () => number
  readonly onEnd?: () => void
}

const said: readonly number[] = [60, 30, 10, 5]
const two = (n: number) => String(n).padStart(2, '0')
const clock = (seconds: number) => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`
}

/** The time that is left, said aloud at 60, 30, 10 and 5 seconds. It stops offering at zero; what follows, the server says. */
export function Countdown({ deadlineMs, now, onEnd }: Props) {
  const { t } = useTranslation('ui')
  const left = useLeft(deadlineMs, now)
  const isOver = left === 0
  const end = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  return (
    <span className={styles.countdown} role="timer" data-short={left <= 10}>
      <span aria-hidden="true">{clock(left)}</span>
      <span className="sr" aria-live="polite">
        {said.includes(left) ? t('timeLeft', { count: left }) : ''}
      </span>
    </span>
  )
}

const secondsTo = (deadlineMs: number, nowMs: number) => Math.max(0, Math.floor((deadlineMs - nowMs) / 1000))

const useLeft = (deadlineMs: number, now: () => number) => {
  const [left, setLeft] = useState(() => secondsTo(deadlineMs, now()))
  useEffect(() => {
    const tick = () => setLeft(secondsTo(deadlineMs, now()))
    tick()
    const ticking = setInterval(tick, 250)
    return () => clearInterval(ticking)
  }, [deadlineMs, now])
  return left
}
