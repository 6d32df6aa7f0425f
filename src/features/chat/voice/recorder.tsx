import { Box, Row } from '#src/ui/box.tsx'
import { connectRecorder, maxVoiceSeconds, minVoiceSeconds, type Recording } from '#machines/chat/voice-recorder.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { toast } from '#src/stores/toasts.ts'
import { IconButton } from '#src/ui/button.tsx'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWords } from '#src/features/chat/words.ts'
import { recorderLogic } from './recorder.actors.ts'
import styles from './voice.module.css'

/** Records a voice message in place of what is typed: it begins at once, and ends by being sent or thrown away. */
export function Recorder({
  onRecorded,
  onEnd,
}: {
  readonly onRecorded: (recording: Recording) => void
  readonly onEnd: () => void
}) {
  const { t } = useTranslation('chat')
  const { clockOf } = useWords()
  const [logic] = useState(() => recorderLogic(onRecorded))
  const actor = useActorRef(logic)
  const { seconds, fault, isOn, isAsking } = connectRecorder(useSelector(actor, (now) => now))
  const [hasBegun, setHasBegun] = useState(false)
  useEffect(() => {
    actor.send({ type: 'begin' })
    setHasBegun(true)
  }, [actor])
  useOnValue(fault, (why) => toast(`chat:voice.${why}`, { count: minVoiceSeconds }, 'error'))
  useOnValue(hasBegun && !isOn ? true : null, onEnd)
  return (
    <Row gap={2} pad={2} className={styles.recorder} role="group" aria-label={t('voice.record')}>
      <IconButton icon="trash" label={t('voice.discard')} onClick={() => actor.send({ type: 'discard' })} />
      <Row
        as="span"
        gap={3}
        justify="center"
        ground="well"
        grows
        className={styles.running}
        data-asking={isAsking || undefined}
      >
        <span className={styles.dot} aria-hidden="true" />
        {isAsking ? (
          <span role="status">{t('voice.asking')}</span>
        ) : (
          <Box as="span" size={2} keeps className={styles.clock} role="timer" aria-label={t('voice.record')}>
            {clockOf(seconds)} / {clockOf(maxVoiceSeconds)}
          </Box>
        )}
      </Row>
      <IconButton
        icon="send"
        label={t('voice.send')}
        disabled={isAsking}
        onClick={() => actor.send({ type: 'finish' })}
      />
    </Row>
  )
}
