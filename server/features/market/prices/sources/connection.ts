import { jsonIn } from '#contract/wire/json.ts'
import type { Random } from '#server/core/random.ts'
import { isPrice } from './fields.ts'
import type { Named } from './list.ts'
import type { Said } from './source.ts'

/** An open socket, from our side. */
export type Line = { send: (text: string) => void; end: () => void }
/** What a socket tells; a message that is no text is null. */
export type LineEvents = { open: () => void; message: (text: string | null) => void; lost: (why: string) => void }
export type Dial = (url: string, events: LineEvents) => Line

export type ConnectionPorts = {
  dial: Dial
  /** The wall clock, to compare with the source's. */
  now: () => number
  /** A clock that never jumps: ages and waits count on it. */
  steadyMs: () => number
  random: Pick<Random, 'unit'>
  onOpen?: (name: string) => void
  onLost?: (name: string, why: string, waitMs: number) => void
  onRefused?: (name: string, why: string) => void
}
/** What a source has said of one market, in USDT, and how old that is. */
export type Spoken = { name: string; isOpen: boolean; price: number | null; ageMs: number | null }
export type Counts = { lost: number; unreadable: number; refused: number; late: number; ahead: number }

/** A dial that has led to nothing, and a line on which nothing came, are given up after this long. */
export const silentMs = 10_000
/** A line that shows signs of life but no price has lost what it was asked for. */
export const pricelessMs = 30_000
/** So many unreadable messages one after the other are no source. */
export const maxUnreadable = 20
/** Waits before dialling again: random below a bound that doubles. */
export const firstWaitMs = 1000
export const maxWaitMs = 60_000
/** A line that has held this long starts over with short waits. */
export const calmMs = 60_000
/** A stamp this far ahead of our clock means that one of the two clocks is wrong; such a price is not believed. */
export const maxAheadMs = 5000
/** A rate of USDT moves little and may be older than a price. */
const rateLifeMs = 60_000

type Held = { price: number; atMs: number | null; lagMs: number; heardAt: number }
type Phase =
  | { name: 'waiting'; until: number }
  | { name: 'dialling'; since: number; line: Line }
  | { name: 'open'; since: number; line: Line; heardAt: number; pricedAt: number; pingedAt: number }
  | { name: 'stopped' }

/** Keeps one source on the line. It has no timer: `step` is called with each reading of prices and does what is due. */
export function createConnection({ source, url }: Named, ports: ConnectionPorts) {
  const { now, steadyMs } = ports
  const { name } = source
  const rateOf = source.rate
  const marketOf = new Map(Object.entries(source.symbols).map(([market, symbol]) => [symbol, market]))
  const symbols = [...marketOf.keys(), ...(rateOf === null ? [] : [rateOf])]
  const held = new Map<string, Held>()
  const counts: Counts = { lost: 0, unreadable: 0, refused: 0, late: 0, ahead: 0 }
  let phase: Phase = { name: 'waiting', until: steadyMs() }
  let failures = 0
  let unreadable = 0

  const lose = (why: string) => {
    if (phase.name !== 'dialling' && phase.name !== 'open') return
    phase.line.end()
    const waitMs = Math.floor(ports.random.unit() * Math.min(maxWaitMs, firstWaitMs * 2 ** failures))
    failures += 1
    unreadable = 0
    counts.lost += 1
    phase = { name: 'waiting', until: steadyMs() + waitMs }
    ports.onLost?.(name, why, waitMs)
  }
  const take = ({ symbol, price, atMs }: Said) => {
    const known = held.get(symbol)
    if (atMs !== null && atMs - now() > maxAheadMs) counts.ahead += 1
    else if (atMs !== null && atMs < (known?.atMs ?? 0)) counts.late += 1
    else held.set(symbol, { price, atMs, lagMs: Math.max(0, now() - (atMs ?? now())), heardAt: steadyMs() })
  }
  const passOver = () => {
    counts.unreadable += 1
    unreadable += 1
    if (unreadable >= maxUnreadable) lose('unreadable')
  }
  const hear = (text: string | null) => {
    if (phase.name !== 'open') return
    phase.heardAt = steadyMs()
    if (text !== null && text === source.ping?.answer) return
    const heard = text === null ? null : source.read(jsonIn(text))
    if (heard === null) return passOver()
    unreadable = 0
    if (heard.type === 'refused') {
      counts.refused += 1
      ports.onRefused?.(name, heard.why)
    }
    if (heard.type !== 'prices') return
    phase.pricedAt = steadyMs()
    heard.prices.forEach(take)
  }
  const dial = () => {
    let isOver = false
    const onlyNow =
      <A extends readonly unknown[]>(work: (...args: A) => void) =>
      (...args: A) => {
        if (!isOver) work(...args)
      }
    const opened = ports.dial(url, {
      open: onlyNow(() => {
        const at = steadyMs()
        phase = { name: 'open', since: at, line, heardAt: at, pricedAt: at, pingedAt: at }
        for (const text of source.subscribe(symbols, now())) line.send(text)
        ports.onOpen?.(name)
      }),
      message: onlyNow(hear),
      lost: onlyNow(lose),
    })
    const line: Line = {
      send: opened.send,
      end: () => {
        isOver = true
        opened.end()
      },
    }
    phase = { name: 'dialling', since: steadyMs(), line }
  }
  const tend = (at: number, open: Extract<Phase, { name: 'open' }>) => {
    if (at - open.heardAt > silentMs) return lose('silent')
    if (at - open.pricedAt > pricelessMs) return lose('no prices')
    if (at - open.since > calmMs) failures = 0
    if (source.ping === null || at - open.pingedAt < source.ping.everyMs) return
    open.pingedAt = at
    open.line.send(source.ping.text(now()))
  }
  const ageOf = ({ lagMs, heardAt }: Held) => lagMs + Math.max(0, steadyMs() - heardAt)
  /** What one USDT is in the coin the source quotes in; null when that is not known, or no longer. */
  const rate = (): number | null => {
    if (rateOf === null) return 1
    const said = held.get(rateOf)
    return said && ageOf(said) <= rateLifeMs ? said.price : null
  }
  return {
    name,
    counts: (): Counts => ({ ...counts }),
    /** Dials when the wait is over, gives up what is silent, pings when it is time. */
    step: () => {
      const at = steadyMs()
      if (phase.name === 'waiting' && at >= phase.until) dial()
      else if (phase.name === 'dialling' && at - phase.since > silentMs) lose('no answer')
      else if (phase.name === 'open') tend(at, phase)
    },
    /** What it says of a market; null when it does not trade it. */
    spoken: (market: string): Spoken | null => {
      const symbol = source.symbols[market]
      if (symbol === undefined) return null
      const said = held.get(symbol)
      const perUsdt = rate()
      const isOpen = phase.name === 'open'
      const price = said && perUsdt !== null ? said.price / perUsdt : NaN
      return said && isPrice(price)
        ? { name, isOpen, price, ageMs: ageOf(said) }
        : { name, isOpen, price: null, ageMs: null }
    },
    stop: () => {
      if (phase.name === 'dialling' || phase.name === 'open') phase.line.end()
      phase = { name: 'stopped' }
    },
  }
}
export type Connection = ReturnType<typeof createConnection>
