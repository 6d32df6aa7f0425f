import { createChainWalk } from '#server/core/auditor.ts'
import type { Dump } from '#server/core/dump.ts'
import { readHead } from '#server/core/journal-head.ts'
import { releaseMeta } from '#server/core/release.ts'
import type { Group, Opened, Shape, Store } from '#server/core/store-port.ts'
import { venueShapes } from '#server/venue.ts'
import { StartError } from './start-error.ts'

/** A store that a venue is moved from or to; `name` is how the operator calls it. */
export type Place = { name: string; store: Store & { dump: Dump } }
/** What both stores say of what they hold; they must agree. */
type Tally = { rows: Readonly<Record<string, number>>; events: number; keys: number; entries: number; hash: string }

const none: Group = { rows: [], entries: [], events: [], keys: [], meta: [] }
/** Each store says these of itself. */
const ownMeta = new Set(['schema', releaseMeta])
const entriesPerStep = 2000

async function tallyOf({ store }: Place, shapes: readonly Shape[], opened: Opened): Promise<Tally> {
  const rows: Record<string, number> = {}
  const count = async (some: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>) => {
    let all = 0
    for await (const each of some) all += each.length
    return all
  }
  for (const { name } of shapes) rows[name] = await count(store.dump.rows(name))
  return {
    rows,
    events: await count(store.dump.events()),
    keys: await count(store.dump.keys()),
    entries: opened.journal.seq,
    hash: opened.journal.hash,
  }
}
/** Walks the journal to its end; a copy that does not fit its hashes is none. */
async function checkChain({ name, store }: Place, { journal, meta }: Opened) {
  const walk = createChainWalk(store.entries, readHead(meta('journal_head')))
  while (walk.seq() < journal.seq) {
    const before = walk.seq()
    const [breach] = await walk.step(entriesPerStep)
    if (breach || walk.seq() === before) throw new StartError(`The journal of ${name} is broken at ${walk.seq() + 1}.`)
  }
}
const isEmpty = ({ journal, meta }: Opened) => journal.seq === 0 && meta('digest_secret') === null

async function copy(from: Dump, to: Store, shapes: readonly Shape[]) {
  for (const { name, columnsOf } of shapes)
    for await (const some of from.rows(name))
      await to.append({
        ...none,
        rows: some.map(({ id, body }) => ({ table: name, id, body, columns: columnsOf(body) })),
      })
  for await (const entries of from.entries()) await to.append({ ...none, entries })
  for await (const events of from.events()) await to.append({ ...none, events })
  for await (const keys of from.keys()) await to.append({ ...none, keys })
  const meta = (await from.meta()).filter(({ name }) => !ownMeta.has(name))
  await to.append({ ...none, meta })
}

/** Opens a store for some work, and closes it. */
async function within<T>(place: Place, shapes: readonly Shape[], work: (opened: Opened) => Promise<T>): Promise<T> {
  try {
    return await work(await place.store.open(shapes))
  } finally {
    await place.store.close()
  }
}

/**
 * Copies everything that a venue has stored into another, empty store, and compares both. The venue must be stopped;
 * what it is moved from stays as it is. The copy is opened once more, so that what is compared is what is stored.
 */
export async function moveVenue(from: Place, openTo: () => Promise<Place>): Promise<Tally> {
  const shapes = venueShapes()
  return within(from, shapes, async (opened) => {
    if (isEmpty(opened)) throw new StartError(`${from.name} holds no venue.`)
    await checkChain(from, opened)
    const to = await openTo()
    await within(to, shapes, async (target) => {
      if (!isEmpty(target)) throw new StartError(`${to.name} holds a venue already: one moves into an empty one only.`)
      await copy(from.store.dump, to.store, shapes)
    })
    const before = await tallyOf(from, shapes, opened)
    const copied = await openTo()
    const after = await within(copied, shapes, async (found) => {
      await checkChain(copied, found)
      return tallyOf(copied, shapes, found)
    })
    if (JSON.stringify(before) !== JSON.stringify(after))
      throw new StartError(`${to.name} differs from ${from.name}: ${JSON.stringify(after)}, ${JSON.stringify(before)}.`)
    return after
  })
}
