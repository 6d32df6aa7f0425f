import { limits } from '#contract/wire/limits.ts'
import {
  asyncScheduler,
  filter,
  map,
  Observable,
  scan,
  Subscription,
  take,
  type MonoTypeOperatorFunction,
  type SchedulerLike,
} from 'rxjs'

/** How far a shown value can be trusted: `syncing` is being repaired, `stale` has not been confirmed lately. */
export type Freshness = 'loading' | 'live' | 'syncing' | 'stale'

/** What a live widget shows and how old it is. The last value stays when it grows stale. */
export type Live<T> = { readonly value: T | null; readonly freshness: Freshness; readonly ageMs: number | null }

/** The state until a stream has emitted its first value. */
export const loading: Live<never> = { value: null, freshness: 'loading', ageMs: null }

/** The first value that is not null; completes with it. */
export const firstOf = <T>(live$: Observable<Live<T>>): Observable<T> =>
  live$.pipe(
    map(({ value }) => value),
    filter((value) => value !== null),
    take(1),
  )

/**
 * What a stream says at this moment; null if it says nothing yet. For a tap, which must not render with every change.
 */
export const nowOf = <T>(live$: Observable<Live<T>>): T | null => {
  let now: T | null = null
  live$.subscribe(({ value }) => (now = value)).unsubscribe()
  return now
}

/** An update: new value, confirmed unchanged, resyncing, or connection lost. */
export type Update<T> =
  | { readonly type: 'value'; readonly value: T }
  | { readonly type: 'confirmed' }
  | { readonly type: 'syncing' }
  | { readonly type: 'away' }

type LiveOptions = {
  readonly steadyMs: () => number
  /** The shortest time between two emitted values. */
  readonly everyMs: number
  /** Age above which a value counts as stale. */
  readonly staleMs?: number
  readonly time?: SchedulerLike | undefined
  readonly frame?: SchedulerLike | undefined
}
type Tracked<T> = { readonly value: T | null; readonly at: number; readonly mark: 'sure' | 'syncing' | 'away' }

/**
 * Emits the first value at once, then at most one per `everyMs`, each on a frame; while a frame is pending the newest
 * wins. The throttle window is one frame short, because emission waits for the next frame anyway.
 */
const throttleToFrame =
  <T>({ everyMs, time = asyncScheduler, frame }: Omit<LiveOptions, 'steadyMs'>): MonoTypeOperatorFunction<T> =>
  (values$) =>
    new Observable((observer) => {
      const windowMs = frame === undefined ? everyMs : Math.max(everyMs - frameMs, 0)
      let waiting: { readonly value: T } | null = null
      let lastAt: number | null = null
      let timer: Subscription | null = null
      const flush = () => {
        timer = null
        if (waiting === null) return
        const { value } = waiting
        waiting = null
        observer.next(value)
      }
      const scheduleFlush = () => {
        lastAt = time.now()
        if (frame === undefined) flush()
        else timer = frame.schedule(flush)
      }
      const receive = (value: T) => {
        waiting = { value }
        if (timer !== null) return
        // If the clock was set back, no value may wait for longer than one window.
        const leftMs = lastAt === null ? 0 : Math.min(lastAt + windowMs - time.now(), windowMs)
        if (leftMs > 0) timer = time.schedule(scheduleFlush, leftMs)
        else scheduleFlush()
      }
      const complete = () => {
        timer?.unsubscribe()
        flush()
        observer.complete()
      }
      const all = values$.subscribe({ next: receive, error: (thrown) => observer.error(thrown), complete })
      all.add(() => timer?.unsubscribe())
      return all
    })
const frameMs = 16

/** Turns updates into what a widget shows: the value, its freshness, and its age, re-emitted as it grows. */
export const live$ = <T>(updates$: Observable<Update<T>>, options: LiveOptions): Observable<Live<T>> => {
  const { steadyMs, staleMs = limits.staleAfterMs } = options
  const first: Tracked<T> = { value: null, at: 0, mark: 'sure' }
  const dueAtOf = ({ value, mark, at }: Tracked<T>) =>
    value === null ? null : mark === 'sure' ? at + staleMs + 1 : steadyMs() + repeatMs
  return updates$.pipe(
    scan((held, update) => track(held, update, steadyMs()), first),
    throttleToFrame(options),
    repeatWhenDue(dueAtOf, options),
    map((held) => liveOf(held, steadyMs() - held.at, staleMs)),
  )
}
const repeatMs = 1000

/**
 * Emits each value as it arrives, and the last one again when it is due and every second from then on. One timer serves
 * all values and checks when it fires whether the held value is due, so that frequent values set no timers.
 */
const repeatWhenDue =
  <T>(
    dueAtOf: (value: T) => number | null,
    { steadyMs, time = asyncScheduler }: LiveOptions,
  ): MonoTypeOperatorFunction<T> =>
  (values$) =>
    new Observable((observer) => {
      const all = new Subscription()
      let held: { readonly value: T; readonly dueAt: number } | null = null
      let timer: { readonly at: number; readonly subscription: Subscription } | null = null
      const start = (at: number) => {
        timer?.subscription.unsubscribe()
        timer = { at, subscription: time.schedule(repeat, Math.max(at - steadyMs(), 0)) }
      }
      const repeat = () => {
        timer = null
        if (held === null) return
        const { value, dueAt } = held
        if (dueAt > steadyMs()) return start(dueAt)
        held = { value, dueAt: steadyMs() + repeatMs }
        start(held.dueAt)
        observer.next(value)
      }
      const receive = (value: T) => {
        const dueAt = dueAtOf(value)
        held = dueAt === null ? null : { value, dueAt }
        if (dueAt !== null && (timer === null || timer.at > dueAt)) start(dueAt)
        observer.next(value)
      }
      all.add(
        values$.subscribe({
          next: receive,
          error: (thrown) => observer.error(thrown),
          complete: () => held ?? observer.complete(),
        }),
      )
      all.add(() => timer?.subscription.unsubscribe())
      return all
    })

function track<T>(held: Tracked<T>, update: Update<T>, at: number): Tracked<T> {
  if (update.type === 'value') return { value: update.value, at, mark: 'sure' }
  if (update.type === 'confirmed') return held.value === null ? held : { ...held, at, mark: 'sure' }
  return { ...held, mark: update.type }
}

function liveOf<T>({ value, mark }: Tracked<T>, ageMs: number, staleMs: number): Live<T> {
  if (value === null) return loading
  const isOld = ageMs > staleMs || mark === 'away'
  return { value, freshness: isOld ? 'stale' : mark === 'syncing' ? 'syncing' : 'live', ageMs }
}
