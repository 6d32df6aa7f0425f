import type { Fault } from '#contract/wire/down.ts'
import { filter, firstValueFrom, map, merge, race, take, timer, type SchedulerLike } from 'rxjs'
import type { Connection, RequestFrame } from './connection.ts'

/**
 * What became of a request: its payload, a refusal, `away` if it was not sent, `lost` if no reply came and it may have
 * been done.
 */
export type Asked =
  | { readonly type: 'done'; readonly payload: unknown }
  | { readonly type: 'refused'; readonly fault: Fault }
  | { readonly type: 'away' | 'lost' }

const replyMs = 10_000

/**
 * Sends a request over the socket and waits for its reply. A message whose reply is lost is sent again with the same
 * `cid`, by the socket or over HTTP: it is the same message.
 */
export function askSocket(
  { send, messages$, ready$ }: Connection,
  frame: RequestFrame,
  time?: SchedulerLike,
): Promise<Asked> {
  const sent: { i: number | null } = { i: null }
  const replies$ = messages$.pipe(
    map((message): Asked | null => {
      if (!('i' in message) || message.i !== sent.i) return null
      return 'x' in message ? { type: 'refused', fault: message.x } : { type: 'done', payload: message.r }
    }),
    filter((asked) => asked !== null),
  )
  const gone$ = ready$.pipe(
    filter((ready) => ready === null),
    map((): Asked => ({ type: 'lost' })),
  )
  const late$ = timer(replyMs, time).pipe(map((): Asked => ({ type: 'lost' })))
  // Subscribed before it is sent: a reply may come within the call.
  const answer = firstValueFrom(race(merge(replies$, gone$), late$).pipe(take(1)), {
    defaultValue: { type: 'lost' } satisfies Asked,
  })
  sent.i = send(frame)
  return sent.i === null ? Promise.resolve<Asked>({ type: 'away' }) : answer
}
