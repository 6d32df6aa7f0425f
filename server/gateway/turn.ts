const maxFrames = 64

/** Frames as texts of at most sixty-four each. */
export function texts(frames: readonly string[], textOf: (some: readonly string[]) => string = asArray): string[] {
  const made: string[] = []
  for (let at = 0; at < frames.length; at += maxFrames) made.push(textOf(frames.slice(at, at + maxFrames)))
  return made
}
const asArray = (frames: readonly string[]) => (frames.length === 1 ? (frames[0] ?? '') : `[${frames.join(',')}]`)

type Branch = { readonly next: Map<string, Branch>; text: string | null }
const branch = (): Branch => ({ next: new Map(), text: null })

/**
 * What waits for the next turn of the sockets. Most of them have the same frames waiting in the same order:
 * those are joined once, and all are handed the same text.
 */
export function createTurn() {
  const waiting = new Set<() => void>()
  let root = branch()
  const joined = (frames: readonly string[]) => {
    let at = root
    for (const frame of frames) {
      const known = at.next.get(frame) ?? branch()
      at.next.set(frame, known)
      at = known
    }
    at.text ??= asArray(frames)
    return at.text
  }
  return {
    /** Called once when the next turn comes. */
    await: (flush: () => void) => {
      waiting.add(flush)
    },
    forget: (flush: () => void) => {
      waiting.delete(flush)
    },
    /** The same, made once a turn for all who are told the same. */
    texts: (frames: readonly string[]): string[] => texts(frames, joined),
    run: () => {
      const some = [...waiting]
      // Emptied first: what is told may be answered at once, and that waits for the next turn.
      waiting.clear()
      root = branch()
      for (const flush of some) flush()
    },
  }
}
export type Turn = ReturnType<typeof createTurn>
