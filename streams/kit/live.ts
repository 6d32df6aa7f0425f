import { limits } from '#contract/wire/limits.ts'
import {
  asyncScheduler, filter, map, Observable, scan, Subscription, take, type MonoTypeOperatorFunction, type SchedulerLike,
} from 'rxjs'

/** How far what is shown can be trusted: `syncing` is being repaired, `stale` has not been confirmed lately. */
export type Freshness = 'loading' | 'live' | 'syncing' | 'stale'

/** What a live widget shows and how old it is. The good number stays when it ages. */
export type Live<T> = { readonly value: T | null; readonly freshness: Freshness; readonly ageMs: number | null }

/** What a widget shows until its stream has spoken. */
export const loading: Live<never> = { value: null, freshness: 'loading', ageMs: null }

/** The first value that is there. */
export const firstOf = <T>(live$: Observable<Live<T>>): Observable<T> =>
  live$.pipe(
    map(({ value }) => value),
    filter((value) => value !== null),
    take(1),
  )

/** What befalls a value: a newer one, the word that it still holds, doubt, the loss of its line. */
export type Update<T> =
  | { readonly type: 'value'; readonly value: T }
  | { readonly type: 'confirmed' }
  | { readonly type: 'syncing' }
  | { readonly type: 'away' }

export type LiveOptions = {
  readonly steadyMs: () => number
  /** No more often than this. */
  readonly everyMs: number
  readonly staleMs?: number
  readonly time?: SchedulerLike | undefined
  readonly frame?: SchedulerLike | undefined
}
type Aging<T> = { readonly value: T | null; readonly at: number; readonly mark: 'sure' | 'syncing' | 'away' }

/**
 * First value at once, then no more than one per `everyMs`, each on a frame; while a frame is pending the newest wins.
 * The rest ends a frame early, for the frame itself is waited for: what is told at just that pace is never held back a turn.
 */
export const paint =
  <T>({ everyMs, time = asyncScheduler, frame }: Omit<LiveOptions, 'steadyMs'>): MonoTypeOperatorFunction<T> =>
  (values$) =>
    new Observable((listener) => {
      const restMs = frame === undefined ? everyMs : Math.max(everyMs - frameMs, 0)
      let waiting: { readonly value: T } | null = null
      let lastAt: number | null = null
      let clock: Subscription | null = null
      const show = () => {
        clock = null
        if (waiting === null) return
        const { value } = waiting
        waiting = null
        listener.next(value)
      }
      const begin = () => {
        lastAt = time.now()
        if (frame === undefined) show()
        else clock = frame.schedule(show)
      }
      const hear = (value: T) => {
        waiting = { value }
        if (clock !== null) return
        // A clock that was set back must not hold anything for longer than a rest.
        const leftMs = lastAt === null ? 0 : Math.min(lastAt + restMs - time.now(), restMs)
        if (leftMs > 0) clock = time.schedule(begin, leftMs)
        else begin()
      }
      const end = () => {
        clock?.unsubscribe()
        show()
        listener.complete()
      }
      const all = values$.subscribe({ next: hear, error: (thrown) => listener.error(thrown), complete: end })
      all.add(() => clock?.unsubscribe())
      return all
    })
const frameMs = 16

/** Signs of a value become what a widget shows: the value, its freshness and its age, which goes on by itself. */
export const live$ = <T>(updates$: Observable<Update<T>>, options: LiveOptions): Observable<Live<T>> => {
  const { steadyMs, staleMs = limits.staleAfterMs } = options
  const first: Aging<T> = { value: null, at: 0, mark: 'sure' }
  return updates$.pipe(
    scan((aging, update) => age(aging, update, steadyMs()), first),
    paint(options),
    retold(({ value, mark, at }) => (value === null ? null : mark === 'sure' ? at + staleMs + 1 : steadyMs() + againMs), options),
    map((aging) => shown(aging, steadyMs() - aging.at, staleMs)),
  )
}
const againMs = 1000

/**
 * Each value as it comes, and the last one again when it is due, then every second. One alarm, which looks when it rings
 * whether it still is meant: a value that comes ten times a second sets no timer.
 */
const retold =
  <T>(dueAtOf: (value: T) => number | null, { steadyMs, time = asyncScheduler }: LiveOptions): MonoTypeOperatorFunction<T> =>
  (values$) =>
    new Observable((listener) => {
      const all = new Subscription()
      let held: { readonly value: T; readonly dueAt: number } | null = null
      let alarm: { readonly at: number; readonly clock: Subscription } | null = null
      const set = (at: number) => {
        alarm?.clock.unsubscribe()
        alarm = { at, clock: time.schedule(ring, Math.max(at - steadyMs(), 0)) }
      }
      const ring = () => {
        alarm = null
        if (held === null) return
        const { value, dueAt } = held
        if (dueAt > steadyMs()) return set(dueAt)
        held = { value, dueAt: steadyMs() + againMs }
        set(held.dueAt)
        listener.next(value)
      }
      const hear = (value: T) => {
        const dueAt = dueAtOf(value)
        held = dueAt === null ? null : { value, dueAt }
        if (dueAt !== null && (alarm === null || alarm.at > dueAt)) set(dueAt)
        listener.next(value)
      }
      all.add(values$.subscribe({ next: hear, error: (thrown) => listener.error(thrown), complete: () => held ?? listener.complete() }))
      all.add(() => alarm?.clock.unsubscribe())
      return all
    })

function age<T>(held: Aging<T>, update: Update<T>, at: number): Aging<T> {
  if (update.type === 'value') return { value: update.value, at, mark: 'sure' }
  if (update.type === 'confirmed') return held.value === null ? held : { ...held, at, mark: 'sure' }
  return { ...held, mark: update.type }
}

function shown<T>({ value, mark }: Aging<T>, ageMs: number, staleMs: number): Live<T> {
  if (value === null) return loading
  const isOld = ageMs > staleMs || mark === 'away'
  return { value, freshness: isOld ? 'stale' : mark === 'syncing' ? 'syncing' : 'live', ageMs }
}
