import {
  voiceRecorderMachine,
  type MicrophoneFault,
  type Recording,
  type RecorderOrder,
  type RecorderReport,
} from '#machines/chat/voice-recorder.ts'
import { fromCallback } from 'xstate'
import { voiceTypes } from './can-record.ts'

const tickMs = 200
const suffixes: Readonly<Record<string, string>> = { 'audio/webm': 'webm', 'audio/mp4': 'm4a', 'audio/ogg': 'ogg' }
const faultOf = (error: unknown): MicrophoneFault =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError')
    ? 'denied'
    : 'absent'

/** Records with the browser's own recorder. The microphone is closed when the actor stops, whatever happens. */
const record = fromCallback<RecorderOrder>(({ sendBack, receive }) => {
  const report = (event: RecorderReport) => sendBack(event)
  let isOver = false
  let stream: MediaStream | null = null
  let timer: ReturnType<typeof setInterval> | null = null
  let recorder: MediaRecorder | null = null
  const close = () => {
    if (timer !== null) clearInterval(timer)
    for (const track of stream?.getTracks() ?? []) track.stop()
  }
  const begin = async () => {
    stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    if (isOver) return close()
    const mimeType = voiceTypes.find((type) => MediaRecorder.isTypeSupported(type)) ?? voiceTypes[0]
    const parts: Blob[] = []
    const made = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: 32_000 })
    recorder = made
    const beganMs = performance.now()
    const secondsNow = () => (performance.now() - beganMs) / 1000
    made.addEventListener('dataavailable', ({ data }) => parts.push(data))
    made.addEventListener('stop', () => {
      const seconds = Math.round(secondsNow() * 10) / 10
      close()
      const type = mimeType.split(';')[0] ?? mimeType
      if (!isOver)
        report({
          type: 'recording.ended',
          recording: { file: new File(parts, `voice-${Date.now()}.${suffixes[type] ?? 'webm'}`, { type }), seconds },
        })
    })
    made.start()
    report({ type: 'microphone.opened' })
    timer = setInterval(() => report({ type: 'recording.grew', seconds: secondsNow() }), tickMs)
  }
  begin().catch((error: unknown) => {
    close()
    report({ type: 'microphone.failed', fault: faultOf(error) })
  })
  receive(() => {
    if (recorder?.state === 'recording') recorder.stop()
  })
  return () => {
    isOver = true
    if (recorder?.state === 'recording') recorder.stop()
    close()
  }
})

/** Connects the machine to the microphone; each recording that is to be sent is handed to `onRecorded`. */
export const recorderLogic = (onRecorded: (recording: Recording) => void) =>
  voiceRecorderMachine.provide({ actors: { record }, actions: { report: (_, { recording }) => onRecorded(recording) } })
