const maxFrames = 64

/** Joins frames into texts (JSON arrays, or a single frame) of at most 64 frames each. */
export function joinFrames(
  frames: readonly string[],
  textOf: (frames: readonly string[]) => string = asArray,
): string[] {
  const joined: string[] = []
  for (let at = 0; at < frames.length; at += maxFrames) joined.push(textOf(frames.slice(at, at + maxFrames)))
  return joined
}
const asArray = (frames: readonly string[]) => (frames.length === 1 ? (frames[0] ?? '') : `[${frames.join(',')}]`)

type Branch = { readonly next: Map<string, Branch>; text: string | null }
const branch = (): Branch => ({ next: new Map(), text: null })

/**
 * Collects sockets with frames to send, for the next pass over all of them. Most have the same frames in the same
 * order, so equal lists of frames are joined once per pass and all sockets are given the same text.
 */
export function createSendQueue() {
  const waiting = new Set<() => void>()
  let root = branch()
  const joinOnce = (frames: readonly string[]) => {
    let at = root
    for (const frame of frames) {
      const next = at.next.get(frame) ?? branch()
      at.next.set(frame, next)
      at = next
    }
    at.text ??= asArray(frames)
    return at.text
  }
  return {
    /** Calls `flush` once, at the next pass. */
    schedule: (flush: () => void) => {
      waiting.add(flush)
    },
    cancel: (flush: () => void) => {
      waiting.delete(flush)
    },
    /** As `joinFrames`, but equal lists of frames are joined once per pass. */
    joinFrames: (frames: readonly string[]): string[] => joinFrames(frames, joinOnce),
    run: () => {
      const batch = [...waiting]
      // Emptied first: a flush may cause new frames at once, and those belong to the next pass.
      waiting.clear()
      root = branch()
      for (const flush of batch) flush()
    },
  }
}
export type SendQueue = ReturnType<typeof createSendQueue>
