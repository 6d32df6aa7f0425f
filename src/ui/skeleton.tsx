import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './skeleton.module.css'

type Props = {
  readonly lines?: number
  /** The height of one line in px, equal to that of the row it replaces. */
  readonly height?: number
  readonly delayMs?: number
}

/**
 * A placeholder for content that is loading. It is invisible for the first
 * 200 ms, so that a fast reply does not flicker.
 */
export function Skeleton({ lines = 1, height = 16, delayMs = 200 }: Props) {
  const { t } = useTranslation('ui')
  const isLate = useLate(delayMs)
  return (
    <div className={styles.lines} role={isLate ? 'status' : undefined} data-late={isLate}>
      {isLate && <span className="sr">{t('loading')}</span>}
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} style={{ blockSize: height }} />
      ))}
    </div>
  )
}

/** True once the component has been mounted for that long. */
const useLate = (delayMs: number) => {
  const [isLate, setIsLate] = useState(delayMs === 0)
  useEffect(() => {
    const delay = setTimeout(() => setIsLate(true), delayMs)
    return () => clearTimeout(delay)
  }, [delayMs])
  return isLate
}
