import { contentCodes } from '#contract/chat/chat-content.ts'
import {
  isMessageAhead,
  isReactionAhead,
  reactionKind,
  type ChatEvent,
  type ImGroup,
  type Message,
  type Reaction,
  type ReactionChange,
} from '#contract/chat/chat.ts'

/** Inclusive message numbers. */
export type Span = { readonly from: number; readonly to: number }
/** A page of history: exclusive bounds, or a number in the middle. */
export type HistoryAsk = { readonly before: number } | { readonly after: number } | { readonly around: number }

type Entry = { readonly message: Message; readonly generation: number }
/**
 * The messages of one chat by their number, as far as they are held. Numbers have no holes, so what is not held is
 * known to be missing.
 * `generation` grows when the log could not be resumed: copies of an earlier one may be out of date and are read again.
 */
export type ChatLog = {
  readonly entries: ReadonlyMap<number, Entry>
  /** Numbers that the venue did not give although it was asked for them. */
  readonly holes: ReadonlySet<number>
  readonly headN: number
  readonly floorN: number
  readonly generation: number
}
export const emptyLog: ChatLog = { entries: new Map(), holes: new Set(), headN: 0, floorN: 0, generation: 0 }

/** Held at most; what is farthest from the page just read is dropped first, and read again when it is looked at. */
const maxHeld = 600
export const pageSize = 50

const put = (log: ChatLog, message: Message): ChatLog => {
  const { n } = message
  const held = log.entries.get(n)
  // What was read before the log began anew is replaced by an equal copy too: its links may have run out.
  const isOld =
    held !== undefined &&
    !isMessageAhead(held.message, message) &&
    (held.generation === log.generation || isMessageAhead(message, held.message))
  const kept = isOld ? held.message : withOwn(message, held?.message)
  const holes = log.holes.has(n) ? new Set([...log.holes].filter((hole) => hole !== n)) : log.holes
  return {
    ...log,
    holes,
    entries: new Map(log.entries).set(n, { message: kept, generation: log.generation }),
    headN: Math.max(log.headN, n),
  }
}

/**
 * What is told to all members alike says nothing of reactions, which come by events of their own, nor of what the
 * reader has deleted for themselves.
 */
const withOwn = (message: Message, held: Message | undefined): Message => {
  if (held?.dropped === true) return blankOf(message)
  const reactions = held?.reactions
  return message.reactions !== undefined || reactions === undefined || message.revoked
    ? message
    : { ...message, reactions }
}
const blankOf = (message: Message): Message => ({
  ...message,
  content: '{}',
  contentType: contentCodes.text,
  replyTo: null,
  reactions: [],
  dropped: true,
})
/** The reader has deleted a message for themselves, on any device. */
export const takeDrop = (log: ChatLog, n: number): ChatLog => {
  const held = log.entries.get(n)
  if (held === undefined) return log
  return { ...log, entries: new Map(log.entries).set(n, { ...held, message: blankOf(held.message) }) }
}
const reacted = (
  reactions: readonly Reaction[],
  { kind, count, isOn }: ReactionChange,
  isMine: boolean,
): Reaction[] => {
  const mine = isMine ? isOn : (reactions.find((each) => each.kind === kind)?.mine ?? false)
  const next = [...reactions.filter((each) => each.kind !== kind), ...(count > 0 ? [{ kind, count, mine }] : [])]
  return reactionKind.options.flatMap((each) => next.find((some) => some.kind === each) ?? [])
}
/** A reaction does not make an old copy a current one: its generation stays. */
const takeReaction = (log: ChatLog, change: ReactionChange, me: string): ChatLog => {
  const held = log.entries.get(change.n)
  if (held === undefined || held.message.dropped === true || !isReactionAhead(held.message, change)) return log
  const reactions = reacted(held.message.reactions ?? [], change, change.userId === me)
  const message = { ...held.message, rev: change.rev, reactions }
  return { ...log, entries: new Map(log.entries).set(change.n, { ...held, message }) }
}
/**
 * Takes an event of the chat's log, for its reader `me`. A change of a message that is not held is not kept: it would
 * be read with its page.
 */
export const takeEvent = (log: ChatLog, event: ChatEvent, me = ''): ChatLog => {
  if (event.ev === 'chat.message') return put(log, event.v)
  if (event.ev === 'chat.reactionChanged') return takeReaction(log, event.v, me)
  if (event.ev === 'chat.messageChanged')
    return log.entries.has(event.v.n) || event.v.n >= log.headN ? put(log, event.v) : log
  return log
}
/** Takes the numbers of the chat; they never fall. */
export const takeGroup = (log: ChatLog, { headN, floorN }: Pick<ImGroup, 'headN' | 'floorN'>): ChatLog => {
  if (headN <= log.headN && floorN <= log.floorN) return log
  const floor = Math.max(log.floorN, floorN)
  const entries = floor > log.floorN ? new Map([...log.entries].filter(([n]) => n > floor)) : log.entries
  return { ...log, entries, headN: Math.max(log.headN, headN), floorN: floor }
}
/**
 * The generation of what was kept from an earlier visit: shown until it is read again, and never taken for the truth.
 */
const keptGeneration = -1
/** Takes messages that were kept from an earlier visit, where nothing newer is held. */
export const takeKept = (log: ChatLog, messages: readonly Message[]): ChatLog => {
  const entries = new Map(log.entries)
  for (const message of messages)
    if (message.n > log.floorN && message.n <= log.headN && !entries.has(message.n))
      entries.set(message.n, { message, generation: keptGeneration })
  return { ...log, entries }
}
/** The newest messages that are known to be as the venue holds them, without a hole, at most so many. */
export const newestIn = ({ entries, headN, floorN, generation }: ChatLog, count: number): readonly Message[] => {
  const newest: Message[] = []
  for (let n = headN; n > Math.max(floorN, headN - count); n--) {
    const entry = entries.get(n)
    if (entry?.generation !== generation) break
    newest.push(entry.message)
  }
  return newest
}
/** The log could not be resumed: what is held stays on screen until it is read again. */
export const takeFresh = (log: ChatLog): ChatLog => ({ ...log, generation: log.generation + 1, holes: new Set() })

const within = (ask: HistoryAsk, { headN, floorN }: ChatLog): Span => {
  const half = Math.floor(pageSize / 2)
  const [from, to] =
    'before' in ask
      ? [ask.before - pageSize, ask.before - 1]
      : 'after' in ask
        ? [ask.after + 1, ask.after + pageSize]
        : [ask.around - half + 1, ask.around + half - 1]
  return { from: Math.max(from, floorN + 1), to: Math.min(to, headN) }
}

/**
 * Takes a page that was read. Numbers it should hold and does not are holes: they are shown, and not asked for again
 * and again.
 */
export function takePage(log: ChatLog, ask: HistoryAsk, page: readonly Message[]): ChatLog {
  let next = log
  for (const message of page) next = put(next, message)
  const { from, to } = within(ask, log)
  const holes = new Set(next.holes)
  const entries = new Map(next.entries)
  for (let n = from; n <= to; n++) {
    const held = entries.get(n)
    if (held?.generation === next.generation) continue
    holes.add(n)
    if (held?.generation === keptGeneration) entries.delete(n)
  }
  return thin({ ...next, entries, holes }, Math.floor((from + to) / 2))
}
const thin = (log: ChatLog, middle: number): ChatLog => {
  if (log.entries.size <= maxHeld) return log
  const near = [...log.entries].toSorted(([a], [b]) => Math.abs(a - middle) - Math.abs(b - middle)).slice(0, maxHeld)
  return { ...log, entries: new Map(near) }
}

const isSure = (log: ChatLog, n: number) => log.entries.get(n)?.generation === log.generation || log.holes.has(n)

/** The page to read next so that nothing in view is missing; null when nothing is. */
export function gapIn(log: ChatLog, view: Span): HistoryAsk | null {
  const [from, to] = [Math.max(view.from, log.floorN + 1), Math.min(view.to, log.headN)]
  let first = from
  while (first <= to && isSure(log, first)) first += 1
  if (first > to) return null
  let last = to
  while (last > first && isSure(log, last)) last -= 1
  if (last === log.headN || isSure(log, last + 1)) return { before: last + 1 }
  if (first === log.floorN + 1 || isSure(log, first - 1)) return { after: first - 1 }
  return { around: Math.floor((first + last) / 2) }
}

export const messageAt = ({ entries }: ChatLog, n: number): Message | null => entries.get(n)?.message ?? null
export const isHole = ({ holes, entries }: ChatLog, n: number) => holes.has(n) && !entries.has(n)
/** Forgets that numbers were missing, so that they are asked for once more. */
export const forgetHoles = (log: ChatLog): ChatLog => ({ ...log, holes: new Set() })
/** The numbers of own messages by the id with which they were sent. */
export const sentIn = ({ entries }: ChatLog): ReadonlyMap<string, number> => {
  const sent = new Map<string, number>()
  for (const [n, { message }] of entries) if (message.meFlag && message.cid !== null) sent.set(message.cid, n)
  return sent
}
