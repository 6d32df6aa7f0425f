import type { PairBook } from '#contract/market.ts'
import {
  BehaviorSubject, combineLatest, defer, filter, ignoreElements, map, merge, of, Subject, switchMap, tap, timer,
  withLatestFrom, type Observable,
} from 'rxjs'
import { channel$ } from '#streams/kit/channel.ts'
import { live$, type Live, type Sign } from '#streams/kit/live.ts'
import { takeDepth, takePolledBook, type KeptBook, type OrderBook } from './order-book.ts'
import { channelOf, type Room } from '#streams/kit/deps.ts'

const renewMs = 4000
const everyMs = 100
const graceMs = 2000
const wrongMost = 3
const wrongWithinMs = 60_000

/** The polls of one market, which go at their feeding pace while they are all there is. */
export type PollsOf = (isAlone$: Observable<boolean>) => Observable<PairBook>

/**
 * The order book of one market: by the socket, by polls while it is away, with each delta's checksum compared.
 * A book that comes wrong three times in a minute is left to the polls.
 */
export const orderBook$ = (market: string, room: Room, polls$: PollsOf): Observable<Live<OrderBook>> =>
  defer(() => {
    const again$ = new Subject<'wrong' | 'mute'>()
    const isDegraded$ = new BehaviorSubject(false)
    const heard$ = combineLatest([room.visible$, isDegraded$]).pipe(map(([isVisible, isDegraded]) => isVisible && !isDegraded))
    const told$ = channel$(`depth:${market}`, { ...channelOf(room), heard$, again$, renewMs, kind: 'state' })
    const keeper = createKeeper(market, room.steadyMs, {
      begin: () => again$.next('wrong'),
      giveUp: () => isDegraded$.next(true),
    })
    const feeds$ = combineLatest([room.mood$, isDegraded$]).pipe(map(([mood, isDegraded]) => isDegraded || mood === 'feeds'))
    const polled$ = polls$(isDegraded$).pipe(
      withLatestFrom(feeds$),
      switchMap(([polled, isFeeding]) => {
        if (isFeeding) return of(keeper.poll(polled))
        return timer(graceMs, room.time).pipe(
          tap(() => (keeper.isBehind(polled.seq) ? again$.next('mute') : undefined)),
          ignoreElements(),
        )
      }),
    )
    const signs$ = merge(polled$, told$.pipe(map(keeper.take))).pipe(filter((sign) => sign !== null))
    return live$(signs$, { ...room, everyMs })
  })

function createKeeper(market: string, steadyMs: () => number, on: { begin: () => void; giveUp: () => void }) {
  let book: KeptBook | null = null
  let shownSeq = -1
  let wrongAt: number[] = []
  const show = (sign: Sign<OrderBook> | null) => {
    if (sign?.type === 'value') shownSeq = sign.value.seq
    return sign
  }
  const complain = () => {
    wrongAt = [...wrongAt, steadyMs()].filter((at) => steadyMs() - at <= wrongWithinMs)
    if (wrongAt.length >= wrongMost) on.giveUp()
    else on.begin()
  }
  return {
    take: (told: Parameters<typeof takeDepth>[2]): Sign<OrderBook> | null => {
      const step = takeDepth(market, book, told)
      book = step.book
      if (step.isWrong) complain()
      const isOlder = told.type === 'delta' && step.sign?.type === 'value' && told.seq < shownSeq
      return isOlder ? null : show(step.sign)
    },
    poll: (polled: PairBook) => show(takePolledBook(market, shownSeq, polled)),
    isBehind: (seq: number) => book !== null && book.seq < seq,
  }
}
