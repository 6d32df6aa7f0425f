const framesMost = 64

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
    at.text ??= frames.length === 1 ? (frames[0] ?? '') : `[${frames.join(',')}]`
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
    /** Frames as texts of at most sixty-four each. */
    texts: (frames: readonly string[]): string[] => {
      const texts: string[] = []
      for (let at = 0; at < frames.length; at += framesMost) texts.push(joined(frames.slice(at, at + framesMost)))
      return texts
    },
    run: () => {
      for (const flush of waiting) flush()
      waiting.clear()
      root = branch()
    },
  }
}
export type Turn = ReturnType<typeof createTurn>
