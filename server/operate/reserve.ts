import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Reserve } from '#server/core/reserve.ts'

/** Enough for some groups of commands; the limit of 5 % of the disk is for very small ones. */
const reserveBytes = 16 * 1024 * 1024
/** The disk must have this many times the reserve, or a venue that is open again would be full again at once. */
const roomFactor = 3

/**
 * A file in the data folder that is deleted when the disk is full. Its bytes are random, because a file system may
 * store zeros without room.
 */
export function openReserve(dataFolder: string, randomBytes: (count: number) => Uint8Array): Reserve {
  const file = join(dataFolder, 'reserve')
  const bytesHeld = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const release = () => {
    const hadRoom = bytesHeld() > 0
    rmSync(file, { force: true })
    return hadRoom
  }
  return {
    release,
    refill: () => {
      try {
        const { bavail, bsize, blocks } = statfsSync(dataFolder)
        const wanted = Math.min(reserveBytes, Math.floor((blocks * bsize) / 20))
        if (bytesHeld() >= wanted) return true
        if (bavail * bsize < wanted * roomFactor) return false
        const handle = openSync(file, 'w')
        try {
          for (let left = wanted; left > 0; ) left -= writeSync(handle, randomBytes(Math.min(left, 1 << 20)))
          fsyncSync(handle)
        } finally {
          closeSync(handle)
        }
        return true
      } catch {
        release()
        return false
      }
    },
  }
}
