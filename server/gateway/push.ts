import type { SubReply } from '#contract/wire/up.ts'
import type { Bus } from '#server/bus/port.ts'
import type { Change } from '#server/core/feature.ts'
import { mergeOf } from './channels.ts'
import { createLanes, type Lanes, type Listener } from './lanes.ts'

export const tickMs = 50
export const defaultRateMs = 100

/** Sends changes of public channels to their subscribers; each change is made into text once. */
export function createPush({ now, snap, publicEpoch: epoch }: Pick<Bus, 'now' | 'snap' | 'publicEpoch'>) {
  const channels = new Map<string, Lanes>()
  const lanesOf = (name: string) => {
    const known = channels.get(name)
    if (known) return known
    const made = createLanes({ name, epoch, now, merge: mergeOf(name), snap: () => snap(name) })
    channels.set(name, made)
    return made
  }
  type Cursor = { e?: string | undefined; s?: number | undefined }
  /** Follows a channel from a snapshot, or continues from what the listener holds. */
  const follow = (name: string, listener: Listener, cursor: Cursor, rateMs: number): { reply: SubReply; frames: readonly string[] } => {
    const lanes = lanesOf(name)
    const isWhole = cursor.e === epoch && cursor.s !== undefined && lanes.holds(listener, cursor.s)
    lanes.join(listener, rateMs)
    if (isWhole) return { reply: { mode: 'resumed', n: 0 }, frames: [] }
    const whole = lanes.wholeFor(listener)
    const why = cursor.e !== undefined && cursor.e !== epoch ? 'epoch' : 'new'
    return { reply: { mode: 'fresh', why, head: whole?.s ?? 0 }, frames: whole ? [whole.frame] : [] }
  }
  return {
    /** Takes what has changed on any channel. */
    take: (changes: readonly Change[]) => {
      for (const lanes of channels.values()) lanes.turn()
      for (const change of changes) channels.get(change.c)?.take(change)
    },
    /** Sends to everybody whose time has come. */
    tick: () => {
      const at = now()
      for (const lanes of channels.values()) lanes.tick(at)
    },
    follow,
    rate: (name: string, listener: Listener, rateMs: number) => lanesOf(name).join(listener, rateMs),
    leave: (name: string, listener: Listener) => {
      const lanes = channels.get(name)
      lanes?.leave(listener)
      if (lanes?.isEmpty()) channels.delete(name)
    },
  }
}
export type Push = ReturnType<typeof createPush>
