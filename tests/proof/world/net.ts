import type { Random } from '#server/core/random.ts'
import type { SocketMessage } from '#streams/kit/socket.ts'
import { Observable } from 'rxjs'

/** How the network behaves: chances in [0, 1), times in milliseconds. */
export type Weather = {
  readonly latencyMs: number
  readonly jitterMs: number
  readonly loss: number
  readonly doubles: number
  readonly swaps: number
  readonly late: number
}
export const calm: Weather = { latencyMs: 20, jitterMs: 10, loss: 0, doubles: 0, swaps: 0, late: 0 }
export type HttpAnswer = { readonly status: number; readonly headers: Headers; readonly text: string }
export type SocketPeer = { readonly receive: (text: string) => void; readonly leave: () => void }
type Join = (line: {
  send: (text: string) => void
  close: (code: number) => void
  unsentBytes: () => number
}) => SocketPeer
/** What stands at the other end. Null: nobody is there, or whoever was there died before the answer. */
export type Far = {
  readonly handle: (method: string, path: string, init: RequestInit) => Promise<HttpAnswer | null>
  readonly join: Join | null
}

type Part = Readonly<Record<string, unknown>>
const partsOf = (text: string): Part[] => {
  const value: Part | Part[] = JSON.parse(text)
  return [value].flat()
}
/** A call whose packets are lost fails when the device gives up on it. */
const giveUpMs = 8000
/** A socket that does not open is given up, as the real one is. */
const openWithinMs = 60_000
const maxLateMs = 5000
const lost = () => new TypeError('network')

/** The network of the world: nothing passes before its time, in an order that the seed alone decides. */
export function createNet(random: Random, now: () => number, far: () => Far) {
  let weather = calm
  let sent = 0
  let waiting: { at: number; n: number; work: () => void }[] = []
  const fates = new Map<string, number>()
  const count = (fate: string) => fates.set(fate, (fates.get(fate) ?? 0) + 1)
  const at = (dueAt: number, work: () => void) => void waiting.push({ at: dueAt, n: (sent += 1), work })
  const travelMs = () => weather.latencyMs + random.int(weather.jitterMs + 1)
  const happens = (chance: number, fate: string) => {
    const does = random.unit() < chance
    if (does) count(fate)
    return does
  }

  /**
   * One device's way to the venue. `isOpen` false: half-open, nothing arrives in either direction and nobody is told.
   */
  const createLink = () => {
    let isOpen = true
    const lines = new Set<{ cut: () => void }>()
    const send = (path: string, init: RequestInit, done: (answer: HttpAnswer | null) => void) => {
      const fail = () => at(now() + giveUpMs, () => done(null))
      const arrive = async () => {
        const answer = await far().handle(init.method ?? 'GET', path, init)
        if (!isOpen || (answer !== null && happens(weather.loss, 'answer lost'))) return fail()
        return at(now() + travelMs(), () => done(answer))
      }
      if (!isOpen || happens(weather.loss, 'request lost')) return fail()
      const isLate = happens(weather.late, 'request late')
      at(now() + travelMs() + (isLate ? random.int(maxLateMs) : 0), () => void arrive())
      // The second copy may come long after the first was answered.
      if (happens(weather.doubles, 'request twice')) at(now() + travelMs() + random.int(maxLateMs), () => void arrive())
    }
    const fetchHere: typeof fetch = (path, init = {}) =>
      new Promise((resolve, reject) => {
        send(String(path), init, (answer) => {
          if (answer === null) reject(lost())
          else resolve(new Response(answer.text, { status: answer.status, headers: answer.headers }))
        })
      })
    const dial = () =>
      new Observable<SocketMessage>((listener) => {
        let peer: SocketPeer | null = null
        let isOver = false
        let isHeard = false
        let isLeft = false
        let downAt = 0
        let upAt = 0
        const swapped: Part[] = []
        const hear = (said: SocketMessage) => {
          if (isOver || !isOpen) return
          isHeard = true
          listener.next(said)
        }
        const close = (code: number) => {
          if (isOver) return
          if (isOpen) listener.next({ type: 'socket.closed', code, reason: '' })
          isOver = true
          peer?.leave()
          if (isOpen) listener.complete()
        }
        const down = (work: () => void) => {
          downAt = Math.max(downAt, now() + travelMs())
          at(downAt, work)
        }
        const say = (part: Part) => down(() => hear({ type: 'socket.frame', frame: JSON.stringify(part) }))
        const carry = (part: Part) => {
          // Only pushes: a reply that is lost is a line that is broken.
          const isPush = 'c' in part
          if (isPush && happens(weather.loss, 'push lost')) return
          if (isPush && happens(weather.late, 'push late'))
            return at(now() + random.int(maxLateMs), () => hear({ type: 'socket.frame', frame: JSON.stringify(part) }))
          if (isPush && happens(weather.swaps, 'push swapped')) return void swapped.push(part)
          say(part)
          if (isPush && happens(weather.doubles, 'push twice')) say(part)
          swapped.splice(0).forEach(say)
        }
        const line = { cut: () => close(1006) }
        at(now() + openWithinMs, () => {
          if (isHeard || isLeft) return
          isOver = true
          peer?.leave()
          listener.next({ type: 'socket.closed', code: 1006, reason: '' })
          listener.complete()
        })
        at(now() + travelMs(), () => {
          const { join } = far()
          if (isOver || !isOpen) return
          if (join === null) return close(1006)
          lines.add(line)
          down(() =>
            hear({
              type: 'socket.opened',
              send: (text) => {
                upAt = Math.max(upAt, now() + travelMs())
                at(upAt, () => (isOver || !isOpen ? undefined : peer?.receive(text)))
              },
            }),
          )
          peer = join({
            send: (text) => (isOver ? undefined : partsOf(text).forEach(carry)),
            close: (code) => down(() => close(code)),
            unsentBytes: () => 0,
          })
        })
        return () => {
          lines.delete(line)
          isLeft = true
          isOver = true
          peer?.leave()
        }
      })
    return {
      fetch: fetchHere,
      dial,
      cut: () => [...lines].forEach((line) => line.cut()),
      setOpen: (is: boolean) => {
        isOpen = is
        // Sockets that were open when the silence began stay silent for ever.
        if (is) [...lines].forEach((line) => line.cut())
      },
      isOpen: () => isOpen,
    }
  }
  return {
    createLink,
    fates,
    count,
    setWeather: (next: Weather) => {
      weather = next
    },
    /** Delivers everything that is due, in the order of its time. */
    deliver: () => {
      const due = waiting.filter((each) => each.at <= now()).toSorted((a, b) => a.at - b.at || a.n - b.n)
      waiting = waiting.filter((each) => each.at > now())
      for (const { work } of due) work()
    },
  }
}
export type Net = ReturnType<typeof createNet>
export type Link = ReturnType<Net['createLink']>
