import type { HttpBindings } from '@hono/node-server'
import { setTimeout as sleep } from 'node:timers/promises'
import { wrapRefusal } from '#server/core/answers.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { SocketPorts } from '#server/gateway/socket.ts'
import type { Random } from '#server/core/random.ts'

/** What may happen to a call on its way; each once to one call. */
export const callFaults = [
  'request_lost',
  'answer_lost',
  'failed_before',
  'failed_after',
  'twice',
  'late',
  'limited',
  'logged_out',
  'cut',
  'trickle',
] as const
/** What may happen to a push, or to a line. */
export const lineFaults = ['push_lost', 'push_twice', 'push_swapped', 'push_late', 'line_cut', 'half_open'] as const
export type CallFault = (typeof callFaults)[number]
export type LineFault = (typeof lineFaults)[number]
export type Fault = CallFault | LineFault
export const faultNames: readonly string[] = [...callFaults, ...lineFaults]
export const isFault = (name: string): name is Fault => faultNames.includes(name)
const isCallFault = (name: string): name is CallFault => callFaults.some((each) => each === name)

/** Chances in [0, 1) of each fault, and how long a call travels, in milliseconds of the box. */
export type Weather = {
  readonly chances: Readonly<Partial<Record<Fault, number>>>
  readonly ms: number
  readonly jitterMs: number
}
/** Weathers by name; docs/builders.md lists their numbers. */
export const weathers: Readonly<Record<string, Weather>> = {
  calm: { chances: {}, ms: 0, jitterMs: 0 },
  wifi: { chances: { request_lost: 0.01, answer_lost: 0.02, late: 0.02, push_lost: 0.005 }, ms: 20, jitterMs: 15 },
  metro: {
    chances: { request_lost: 0.05, answer_lost: 0.05, late: 0.1, twice: 0.02, line_cut: 0.001, push_late: 0.05 },
    ms: 120,
    jitterMs: 200,
  },
  storm: {
    chances: {
      request_lost: 0.1,
      answer_lost: 0.15,
      failed_before: 0.05,
      failed_after: 0.05,
      twice: 0.05,
      late: 0.1,
      cut: 0.03,
      trickle: 0.03,
      push_lost: 0.03,
      push_twice: 0.03,
      push_swapped: 0.03,
      push_late: 0.03,
      line_cut: 0.005,
      half_open: 0.001,
    },
    ms: 60,
    jitterMs: 120,
  },
  maintenance: { chances: { failed_before: 0.4, limited: 0.1, line_cut: 0.01 }, ms: 10, jitterMs: 10 },
  friday: { chances: { limited: 0.3, late: 0.3, failed_after: 0.05 }, ms: 200, jitterMs: 400 },
}
export const calm = weathers['calm'] ?? { chances: {}, ms: 0, jitterMs: 0 }

type Once = { readonly fault: Fault; readonly path: string }
const lateMs = 3000
/** The line of a socket, which can be cut. */
type Transport = Parameters<NonNullable<SocketPorts['carry']>>[0]
type Answering = (request: Request, more: object) => Response | Promise<Response>
const isNode = (more: object): more is HttpBindings => 'incoming' in more
/** Ends the line of a request without a word. */
const hangUp = (more: object) => {
  if (isNode(more)) more.incoming.socket.destroy()
  return new Response(null, { status: 503 })
}
const isCall = (pathname: string) => pathname.startsWith('/api/') || pathname.startsWith('/chat/')
const wrapOf = (pathname: string) => (pathname.startsWith('/chat/') ? ('chat' as const) : ('plain' as const))
function refused(pathname: string, refusal: Refusal) {
  const { http, body } = wrapRefusal(wrapOf(pathname), refusal, 'en')
  return new Response(body, { status: http, headers: { 'Content-Type': 'application/json; charset=utf-8' } })
}
const failed = () => new Response('{"type":"error","reason":"fault"}', { status: 503 })

/** One part of a frame that is pushed, not asked for. */
const isPush = (text: string) => text.startsWith('{"c":') || text.startsWith('[{"c":')

/** What a network does to calls and lines, drawn from a chance of its own and counted. */
export function createWeather(random: Random, pace: () => number) {
  let weather: Weather = calm
  let once: Once[] = []
  const counts = new Map<Fault, number>()
  const lines = new Set<Transport>()
  const count = (fault: Fault) => void counts.set(fault, (counts.get(fault) ?? 0) + 1)
  const wait = (ms: number) => sleep(ms / Math.max(1, pace()))
  /** The fault that meets a call or a push: one that was ordered for it, or one by chance. */
  const drawn = (names: readonly Fault[], path: string): Fault | null => {
    const ordered = once.find((each) => names.includes(each.fault) && path.includes(each.path))
    if (ordered) {
      once = once.filter((each) => each !== ordered)
      count(ordered.fault)
      return ordered.fault
    }
    for (const name of names) {
      const chance = weather.chances[name] ?? 0
      if (chance > 0 && random.unit() < chance) {
        count(name)
        return name
      }
    }
    return null
  }
  const meet: Record<
    CallFault,
    (answer: () => Promise<Response>, pathname: string, more: object) => Promise<Response>
  > = {
    request_lost: async (_answer, _pathname, more) => hangUp(more),
    answer_lost: async (answer, _pathname, more) => {
      await answer()
      return hangUp(more)
    },
    failed_before: async () => failed(),
    failed_after: async (answer) => {
      await answer()
      return failed()
    },
    twice: async (answer) => {
      const first = await answer()
      await answer()
      return first
    },
    late: async (answer) => {
      await wait(lateMs)
      return answer()
    },
    limited: async (_answer, pathname) => refused(pathname, new Refusal('too_many', { after: 1 })),
    logged_out: async (_answer, pathname) => refused(pathname, new Refusal('not_logged_in')),
    cut: async (answer, _pathname, more) => {
      const { status, headers, body } = await answer()
      const [first] = body === null ? [] : [(await body.getReader().read()).value]
      setImmediate(() => hangUp(more))
      const half = new ReadableStream({ start: (to) => to.enqueue((first ?? new Uint8Array(2)).subarray(0, 8)) })
      return new Response(half, { status, headers })
    },
    trickle: async (answer) => {
      const { status, headers, body } = await answer()
      const bytes = new Uint8Array(await new Response(body).arrayBuffer())
      let sent = 0
      const slow = new ReadableStream({
        pull: async (to) => {
          await wait(20)
          to.enqueue(bytes.subarray(sent, (sent += 64)))
          if (sent >= bytes.length) to.close()
        },
      })
      return new Response(slow, { status, headers })
    },
  }
  /** Answers calls as the weather lets it; pages and documents are left alone. */
  const around =
    (fetch: Answering): Answering =>
    async (request, more) => {
      const { pathname } = new URL(request.url)
      if (!isCall(pathname)) return fetch(request, more)
      const fault = drawn(callFaults, pathname)
      if (weather.ms + weather.jitterMs > 0) await wait(weather.ms + random.int(weather.jitterMs + 1))
      if (fault === null || !isCallFault(fault)) return fetch(request, more)
      const bytes = request.body === null ? null : await request.arrayBuffer()
      const { url, method, headers, signal } = request
      const answer = async () =>
        fetch(new Request(url, { method, headers, signal, ...(bytes && { body: bytes }) }), more)
      return meet[fault](answer, pathname, more)
    }
  /** Carries the frames of a socket. */
  const carry = (line: Transport): Transport => {
    let isSilent = false
    let swapped: string | null = null
    lines.add(line)
    const send: Transport['send'] = (text, isShared) => {
      if (isSilent) return
      const fault = isPush(text) ? drawn(lineFaults, text.slice(0, 200)) : null
      if (fault === 'push_lost') return
      if (fault === 'line_cut') return line.cut()
      if (fault === 'half_open') {
        isSilent = true
        return
      }
      if (fault === 'push_late') return void wait(lateMs / 3).then(() => isSilent || line.send(text, isShared))
      if (fault === 'push_swapped' && swapped === null) {
        swapped = text
        return
      }
      line.send(text, isShared)
      if (fault === 'push_twice') line.send(text, isShared)
      if (swapped !== null) line.send(swapped)
      swapped = null
    }
    return {
      ...line,
      send,
      close: (code, reason) => {
        lines.delete(line)
        line.close(code, reason)
      },
    }
  }
  return {
    around,
    carry,
    set: (next: Weather) => {
      weather = next
    },
    /** The next call whose path holds `path`, or push whose beginning does, meets this fault. */
    once: (fault: Fault, path: string) => void once.push({ fault, path }),
    cutAll: () => {
      for (const line of lines) line.cut()
      lines.clear()
    },
    counts: (): Readonly<Record<string, number>> => Object.fromEntries(counts),
  }
}
export type BoxWeather = ReturnType<typeof createWeather>
