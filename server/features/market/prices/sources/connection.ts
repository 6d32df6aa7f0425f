import { jsonIn } from '#contract/wire/json.ts'
import type { Random } from '#server/core/random.ts'
import { isPrice } from './fields.ts'
import type { Named } from './list.ts'
import type { Said } from './source.ts'

/** An open socket, from our side. */
type Line = { send: (text: string) => void; end: () => void }
/** What a socket tells; a message that is no text is null. */
export type LineEvents = { open: () => void; message: (text: string | null) => void; lost: (why: string) => void }
export type Dial = (url: string, events: LineEvents) => Line

type ConnectionPorts = {
  dial: Dial
  /** The wall clock, to compare with the source's. */
  now: () => number
  /** A clock that never jumps: ages and waits count on it. */
  steadyMs: () => number
  random: Pick<Random, 'unit'>
  /** Whether no market has a price: then nobody waits long for a source. */
  isUrgent?: () => boolean
  onOpen?: (name: string) => void
  onLost?: (name: string, why: string, waitMs: number) => void
  onRefused?: (name: string, why: string) => void
}
/** What a source has said of one market, in USDT, and how old that is. */
export type Spoken = { name: string; isOpen: boolean; price: number | null; ageMs: number | null }
type Counts = { lost: number; unreadable: number; refused: number; late: number; ahead: number }

/** A dial that has led to nothing, and a line on which nothing came, are given up after this long. */
export const silentMs = 10_000
/** A line that shows signs of life but no price has lost what it was asked for. */
export const pricelessMs = 30_000
/** So many unreadable messages one after the other are no source. */
export const maxUnreadable = 20
/** Waits before dialling again: random below a bound that doubles. */
const firstWaitMs = 1000
export const maxWaitMs = 60_000
/** The longest wait while no market has a price, also of a wait that has begun before. */
export const urgentWaitMs = 5000
/** A line that has held this long starts over with short waits. */
const calmMs = 60_000
/** A stamp this far ahead of our clock means that one of the two clocks is wrong; such a price is not believed. */
const maxAheadMs = 5000
/** A rate of USDT moves little and may be older than a price. */
const rateLifeMs = 60_000

type Held = { price: number; atMs: number | null; lagMs: number; heardAt: number }
type Open = {
  name: 'open'
  since: number
  line: Line
  heardAt: number
  pricedAt: number
  pingedAt: number
  /** Unreadable messages, one after the other. */
  unreadable: number
}
type Phase =
  | { name: 'waiting'; since: number; until: number }
  | { name: 'dialling'; since: number; line: Line }
  | Open
  | { name: 'stopped' }

/** What a source has said of each symbol, and what was wrong with the rest. */
function createSayings(rateOf: string | null, { now, steadyMs }: Pick<ConnectionPorts, 'now' | 'steadyMs'>) {
  const held = new Map<string, Held>()
  const counts: Counts = { lost: 0, unreadable: 0, refused: 0, late: 0, ahead: 0 }
  const ageOf = ({ lagMs, heardAt }: Held) => lagMs + Math.max(0, steadyMs() - heardAt)
  return {
    counts,
    ageOf,
    of: (symbol: string) => held.get(symbol),
    take: ({ symbol, price, atMs }: Said) => {
      const known = held.get(symbol)
      if (atMs !== null && atMs - now() > maxAheadMs) counts.ahead += 1
      else if (atMs !== null && atMs < (known?.atMs ?? 0)) counts.late += 1
      else held.set(symbol, { price, atMs, lagMs: Math.max(0, now() - (atMs ?? now())), heardAt: steadyMs() })
    },
    /** What one USDT is in the coin the source quotes in; null when that is not known, or no longer. */
    rate: (): number | null => {
      if (rateOf === null) return 1
      const said = held.get(rateOf)
      return said && ageOf(said) <= rateLifeMs ? said.price : null
    },
  }
}

/** Dials once; nothing is heard any more of a line that was ended. */
function dialOnce(dial: Dial, url: string, events: Omit<LineEvents, 'open'> & { open: (line: Line) => void }): Line {
  let isOver = false
  const onlyNow =
    <A extends readonly unknown[]>(work: (...args: A) => void) =>
    (...args: A) => {
      if (!isOver) work(...args)
    }
  const opened = dial(url, {
    open: onlyNow(() => events.open(line)),
    message: onlyNow(events.message),
    lost: onlyNow(events.lost),
  })
  const line: Line = {
    send: opened.send,
    end: () => {
      isOver = true
      opened.end()
    },
  }
  return line
}

/** The line to a source: dialled, lost, dialled again. */
function createLine({ source, url }: Named, ports: ConnectionPorts, counts: Counts, symbols: readonly string[]) {
  const { now, steadyMs } = ports
  let phase: Phase = { name: 'waiting', since: steadyMs(), until: steadyMs() }
  let failures = 0
  const lose = (why: string) => {
    if (phase.name !== 'dialling' && phase.name !== 'open') return
    phase.line.end()
    const waitMs = Math.floor(ports.random.unit() * Math.min(maxWaitMs, firstWaitMs * 2 ** failures))
    failures += 1
    counts.lost += 1
    phase = { name: 'waiting', since: steadyMs(), until: steadyMs() + waitMs }
    ports.onLost?.(source.name, why, waitMs)
  }
  const open = (line: Line) => {
    const at = steadyMs()
    phase = { name: 'open', since: at, line, heardAt: at, pricedAt: at, pingedAt: at, unreadable: 0 }
    for (const text of source.subscribe(symbols, now())) line.send(text)
    ports.onOpen?.(source.name)
  }
  const tend = (at: number, held: Open) => {
    if (at - held.heardAt > silentMs) return lose('silent')
    if (at - held.pricedAt > pricelessMs) return lose('no prices')
    if (at - held.since > calmMs) failures = 0
    if (source.ping === null || at - held.pingedAt < source.ping.everyMs) return
    held.pingedAt = at
    held.line.send(source.ping.text(now()))
  }
  const waitsUntil = ({ since, until }: { since: number; until: number }) =>
    ports.isUrgent?.() === true ? Math.min(until, since + urgentWaitMs) : until
  return {
    lose,
    open: () => (phase.name === 'open' ? phase : null),
    /** Dials when the wait is over, gives up what is silent, pings when it is time. */
    step: (message: LineEvents['message']) => {
      const at = steadyMs()
      if (phase.name === 'waiting' && at >= waitsUntil(phase))
        phase = { name: 'dialling', since: at, line: dialOnce(ports.dial, url, { open, message, lost: lose }) }
      else if (phase.name === 'dialling' && at - phase.since > silentMs) lose('no answer')
      else if (phase.name === 'open') tend(at, phase)
    },
    stop: () => {
      if (phase.name === 'dialling' || phase.name === 'open') phase.line.end()
      phase = { name: 'stopped' }
    },
  }
}

/** Keeps one source on the line. It has no timer: `step` is called with each reading of prices and does what is due. */
export function createConnection(named: Named, ports: ConnectionPorts) {
  const { source } = named
  const { name } = source
  const rateOf = source.rate
  const symbols = [...new Set(Object.values(source.symbols)), ...(rateOf === null ? [] : [rateOf])]
  const sayings = createSayings(rateOf, ports)
  const { counts } = sayings
  const line = createLine(named, ports, counts, symbols)

  const passOver = (open: Open) => {
    counts.unreadable += 1
    open.unreadable += 1
    if (open.unreadable >= maxUnreadable) line.lose('unreadable')
  }
  const hear = (text: string | null) => {
    const open = line.open()
    if (open === null) return
    open.heardAt = ports.steadyMs()
    if (text !== null && text === source.ping?.answer) return
    const heard = text === null ? null : source.read(jsonIn(text))
    if (heard === null) return passOver(open)
    open.unreadable = 0
    if (heard.type === 'refused') {
      counts.refused += 1
      ports.onRefused?.(name, heard.why)
    }
    if (heard.type !== 'prices') return
    open.pricedAt = ports.steadyMs()
    heard.prices.forEach(sayings.take)
  }
  return {
    name,
    counts: (): Counts => ({ ...counts }),
    step: () => line.step(hear),
    /** What it says of a market; null when it does not trade it. */
    spoken: (market: string): Spoken | null => {
      const symbol = source.symbols[market]
      if (symbol === undefined) return null
      const said = sayings.of(symbol)
      const perUsdt = sayings.rate()
      const isOpen = line.open() !== null
      const price = said && perUsdt !== null ? said.price / perUsdt : NaN
      return said && isPrice(price)
        ? { name, isOpen, price, ageMs: sayings.ageOf(said) }
        : { name, isOpen, price: null, ageMs: null }
    },
    stop: line.stop,
  }
}
export type Connection = ReturnType<typeof createConnection>
