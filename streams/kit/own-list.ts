import type { Event } from '#contract/endpoints.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { defer, filter, map, merge, scan, tap, type Observable } from 'rxjs'
import type { StreamDeps } from './deps.ts'
import type { Live } from './live.ts'
import { ownLive$, readings$, type OwnMessage } from './own-channel.ts'
import type { Read } from './poll.ts'

type Entity = { readonly id: number }
type PageOf<S extends string> = { readonly status: S; readonly page: number; readonly limit: number }

/** What tells one kind of the caller's entities from another. */
export type OwnKind<T extends Entity, S extends string> = {
  /** Which of two copies is newer, as the contract says it. */
  readonly isAhead: (held: T, received: T) => boolean
  /** Nothing moves it any more: it is in the list no longer. */
  readonly isOver: (entity: T) => boolean
  /** The entity an event bears; null when it bears another kind. */
  readonly entityOf: (event: Event) => T | null
  /** The statuses before the end, in the order of a life: what moves on while they are read is found again later. */
  readonly statuses: readonly S[]
  /** One page of those at one status. */
  readonly readPage: (read: Read, asked: PageOf<S>) => Promise<Reply<readonly T[]>>
}

/**
 * Entities by id, each with the count of events at which it was received. Closed ones are retained so that a stale list
 * cannot reopen them.
 */
export type OwnList<T> = {
  readonly entities: ReadonlyMap<number, { readonly entity: T; readonly atEvent: number }>
  /** A list has been read to its end: what is not here does not exist. */
  readonly isWhole: boolean
}

const maxEnded = 200
const pageSize = 50
const maxPages = 20

/** The caller's own entities of one kind as a live list: events and lists that were read meet by `isAhead`. */
export function createOwnList<T extends Entity, S extends string>(kind: OwnKind<T, S>) {
  const { isAhead, isOver, entityOf, statuses, readPage } = kind
  const empty: OwnList<T> = { entities: new Map(), isWhole: false }

  /** One entity as received. What comes before the first list is stored for it; an older copy changes nothing. */
  const take = (list: OwnList<T>, entity: T, atEvent: number): OwnList<T> => {
    const held = list.entities.get(entity.id)
    if (held !== undefined && !isAhead(held.entity, entity)) return list
    return { ...list, entities: prune(new Map(list.entities).set(entity.id, { entity, atEvent })) }
  }
  /** All that are open, asked after `askedAt` events: what it does not name has ended, unless it was received since. */
  const takeAll = (list: OwnList<T>, open: readonly T[], askedAt: number): OwnList<T> => {
    const named = new Set(open.map(({ id }) => id))
    const left = [...list.entities].filter(
      ([id, { entity, atEvent }]) => isOver(entity) || named.has(id) || atEvent > askedAt,
    )
    const whole: OwnList<T> = { entities: new Map(left), isWhole: true }
    return open.reduce((all, entity) => take(all, entity, askedAt), whole)
  }
  /** What is open, newest first; null before the first whole list. */
  const openOf = ({ entities, isWhole }: OwnList<T>): readonly T[] | null =>
    isWhole ? openIn(entities).toSorted((a, b) => b.id - a.id) : null
  const openIn = (entities: OwnList<T>['entities']) =>
    [...entities.values()].map(({ entity }) => entity).filter((entity) => !isOver(entity))

  const prune = (entities: Map<number, { entity: T; atEvent: number }>) => {
    const ended = [...entities].filter(([, { entity }]) => isOver(entity))
    for (const [id] of ended.slice(0, Math.max(0, ended.length - maxEnded))) entities.delete(id)
    return entities
  }

  /** Reads all that are open, status by status and page by page; one page that fails fails the whole. */
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

  /** The list as it lives. Each reading knows how many events it was asked after. */
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
        scan((list, news) => {
          if ('open' in news) return takeAll(list, news.open, news.askedAt)
          const entity = news.type === 'event' ? entityOf(news.event) : null
          return entity === null ? list : take(list, entity, count)
        }, empty),
      )
      return ownLive$(deps, own$, list$, openOf)
    })

  /** Each copy that an event brings. */
  const received$ = (events$: Observable<Event>): Observable<T> =>
    events$.pipe(map(entityOf), filter((entity) => entity !== null))

  return {
    empty, take, takeAll, openOf, readOpen, live$, received$,
    /** Each that has just ended, as an event says it. */
    ended$: (events$: Observable<Event>): Observable<T> => received$(events$).pipe(filter(isOver)),
  }
}
