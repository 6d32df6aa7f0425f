import type { Random } from '#server/core/random.ts'
import type { VenueContext } from '#server/features.ts'
import type { Step } from './crowd-step.ts'

const usdt = 3
type Tools = {
  /** Its own dice: those of all others fall as they do without it. */
  chance: Random
  step: (user: number, place: string, body: Step['body']) => Step
  roomsOf: () => VenueContext
}

/** Orders that wait for a price, linked or alone, near enough to be reached. */
export function triggerCrowd({ chance, step, roomsOf }: Tools) {
  const pick = <T>(all: readonly T[], otherwise: T): T => all[chance.int(all.length)] ?? otherwise
  const marketOf = (pair: number) => roomsOf().markets.ofPair(pair)
  const pairs = [1, 2, 3, 4]
  /** A price so many shares above or below the current one, as text. */
  const at = (pair: number, share: number) => {
    const market = marketOf(pair)
    const ticks = Math.max(1, Math.round((market.quote()?.mark ?? market.last()) * (1 + share)))
    return (ticks / 10 ** market.pair.priceScale).toFixed(market.pair.priceScale)
  }
  const away = () => 0.0001 + chance.unit() ** 2 * 0.004
  const amount = (pair: number) => {
    const { last, pair: terms } = marketOf(pair)
    const steps = Math.max(
      1,
      Math.round(((6 + chance.unit() * 80) / (last() / 10 ** terms.priceScale)) * 10 ** terms.amountScale),
    )
    return (steps / 10 ** terms.amountScale).toFixed(terms.amountScale)
  }
  const source = () => pick(['mark', 'mark', 'last', 'index'] as const, 'mark')
  const trail = () =>
    chance.unit() < 0.7
      ? { by: 'percent', distance: pick(['0.1', '0.15', '0.3'], '0.1') }
      : { by: 'amount', distance: pick(['5', '50', '200'], '5') }
  const expires = () => (chance.unit() < 0.1 ? { expires_ms: roomsOf().now() + 10_000 + chance.int(60_000) } : {})
  /** A stop or a target of what is held: by price or trailing, at the market or at a limit. */
  const guard = (pair: number, role: 'stop' | 'profit', isShort = false) => {
    const way = (role === 'stop') === isShort ? 1 : -1
    const share = away()
    const dice = chance.unit()
    if (role === 'stop' && dice < 0.3) return { role, source: source(), trail: trail(), ...expires() }
    const more =
      dice < 0.55
        ? {
            price: at(pair, way * share * pick([0.5, 1, 1.5], 1)),
            ...pick([{}, { post_only: 1 }, { tif: 'ioc' }, { tif: 'fok' }], {}),
          }
        : {}
    return { role, source: source(), trigger_price: at(pair, way * share), ...more, ...expires() }
  }
  const coins = (pair: number) => ({ legal_id: usdt, currency_id: marketOf(pair).pair.base })
  const place = (user: number, act: string, pair: number, legs: readonly object[], more: Step['body'] = {}) =>
    step(user, 'POST /api/trigger/place', {
      product: act === 'buy' || act === 'sell' ? 'spot' : 'lever',
      ...coins(pair),
      act,
      legs,
      ...more,
    })
  const stopsOf = (pair: number) => ({
    stop: { ...guard(pair, 'stop'), role: undefined },
    ...(chance.unit() < 0.6 && { profits: [{ source: source(), price: at(pair, away()) }] }),
  })
  const onSpot = (user: number): Step => {
    const pair = pick(pairs, 1)
    const size = { amount: amount(pair) }
    const dice = chance.unit()
    if (dice < 0.3)
      return place(user, 'sell', pair, [{ ...guard(pair, pick(['stop', 'profit'] as const, 'stop')), ...size }])
    if (dice < 0.5)
      return place(user, 'sell', pair, [
        { ...guard(pair, 'stop'), ...size },
        { role: 'profit', price: at(pair, away()), ...size },
      ])
    const entry = { role: 'entry', source: source(), trigger_price: at(pair, pick([1, -1], 1) * away()) }
    if (dice < 0.7)
      return place(user, 'buy', pair, [
        { ...entry, ...(chance.unit() < 0.3 ? { total: '25' } : size) },
        ...(chance.unit() < 0.5 ? [guard(pair, 'stop'), { role: 'profit', price: at(pair, away()) }] : []),
      ])
    const { stop, ...others } = stopsOf(pair)
    const { role: _, ...terms } = stop
    return step(user, 'POST /api/coin/trade', {
      ...coins(pair),
      type: 1,
      kind: 'limit',
      ...size,
      target_price: at(pair, pick([0.001, -0.0002], 0)),
      stops: { stop: terms, ...others },
    })
  }
  const onContracts = (user: number): Step => {
    const trading = roomsOf()
      .tables.leverPositions.group('user', user)
      .filter(({ status }) => status === 'trading')
    const held = pick(trading, undefined)
    if (held && chance.unit() < 0.7) {
      const isShort = held.side === 'short'
      const legs = [guard(held.pair, 'stop', isShort), guard(held.pair, 'profit', isShort)].map(
        ({ role, source: from, expires_ms: _, ...leg }: Record<string, unknown>) => ({
          role,
          source: from,
          ...('trail' in leg ? { trail: leg['trail'] } : { trigger_price: leg['trigger_price'] }),
          ...(chance.unit() < 0.6 && { share: 1 + chance.int(8) }),
        }),
      )
      return place(user, 'close', held.pair, legs.slice(chance.int(2)), { parent: { kind: 'position', id: held.id } })
    }
    const pair = pick(pairs, 1)
    const isShort = chance.unit() < 0.5
    const entry = { role: 'entry', trigger_price: at(pair, pick([1, -1], 1) * away()), share: 1 + chance.int(12) }
    const far = { role: 'stop', trigger_price: at(pair, isShort ? 0.02 : -0.02) }
    return place(user, isShort ? 'open_short' : 'open_long', pair, chance.unit() < 0.5 ? [entry] : [entry, far], {
      multiple: pick([5, 10, 20, 50], 10),
    })
  }
  /** What is done with those that wait; now and then with one that has ended, or is a neighbour's. */
  const onWaiting = (user: number): Step => {
    const { triggers } = roomsOf().tables
    const row = pick(triggers.group('user', user), undefined)
    const id = row?.id ?? 1
    const dice = chance.unit()
    if (dice < 0.5 && row) {
      const share = (row.when === 'above' ? 1 : -1) * away()
      const change = row.trail
        ? { distance: row.trail.by === 'percent' ? '0.2' : '20' }
        : { trigger_price: at(row.pair, share) }
      return step(user, 'POST /api/trigger/amend', {
        id,
        ...change,
        ...(row.by === 'amount' && dice < 0.2 && { amount: amount(row.pair) }),
      })
    }
    if (dice < 0.85) return step(user, 'POST /api/trigger/cancel', { id, ...(dice < 0.6 && { whole: 1 }) })
    if (dice < 0.9)
      return step(user, 'POST /api/order/deadman', { seconds: pick([0, 10, 60], 60), protective: chance.int(2) })
    return step(user, 'POST /api/order/cancel_all', dice < 0.95 ? {} : { classes: ['protective'], product: 'spot' })
  }
  return {
    next: (user: number): Step => {
      const dice = chance.unit()
      return dice < 0.45 ? onSpot(user) : dice < 0.7 ? onContracts(user) : onWaiting(user)
    },
  }
}
