import { randomBytes, randomUUID } from 'node:crypto'
import { BehaviorSubject, Subject } from 'rxjs'
import { allCalls } from '#contract/endpoints.ts'
import type { Bus, BusCommand, BusSignal, Term } from '#server/bus/port.ts'
import { isKeyDue } from '#server/core/access.ts'
import type { Change } from '#server/core/feature.ts'
import type { EventRow } from '#server/core/store-port.ts'
import { createQuestions } from './questions.ts'
import {
  beatMs,
  silentMs,
  subjectsOf,
  type FromGateway,
  type Heard,
  type SentQuestion,
  type ToAll,
  type Wire,
} from './wire.ts'
import type { Caller, Credentials } from '#server/core/context.ts'
import type { Maybe } from '#server/core/maybe.ts'

const endpoints = new Map(allCalls.map(({ feature, name, endpoint }) => [`${feature}.${name}`, endpoint]))
/** How long a call waits for its answer; then its outcome is unknown. */
const callMs = 10_000
/** How long a socket's question waits: its socket stays open over an outage. */
const socketMs = 60_000
const healthMs = 1000

/** Notices by their numbers that messages were lost. */
function createNumbers() {
  let line = { id: '', n: 0 }
  let tick = 0
  return {
    /** `begun`: the venue has begun to count anew. */
    line: ({ line: id, n, tick: at, told }: Heard): 'next' | 'missed' | 'begun' => {
      const wanted = told.length > 0 ? line.n + 1 : line.n
      const found = id !== line.id ? 'begun' : n === wanted ? 'next' : 'missed'
      line = { id, n }
      if (found === 'begun') tick = at
      return found
    },
    tick: (at: number): 'next' | 'missed' => {
      const found = at === tick + 1 ? 'next' : 'missed'
      tick = at
      return found
    },
  }
}
/** The venue's time, which never goes back. */
function createFarClock(steady = () => performance.now()) {
  let offset: number | null = null
  let last = 0
  return {
    hear: (now: number) => {
      offset = now - steady()
    },
    now: () => (last = Math.max(last, Math.floor(offset === null ? Date.now() : steady() + offset))),
  }
}
/** The key under which a change may be sent again; null for one that must not be. */
function keyOf({ call, caller, key, needsKey }: BusCommand): { key: string | null; isOnce: boolean } {
  const endpoint = endpoints.get(`${call.feature}.${call.name}`)
  if (endpoint?.does !== 'changes') return { key, isOnce: false }
  // No answer is kept under the key of one that tells a secret.
  if (endpoint.isSecret) return { key, isOnce: true }
  // The venue refuses one that needs a key of its own.
  return { key: key ?? (needsKey || isKeyDue(caller, endpoint) ? null : randomUUID()), isOnce: false }
}
/** For what nobody waits for. */
const unawaited = (asked: Promise<unknown>): void => void asked.catch(() => undefined)
const noTerm: Term = { streamEpoch: '', publicEpoch: '' }

type Streams = Pick<Bus, 'terms$' | 'events$' | 'signals$' | 'changes$'>
function busOver({ ask, say }: Talk, callers: ReturnType<typeof createCallerCache>, streams: Streams): Bus {
  return {
    ...streams,
    health: () => ask('health', [], { forMs: healthMs }),
    markets: () => ask('markets', [], { forMs: socketMs }),
    ask: async (command) => {
      const { key, isOnce } = keyOf(command)
      return ask('ask', [{ ...command, key }], { forMs: callMs, isOnce })
    },
    ackKeys: () => ask('ackKeys', [], { forMs: callMs }),
    callerOf: (credentials) => callers.find(credentials, () => ask('callerOf', [credentials], { forMs: callMs })),
    enter: (...args) => ask('enter', args, { forMs: socketMs }),
    leave: (...args) => unawaited(ask('leave', args, { forMs: socketMs })),
    standing: (...args) => ask('standing', args, { forMs: callMs }),
    snap: (...args) => ask('snap', args, { forMs: socketMs }),
    resume: (...args) => ask('resume', args, { forMs: socketMs }),
    uploads: {
      check: (...args) => ask('uploadCheck', args, { forMs: callMs }),
      place: (...args) => ask('uploadPlace', args, { forMs: callMs }),
      keep: (...args) => ask('uploadKeep', args, { forMs: callMs }),
      find: (...args) => ask('uploadFind', args, { forMs: callMs }),
    },
    members: {
      join: (...args) => ask('join', args, { forMs: socketMs }),
      leave: (...args) => unawaited(ask('unjoin', args, { forMs: socketMs })),
      say: (...args) => say('say', args),
      snap: (...args) => ask('memberSnap', args, { forMs: callMs }),
      collect: (...args) => ask('collect', args, { forMs: callMs }),
    },
  }
}
type Talk = ReturnType<typeof createQuestions>
type HearingPorts = {
  questions: Talk
  callers: ReturnType<typeof createCallerCache>
  clock: ReturnType<typeof createFarClock>
}
/** What a gateway hears of the venue that leads, in streams; messages of one that no longer leads are dropped. */
function createHearing({ questions, callers, clock }: HearingPorts) {
  const numbers = createNumbers()
  const counts = { stale: 0, holes: 0 }
  const streams = {
    terms$: new BehaviorSubject<Term>(noTerm),
    events$: new Subject<readonly EventRow[]>(),
    signals$: new Subject<BusSignal>(),
    changes$: new Subject<readonly Change[]>(),
  }
  let epoch = 0
  let heardAt = -Infinity
  let term = noTerm
  /** Everything followed is asked for again. */
  const renew = () => streams.terms$.next({ ...term })
  const isStale = (e: number) => {
    if (e < epoch) counts.stale += 1
    return e < epoch
  }
  const note = (now: number) => {
    heardAt = performance.now()
    clock.hear(now)
  }
  const begin = (e: number, next: Term) => {
    epoch = e
    term = next
    callers.clear()
    questions.beginAnew()
    renew()
  }
  const repair = () => {
    counts.holes += 1
    questions.askAgain()
    renew()
  }
  const takeSignal = (signal: BusSignal) => {
    if (signal.kind === 'sessionEnded') callers.end(signal.session)
    streams.signals$.next(signal)
  }
  return {
    streams,
    counts,
    epoch: () => epoch,
    silentForMs: () => performance.now() - heardAt,
    told: (text: string) => {
      const heard: Heard = JSON.parse(text)
      if (isStale(heard.e)) return
      note(heard.now)
      const found = numbers.line(heard)
      if (found === 'begun') begin(heard.e, heard.term)
      if (found === 'missed') repair()
      for (const item of heard.told)
        if ('answer' in item) questions.take(item.answer)
        else if ('events' in item) streams.events$.next(item.events)
        else takeSignal(item.signal)
      questions.flush()
    },
    toldAll: (text: string) => {
      const { e, tick, now, changes }: ToAll = JSON.parse(text)
      if (isStale(e)) return
      // Of one that leads anew the line tells first.
      if (e > epoch) return questions.beat()
      note(now)
      if (numbers.tick(tick) === 'missed') repair()
      streams.changes$.next(changes)
    },
  }
}
/**
 * A gateway's end of a bus between processes: the bus of a venue that may be elsewhere, and may be another one soon.
 */
export function reachVenue(wire: Wire, shard: string) {
  const subjects = subjectsOf(shard)
  const me = randomBytes(9).toString('base64url')
  const clock = createFarClock()
  const callers = createCallerCache()
  let resent = 0
  const isThere = (): boolean => wire.isUp() && hearing.silentForMs() < silentMs
  const questions = createQuestions({
    isThere,
    send: (asked) => {
      const sent: FromGateway<SentQuestion> = { g: me, asked }
      wire.publish(subjects.ask, JSON.stringify(sent))
    },
    onResend: (count) => {
      resent += count
    },
  })
  const hearing = createHearing({ questions, callers, clock })
  const stops = [wire.subscribe(subjects.to(me), hearing.told), wire.subscribe(subjects.all, hearing.toldAll)]
  const beats = setInterval(() => questions.beat(), beatMs)
  questions.beat()
  return {
    bus: busOver(questions, callers, hearing.streams),
    now: clock.now,
    /** Whether a venue is heard, and which term it leads. */
    isThere,
    epoch: hearing.epoch,
    counts: () => ({ ...hearing.counts, resent }),
    stop: () => {
      clearInterval(beats)
      for (const stop of stops) stop()
      questions.stop()
    },
  }
}

/** How long a gateway believes who is behind credentials; the venue asks again whether the session stands. */
const lifeMs = 10_000
const maxCallers = 20_000

type Known = { readonly caller: Caller; readonly until: number }
/** The callers that a gateway has asked the venue about. */
function createCallerCache(steadyMs = () => performance.now()) {
  const known = new Map<string, Known>()
  /** A session ended while it was being asked about. */
  let ends = 0
  const keep = (key: string, caller: Caller) => {
    known.delete(key)
    known.set(key, { caller, until: steadyMs() + lifeMs })
    const [oldest] = known.keys()
    if (known.size > maxCallers && oldest !== undefined) known.delete(oldest)
  }
  return {
    find: (credentials: Credentials, ask: () => Promise<Caller>): Maybe<Caller> => {
      const key = JSON.stringify(credentials)
      const found = known.get(key)
      if (found && found.until > steadyMs()) return found.caller
      const before = ends
      return ask().then((caller) => {
        // A token that is unknown now may be given in a moment.
        const isAsked = credentials.authorization !== null || credentials.tokenOa !== null
        if (before === ends && (caller.user !== 0 || !isAsked)) keep(key, caller)
        return caller
      })
    },
    /** A session has ended. */
    end: (session: string) => {
      ends += 1
      for (const [key, { caller }] of known) if (caller.session === session) known.delete(key)
    },
    clear: () => {
      ends += 1
      known.clear()
    },
  }
}
