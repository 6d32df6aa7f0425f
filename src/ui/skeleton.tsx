import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './skeleton.module.css'

type Props = {
  readonly lines?: number
  /** Height of one line in pixels: that of the row it stands for. */
  readonly height?: number
  readonly delayMs?: number
}

/** Holds the place of what is on its way. The first 200 ms it is only space, so that a quick answer does not blink. */
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

/** True once the component has stood for so long. */
const useLate = (delayMs: number) => {
  const [isLate, setIsLate] = useState(delayMs === 0)
  useEffect(() => {
    const delay = setTimeout(() => setIsLate(true), delayMs)
    return () => clearTimeout(delay)
  }, [delayMs])
  return isLate
}
