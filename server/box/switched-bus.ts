import { BehaviorSubject, filter, firstValueFrom, NEVER, switchMap, type Observable } from 'rxjs'
import type { Bus } from '#server/bus/port.ts'
import type { Maybe } from '#server/core/maybe.ts'

/** One bus to a venue that may be another one tomorrow: its gateway stays, and is told that it must ask anew. */
export function createSwitchedBus() {
  const open$ = new BehaviorSubject<Bus | null>(null)
  const to = () => open$.value
  const opened = () => firstValueFrom(open$.pipe(filter((venue) => venue !== null)))
  /** While no venue is open, whoever asks waits for one. */
  const by = <T>(work: (venue: Bus) => Maybe<T>): Maybe<T> => {
    const now = to()
    return now ? work(now) : opened().then(work)
  }
  const heard = <T>(what: (venue: Bus) => Observable<T>) =>
    open$.pipe(switchMap((venue) => (venue ? what(venue) : NEVER)))
  const bus: Bus = {
    terms$: heard(({ terms$ }) => terms$),
    events$: heard(({ events$ }) => events$),
    signals$: heard(({ signals$ }) => signals$),
    changes$: heard(({ changes$ }) => changes$),
    health: () => by((now) => now.health()),
    markets: () => by((now) => now.markets()),
    ask: async (command) => by((now) => now.ask(command)),
    ackKeys: () => by((now) => now.ackKeys()),
    callerOf: (credentials) => by((now) => now.callerOf(credentials)),
    enter: (credentials, sid) => by((now) => now.enter(credentials, sid)),
    leave: (sid) => to()?.leave(sid),
    standing: (sockets) => by((now) => now.standing(sockets)),
    snap: (name) => by((now) => now.snap(name)),
    resume: (user, cursor) => by((now) => now.resume(user, cursor)),
    uploads: {
      check: (...asked) => by((now) => now.uploads.check(...asked)),
      place: (...asked) => by((now) => now.uploads.place(...asked)),
      keep: async (...asked) => by((now) => now.uploads.keep(...asked)),
      find: (...asked) => by((now) => now.uploads.find(...asked)),
    },
    members: {
      join: (...asked) => by((now) => now.members.join(...asked)),
      leave: (name) => to()?.members.leave(name),
      say: (...asked) => to()?.members.say(...asked),
      snap: (...asked) => by((now) => now.members.snap(...asked)),
      collect: (...asked) => by((now) => now.members.collect(...asked)),
    },
  }
  return {
    bus,
    opened,
    /** The next one is open; null while there is none. */
    follow: (next: Bus | null) => open$.next(next),
  }
}
