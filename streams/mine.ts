import { assets } from '#contract/assets.ts'
import type { Event } from '#contract/endpoints.ts'
import type { Position } from '#contract/lever.ts'
import type { OptionOrder } from '#contract/option.ts'
import type { Reply } from '#contract/wire/reply.ts'
import type { SpotOrder } from '#contract/spot.ts'
import { defer, distinctUntilChanged, filter, map, merge, scan, tap, type Observable } from 'rxjs'
import { balancesOf, noCells, takeCells, takeList, type Balances } from './assets.ts'
import { livingOf, noPositions, readLiving, takeLiving, takePosition } from './lever.ts'
import { live$, type Live, type Update } from '#streams/kit/live.ts'
import { noStakes, readStakes, stakesOf, takeStake, takeStakes } from './option.ts'
import type { StreamDeps } from '#streams/kit/deps.ts'
import { readings$, type OwnMessage } from '#streams/kit/own-channel.ts'
import { noOrders, openOf, readOpen, takeOpen, takeOrder } from './spot.ts'

/** The own channel is quiet by nature: the beats that bear its head confirm it. */
const staleMs = 45_000
const everyMs = 250

/** What the session says of its own age, beside what it tells. */
const standing$ = (deps: StreamDeps, own$: Observable<OwnMessage>): Observable<Update<never>> =>
  merge(
    deps.connection.ready$.pipe(filter((ready) => ready === null), map(() => ({ type: 'away' }) as const)),
    own$.pipe(mapStanding),
  )
const mapStanding = (own$: Observable<OwnMessage>): Observable<Update<never>> =>
  own$.pipe(
    map(({ type }) => type),
    filter((type) => type === 'confirmed' || type === 'syncing'),
    map((type) => ({ type })),
  )

/** A folded state as signs: nothing before it is whole. */
const valued = <S, T>(valueOf: (state: S) => T | null) => (state$: Observable<S>): Observable<Update<T>> =>
  state$.pipe(
    distinctUntilChanged(),
    map(valueOf),
    filter((value) => value !== null),
    map((value) => ({ type: 'value', value })),
  )

/** The caller's balances: bookings as they are told and lists as they are read meet by `seq`. */
export const balances$ = (deps: StreamDeps, own$: Observable<OwnMessage>): Observable<Live<Balances>> => {
  const lists$ = readings$(own$, () => deps.read(assets.list, {}), deps)
  const values$ = merge(own$, lists$).pipe(
    scan((held, news) => {
      if (!('type' in news)) return takeList(held, news)
      if (news.type !== 'event' || news.event.ev !== 'assets.balanceChanged') return held
      return takeCells(held, news.event.v.cells, news.event.v.seq)
    }, noCells),
    valued(balancesOf),
  )
  return live$(merge(standing$(deps, own$), values$), { ...deps, everyMs, staleMs })
}

/** A list of the caller's entities: what is told and what is read meet; each list knows how many events it was asked after. */
const kept$ = <S, T, L>(
  deps: StreamDeps,
  own$: Observable<OwnMessage>,
  none: S,
  read: () => Promise<Reply<readonly L[]>>,
  take: { readonly told: (held: S, event: Event, told: number) => S; readonly list: (held: S, list: readonly L[], askedAt: number) => S },
  valueOf: (held: S) => T | null,
): Observable<Live<T>> =>
  defer(() => {
    let told = 0
    const counted$ = own$.pipe(tap(({ type }) => (told += type === 'event' ? 1 : 0)))
    const ask = async () => {
      const askedAt = told
      const reply = await read()
      return reply.ok ? { ok: true as const, value: { list: reply.value, askedAt } } : reply
    }
    const values$ = merge(counted$, readings$(own$, ask, deps)).pipe(
      scan((held: S, news) => {
        if ('list' in news) return take.list(held, news.list, news.askedAt)
        return news.type === 'event' ? take.told(held, news.event, told) : held
      }, none),
      valued(valueOf),
    )
    return live$(merge(standing$(deps, own$), values$), { ...deps, everyMs, staleMs })
  })

/** The caller's open spot orders: events and lists meet by `rev`. */
export const spotOrders$ = (deps: StreamDeps, own$: Observable<OwnMessage>): Observable<Live<readonly SpotOrder[]>> =>
  kept$(deps, own$, noOrders, () => readOpen(deps.read), {
    told: (held, event, told) => (event.ev === 'spot.orderChanged' ? takeOrder(held, event.v, told) : held),
    list: takeOpen,
  }, openOf)

/** The caller's living contracts: events and lists meet by status and `rev`. */
export const leverPositions$ = (deps: StreamDeps, own$: Observable<OwnMessage>): Observable<Live<readonly Position[]>> =>
  kept$(deps, own$, noPositions, () => readLiving(deps.read), {
    told: (held, event, told) => (event.ev === 'lever.positionChanged' ? takePosition(held, event.v, told) : held),
    list: takeLiving,
  }, livingOf)

/** The caller's stakes that are not settled: events and lists meet by status and `rev`. */
export const optionOrders$ = (deps: StreamDeps, own$: Observable<OwnMessage>): Observable<Live<readonly OptionOrder[]>> =>
  kept$(deps, own$, noStakes, () => readStakes(deps.read), {
    told: (held, event, told) => (event.ev === 'option.orderChanged' || event.ev === 'option.settled' ? takeStake(held, event.v, told) : held),
    list: takeStakes,
  }, stakesOf)
