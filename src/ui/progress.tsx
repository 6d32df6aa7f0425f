import { Row } from './box.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import styles from './progress.module.css'

type Props = {
  readonly label: ReactNode
  /** 0 to 100; null while it is unknown. */
  readonly percent: number | null
  readonly onCancel?: () => void
}

/** The progress of a long task, with a cancel button. */
export function Progress({ label, percent, onCancel }: Props) {
  const { t } = useTranslation('ui')
  return (
    <Row gap={3} align="end">
      <label className={styles.label}>
        <span>{label}</span>
        {percent !== null && <span aria-hidden="true">{`${Math.floor(percent)}%`}</span>}
        <progress className={styles.bar} max={100} {...(percent !== null && { value: percent })} />
      </label>
      {onCancel !== undefined && (
        <Button kind="text" size="s" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
    </Row>
  )
}
