import { account, isLockAhead, type Lock } from '#contract/account/account.ts'
import { merge, scan, type Observable } from 'rxjs'
import type { StreamDeps } from '#streams/kit/deps.ts'
import type { Live } from '#streams/kit/live.ts'
import { ownLive$, readings$, type OwnMessage } from '#streams/kit/own-channel.ts'

/** The newer of two copies; an event that bears none changes nothing. */
export const takeLock = (held: Lock | null, received: Lock | null): Lock | null =>
  received === null || (held !== null && !isLockAhead(held, received)) ? held : received

/** The caller's locks: as they are read and as they are pushed. */
export const lock$ = (deps: StreamDeps, own$: Observable<OwnMessage>): Observable<Live<Lock>> => {
  const held$ = merge(
    own$,
    readings$(own$, () => deps.read(account.isLock, {}), deps),
  ).pipe(
    scan((held: Lock | null, news) => {
      if (!('type' in news)) return takeLock(held, news)
      return takeLock(held, news.type === 'event' && news.event.ev === 'account.lockChanged' ? news.event.v : null)
    }, null),
  )
  return ownLive$(deps, own$, held$, (held) => held)
}
