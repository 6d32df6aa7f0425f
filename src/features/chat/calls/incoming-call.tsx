import type { CallShown } from '#machines/chat/call-shown.ts'
import { Avatar } from '#src/features/chat/avatar.tsx'
import { Row, Stack } from '#src/ui/box.tsx'
import { useModal } from '#src/ui/use-modal.ts'
import { useTranslation } from 'react-i18next'
import type { CallActs } from './call-page.tsx'
import { CallButton } from './call-button.tsx'
import styles from './calls.module.css'

/** Somebody calls: over any page, until it is answered, declined or over. */
export function IncomingCall({ shown, acts }: { readonly shown: CallShown; readonly acts: CallActs }) {
  const { t } = useTranslation('calls')
  // Escape and a tap beside it decide nothing.
  const { dialog, onCancel } = useModal(() => {})
  const { other, media } = shown
  return (
    <dialog ref={dialog} className={styles.incoming} aria-labelledby="call-from" onCancel={onCancel}>
      <Stack gap={4} items="center" pad={6} text="center">
        <Avatar id={other?.userId ?? null} name={other?.userName ?? ''} picture={other?.avatar ?? null} size="l" />
        <Stack gap={1}>
          <h2 id="call-from" tabIndex={-1} data-first-focus="">
            {other?.userName}
          </h2>
          <p role="status">{t(`incoming.${media}`)}</p>
        </Stack>
        <Row gap={6} justify="center" wraps above={2}>
          <CallButton icon="call" kind="end" label={t('decline')} onClick={acts.hangUp} />
          <CallButton icon="call" kind="answer" label={t('answer')} onClick={() => acts.accept('voice')} />
          {media === 'video' && (
            <CallButton icon="video" kind="answer" label={t('answerVideo')} onClick={() => acts.accept('video')} />
          )}
        </Row>
      </Stack>
    </dialog>
  )
}
