import { reachOf } from '#tests/support/venues.ts'
import { createHub, type Hub } from '#server/gateway/hub.ts'
import { createLog } from '#server/gateway/log.ts'
import { createMeters } from '#server/gateway/metrics.ts'
import type { Random } from '#server/core/random.ts'
import type { SocketMessage } from '#streams/kit/socket.ts'
import { openHarness } from '#tests/server/attacks/harness.ts'
import { Observable } from 'rxjs'
import type { Reach } from './client.ts'

/** What befalls a push on its way. */
export type Fate = 'passes' | 'is lost' | 'comes twice' | 'comes after the next' | 'comes late'
type Part = Readonly<Record<string, unknown>>
const readParts = (text: string): Part[] => {
  const value: Part | Part[] = JSON.parse(text)
  return [value].flat()
}
const lateMs = 3000

/**
 * A line between hub and client that treats each push as `fateOf` says; everything else passes in its order. Nothing
 * arrives at once.
 */
function createLine(hub: Hub, fateOf: () => Fate, now: () => number, random: Random) {
  let hear: (said: SocketMessage) => void = () => undefined
  let peer: ReturnType<Hub['join']> | null = null
  let isOver = false
  let inbox: SocketMessage[] = []
  let after: Part[] = []
  let late: { at: number; part: Part }[] = []
  const deliver = (part: Part) => inbox.push({ type: 'socket.frame', frame: JSON.stringify(part) })
  const carry = (part: Part) => {
    const fate = 'c' in part ? fateOf() : 'passes'
    if (fate === 'is lost') return
    if (fate === 'comes late') return void late.push({ at: now() + random.int(lateMs), part })
    if (fate === 'comes after the next') return void after.push(part)
    deliver(part)
    if (fate === 'comes twice') deliver(part)
    const held = after
    after = []
    held.forEach(deliver)
  }
  const leave = () => {
    isOver = true
    peer?.leave()
  }
  return {
    open: (hearer: (said: SocketMessage) => void) => {
      hear = hearer
      inbox.push({ type: 'socket.opened', send: (text) => (isOver ? undefined : peer?.receive(text)) })
      const close = (code: number) => {
        inbox.push({ type: 'socket.closed', code, reason: '' })
        leave()
      }
      peer = hub.join({ send: (text) => readParts(text).forEach(carry), close, unsentBytes: () => 0 }, '127.0.0.1')
    },
    /** What was said until now arrives, and what is late and due. */
    flow: () => {
      const due = late.filter(({ at }) => at <= now())
      late = late.filter(({ at }) => at > now())
      due.forEach(({ part }) => deliver(part))
      const some = inbox
      inbox = []
      some.forEach(hear)
    },
    settle: () => {
      const rest = [...after, ...late.map(({ part }) => part)]
      after = []
      late = []
      rest.forEach(deliver)
    },
    /** Breaks; what is on its way is lost. */
    cut: () => {
      leave()
      inbox = [{ type: 'socket.closed', code: 1006, reason: '' }]
      after = []
      late = []
    },
    leave: () => {
      leave()
      hear = () => undefined
    },
  }
}

/**
 * The venue at the end of a line that loses, doubles, swaps and delays pushes, and breaks; no port, no time but the
 * test's.
 */
export async function openLink(random: Random, seed: number) {
  const harness = await openHarness({ seed })
  const beats = new Set<() => void>()
  const every = (_ms: number, work: () => void) => {
    beats.add(work)
    return () => void beats.delete(work)
  }
  const ports = { ...reachOf(harness.venue, { every }), meters: createMeters(), log: createLog('silent'), every }
  const lines = new Set<ReturnType<typeof createLine>>()
  let hub = createHub(ports)
  let isQuiet = false
  const fates = new Map<Fate, number>()
  const pickFate = (): Fate => {
    const dice = isQuiet ? 0 : random.unit()
    if (dice < 0.7) return 'passes'
    if (dice < 0.8) return 'is lost'
    if (dice < 0.86) return 'comes twice'
    return dice < 0.93 ? 'comes after the next' : 'comes late'
  }
  const fateOf = () => {
    const fate = pickFate()
    fates.set(fate, (fates.get(fate) ?? 0) + 1)
    return fate
  }
  const reach: Reach = {
    dial: () =>
      new Observable<SocketMessage>((listener) => {
        const line = createLine(hub, fateOf, harness.clock.now, random)
        lines.add(line)
        line.open((said) => {
          listener.next(said)
          if (said.type === 'socket.closed') listener.complete()
        })
        return () => {
          line.leave()
          lines.delete(line)
        }
      }),
    fetch: async (path, init) => {
      const { status, headers, text } = await harness.sendRequest(init?.method ?? 'GET', String(path), {
        ...init,
        redirect: 'manual',
      })
      return new Response(text, { status, headers })
    },
  }
  return {
    ...harness,
    reach,
    /** How many pushes met which fate. */
    fates,
    cut: () => lines.forEach((line) => line.cut()),
    /** Another process of the same gateway: whatever was counted for its channels begins anew. */
    restart: () => {
      hub.stop()
      hub = createHub(ports)
    },
    pass: (ms: number) => {
      harness.clock.advance(ms)
      lines.forEach((line) => line.flow())
      beats.forEach((work) => work())
    },
    /** From now on the line is a good one; what was under way arrives. */
    calm: () => {
      isQuiet = true
      lines.forEach((line) => line.settle())
    },
    stop: async () => {
      hub.stop()
      await harness.close()
    },
  }
}
