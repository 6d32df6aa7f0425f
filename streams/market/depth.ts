import type { PairBook } from '#contract/market/market.ts'
import {
  BehaviorSubject,
  combineLatest,
  defer,
  filter,
  ignoreElements,
  map,
  merge,
  of,
  Subject,
  switchMap,
  tap,
  timer,
  withLatestFrom,
  type Observable,
} from 'rxjs'
import { channel$ } from '#streams/kit/channel.ts'
import { live$, type Live, type Update } from '#streams/kit/live.ts'
import { takeDepth, takePolledBook, type BookSnapshot, type LocalBook } from './order-book.ts'
import { channelDeps, type StreamDeps } from '#streams/kit/deps.ts'

const refreshMs = 4000
const everyMs = 100
const graceMs = 2000
const maxWrong = 3
const wrongWithinMs = 60_000

/** The polls of one market; they run at the primary interval while `isOnlySource$` is true. */
export type PollsOf = (isOnlySource$: Observable<boolean>) => Observable<PairBook>

/**
 * The order book of one market: by the socket, by polling while it is away; the checksum of each delta is compared.
 * A book that is wrong three times in a minute is polled from then on.
 */
export const orderBook$ = (market: string, deps: StreamDeps, polls$: PollsOf): Observable<Live<BookSnapshot>> =>
  defer(() => {
    const resubscribe$ = new Subject<'wrong' | 'mute'>()
    const isDegraded$ = new BehaviorSubject(false)
    const isActive$ = combineLatest([deps.visible$, isDegraded$]).pipe(
      map(([isVisible, isDegraded]) => isVisible && !isDegraded),
    )
    const options = { ...channelDeps(deps), isActive$, resubscribe$, refreshMs, kind: 'state' } as const
    const events$ = channel$(`depth:${market}`, options)
    const store = createStore(market, deps.steadyMs, {
      resubscribe: () => resubscribe$.next('wrong'),
      giveUp: () => isDegraded$.next(true),
    })
    const isPolled$ = combineLatest([deps.pollMode$, isDegraded$]).pipe(
      map(([mode, isDegraded]) => isDegraded || mode === 'primary'),
    )
    const polled$ = polls$(isDegraded$).pipe(
      withLatestFrom(isPolled$),
      switchMap(([polled, isPolled]) => {
        if (isPolled) return of(store.takePoll(polled))
        return timer(graceMs, deps.time).pipe(
          tap(() => (store.isBehind(polled.seq) ? resubscribe$.next('mute') : undefined)),
          ignoreElements(),
        )
      }),
    )
    const updates$ = merge(polled$, events$.pipe(map(store.take))).pipe(filter((update) => update !== null))
    return live$(updates$, { ...deps, everyMs })
  })

type Repairs = { readonly resubscribe: () => void; readonly giveUp: () => void }
function createStore(market: string, steadyMs: () => number, repairs: Repairs) {
  let book: LocalBook | null = null
  let shownSeq = -1
  let wrongAt: number[] = []
  const show = (update: Update<BookSnapshot> | null) => {
    if (update?.type === 'value') shownSeq = update.value.seq
    return update
  }
  const repair = () => {
    wrongAt = [...wrongAt, steadyMs()].filter((at) => steadyMs() - at <= wrongWithinMs)
    if (wrongAt.length >= maxWrong) repairs.giveUp()
    else repairs.resubscribe()
  }
  return {
    take: (message: Parameters<typeof takeDepth>[2]): Update<BookSnapshot> | null => {
      const step = takeDepth(market, book, message)
      book = step.book
      if (step.isWrong) repair()
      const isOlder = message.type === 'delta' && step.update?.type === 'value' && message.seq < shownSeq
      return isOlder ? null : show(step.update)
    },
    takePoll: (polled: PairBook) => show(takePolledBook(market, shownSeq, polled)),
    isBehind: (seq: number) => book !== null && book.seq < seq,
  }
}
