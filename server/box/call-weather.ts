import { setTimeout as sleep } from 'node:timers/promises'
import { wrapRefusal } from '#server/core/answers.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Random } from '#server/core/random.ts'
import { killing, type Kill } from './kill.ts'
import { callFaults, lateMs, type CallFault, type Draw, type Weather } from './faults.ts'

type Answering = (request: Request, more: object) => Response | Promise<Response>
/** A call under way: how it is answered, where it goes, and what it came by. */
type Call = { readonly answer: () => Promise<Response>; readonly pathname: string; readonly more: object }
type Wait = (ms: number) => Promise<unknown>

const isCallFault = (name: string): name is CallFault => callFaults.some((each) => each === name)
type Incoming = { readonly incoming: { readonly socket: { destroy: () => unknown } } }
const isNode = (more: object): more is Incoming => 'incoming' in more
/** Ends the line of a request without a word. */
const hangUp = ({ more }: Pick<Call, 'more'>) => {
  if (isNode(more)) more.incoming.socket.destroy()
  return new Response(null, { status: 503 })
}
const isCall = (pathname: string) => pathname.startsWith('/api/') || pathname.startsWith('/chat/')
function refused({ pathname }: Call, refusal: Refusal) {
  const { http, body } = wrapRefusal(pathname.startsWith('/chat/') ? 'chat' : 'plain', refusal, 'en')
  return new Response(body, { status: http, headers: { 'Content-Type': 'application/json; charset=utf-8' } })
}
const failed = () => new Response('{"type":"error","reason":"fault"}', { status: 503 })
/** The first bytes of an answer; then the line is dead. */
async function cutShort({ answer, more }: Call) {
  const { status, headers, body } = await answer()
  const first = body === null ? undefined : (await body.getReader().read()).value
  setImmediate(() => hangUp({ more }))
  const half = new ReadableStream({ start: (to) => to.enqueue((first ?? new Uint8Array(2)).subarray(0, 8)) })
  return new Response(half, { status, headers })
}
async function trickled({ answer }: Call, wait: Wait) {
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
}
/** The venue dies of it: who asked hears nothing, and everybody's lines are gone. */
const killed = (kill: Kill) => async (call: Call) => {
  await killing.run(kill, call.answer)
  return hangUp(call)
}
const meet: Readonly<Record<CallFault, (call: Call, wait: Wait) => Promise<Response>>> = {
  request_lost: async (call) => hangUp(call),
  outage: async (call) => hangUp(call),
  answer_lost: async (call) => {
    await call.answer()
    return hangUp(call)
  },
  failed_before: async () => failed(),
  failed_after: async ({ answer }) => {
    await answer()
    return failed()
  },
  twice: async ({ answer }) => {
    const first = await answer()
    await answer()
    return first
  },
  late: async ({ answer }, wait) => {
    await wait(lateMs)
    return answer()
  },
  limited: async (call) => refused(call, new Refusal('too_many', { after: 1 })),
  logged_out: async (call) => refused(call, new Refusal('not_logged_in')),
  wrong_scope: async (call) => refused(call, new Refusal('key_scope')),
  killed_before: killed('before'),
  killed_after: killed('after'),
  read_only: async (call) => refused(call, new Refusal('read_only')),
  cut: cutShort,
  trickle: trickled,
}

/** What happens to calls; pages and documents are left alone. */
export function createCallWeather(draw: Draw, random: Random, pace: () => number) {
  let way: Pick<Weather, 'ms' | 'jitterMs'> = { ms: 0, jitterMs: 0 }
  const underWay = new Set<Call['more']>()
  const wait: Wait = (ms) => sleep(ms / Math.max(1, pace()))
  const carried =
    (next: Answering): Answering =>
    async (request, more) => {
      const { pathname } = new URL(request.url)
      const fault = draw(callFaults, pathname)
      if (way.ms + way.jitterMs > 0) await wait(way.ms + random.int(way.jitterMs + 1))
      if (fault === null || !isCallFault(fault)) return next(request, more)
      const bytes = request.body === null ? null : await request.arrayBuffer()
      const { url, method, headers, signal } = request
      const again = () => new Request(url, { method, headers, signal, ...(bytes && { body: bytes }) })
      return meet[fault]({ answer: async () => next(again(), more), pathname, more }, wait)
    }
  return {
    around: (next: Answering): Answering => {
      const through = carried(next)
      return async (request, more) => {
        if (!isCall(new URL(request.url).pathname)) return next(request, more)
        underWay.add(more)
        try {
          return await through(request, more)
        } finally {
          underWay.delete(more)
        }
      }
    },
    hangUpAll: () => {
      for (const more of underWay) hangUp({ more })
    },
    way: () => way,
    travel: (next: typeof way) => {
      way = next
    },
  }
}
