import {
  connectRecorder,
  maxVoiceSeconds,
  voiceRecorderMachine,
  type Recording,
  type RecorderReport,
} from '#machines/chat/voice-recorder.ts'
import { expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'

/** A microphone that the test speaks for; it knows whether it is open. */
const aMicrophone = () => {
  let tell: (event: RecorderReport) => void = () => {}
  const state = { isOpen: false, opened: 0, ended: 0 }
  const sent: Recording[] = []
  const actor = createActor(
    voiceRecorderMachine.provide({
      actors: {
        record: fromCallback(({ sendBack, receive }) => {
          state.isOpen = true
          state.opened += 1
          tell = sendBack
          receive(() => void (state.ended += 1))
          return () => void (state.isOpen = false)
        }),
      },
      actions: { report: (_, { recording }) => void sent.push(recording) },
    }),
  ).start()
  return {
    actor,
    sent,
    state,
    tell: (event: RecorderReport) => tell(event),
    isOn: () => connectRecorder(actor.getSnapshot()).isOn,
  }
}
const recordingOf = (seconds: number): Recording => ({
  file: new File(['x'], 'v.webm', { type: 'audio/webm' }),
  seconds,
})

test('CHAT-73 a recording is sent once, when it is finished; the microphone is closed with it', () => {
  const { actor, sent, state, tell, isOn } = aMicrophone()
  expect([state.isOpen, isOn()]).toEqual([false, false])
  actor.send({ type: 'begin' })
  actor.send({ type: 'finish' })
  tell({ type: 'microphone.opened' })
  tell({ type: 'recording.grew', seconds: 3.2 })
  actor.send({ type: 'finish' })
  actor.send({ type: 'finish' })
  expect([state.ended, isOn(), sent.length]).toEqual([1, true, 0])
  const recording = recordingOf(3.4)
  tell({ type: 'recording.ended', recording })
  expect([sent, isOn(), state.isOpen, actor.getSnapshot().context]).toEqual([
    [recording],
    false,
    false,
    { seconds: 3.2, fault: null },
  ])
})
test.each([
  ['thrown away', ({ actor }: ReturnType<typeof aMicrophone>) => actor.send({ type: 'discard' }), null],
  [
    'a slip',
    ({ tell }: ReturnType<typeof aMicrophone>) => tell({ type: 'recording.ended', recording: recordingOf(0.9) }),
    'short',
  ],
  [
    'not allowed',
    ({ tell }: ReturnType<typeof aMicrophone>) => tell({ type: 'microphone.failed', fault: 'denied' }),
    'denied',
  ],
  [
    'without a microphone',
    ({ tell }: ReturnType<typeof aMicrophone>) => tell({ type: 'microphone.failed', fault: 'absent' }),
    'absent',
  ],
] as const)('CHAT-73 what is %s is not sent, and the microphone is closed', (_, end, fault) => {
  const microphone = aMicrophone()
  microphone.actor.send({ type: 'begin' })
  microphone.tell({ type: 'microphone.opened' })
  end(microphone)
  expect([
    microphone.sent,
    microphone.isOn(),
    microphone.state.isOpen,
    microphone.actor.getSnapshot().context.fault,
  ]).toEqual([[], false, false, fault])
})
test('CHAT-73 a recording ends by itself after two minutes', () => {
  const { actor, state, tell } = aMicrophone()
  actor.send({ type: 'begin' })
  tell({ type: 'microphone.opened' })
  tell({ type: 'recording.grew', seconds: maxVoiceSeconds - 0.1 })
  expect(state.ended).toBe(0)
  tell({ type: 'recording.grew', seconds: maxVoiceSeconds })
  expect([state.ended, maxVoiceSeconds]).toEqual([1, 120])
})
