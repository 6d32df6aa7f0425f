import type { SubReply } from '#contract/wire/up.ts'
import type { Bus } from '#server/bus/port.ts'
import type { Change } from '#server/core/feature.ts'
import { mergeOf } from './channels.ts'
import { createLanes, type Lanes, type Listener } from './lanes.ts'

export const tickMs = 50
export const defaultRateMs = 100

/** Sends changes of public channels to their subscribers; each frame is serialised once. */
export function createPush({ now, snap, publicEpoch: epoch }: Pick<Bus, 'now' | 'snap' | 'publicEpoch'>) {
  const channels = new Map<string, Lanes>()
  const lanesOf = (name: string) => {
    const existing = channels.get(name)
    if (existing) return existing
    const created = createLanes({ name, epoch, now, merge: mergeOf(name), snap: () => snap(name) })
    channels.set(name, created)
    return created
  }
  type Cursor = { e?: string | undefined; s?: number | undefined }
  /**
   * Subscribes a listener to a channel: from a snapshot, or without one if its cursor is the sequence it was last sent.
   */
  const follow = (
    name: string,
    listener: Listener,
    cursor: Cursor,
    rateMs: number,
  ): { reply: SubReply; frames: readonly string[] } => {
    const lanes = lanesOf(name)
    const isCurrent = cursor.e === epoch && cursor.s !== undefined && lanes.isCurrent(listener, cursor.s)
    lanes.join(listener, rateMs)
    if (isCurrent) return { reply: { mode: 'resumed', n: 0 }, frames: [] }
    const snapshot = lanes.snapshotFor(listener)
    const why = cursor.e !== undefined && cursor.e !== epoch ? 'epoch' : 'new'
    return { reply: { mode: 'fresh', why, head: snapshot?.s ?? 0 }, frames: snapshot ? [snapshot.frame] : [] }
  }
  return {
    /** Takes the changes of a drain. */
    take: (changes: readonly Change[]) => {
      for (const lanes of channels.values()) lanes.invalidate()
      for (const change of changes) channels.get(change.c)?.take(change)
    },
    /** Sends on every lane that is due. */
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
