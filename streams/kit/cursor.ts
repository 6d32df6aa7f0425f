import type { Push } from '#contract/wire/down.ts'

/** What a channel tells whoever follows it. */
export type ChannelEvent =
  /** A stream that cannot go on from what was held: read everything by HTTP, events above `head` follow. */
  | { readonly type: 'fresh'; readonly head: number }
  | { readonly type: 'snap' | 'delta' | 'event'; readonly seq: number; readonly data: unknown }
  /** What is held is still what the server has. */
  | { readonly type: 'confirmed' }
  /** Something is missing and was asked for. */
  | { readonly type: 'syncing' }
  /** The line is down, or the channel was let go for a while. */
  | { readonly type: 'away' }
  /** No longer ours. */
  | { readonly type: 'off'; readonly reason: string }

/** How far a channel was followed. Without `seq` it has to begin anew. */
export type Cursor = {
  readonly epoch: string | null
  readonly seq: number | null
  /** Snapshots below it are from before the server's last word. */
  readonly least: number
  readonly buffered: readonly Push[]
}
export const begin: Cursor = { epoch: null, seq: null, least: 0, buffered: [] }
export type ChannelKind = 'latest' | 'state' | 'stream'
type Step = { readonly cursor: Cursor; readonly told: readonly ChannelEvent[]; readonly needs: 'nothing' | 'wait' | 'snap' | 'resubscribe' }

const maxBuffered = 1000

/** Takes one push: applied, dropped, or kept aside until what lies before it has come (realtime: channels). */
export function takePush(kind: ChannelKind, cursor: Cursor, push: Push): Step {
  if (push.k === 'off') return { cursor: begin, told: [{ type: 'off', reason: reasonOf(push.d) }], needs: 'nothing' }
  if (push.k === 'gap') return { cursor: { ...begin, least: cursor.seq ?? 0 }, told: [{ type: 'syncing' }], needs: 'snap' }
  if (push.k === 'snap') return kind === 'stream' ? idle(cursor) : takeSnap(kind, cursor, push)
  if (cursor.seq === null) return buffer(cursor, push, 'snap')
  if (push.e !== cursor.epoch) return { cursor: { ...begin, buffered: [push] }, told: [], needs: 'resubscribe' }
  if (push.s <= cursor.seq) return idle(cursor)
  if (kind !== 'latest' && push.b !== cursor.seq) return buffer(cursor, push, 'wait')
  return drain(kind, { ...cursor, seq: push.s }, [eventOf(push)])
}

/** The server goes on from what is held: what was kept aside may fit now. */
export const takeResumed = (kind: ChannelKind, cursor: Cursor): Step =>
  cursor.seq === null ? { cursor: begin, told: [], needs: 'resubscribe' } : drain(kind, cursor, [{ type: 'confirmed' }])

/** The server begins anew: a stream at its head, all others with the snapshot that follows. */
export function takeFresh(kind: ChannelKind, cursor: Cursor, head: number, epoch: string): Step {
  if (kind !== 'stream') return { cursor: { ...begin, least: head, buffered: cursor.buffered }, told: [], needs: 'snap' }
  return drain(kind, { ...begin, epoch, seq: head, buffered: cursor.buffered }, [{ type: 'fresh', head }])
}

function takeSnap(kind: ChannelKind, cursor: Cursor, push: Push): Step {
  const isOld = cursor.seq === null ? push.s < cursor.least : push.e === cursor.epoch && push.s < cursor.seq
  if (isOld) return idle(cursor)
  const told: ChannelEvent = { type: 'snap', seq: push.s, data: push.d }
  return drain(kind, { ...begin, epoch: push.e, seq: push.s, buffered: cursor.buffered }, [told])
}

function buffer(cursor: Cursor, push: Push, needs: 'snap' | 'wait'): Step {
  if (cursor.buffered.length >= maxBuffered) return { cursor: begin, told: [{ type: 'syncing' }], needs: 'resubscribe' }
  return { cursor: { ...cursor, buffered: [...cursor.buffered, push] }, told: [], needs }
}

/** Applies what was kept aside as far as it chains; drops what lies behind. */
function drain(kind: ChannelKind, from: Cursor, told: ChannelEvent[]): Step {
  let { seq } = from
  const buffered = from.buffered.filter(({ e }) => e === from.epoch).toSorted((a, b) => a.s - b.s)
  const left: Push[] = []
  for (const push of buffered) {
    if (seq === null || push.s <= seq) continue
    if (kind !== 'latest' && push.b !== seq) {
      left.push(push)
      continue
    }
    told.push(eventOf(push))
    seq = push.s
  }
  return { cursor: { ...from, seq, buffered: left }, told, needs: left.length > 0 ? 'wait' : 'nothing' }
}

const idle = (cursor: Cursor): Step => ({ cursor, told: [], needs: needsOf(cursor) })
const needsOf = ({ seq, buffered }: Cursor) => (seq === null ? 'snap' : buffered.length > 0 ? 'wait' : 'nothing')
const eventOf = ({ k, s, d }: Push): ChannelEvent => ({ type: k === 'event' ? 'event' : 'delta', seq: s, data: d })
const reasonOf = (d: unknown) =>
  typeof d === 'object' && d !== null && 'reason' in d && typeof d.reason === 'string' ? d.reason : 'off'
