import { randomBytes } from 'node:crypto'
import { Refusal } from '#server/core/refusal.ts'
import type { Maybe } from '#server/core/maybe.ts'
import type { Change } from '#server/core/feature.ts'
import type { Bus, Term } from '#server/bus/port.ts'
import {
  beatMs,
  subjectsOf,
  type FromGateway,
  type Kind,
  type Question,
  type Questions,
  type Sent,
  type SentItem,
  type ToAll,
  type Wire,
} from './wire.ts'

/** A gateway that has said nothing for so long is gone, with its sockets. */
const goneMs = 5000
/** So many answers that must not be given twice are remembered for each gateway. */
const maxGiven = 10_000

type Ports = {
  wire: Wire
  shard: string
  /** The number of the term in which this venue leads. */
  epoch: number
  term: Term
  host: { open: (gateway: string) => Bus; close: (gateway: string) => void }
  now: () => number
  /** False when another venue may lead by now: then nothing is said. */
  isCertain: () => boolean
}
type Line = {
  readonly id: string
  readonly bus: Bus
  n: number
  heardAt: number
  told: SentItem[]
  /** Numbers of questions that are being answered: one that comes again is not begun again. */
  readonly running: Set<number>
  /** Questions that must not be decided again. */
  readonly given: Set<number>
  readonly stop: () => void
}

const answerers: { readonly [K in Kind]: (bus: Bus, ...args: Questions[K]) => Maybe<unknown> } = {
  health: (bus) => bus.health(),
  markets: (bus) => bus.markets(),
  ask: (bus, ...args) => bus.ask(...args),
  ackKeys: (bus) => bus.ackKeys(),
  callerOf: (bus, ...args) => bus.callerOf(...args),
  enter: (bus, ...args) => bus.enter(...args),
  leave: (bus, ...args) => bus.leave(...args),
  standing: (bus, ...args) => bus.standing(...args),
  snap: (bus, ...args) => bus.snap(...args),
  resume: (bus, ...args) => bus.resume(...args),
  uploadCheck: (bus, ...args) => bus.uploads.check(...args),
  uploadPlace: (bus, ...args) => bus.uploads.place(...args),
  uploadKeep: (bus, ...args) => bus.uploads.keep(...args),
  uploadFind: (bus, ...args) => bus.uploads.find(...args),
  join: (bus, ...args) => bus.members.join(...args),
  unjoin: (bus, ...args) => bus.members.leave(...args),
  say: (bus, ...args) => bus.members.say(...args),
  memberSnap: (bus, ...args) => bus.members.snap(...args),
  collect: (bus, ...args) => bus.members.collect(...args),
}
const answer = async <K extends Kind>(bus: Bus, { kind, args }: Question<K>): Promise<unknown> =>
  answerers[kind](bus, ...args)
const refusedBy = (i: number, thrown: unknown): SentItem =>
  thrown instanceof Refusal
    ? { answer: { i, reason: thrown.reason, params: thrown.params } }
    : { answer: { i, bug: String(thrown) } }

function openLine(bus: Bus, tell: (line: Line, item: SentItem) => void): Line {
  const streams = [
    bus.events$.subscribe((events) => tell(line, { events })),
    bus.signals$.subscribe((signal) => tell(line, { signal })),
  ]
  const line: Line = {
    id: randomBytes(6).toString('base64url'),
    bus,
    n: 0,
    heardAt: performance.now(),
    told: [],
    running: new Set(),
    given: new Set(),
    stop: () => streams.forEach((each) => each.unsubscribe()),
  }
  return line
}
/** Answers a question, unless that is under way or must not be done again. */
function takeQuestion(line: Line, question: Question, tell: (item: SentItem) => void) {
  const { i, once } = question
  const { running, given } = line
  if (running.has(i)) return
  if (once && given.has(i)) return tell({ answer: { i, reason: 'fault', params: {} } })
  running.add(i)
  if (once) {
    given.add(i)
    const [oldest] = given
    if (given.size > maxGiven && oldest !== undefined) given.delete(oldest)
  }
  void answer(line.bus, question)
    .then(
      (value): SentItem => ({ answer: { i, value } }),
      (thrown: unknown) => refusedBy(i, thrown),
    )
    .then((item) => {
      running.delete(i)
      tell(item)
    })
}

/**
 * The venue's end of a bus between processes. All that one gateway is told goes through one numbered line, so that what
 * was told before an answer arrives before it, and a message that was lost is noticed.
 */
export function serveGateways({ wire, shard, epoch, term, host, now, isCertain }: Ports) {
  const subjects = subjectsOf(shard)
  const lines = new Map<string, Line>()
  let tick = 0
  /** What all gateways are told of when it is certain again that this venue leads. */
  let isFlushing = false
  const send = (gateway: string, line: Line) => {
    const { told } = line
    line.told = []
    if (told.length > 0) line.n += 1
    const sent: Sent = { e: epoch, term, line: line.id, n: line.n, tick, now: now(), told }
    wire.publish(subjects.to(gateway), JSON.stringify(sent))
  }
  const flush = () => {
    isFlushing = false
    // What is held back here leaves with the next beat.
    if (!isCertain()) return
    for (const [gateway, line] of lines) if (line.told.length > 0) send(gateway, line)
  }
  const tell = (line: Line, item: SentItem) => {
    line.told.push(item)
    if (isFlushing) return
    isFlushing = true
    setImmediate(flush)
  }
  const open = (gateway: string): Line => {
    const line = openLine(host.open(gateway), tell)
    lines.set(gateway, line)
    if (isCertain()) send(gateway, line)
    return line
  }
  const close = (gateway: string, line: Line) => {
    line.stop()
    lines.delete(gateway)
    host.close(gateway)
  }
  const unsubscribe = wire.subscribe(subjects.ask, (text) => {
    const { g, asked }: FromGateway = JSON.parse(text)
    const line = lines.get(g) ?? open(g)
    line.heardAt = performance.now()
    for (const question of asked) takeQuestion(line, question, (item) => tell(line, item))
  })
  // Gateways answer at once, and so come to have a line.
  const tellAll = (changes: readonly Change[]) => {
    const told: ToAll = { e: epoch, tick, now: now(), changes }
    wire.publish(subjects.all, JSON.stringify(told))
  }
  tellAll([])
  const changes = host.open('ticks').changes$.subscribe((some: readonly Change[]) => {
    tick += 1
    // One that is not told is missed by its number.
    if (lines.size === 0 || !isCertain()) return
    flush()
    tellAll(some)
  })
  const beats = setInterval(() => {
    const at = performance.now()
    for (const [gateway, line] of lines)
      if (at - line.heardAt > goneMs) close(gateway, line)
      else if (isCertain()) send(gateway, line)
  }, beatMs)
  return {
    /** How long no gateway has been heard, in milliseconds; infinite if none ever was. */
    silenceMs: () => performance.now() - Math.max(-Infinity, ...[...lines.values()].map(({ heardAt }) => heardAt)),
    gateways: () => lines.size,
    stop: () => {
      flush()
      unsubscribe()
      clearInterval(beats)
      changes.unsubscribe()
      for (const [gateway, line] of lines) close(gateway, line)
      host.close('ticks')
    },
  }
}
