import { captureStateOf } from '#machines/kit/capture.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { FileInput } from '#src/parts/form/file-input.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { captureLogic } from './camera.actors.ts'
import styles from './camera.module.css'
import { Frame, type FrameKind } from './frame.tsx'

type Props = {
  readonly title: string
  /** What belongs into the frame. */
  readonly frame: FrameKind
  readonly onPhoto: (photo: File) => void
  readonly onClose: () => void
}

/** A photo by the camera, with the frame that its subject has to fill; or one that is there already. */
export function CameraSheet({ title, frame, onPhoto, onClose }: Props) {
  const { t } = useTranslation('camera')
  const video = useRef<HTMLVideoElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [logic] = useState(() => captureLogic(() => video.current, frame === 'face' ? 'user' : 'environment'))
  const actor = useActorRef(logic)
  const snapshot = useSelector(actor, (now) => now)
  const state = captureStateOf(snapshot)
  useOnValue(state === 'used' ? snapshot.context.photo : null, onPhoto)
  // What stood still to be looked at goes on.
  useEffect(() => {
    if (state === 'looking') void video.current?.play().catch(() => {})
  }, [state])
  const hasNoCamera = state === 'denied' || state === 'absent'
  return (
    <Sheet
      title={title}
      isOpen
      isTall
      onClose={onClose}
      footer={<Buttons state={state} onSend={(type) => actor.send({ type })} onPick={() => picker.current?.click()} />}
    >
      <FileInput
        ref={picker}
        accept="image/*"
        hidden
        aria-label={t('choose')}
        onFiles={([file]) => file !== undefined && onPhoto(file)}
      />
      <Box ground="well" round={3} tone={3} isRelative clips className={styles.view} data-state={state}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what the camera sees, without sound */}
        <video ref={video} className={styles.video} muted playsInline aria-hidden="true" />
        {hasNoCamera ? <Icon name="camera" size={56} /> : <Frame kind={frame} />}
      </Box>
      <Box as="p" tone={2} text="center" above={4} below={4} role="status">
        {t(state === 'looking' || state === 'taking' ? `frames.${frame}` : `states.${state}`)}
      </Box>
    </Sheet>
  )
}

type ButtonsProps = {
  readonly state: ReturnType<typeof captureStateOf>
  readonly onSend: (type: 'take' | 'again' | 'use') => void
  readonly onPick: () => void
}
function Buttons({ state, onSend, onPick }: ButtonsProps) {
  const { t } = useTranslation('camera')
  const hasNoCamera = state === 'denied' || state === 'absent'
  const isTaken = state === 'taken'
  return (
    <Stack gap={2}>
      {hasNoCamera ? (
        <Button kind="quiet" isWide icon="camera" onClick={() => onSend('again')}>
          {t('again')}
        </Button>
      ) : (
        <Button
          isWide
          size="l"
          icon={isTaken ? 'check' : 'camera'}
          isBusy={state === 'asking' || state === 'taking'}
          onClick={() => onSend(isTaken ? 'use' : 'take')}
        >
          {t(isTaken ? 'use' : 'take')}
        </Button>
      )}
      {isTaken ? (
        <Button kind="quiet" isWide icon="refresh" onClick={() => onSend('again')}>
          {t('anew')}
        </Button>
      ) : (
        <Button kind={hasNoCamera ? 'primary' : 'quiet'} isWide icon="picture" onClick={() => onPick()}>
          {t('choose')}
        </Button>
      )}
    </Stack>
  )
}
