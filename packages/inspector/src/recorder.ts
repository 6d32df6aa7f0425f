/** One thing that happened: an event of an actor, a call, a frame of the socket, or a fault made by hand. */
export type LogLine = {
  readonly seq: number
  readonly at: number
  readonly kind: 'event' | 'call' | 'frame' | 'fault'
  /** The actors, channels or calls between which it went. */
  readonly from: string
  readonly to: string
  readonly type: string
  readonly detail: string
  /** The actor concerned; null for calls and frames. */
  readonly actor: number | null
}
export type NewLine = Omit<LogLine, 'seq' | 'at'>

const maxLines = 2000

/** What the inspector has seen. Listeners hear of changes at most once per frame. */
export function createRecorder(nowMs: () => number, schedule: (work: () => void) => void) {
  let lines: readonly LogLine[] = []
  let seq = 0
  let version = 0
  let isPending = false
  const listeners = new Set<() => void>()
  const tell = () => {
    version += 1
    for (const listener of listeners) listener()
  }
  const changed = () => {
    if (isPending) return
    isPending = true
    schedule(() => {
      isPending = false
      tell()
    })
  }
  return {
    nowMs,
    changed,
    log: (line: NewLine) => {
      lines = [
        ...(lines.length >= maxLines ? lines.slice(lines.length - maxLines + 1) : lines),
        { ...line, seq: ++seq, at: nowMs() },
      ]
      changed()
    },
    lines: () => lines,
    clear: () => {
      lines = []
      changed()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    version: () => version,
  }
}
export type Recorder = ReturnType<typeof createRecorder>
