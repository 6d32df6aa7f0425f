import type { CallMedia } from '#contract/chat/chat-call.ts'
import type { CallShown } from '#machines/chat/call-shown.ts'
import { useServices } from '#src/actors/services.tsx'
import { Avatar } from '#src/features/chat/avatar.tsx'
import { useFailureText } from '#src/parts/failure-text.ts'
import { Box, Press, Row, Stack } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useModal } from '#src/ui/use-modal.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallButton } from './call-button.tsx'
import type { CallStreams } from './media.actors.ts'
import styles from './calls.module.css'

export type CallActs = {
  readonly accept: (media: CallMedia) => void
  readonly again: () => void
  readonly hangUp: () => void
  readonly dismiss: () => void
  readonly mute: () => void
  readonly camera: () => void
  readonly turn: () => void
}
type Props = { readonly shown: CallShown; readonly streams: CallStreams; readonly acts: CallActs }

/** The call that this page is in: over the whole screen, or a line at its top that leads back. */
export function CallPage(props: Props) {
  const [isSmall, setIsSmall] = useState(false)
  const { shown, streams } = props
  return (
    <>
      <Sound stream={streams.other} />
      {isSmall && shown.isActive ? (
        <Small shown={shown} onOpen={() => setIsSmall(false)} />
      ) : (
        <Whole {...props} onSmall={() => setIsSmall(true)} />
      )}
    </>
  )
}

const play = (stream: MediaStream | null) => (element: HTMLMediaElement | null) => {
  if (element !== null && element.srcObject !== stream) element.srcObject = stream
}
/** Heard also while the call is small. */
function Sound({ stream }: { readonly stream: MediaStream | null }) {
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- what people say to each other has none
  return <audio ref={play(stream)} autoPlay />
}

const clock = (seconds: number) => {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)]
  return `${minutes}:${String(rest).padStart(2, '0')}`
}
/** For how long they have talked, in whole seconds of the server. */
function useTalked(fromMs: number | null) {
  const { serverNow } = useServices()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (fromMs === null) return undefined
    const tick = () => setSeconds(Math.max(0, (serverNow() - fromMs) / 1000))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [fromMs, serverNow])
  return clock(seconds)
}
function useStatus(shown: CallShown) {
  const { t } = useTranslation('calls')
  const failureText = useFailureText()
  const { over, failure, stage, isMending, call, other } = shown
  const talked = useTalked(call?.talkingMs ?? null)
  if (shown.isEnded) {
    if (over === 'refused' && failure !== null) return failureText(failure)
    return t(`over.${over ?? 'lost'}`, { who: other?.userName ?? '' })
  }
  if (isMending) return t('mending')
  return stage === 'talking' ? talked : t(`stage.${stage}`)
}

function Small({ shown, onOpen }: { readonly shown: CallShown; readonly onOpen: () => void }) {
  const { t } = useTranslation('calls')
  const status = useStatus(shown)
  return (
    <Press lay="row" gap={2} align="center" className={styles.small} onClick={onOpen}>
      <Icon name={shown.media === 'video' ? 'video' : 'call'} size={18} />
      {t('back', { who: shown.other?.userName ?? '' })}
      <Box as="span" pushes>
        {status}
      </Box>
    </Press>
  )
}

function Whole({ shown, streams, acts, onSmall }: Props & { readonly onSmall: () => void }) {
  const { t } = useTranslation('calls')
  const leave = shown.isEnded ? acts.dismiss : onSmall
  const { dialog, onCancel } = useModal(leave)
  const status = useStatus(shown)
  const { other, peer, stage, isEnded } = shown
  const seesOther = !isEnded && stage === 'talking' && peer.hasCamera && streams.other !== null
  return (
    <dialog ref={dialog} className={styles.whole} aria-labelledby="call-with" onCancel={onCancel}>
      {seesOther && <Picture stream={streams.other} name={t('pictureOf', { who: other?.userName ?? '' })} />}
      {!isEnded && shown.hasCamera && <Picture stream={streams.own} name={t('ownPicture')} isOwn />}
      <Row as="header" gap={2} className={styles.head}>
        {!isEnded && (
          <button
            type="button"
            className={styles.shrink}
            aria-label={t('shrink')}
            title={t('shrink')}
            onClick={onSmall}
          >
            <Icon name="chevron-down" />
          </button>
        )}
      </Row>
      <Stack gap={2} items="center" text="center" className={styles.who} data-aside={seesOther || undefined}>
        {!seesOther && (
          <Avatar id={other?.userId ?? null} name={other?.userName ?? ''} picture={other?.avatar ?? null} size="l" />
        )}
        <h2 id="call-with" tabIndex={-1} data-first-focus="">
          {other?.userName}
        </h2>
        <p role="status" data-mending={shown.isMending || undefined}>
          {status}
        </p>
        {!isEnded && stage === 'talking' && peer.isMuted && (
          <small>{t('peerMuted', { who: other?.userName ?? '' })}</small>
        )}
        {!isEnded && shown.cameraFault !== null && <small role="status">{t(`camera.${shown.cameraFault}`)}</small>}
      </Stack>
      {isEnded ? <Over shown={shown} acts={acts} /> : <Controls shown={shown} acts={acts} />}
    </dialog>
  )
}

const mayRepeat = (over: CallShown['over']) => over !== 'elsewhere' && over !== 'refused' && over !== 'hungUp'
function Over({ shown, acts }: Omit<Props, 'streams'>) {
  const { t } = useTranslation('calls')
  return (
    <Row gap={4} justify="center" align="start" className={styles.controls}>
      <CallButton icon="close" label={t('close')} onClick={acts.dismiss} />
      {mayRepeat(shown.over) && <CallButton icon="call" kind="answer" label={t('again')} onClick={acts.again} />}
    </Row>
  )
}
function Controls({ shown, acts }: Omit<Props, 'streams'>) {
  const { t } = useTranslation('calls')
  const cameras = useCameraCount(shown.hasCamera)
  return (
    <Row gap={4} justify="center" align="start" className={styles.controls} role="group" aria-label={t('controls')}>
      <CallButton icon="mic" label={t('mute')} isOff={shown.isMuted} isPressed={shown.isMuted} onClick={acts.mute} />
      <CallButton
        icon="video"
        label={t('cameraOn')}
        isOff={!shown.hasCamera}
        isPressed={shown.hasCamera}
        isBusy={shown.isCameraOpening}
        onClick={acts.camera}
      />
      {shown.hasCamera && cameras > 1 && <CallButton icon="refresh" label={t('turn')} onClick={acts.turn} />}
      <CallButton icon="call" kind="end" label={t('hangUp')} onClick={acts.hangUp} />
    </Row>
  )
}
/** How many cameras there are; known once one is open. */
function useCameraCount(isOpen: boolean) {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (!isOpen) return
    navigator.mediaDevices.enumerateDevices().then(
      (devices) => setCount(devices.filter(({ kind }) => kind === 'videoinput').length),
      () => {},
    )
  }, [isOpen])
  return count
}

type PictureProps = { readonly stream: MediaStream | null; readonly name: string; readonly isOwn?: boolean }
function Picture({ stream, name, isOwn = false }: PictureProps) {
  const element = useRef<HTMLVideoElement>(null)
  useEffect(() => play(stream)(element.current))
  return (
    <video
      ref={element}
      className={isOwn ? styles.own : styles.other}
      aria-label={name}
      autoPlay
      muted
      playsInline
      disablePictureInPicture
    />
  )
}
