import { fieldsOf, flagOf, writeStored, readStored } from '#src/lib/storage.ts'

/** Whether a result also plays a sound or vibrates. Both are off by default. */
export type Signals = { readonly sound: boolean; readonly vibration: boolean }
export const quiet: Signals = { sound: false, vibration: false }

const name = 'optionSignals'
export const keptSignals = (): Signals =>
  readStored(name, (raw) => {
    const fields = fieldsOf(raw)
    return fields === null
      ? null
      : { sound: flagOf(fields['sound']) ?? false, vibration: flagOf(fields['vibration']) ?? false }
  }) ?? quiet
export const keepSignals = (signals: Signals) => writeStored(name, signals)

const toneMs = 180
/** One soft tone, the same for wins and losses. */
function tone() {
  if (typeof AudioContext === 'undefined') return
  const audio = new AudioContext()
  const [wave, loudness] = [audio.createOscillator(), audio.createGain()]
  wave.frequency.value = 523
  loudness.gain.setValueAtTime(0.08, audio.currentTime)
  loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + toneMs / 1000)
  wave.connect(loudness).connect(audio.destination)
  wave.start()
  wave.stop(audio.currentTime + toneMs / 1000)
  wave.addEventListener('ended', () => void audio.close())
}

/** Plays the enabled signals of a result. */
export function signal({ sound, vibration }: Signals) {
  if (sound) tone()
  if (vibration && 'vibrate' in navigator) navigator.vibrate(60)
}
