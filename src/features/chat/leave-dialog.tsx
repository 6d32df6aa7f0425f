import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useTranslation } from 'react-i18next'
import styles from './room.module.css'

type Props = { readonly address: string; readonly host: string; readonly onClose: () => void }

/** Asks before a link leaves the app. */
export function LeaveDialog({ address, host, onClose }: Props) {
  const { t } = useTranslation('chat')
  return (
    <ConfirmDialog
      isOpen
      title={t('leaveTitle', { host })}
      confirm={t('leave')}
      onClose={onClose}
      onConfirm={() => {
        open(address, '_blank', 'noopener,noreferrer')
        onClose()
      }}
    >
      <p className={styles.address}>{address}</p>
      <p>{t('leaveText')}</p>
    </ConfirmDialog>
  )
}
