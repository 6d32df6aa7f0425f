import type { PairBook } from '#contract/market.ts'
import {
  BehaviorSubject, combineLatest, defer, filter, ignoreElements, map, merge, of, Subject, switchMap, tap, timer,
  withLatestFrom, type Observable,
} from 'rxjs'
import { channel$ } from '#streams/kit/channel.ts'
import { live$, type Live, type Update } from '#streams/kit/live.ts'
import { takeDepth, takePolledBook, type KeptBook, type BookSnapshot } from './order-book.ts'
import { channelOf, type StreamDeps } from '#streams/kit/deps.ts'

const renewMs = 4000
const everyMs = 100
const graceMs = 2000
const maxWrong = 3
const wrongWithinMs = 60_000

/** The polls of one market, which go at their feeding pace while they are all there is. */
export type PollsOf = (isAlone$: Observable<boolean>) => Observable<PairBook>

/**
 * The order book of one market: by the socket, by polls while it is away, with each delta's checksum compared.
 * A book that comes wrong three times in a minute is left to the polls.
 */
export const orderBook$ = (market: string, deps: StreamDeps, polls$: PollsOf): Observable<Live<BookSnapshot>> =>
  defer(() => {
    const resubscribe$ = new Subject<'wrong' | 'mute'>()
    const isDegraded$ = new BehaviorSubject(false)
    const isActive$ = combineLatest([deps.visible$, isDegraded$]).pipe(map(([isVisible, isDegraded]) => isVisible && !isDegraded))
    const events$ = channel$(`depth:${market}`, { ...channelOf(deps), isActive$, resubscribe$, renewMs, kind: 'state' })
    const keeper = createKeeper(market, deps.steadyMs, {
      begin: () => resubscribe$.next('wrong'),
      giveUp: () => isDegraded$.next(true),
    })
    const feeds$ = combineLatest([deps.pollMode$, isDegraded$]).pipe(map(([mode, isDegraded]) => isDegraded || mode === 'primary'))
    const polled$ = polls$(isDegraded$).pipe(
      withLatestFrom(feeds$),
      switchMap(([polled, isFeeding]) => {
        if (isFeeding) return of(keeper.poll(polled))
        return timer(graceMs, deps.time).pipe(
          tap(() => (keeper.isBehind(polled.seq) ? resubscribe$.next('mute') : undefined)),
          ignoreElements(),
        )
      }),
    )
    const updates$ = merge(polled$, events$.pipe(map(keeper.take))).pipe(filter((update) => update !== null))
    return live$(updates$, { ...deps, everyMs })
  })

function createKeeper(market: string, steadyMs: () => number, on: { begin: () => void; giveUp: () => void }) {
  let book: KeptBook | null = null
  let shownSeq = -1
  let wrongAt: number[] = []
  const show = (update: Update<BookSnapshot> | null) => {
    if (update?.type === 'value') shownSeq = update.value.seq
    return update
  }
  const complain = () => {
    wrongAt = [...wrongAt, steadyMs()].filter((at) => steadyMs() - at <= wrongWithinMs)
    if (wrongAt.length >= maxWrong) on.giveUp()
    else on.begin()
  }
  return {
    take: (told: Parameters<typeof takeDepth>[2]): Update<BookSnapshot> | null => {
      const step = takeDepth(market, book, told)
      book = step.book
      if (step.isWrong) complain()
      const isOlder = told.type === 'delta' && step.update?.type === 'value' && told.seq < shownSeq
      return isOlder ? null : show(step.update)
    },
    poll: (polled: PairBook) => show(takePolledBook(market, shownSeq, polled)),
    isBehind: (seq: number) => book !== null && book.seq < seq,
  }
}
