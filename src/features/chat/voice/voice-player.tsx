import { Box, Row } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWords } from '#src/features/chat/words.ts'
import styles from './voice.module.css'

/** The one that plays; a second one stops it. */
let playing: HTMLAudioElement | null = null

/** One recording is played at a time: another one stops it, and so does leaving the page. */
const usePlayed = () => {
  const audio = useRef<HTMLAudioElement>(null)
  const [isOn, setIsOn] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    const own = audio.current
    return () => {
      if (playing === own) playing = null
      own?.pause()
    }
  }, [])
  const toggle = () => {
    const own = audio.current
    if (own === null) return
    if (isOn) return own.pause()
    if (playing !== own) playing?.pause()
    playing = own
    setHasFailed(false)
    own.play().catch(() => setHasFailed(true))
  }
  return { audio, isOn, setIsOn, hasFailed, setHasFailed, toggle }
}

/** A voice message: it plays, pauses, and is moved through by a tap on its line. Nothing is loaded before it plays. */
export function VoicePlayer({ url, seconds }: { readonly url: string; readonly seconds: number | null }) {
  const { t } = useTranslation('chat')
  const { clockOf } = useWords()
  const [at, setAt] = useState(0)
  const [known, setKnown] = useState(seconds)
  const { audio, isOn, setIsOn, hasFailed, setHasFailed, toggle } = usePlayed()
  const length = known ?? 0
  return (
    <Row as="span" lay="inline" gap={2} className={styles.player}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own recordings have none */}
      <audio
        ref={audio}
        src={url}
        preload="none"
        onPlay={() => setIsOn(true)}
        onPause={() => setIsOn(false)}
        onError={() => setHasFailed(true)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        // A recording of a browser does not say how long it is before all of it was read.
        onDurationChange={({ currentTarget }) =>
          seconds === null && Number.isFinite(currentTarget.duration) && setKnown(currentTarget.duration)
        }
        onEnded={({ currentTarget }) => {
          currentTarget.currentTime = 0
          setAt(0)
        }}
      />
      <button
        type="button"
        className={styles.play}
        aria-label={t(isOn ? 'voice.pause' : 'voice.play', { clock: clockOf(length) })}
        onClick={toggle}
      >
        <Icon name={isOn ? 'pause' : 'play'} size={22} />
      </button>
      <input
        type="range"
        className={styles.line}
        min={0}
        max={Math.max(length, at, 0.1)}
        step={0.1}
        value={at}
        aria-label={t('voice.position')}
        aria-valuetext={clockOf(at)}
        onChange={({ currentTarget }) => {
          const to = Number(currentTarget.value)
          setAt(to)
          if (audio.current !== null) audio.current.currentTime = to
        }}
      />
      <Box as="span" size={2} keeps className={styles.clock}>
        {hasFailed ? t('voice.failed') : clockOf(isOn || at > 0 ? at : length)}
      </Box>
    </Row>
  )
}
