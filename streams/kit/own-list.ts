import type { Event } from '#contract/events.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { defer, filter, map, merge, scan, tap, type Observable } from 'rxjs'
import type { StreamDeps } from './deps.ts'
import type { Live } from './live.ts'
import { ownLive$, readings$, type OwnMessage } from './own-channel.ts'
import type { Read } from './poll.ts'

/** Ids are numbers, or digits as text. */
type Entity = { readonly id: number | string }
type PageOf<S extends string> = { readonly status: S; readonly page: number; readonly limit: number }

/** What differs between the kinds of entities that the caller owns. */
type OwnKind<T extends Entity, S extends string> = {
  /** Whether `received` is newer than `held`; the contract's function. */
  readonly isAhead: (held: T, received: T) => boolean
  /** Whether the entity is closed: nothing changes it any more, and it is not listed. */
  readonly isOver: (entity: T) => boolean
  /** The entity an event carries; null when it carries another kind. */
  readonly entityOf: (event: Event) => T | null
  /** The open statuses in the order of the life cycle: an entity that moves on during the read is found in the next. */
  readonly statuses: readonly S[]
  /** Reads one page of the entities of one status. */
  readonly readPage: (read: Read, asked: PageOf<S>) => Promise<Reply<readonly T[]>>
}

/**
 * Entities by id, each with the count of events at which it was received. Closed ones are retained so that a stale list
 * cannot reopen them.
 */
type OwnList<T> = {
  readonly entities: ReadonlyMap<number | string, { readonly entity: T; readonly atEvent: number }>
  /** A list has been read completely: what is not here does not exist. */
  readonly isWhole: boolean
}

const maxEnded = 200
const pageSize = 50
const maxPages = 20

/** Merges events and lists that were read by `isAhead`. */
function createMerging<T extends Entity, S extends string>({ isAhead, isOver }: OwnKind<T, S>) {
  const empty: OwnList<T> = { entities: new Map(), isWhole: false }

  /** Takes one entity. Before the first list it is stored for it; an older copy changes nothing. */
  const take = (list: OwnList<T>, entity: T, atEvent: number): OwnList<T> => {
    const held = list.entities.get(entity.id)
    if (held !== undefined && !isAhead(held.entity, entity)) return list
    return { ...list, entities: prune(new Map(list.entities).set(entity.id, { entity, atEvent })) }
  }
  /** Takes all open entities, read after `askedAt` events: others have ended, unless they were received since. */
  const takeAll = (list: OwnList<T>, open: readonly T[], askedAt: number): OwnList<T> => {
    const named = new Set(open.map(({ id }) => id))
    const left = [...list.entities].filter(
      ([id, { entity, atEvent }]) => isOver(entity) || named.has(id) || atEvent > askedAt,
    )
    const whole: OwnList<T> = { entities: new Map(left), isWhole: true }
    return open.reduce((all, entity) => take(all, entity, askedAt), whole)
  }
  /** The open entities, newest first; null before the first complete list. */
  const openOf = ({ entities, isWhole }: OwnList<T>): readonly T[] | null =>
    isWhole ? openIn(entities).toSorted((a, b) => Number(b.id) - Number(a.id)) : null
  const openIn = (entities: OwnList<T>['entities']) =>
    [...entities.values()].map(({ entity }) => entity).filter((entity) => !isOver(entity))

  const prune = (entities: Map<number | string, { entity: T; atEvent: number }>) => {
    const ended = [...entities].filter(([, { entity }]) => isOver(entity))
    for (const [id] of ended.slice(0, Math.max(0, ended.length - maxEnded))) entities.delete(id)
    return entities
  }
  return { empty, take, takeAll, openOf, openIn }
}

/** The caller's own entities of one kind as a live list. */
export function createOwnList<T extends Entity, S extends string>(kind: OwnKind<T, S>) {
  const { isOver, entityOf, statuses, readPage } = kind
  const { openIn, ...merging } = createMerging(kind)
  const { empty, take, takeAll, openOf } = merging

  /** Reads all open entities, status by status and page by page; one page that fails fails the whole read. */
  const readOpen = async (read: Read): Promise<Reply<readonly T[]>> => {
    let list = empty
    for (const status of statuses) {
      for (let page = 1; page <= maxPages; page++) {
        const reply = await readPage(read, { status, page, limit: pageSize })
        if (!reply.ok) return reply
        for (const entity of reply.value) list = take(list, entity, 0)
        if (reply.value.length < pageSize) break
      }
    }
    return { ok: true, value: openIn(list.entities) }
  }

  /** The live list. Each read records how many events had been received when it was requested. */
  const live$ = (deps: StreamDeps, own$: Observable<OwnMessage>): Observable<Live<readonly T[]>> =>
    defer(() => {
      let count = 0
      const counted$ = own$.pipe(tap(({ type }) => (count += type === 'event' ? 1 : 0)))
      const ask = async () => {
        const askedAt = count
        const reply = await readOpen(deps.read)
        return reply.ok ? { ok: true as const, value: { open: reply.value, askedAt } } : reply
      }
      const list$ = merge(counted$, readings$(own$, ask, deps)).pipe(
        scan((list, update) => {
          if ('open' in update) return takeAll(list, update.open, update.askedAt)
          const entity = update.type === 'event' ? entityOf(update.event) : null
          return entity === null ? list : take(list, entity, count)
        }, empty),
      )
      return ownLive$(deps, own$, list$, openOf)
    })

  /** Each copy that arrives by an event. */
  const received$ = (events$: Observable<Event>): Observable<T> =>
    events$.pipe(
      map(entityOf),
      filter((entity) => entity !== null),
    )

  return {
    ...merging,
    readOpen,
    live$,
    received$,
    /** Each entity that has just ended, from its event. */
    ended$: (events$: Observable<Event>): Observable<T> => received$(events$).pipe(filter(isOver)),
  }
}
