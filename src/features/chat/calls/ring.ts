/** Two tones of a bell, and the pause after them, in seconds. */
const tones = { mine: [425, 425], theirs: [660, 550] } as const
const cycles = { mine: 4, theirs: 3 } as const
const buzz = [400, 200, 400]

/**
 * Rings until it is stopped: `theirs` when somebody calls, `mine` while one waits for an answer. Where the browser lets
 * a page make no sound before it was touched, it is silent.
 */
export const ring = (kind: keyof typeof tones) => {
  let context: AudioContext | null = null
  try {
    context = new AudioContext()
  } catch {
    return () => {}
  }
  const speaker = context
  const play = () => {
    if (kind === 'theirs') navigator.vibrate?.(buzz)
    tones[kind].forEach((hertz, at) => {
      const tone = new OscillatorNode(speaker, { frequency: hertz })
      const volume = new GainNode(speaker, { gain: 0 })
      const from = speaker.currentTime + at * 0.5
      volume.gain.linearRampToValueAtTime(0, from)
      volume.gain.linearRampToValueAtTime(0.12, from + 0.03)
      volume.gain.linearRampToValueAtTime(0, from + 0.45)
      tone.connect(volume).connect(speaker.destination)
      tone.start(from)
      tone.stop(from + 0.5)
    })
  }
  play()
  const timer = setInterval(play, cycles[kind] * 1000)
  return () => {
    clearInterval(timer)
    navigator.vibrate?.(0)
    void speaker.close()
  }
}
