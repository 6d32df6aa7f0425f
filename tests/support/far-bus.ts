import type { Bus } from '#server/bus/port.ts'
import type { Signal } from '#server/core/context.ts'
import type { Maybe } from '#server/core/maybe.ts'
import type { Random } from '#server/core/random.ts'
import { Observable } from 'rxjs'

/** A value as it is after it was sent as JSON. */
const sent = <T>(value: T): T => {
  if (value === undefined) return value
  const received: T = JSON.parse(JSON.stringify(value))
  return received
}
/** One direction of a connection: what is sent arrives in order, each some turns of the loop later. */
const createLine = (random: Random) => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(arrive: () => T): Promise<T> => {
    const turns = random.int(4)
    const arrived = last.then(async () => {
      for (let turn = 0; turn < turns; turn += 1) await new Promise((next) => setImmediate(next))
      return arrive()
    })
    last = arrived.catch(() => undefined)
    return arrived
  }
}

/**
 * The bus of a gateway in another process: what passes it is JSON, and late; what a gateway must know at once it is
 * taken to hold.
 */
export function createFarBus(near: Bus, random: Random): Bus {
  const [up, down] = [createLine(random), createLine(random)]
  const ask = async <T>(question: () => Maybe<T>): Promise<T> => {
    const { answer } = await up(() => ({ answer: question() }))
    const value = await answer
    return down(() => sent(value))
  }
  const bodyOf = (body: () => string) => {
    const text = body()
    return () => text
  }
  const signalSent = (signal: Signal): Signal =>
    signal.kind === 'posted'
      ? {
          ...signal,
          body: bodyOf(signal.body),
          own: signal.own && { user: signal.own.user, body: bodyOf(signal.own.body) },
        }
      : sent(signal)
  const heard = <T>(all$: Observable<T>, copy: (value: T) => T) =>
    new Observable<T>((listener) =>
      all$.subscribe((value) => {
        const copied = copy(value)
        void down(() => listener.next(copied))
      }),
    )
  const { members } = near
  return {
    ...near,
    ask: (command) => ask(() => near.ask(sent(command))),
    callerOf: (credentials) => ask(() => near.callerOf(sent(credentials))),
    enter: (credentials) => ask(() => near.enter(sent(credentials))),
    resume: (user, e, s) => ask(() => near.resume(user, e, s)),
    events$: heard(near.events$, sent),
    signals$: heard(near.signals$, signalSent),
    changes$: heard(near.changes$, sent),
    members: {
      classOf: members.classOf,
      join: (caller, name, cursor, follow) =>
        ask(() => members.join(sent(caller), name, sent(cursor), () => void down(follow))),
      say: (caller, name) => void up(() => members.say(sent(caller), name)),
      snap: (name, user, then) => void up(() => members.snap(name, user, (snap) => void down(() => then(sent(snap))))),
      collect: (name, users, from, then) =>
        void up(() => members.collect(name, sent(users), from, (found) => void down(() => then(sent(found))))),
    },
  }
}
