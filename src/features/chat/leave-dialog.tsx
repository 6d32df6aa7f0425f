import { Box } from '#src/ui/box.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useTranslation } from 'react-i18next'

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
      <Box as="p" breaks>
        {address}
      </Box>
      <p>{t('leaveText')}</p>
    </ConfirmDialog>
  )
}
