import type { SubReply } from '#contract/wire/up.ts'
import type { Bus, Cursor, Term } from '#server/bus/port.ts'
import type { Change } from '#server/core/feature.ts'
import { whenReady, type Maybe } from '#server/core/maybe.ts'
import { mergeOf } from './channels.ts'
import { createLanes, type Lanes, type Listener } from './lanes.ts'

export const defaultRateMs = 100

type Followed = { reply: SubReply; frames: readonly string[] }

/** Sends changes of public channels to their subscribers; each frame is serialised once. */
export function createPush({ bus, now, term }: { bus: Pick<Bus, 'snap'>; now: () => number; term: () => Term }) {
  const channels = new Map<string, Lanes>()
  const epoch = () => term().publicEpoch
  const lanesOf = (name: string) => {
    const existing = channels.get(name)
    if (existing) return existing
    const created = createLanes({ name, epoch, now, merge: mergeOf(name), snap: () => bus.snap(name) })
    channels.set(name, created)
    return created
  }
  const dropIfEmpty = (name: string) => {
    if (channels.get(name)?.isEmpty() === true) channels.delete(name)
  }
  return {
    /** Takes the changes of a tick. */
    take: (changes: readonly Change[]) => {
      for (const lanes of channels.values()) lanes.invalidate()
      for (const change of changes) channels.get(change.c)?.take(change)
    },
    /** Sends on every lane that is due. */
    tick: () => {
      const at = now()
      for (const lanes of channels.values()) lanes.tick(at)
    },
    /**
     * Subscribes a listener to a channel: from a snapshot, or without one if its cursor is the sequence it was last
     * sent; null if there is no such channel.
     */
    follow: (name: string, listener: Listener, cursor: Cursor, rateMs: number): Maybe<Followed | null> => {
      const lanes = lanesOf(name)
      if (cursor.e === epoch() && cursor.s !== undefined && lanes.isCurrent(listener, cursor.s))
        return { reply: { mode: 'resumed', n: 0 }, frames: [] }
      const why = cursor.e !== undefined && cursor.e !== epoch() ? 'epoch' : 'new'
      return whenReady(lanes.follow(listener, rateMs), (found): Followed | null => {
        dropIfEmpty(name)
        return found && { reply: { mode: 'fresh', why, head: found.s }, frames: [found.frame] }
      })
    },
    rate: (name: string, listener: Listener, rateMs: number) => channels.get(name)?.rate(listener, rateMs),
    leave: (name: string, listener: Listener) => {
      channels.get(name)?.leave(listener)
      dropIfEmpty(name)
    },
    renew: () => {
      for (const lanes of channels.values()) lanes.renew()
    },
  }
}
export type Push = ReturnType<typeof createPush>
