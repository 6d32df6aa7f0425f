import type { Push } from '#contract/wire/down.ts'

/** What a channel emits. */
export type ChannelEvent =
  /** A stream that cannot resume from its cursor: read everything by HTTP; events above `head` follow. */
  | { readonly type: 'fresh'; readonly head: number }
  | { readonly type: 'snap' | 'delta' | 'event'; readonly seq: number; readonly data: unknown }
  /** The held value is still the server's current one. */
  | { readonly type: 'confirmed' }
  /** Messages are missing and were requested. */
  | { readonly type: 'syncing' }
  /** The connection is down, or the channel is unsubscribed for now. */
  | { readonly type: 'away' }
  /** The server ended the subscription for good, for example because access was revoked. */
  | { readonly type: 'off'; readonly reason: string }

/** How far a channel was followed. Without `seq` it has to start over. */
export type Cursor = {
  readonly epoch: string | null
  readonly seq: number | null
  /**
   * What the server last announced, while its snapshot is awaited: one of another epoch, or from before that, is
   * dropped. An answer names no epoch.
   */
  readonly announced: { readonly epoch: string | null; readonly seq: number } | null
  /** Messages received before their predecessor, and pushes received before the snapshot. */
  readonly buffered: readonly Push[]
}
export const emptyCursor: Cursor = { epoch: null, seq: null, announced: null, buffered: [] }
/** `latest`: the newest value wins; `state`: snapshot and deltas that chain; `stream`: events that chain. */
export type ChannelKind = 'latest' | 'state' | 'stream'
type Step = {
  readonly cursor: Cursor
  readonly events: readonly ChannelEvent[]
  readonly needs: 'nothing' | 'wait' | 'snap' | 'resubscribe'
}

const maxBuffered = 1000

/** Takes one push: applies it, drops it, or buffers it until its predecessor has arrived. */
export function takePush(kind: ChannelKind, cursor: Cursor, push: Push): Step {
  if (push.k === 'off') {
    return { cursor: emptyCursor, events: [{ type: 'off', reason: reasonOf(push.d) }], needs: 'nothing' }
  }
  if (push.k === 'gap') {
    return { cursor: { ...emptyCursor, announced: announcedBy(push) }, events: [{ type: 'syncing' }], needs: 'snap' }
  }
  if (push.k === 'snap') return kind === 'stream' ? unchanged(cursor) : takeSnap(kind, cursor, push)
  if (cursor.seq === null) return buffer(cursor, push, 'snap')
  if (push.e !== cursor.epoch) {
    return {
      cursor: { ...emptyCursor, announced: announcedBy(push), buffered: [push] },
      events: [],
      needs: 'resubscribe',
    }
  }
  if (push.s <= cursor.seq) return unchanged(cursor)
  if (kind !== 'latest' && push.b !== cursor.seq) return buffer(cursor, push, 'wait')
  const next = { ...cursor, seq: push.s }
  return cursor.buffered.length === 0
    ? { cursor: next, events: [eventOf(push)], needs: 'nothing' }
    : drain(kind, next, [eventOf(push)])
}

/** The server resumes from the cursor: buffered messages may chain now. */
export const takeResumed = (kind: ChannelKind, cursor: Cursor): Step =>
  cursor.seq === null
    ? { cursor: emptyCursor, events: [], needs: 'resubscribe' }
    : drain(kind, cursor, [{ type: 'confirmed' }])

/** The server starts over: a stream at its head, every other kind with the snapshot that follows. */
export function takeFresh(kind: ChannelKind, cursor: Cursor, head: number, epoch: string): Step {
  const { buffered } = cursor
  if (kind !== 'stream')
    return { cursor: { ...emptyCursor, announced: { epoch: null, seq: head }, buffered }, events: [], needs: 'snap' }
  return drain(kind, { ...emptyCursor, epoch, seq: head, buffered }, [{ type: 'fresh', head }])
}

function takeSnap(kind: ChannelKind, cursor: Cursor, push: Push): Step {
  if (isOld(cursor, push)) return unchanged(cursor)
  const event: ChannelEvent = { type: 'snap', seq: push.s, data: push.d }
  return drain(kind, { ...emptyCursor, epoch: push.e, seq: push.s, buffered: cursor.buffered }, [event])
}

const isOld = ({ epoch, seq, announced }: Cursor, push: Push) =>
  seq === null
    ? announced !== null && (push.s < announced.seq || (announced.epoch !== null && push.e !== announced.epoch))
    : push.e === epoch && push.s < seq

function buffer(cursor: Cursor, push: Push, needs: 'snap' | 'wait'): Step {
  if (cursor.buffered.length >= maxBuffered) {
    return { cursor: emptyCursor, events: [{ type: 'syncing' }], needs: 'resubscribe' }
  }
  return { cursor: { ...cursor, buffered: [...cursor.buffered, push] }, events: [], needs }
}

/** Applies buffered messages as far as they chain; drops those at or below the cursor. */
function drain(kind: ChannelKind, from: Cursor, events: ChannelEvent[]): Step {
  let { seq } = from
  const buffered = from.buffered.filter(({ e }) => e === from.epoch).toSorted((a, b) => a.s - b.s)
  const left: Push[] = []
  for (const push of buffered) {
    if (seq === null || push.s <= seq) continue
    if (kind !== 'latest' && push.b !== seq) {
      left.push(push)
      continue
    }
    events.push(eventOf(push))
    seq = push.s
  }
  return { cursor: { ...from, seq, buffered: left }, events, needs: left.length > 0 ? 'wait' : 'nothing' }
}

const announcedBy = ({ e, s }: Push) => ({ epoch: e, seq: s })
const unchanged = (cursor: Cursor): Step => ({ cursor, events: [], needs: needsOf(cursor) })
const needsOf = ({ seq, buffered }: Cursor) => (seq === null ? 'snap' : buffered.length > 0 ? 'wait' : 'nothing')
const eventOf = ({ k, s, d }: Push): ChannelEvent => ({ type: k === 'event' ? 'event' : 'delta', seq: s, data: d })
const reasonOf = (d: unknown) =>
  typeof d === 'object' && d !== null && 'reason' in d && typeof d.reason === 'string' ? d.reason : 'off'
