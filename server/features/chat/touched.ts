/** A chat that changed for all of its members (`user` null), or the place of one user in it. */
type Touch = { chat: number; user: number | null }

/** Who asks for what changed longer ago than this many changes is told to read everything again. */
const leastHeld = 20_000

/** What followers of `inbox` have to be told, in order and numbered: each gateway reads on from where it was. */
export function createTouched() {
  let held: Touch[] = []
  let dropped = 0
  const head = () => dropped + held.length
  return {
    head,
    add: (touch: Touch) => {
      held.push(touch)
      if (held.length < 2 * leastHeld) return
      dropped += leastHeld
      held = held.slice(leastHeld)
    },
    /** The changes since `from`; null when they are not kept any more, or not of this start. */
    since: (from: number): readonly Touch[] | null =>
      from < dropped || from > head() ? null : held.slice(from - dropped),
  }
}
export type Touched = ReturnType<typeof createTouched>
