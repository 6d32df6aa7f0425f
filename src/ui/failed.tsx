import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
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
      <span className={classes(styles.mark, styles.danger)}>
        <Icon name="warning" size={28} />
      </span>
      <p>{text ?? t('failed')}</p>
      {onRetry !== undefined && (
        <Button kind="quiet" icon="refresh" isBusy={isBusy} onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  )
}
