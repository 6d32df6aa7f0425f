import { limits } from '#contract/limits.ts'
import {
  asyncScheduler, auditTime, concat, map, of, pipe, scan, switchMap, throttleTime, timer, type MonoTypeOperatorFunction,
  type Observable, type SchedulerLike,
} from 'rxjs'

/** How far what is shown can be trusted: `syncing` is being repaired, `stale` has not been confirmed lately. */
export type Freshness = 'loading' | 'live' | 'syncing' | 'stale'

/** What a live widget shows and how old it is. The good number stays when it ages. */
export type Live<T> = { readonly value: T | null; readonly freshness: Freshness; readonly ageMs: number | null }

/** Before anything was told. */
export const nothing: Live<never> = { value: null, freshness: 'loading', ageMs: null }

/** What befalls a value: a newer one, the word that it still holds, doubt, the loss of its line. */
export type Sign<T> =
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

/** First value at once, then no more than one per `everyMs`, each on a frame; while a frame is pending the newest wins. */
export const paint = <T>({ everyMs, time = asyncScheduler, frame }: Omit<LiveOptions, 'steadyMs'>): MonoTypeOperatorFunction<T> => {
  const throttled = throttleTime<T>(everyMs, time, { leading: true, trailing: true })
  return frame === undefined ? throttled : pipe(throttled, auditTime(0, frame))
}

/** Signs of a value become what a widget shows: the value, its freshness and its age, which goes on by itself. */
export const live$ = <T>(signs$: Observable<Sign<T>>, options: LiveOptions): Observable<Live<T>> => {
  const { steadyMs, staleMs = limits.staleAfterMs, time = asyncScheduler } = options
  const first: Aging<T> = { value: null, at: 0, mark: 'sure' }
  const show = (aging: Aging<T>) => shown(aging, steadyMs() - aging.at, staleMs)
  return signs$.pipe(
    scan((aging, sign) => age(aging, sign, steadyMs()), first),
    paint(options),
    switchMap((aging) => {
      if (aging.value === null) return of(show(aging))
      const staleInMs = Math.max(aging.mark === 'sure' ? aging.at + staleMs + 1 - steadyMs() : 1000, 0)
      return concat(of(show(aging)), timer(staleInMs, 1000, time).pipe(map(() => show(aging))))
    }),
  )
}

function age<T>(held: Aging<T>, sign: Sign<T>, at: number): Aging<T> {
  if (sign.type === 'value') return { value: sign.value, at, mark: 'sure' }
  if (sign.type === 'confirmed') return held.value === null ? held : { ...held, at, mark: 'sure' }
  return { ...held, mark: sign.type }
}

function shown<T>({ value, mark }: Aging<T>, ageMs: number, staleMs: number): Live<T> {
  if (value === null) return nothing
  const isOld = ageMs > staleMs || mark === 'away'
  return { value, freshness: isOld ? 'stale' : mark === 'syncing' ? 'syncing' : 'live', ageMs }
}
