import { jsonIn } from '#contract/wire/json.ts'
import { down, maxFrames, type Down } from '#contract/wire/down.ts'
import { decode } from '#contract/wire/coded.ts'
import { readPush } from './read-push.ts'
import { bufferCount, filter, map, mergeMap, timestamp, type Observable, type SchedulerLike } from 'rxjs'

/** The longest frame the server may send, in characters. */
const maxFrame = 256 * 1024
const maxGarbage = 10
const garbageMs = 10_000

/**
 * The messages of a frame; an array yields each of its elements. What does not match the contract is dropped and
 * reported to `onInvalidFrame`.
 */
export function readFrame(frame: string, onInvalidFrame: (invalidFrame: string) => void): Down[] {
  const raw = frame.length > maxFrame ? undefined : jsonIn(frame)
  const parts: readonly unknown[] = Array.isArray(raw) ? raw : [raw]
  if (parts.length > maxFrames) {
    onInvalidFrame(frame)
    return []
  }
  const messages: Down[] = []
  for (const part of parts) {
    const push = readPush(part)
    const read = push === null ? decode(down, part) : null
    if (push !== null) messages.push(push)
    else if (read?.success) messages.push(read.data)
    else onInvalidFrame(frame)
  }
  return messages
}

/** Frames as messages; invalid ones are dropped and reported to `onInvalidFrame`. */
export const messages$ = (
  frames$: Observable<string>,
  onInvalidFrame: (invalidFrame: string) => void,
): Observable<Down> => frames$.pipe(mergeMap((frame) => readFrame(frame, onInvalidFrame)))

/** Fires after 10 invalid frames in 10 s: wrong peer or version. */
export const garbage$ = (invalidFrames$: Observable<unknown>, time?: SchedulerLike): Observable<'garbage'> =>
  invalidFrames$.pipe(
    timestamp(time),
    bufferCount(maxGarbage, 1),
    filter((last) => last.length === maxGarbage),
    filter((last) => (last.at(-1)?.timestamp ?? 0) - (last[0]?.timestamp ?? 0) <= garbageMs),
    map(() => 'garbage' as const),
  )
