import { chatLimits } from '#contract/chat/chat.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { useChange } from '#src/parts/use-change.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Row } from '#src/ui/box.tsx'
import { useTranslation } from 'react-i18next'
import type { OpenSheet } from './room-sheets.tsx'
import styles from './room.module.css'

type Props = {
  readonly chat: string
  readonly ids: readonly string[]
  readonly onCancel: () => void
  readonly onSheet: (open: OpenSheet) => void
}
/** What can be done with the messages that are selected. */
export function PickingBar({ chat, ids, onCancel, onSheet }: Props) {
  const { t } = useTranslation('chat')
  const change = useChange()
  const isWrong = ids.length === 0 || ids.length > chatLimits.forwardMessages
  const share = () =>
    change(chatMessages.share, { chatGroupId: chat, messageList: [...ids] }, (shareId) => {
      if (shareId !== null) onSheet({ kind: 'merged', shareId })
    })
  return (
    <Row gap={2} justify="between" ground="bar" line="top" size={3} className={styles.picking}>
      <Button kind="quiet" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <span role="status">{t('picked', { count: ids.length })}</span>
      <IconButton icon="share" label={t('shareLink')} disabled={isWrong} onClick={() => void share()} />
      <Button disabled={isWrong} onClick={() => onSheet({ kind: 'forward', ids })}>
        {t('forward')}
      </Button>
    </Row>
  )
}
