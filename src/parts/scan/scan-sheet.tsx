import { FileInput } from '#src/parts/form/file-input.tsx'
import { qrScanStateOf } from '#machines/kit/qr-scan.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { Box, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useActorRef, useSelector } from '@xstate/react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { scanLogic } from './scan.actors.ts'
import styles from './scan.module.css'

type Props = { readonly hint: string; readonly onFound: (text: string) => void; readonly onClose: () => void }

/** Scans a QR code by the camera or from a picture. Nothing is done with what it says: that is for who asked. */
export function ScanSheet({ hint, onFound, onClose }: Props) {
  const { t } = useTranslation('chat')
  const video = useRef<HTMLVideoElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [logic] = useState(() => scanLogic(() => video.current))
  const actor = useActorRef(logic)
  const snapshot = useSelector(actor, (now) => now)
  const state = qrScanStateOf(snapshot)
  useOnValue(state === 'found' ? snapshot.context.text : null, onFound)
  const hasNoCamera = state === 'denied' || state === 'absent'
  return (
    <Sheet
      title={t('scan.title')}
      isOpen
      onClose={onClose}
      isTall
      footer={
        <Stack gap={2}>
          {(hasNoCamera || state === 'empty') && (
            <Button kind="quiet" isWide icon="camera" onClick={() => actor.send({ type: 'again' })}>
              {t('scan.useCamera')}
            </Button>
          )}
          <Button
            kind={hasNoCamera ? 'primary' : 'quiet'}
            isWide
            icon="picture"
            isBusy={state === 'reading'}
            onClick={() => picker.current?.click()}
          >
            {t('scan.fromPicture')}
          </Button>
        </Stack>
      }
    >
      <FileInput
        ref={picker}
        accept="image/*"
        hidden
        aria-label={t('scan.fromPicture')}
        onFiles={([file]) => file !== undefined && actor.send({ type: 'choosePicture', file })}
      />
      <Box ground="well" round={3} tone={3} isFull isRelative clips className={styles.view} data-state={state}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what the camera sees, without sound */}
        <video ref={video} className={styles.video} muted playsInline aria-hidden="true" />
        {state === 'scanning' ? (
          <Box as="span" round={3} isRelative className={styles.frame} aria-hidden="true" />
        ) : (
          <Icon name="scan" size={56} />
        )}
      </Box>
      <Box as="p" tone={2} text="center" below={4} above={4} role="status">
        {state === 'scanning' ? hint : t(`scan.states.${state}`)}
      </Box>
    </Sheet>
  )
}
