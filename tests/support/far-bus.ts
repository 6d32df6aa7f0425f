import type { Bus } from '#server/bus/port.ts'
import type { Maybe } from '#server/core/maybe.ts'
import type { Random } from '#server/core/random.ts'
import { Refusal } from '#server/core/refusal.ts'
import { Observable } from 'rxjs'
import { turns } from './late-store.ts'

/** A value as it is after it was sent as JSON; throws if a function or a class is part of it. */
const sent = <T>(value: T): T => {
  if (value === undefined) return value
  const received: T = JSON.parse(JSON.stringify(structuredClone(value)))
  return received
}
/** One direction of a connection: what is sent arrives in order, each some turns of the loop later. */
const createLine = (random: Random) => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(arrive: () => T): Promise<T> => {
    const arrived = last.then(() => turns(random, 4)).then(arrive)
    last = arrived.catch(() => undefined)
    return arrived
  }
}
type Answer<T> = { value: T } | { refused: { reason: Refusal['reason']; params: Refusal['params'] } }

/**
 * The bus of a gateway in another process: what passes it is JSON, and late. An answer comes after what was told before
 * it, and may be overtaken by what is told after it.
 */
export function createFarBus(near: Bus, random: Random): Bus {
  const [up, down] = [createLine(random), createLine(random)]
  const answerOf = async <T>(question: () => Maybe<T>): Promise<Answer<T>> => {
    try {
      return { value: sent(await question()) }
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      return { refused: sent({ reason: thrown.reason, params: thrown.params }) }
    }
  }
  const ask = async <T>(question: () => Maybe<T>): Promise<T> => {
    const { answer } = await up(() => ({ answer: answerOf(question) }))
    const arrived = await answer
    await down(() => undefined)
    await turns(random, 4)
    if ('refused' in arrived) throw new Refusal(arrived.refused.reason, arrived.refused.params)
    return arrived.value
  }
  const heard = <T>(all$: Observable<T>) =>
    new Observable<T>((listener) =>
      all$.subscribe((value) => {
        const copied = sent(value)
        void down(() => listener.next(copied))
      }),
    )
  /** The term is known before a gateway begins. */
  const known = <T>(all$: Observable<T>) =>
    new Observable<T>((listener) => {
      let isFirst = true
      const subscription = all$.subscribe((value) => {
        const copied = sent(value)
        if (isFirst) listener.next(copied)
        else void down(() => listener.next(copied))
      })
      isFirst = false
      return subscription
    })
  const { members, uploads } = near
  return {
    terms$: known(near.terms$),
    health: () => ask(near.health),
    markets: () => ask(near.markets),
    ask: (command) => ask(() => near.ask(sent(command))),
    ackKeys: () => ask(near.ackKeys),
    callerOf: (credentials) => ask(() => near.callerOf(sent(credentials))),
    enter: (credentials, sid) => ask(() => near.enter(sent(credentials), sid)),
    leave: (sid) => void up(() => near.leave(sid)),
    standing: (sockets) => ask(() => near.standing(sent(sockets))),
    snap: (name) => ask(() => near.snap(name)),
    resume: (user, cursor) => ask(() => near.resume(user, sent(cursor))),
    events$: heard(near.events$),
    signals$: heard(near.signals$),
    changes$: heard(near.changes$),
    uploads: {
      check: (caller, folder) => ask(() => uploads.check(sent(caller), folder)),
      place: (caller, file) => ask(() => uploads.place(sent(caller), sent(file))),
      keep: (caller, id, file) => ask(() => uploads.keep(sent(caller), id, sent(file))),
      find: (path, query) => ask(() => uploads.find(path, query)),
    },
    members: {
      join: (caller, name, cursor) => ask(() => members.join(sent(caller), name, sent(cursor))),
      leave: (name) => void up(() => members.leave(name)),
      say: (caller, name) => void up(() => members.say(sent(caller), name)),
      snap: (name, user) => ask(() => members.snap(name, user)),
      collect: (name, users, from) => ask(() => members.collect(name, sent(users), from)),
    },
  }
}
