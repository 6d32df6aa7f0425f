import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Mark } from './mark.tsx'
import styles from './empty.module.css'

type Props = {
  /** What happened; the default is a general sentence. */
  readonly text?: ReactNode
  readonly onRetry?: () => void
  readonly isBusy?: boolean
}

/** A load failure with its cause and a retry button. */
export function Failed({ text, onRetry, isBusy = false }: Props) {
  const { t } = useTranslation('ui')
  return (
    <div className={styles.empty} role="alert">
      <Mark icon="warning" size="l" tone="danger" />
      <p>{text ?? t('failed')}</p>
      {onRetry !== undefined && (
        <Button kind="quiet" icon="refresh" isBusy={isBusy} onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  )
}
