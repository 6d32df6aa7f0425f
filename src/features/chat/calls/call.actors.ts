import { callLimits, type Call } from '#contract/chat/chat-call.ts'
import { chatAccount } from '#contract/chat/chat-account.ts'
import { chatCalls } from '#contract/chat/chat-calls.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { callMachine } from '#machines/chat/call.ts'
import type { CallChange, CallNews } from '#machines/chat/call-model.ts'
import type { Services } from '#src/actors/services.tsx'
import { createStep, stepLogic, type StepPorts } from '#src/actors/step.actors.ts'
import { newKey } from '#src/lib/new-key.ts'
import { map, merge, mergeMap, of, switchMap, timer } from 'rxjs'
import { fromEventObservable } from 'xstate'
import { mediaLogic, type CallStreams, type MediaPorts } from './media.actors.ts'

type Ports = StepPorts & Pick<Services, 'feeds' | 'serverNow'>
export type CallPorts = {
  readonly me: string
  readonly tab: string
  readonly show: (streams: CallStreams) => void
}

const isSettled = (reply: Reply<unknown>) => reply.ok || reply.failure.kind === 'refused'

/** What the line between the two devices asks of the venue. */
const mediaPorts = (ports: Ports, { me, tab, show }: CallPorts): MediaPorts => {
  const { request, serverNow } = ports
  const say = createStep(ports, chatCalls.say)
  const connect = createStep(ports, chatCalls.connect)
  const key = () => newKey(serverNow())
  return {
    me,
    show,
    nowMs: serverNow,
    servers: async () => {
      const reply = await request.read(chatAccount.callInfo, { type: 1 })
      return reply.ok
        ? reply.value.servers.map(({ urls, username, credential }) => ({
            urls,
            ...(username !== undefined && credential !== undefined && { username, credential }),
          }))
        : []
    },
    say: async ({ id }, way) => isSettled(await say.call({ id, tab, way }, key()).send()),
    connected: async ({ id }) => isSettled(await connect.call({ id, tab }, key()).send()),
    readWay: async () => {
      const reply = await request.read(chatCalls.mine, {})
      return reply.ok ? reply.value.way : null
    },
  }
}

/** Connects the machine of calls to what is pushed and read of them, to its calls, and to the devices. */
export const callLogic = (ports: Ports, own: CallPorts, media = mediaLogic(mediaPorts(ports, own))) => {
  const { request, feeds, serverNow, time } = ports
  const place = createStep(ports, chatCalls.place)
  const answer = createStep(ports, chatCalls.answer)
  const end = createStep(ports, chatCalls.end)
  /** Under which key the end of each call is told. */
  const ends = new Map<string, string>()
  const endKey = (id: string) => {
    const key = ends.get(id) ?? newKey(serverNow())
    ends.set(id, key)
    return key
  }
  const { tab } = own
  const callOf = ({ does, key, id, chatGroupId, media: type, why }: CallChange) => {
    if (does === 'place') return place.call({ chatGroupId, type, tab }, key)
    if (does === 'answer') return answer.call({ id, tab }, key)
    return end.call({ id, tab, ...(why !== null && { why }) }, endKey(id))
  }
  const told = (call: Call): CallNews => ({ type: 'call.told', call })
  return callMachine.provide({
    actors: {
      watchCalls: fromEventObservable<CallNews, { me: string; tab: string }>(() =>
        merge(
          feeds.events$.pipe(
            mergeMap((event) => (event.ev === 'chat.callChanged' ? of(event.v) : [])),
            map(told),
          ),
          // Asked for at once, after each break of the line, and as long as the page is there, which the venue wants
          // to know of a call that goes on.
          merge(timer(0, callLimits.askEveryMs, time), feeds.renewed$).pipe(
            switchMap(() => request.read(chatCalls.mine, {})),
            mergeMap((reply, asked): readonly CallNews[] => {
              if (!reply.ok) return []
              if (reply.value.call !== null) return [told(reply.value.call)]
              // The first answer may be older than a call that was placed meanwhile.
              return asked === 0 ? [] : [{ type: 'call.none' }]
            }),
          ),
          feeds.serverTime$.pipe(map((now): CallNews => ({ type: 'clock.ticked', now }))),
        ),
      ),
      openMedia: media,
      step: stepLogic<CallChange, Call>(callOf),
    },
  })
}
