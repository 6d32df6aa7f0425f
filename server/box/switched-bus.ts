import { ReplaySubject, switchMap } from 'rxjs'
import type { Bus } from '#server/bus/port.ts'

/** One bus to a venue that may be another one tomorrow: its gateway stays, and is told that it must ask anew. */
export function createSwitchedBus() {
  const venues$ = new ReplaySubject<Bus>(1)
  let to: Bus | null = null
  const now = () => {
    if (!to) throw new Error('no venue is open')
    return to
  }
  const bus: Bus = {
    terms$: venues$.pipe(switchMap(({ terms$ }) => terms$)),
    events$: venues$.pipe(switchMap(({ events$ }) => events$)),
    signals$: venues$.pipe(switchMap(({ signals$ }) => signals$)),
    changes$: venues$.pipe(switchMap(({ changes$ }) => changes$)),
    health: () => now().health(),
    markets: () => now().markets(),
    ask: (command) => now().ask(command),
    ackKeys: () => now().ackKeys(),
    callerOf: (credentials) => now().callerOf(credentials),
    enter: (credentials, sid) => now().enter(credentials, sid),
    leave: (sid) => now().leave(sid),
    standing: (sockets) => now().standing(sockets),
    snap: (name) => now().snap(name),
    resume: (user, cursor) => now().resume(user, cursor),
    uploads: {
      check: (...asked) => now().uploads.check(...asked),
      place: (...asked) => now().uploads.place(...asked),
      keep: (...asked) => now().uploads.keep(...asked),
      find: (...asked) => now().uploads.find(...asked),
    },
    members: {
      join: (...asked) => now().members.join(...asked),
      leave: (name) => now().members.leave(name),
      say: (...asked) => now().members.say(...asked),
      snap: (...asked) => now().members.snap(...asked),
      collect: (...asked) => now().members.collect(...asked),
    },
  }
  return {
    bus,
    follow: (next: Bus) => {
      to = next
      venues$.next(next)
    },
  }
}
