import type { Random } from '#server/core/random.ts'
import type { Group, Store } from '#server/core/store-port.ts'

/** Resolves after a seeded number of turns of the event loop, so that other work can run in between. */
export const turns = (random: Random, max = 6) =>
  new Promise<void>((resolve) => {
    const wait = (left: number): void => void (left === 0 ? resolve() : setImmediate(wait, left - 1))
    wait(random.int(max))
  })

/**
 * An asynchronous store, as one on another machine would be: every call resolves after a seeded number of turns, and an
 * appended group
 * is stored only after some of them. `overlaps` counts appends that started before the previous one had resolved.
 */
export function createLateStore(inner: Store, random: Random) {
  let appending = 0
  let overlaps = 0
  let seq = 0
  const events = new Set<string>()
  const recordStored = (group: Group) => {
    seq = group.entries.at(-1)?.seq ?? seq
    for (const { user, s } of group.events) events.add(`${user}:${s}`)
  }
  const later = async <T>(read: () => T): Promise<Awaited<T>> => {
    // The request takes some turns, the read sees what is stored then, and the answer takes some turns as well.
    await turns(random)
    const value = await read()
    await turns(random)
    return value
  }
  const store: Store = {
    open: async (shapes) => await later(() => inner.open(shapes)),
    append: async (group) => {
      appending += 1
      if (appending > 1) overlaps += 1
      await turns(random)
      await inner.append(group)
      recordStored(group)
      await turns(random)
      appending -= 1
    },
    page: async (asked) => await later(() => inner.page(asked)),
    row: async (table, id) => await later(() => inner.row(table, id)),
    span: async (...asked) => await later(() => inner.span(...asked)),
    spent: async (...asked) => await later(() => inner.spent(...asked)),
    key: async (place) => await later(() => inner.key(place)),
    events: async (user, after, limit) => await later(() => inner.events(user, after, limit)),
    ring: async (user) => await later(() => inner.ring(user)),
    entries: async (after, limit) => await later(() => inner.entries(after, limit)),
    sweep: async (...asked) => await later(() => inner.sweep(...asked)),
    close: async () => await later(() => inner.close()),
  }
  return {
    store,
    hasEvent: (user: number, s: number) => events.has(`${user}:${s}`),
    storedSeq: () => seq,
    overlaps: () => overlaps,
  }
}
