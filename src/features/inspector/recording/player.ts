import { openReplayed } from './client.actors.ts'
import type { Recording } from '#src/parts/recording/tape.ts'

/** Timers run at most this late: as in a page, what comes meanwhile finds them done. */
const stretchMs = 250
/** As many turns as the longest chain of promises between a line and what is shown of it. */
const turns = 40
const settle = async () => {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
}

/**
 * Plays a recording: line by line, or to a place. The same place shows the same, however it was reached: going back
 * begins anew. One call at a time.
 */
export function createPlayer(recording: Recording) {
  const { lines } = recording
  let client = openReplayed(recording)
  let at = 0
  const step = async () => {
    const line = lines[at]
    if (line === undefined) return
    at += 1
    for (let left = line[0] - client.nowMs(); left > 0; left = line[0] - client.nowMs()) {
      client.live(Math.min(left, stretchMs))
      await settle()
    }
    client.take(line)
    await settle()
  }
  return {
    lines,
    head: recording.head,
    /** How many lines were taken. */
    at: () => at,
    nowMs: () => client.nowMs(),
    durationMs: lines.at(-1)?.[0] ?? 0,
    step,
    /** To the place after so many lines; `goesOn` is asked now and then, and may end it early. */
    seek: async (to: number, goesOn: () => boolean = () => true) => {
      if (to < at) {
        client.stop()
        client = openReplayed(recording)
        at = 0
      }
      while (at < Math.min(to, lines.length) && goesOn()) await step()
    },
    state: () => client.state(),
    connection: () => client.connection.getSnapshot(),
    stop: () => client.stop(),
  }
}
export type Player = ReturnType<typeof createPlayer>
