import { marketRights } from '#contract/market/market-mode.ts'
import type { Pair, PriceRow } from '#contract/market/market.ts'
import { heldLast, trailPrice } from '#contract/trigger/trigger-terms.ts'
import type { TriggerSource } from '#contract/wire/orders.ts'
import { isProtective, type Trigger } from '#contract/trigger/trigger.ts'
import { fixedDec, parseDec } from '#contract/wire/money.ts'
import type { Live } from '#streams/kit/live.ts'
import { combineLatest, map, scan, type Observable } from 'rxjs'

/** Why nothing fires now, although a price may have been reached. */
type TriggerWait = 'fast' | 'old' | 'halted' | 'arming' | 'reduce'
/** How a live trigger stands. Prices with the decimals of the pair. */
type TriggerStand = {
  /** The price that it fires at now, of a trailing one behind the best price so far; null where that is open. */
  readonly firesAt: string | null
  /** How far the price of its source is from there, in percent of the price, in units of 10^-8. */
  readonly away: bigint | null
  readonly waits: TriggerWait | null
  /** The best price that a trailing one has seen; null where it does not follow yet. */
  readonly best: string | null
}
export type TriggerStands = ReadonlyMap<number, TriggerStand>

type Quote = Pick<PriceRow, 'mark' | 'index' | 'stale' | 'mode'>
/** What the triggers of a market see: its prices in ticks, and what it lets happen. */
type Seen = {
  readonly quote: Quote
  readonly scale: number
  readonly last: string | null
}
/** The best price that a trailing trigger has seen, and from which copy of it that was counted on. */
type Best = { readonly armedMs: number | null; readonly ticks: number }
type State = { readonly bests: ReadonlyMap<number, Best>; readonly stands: TriggerStands }

const hundred = parseDec('100')

function waitOf({ quote: { stale, mode = 'open' } }: Seen, trigger: Trigger): TriggerWait | null {
  const { fires, opens } = marketRights[mode]
  if (fires) return stale ? 'old' : opens || isProtective(trigger) ? null : 'reduce'
  return mode === 'fast' || mode === 'halted' ? mode : 'arming'
}

/** What the price of a source is now, as the venue counts it; the last trade only near the mark. */
export function sourcePrice(
  source: TriggerSource,
  {
    last,
    quote,
    scale,
  }: {
    readonly last: string | null
    readonly quote: { readonly mark: string; readonly index: string } | null
    readonly scale: number
  },
): string | null {
  if (quote === null) return source === 'last' ? last : null
  if (source !== 'last') return quote[source]
  if (last === null) return quote.mark
  const ticks = (text: string) => Number(parseDec(text, scale))
  return fixedDec(BigInt(heldLast(ticks(last), ticks(quote.mark))), scale)
}

const priceOf = (seen: Seen, { source }: Trigger): number =>
  Number(parseDec(sourcePrice(source, seen) ?? '0', seen.scale))

/**
 * The best price so far: as the venue told it, or better since. As at the venue, nothing moves on a price that would
 * not fire.
 */
function bestOf(before: Best | undefined, seen: Seen, trigger: Trigger): Best | null {
  const told = trigger.trail?.extreme ?? null
  if (told === null || trigger.status !== 'armed') return null
  const better = (a: number, b: number) => (trigger.when === 'below' ? Math.max(a, b) : Math.min(a, b))
  const { armed_ms: armedMs } = trigger
  const extreme = Number(parseDec(told, seen.scale))
  const held = before?.armedMs === armedMs ? better(before.ticks, extreme) : extreme
  return { armedMs, ticks: waitOf(seen, trigger) === null ? better(held, priceOf(seen, trigger)) : held }
}

function firesAt(seen: Seen, trigger: Trigger, best: Best | null): number | null {
  const { trail, when, trigger_price, makes } = trigger
  const ticks = (text: string) => Number(parseDec(text, seen.scale))
  if (trail === null || when === null) {
    const waitsFor = trigger_price ?? makes.price
    return waitsFor === null ? null : ticks(waitsFor)
  }
  if (best === null) return trail.activate_price === null ? null : ticks(trail.activate_price)
  const distance = trail.by === 'percent' ? Number(parseDec(trail.distance, 2)) : ticks(trail.distance)
  return trailPrice(when, trail.by, distance, best.ticks)
}

function standOf(seen: Seen, trigger: Trigger, best: Best | null): TriggerStand {
  const at = firesAt(seen, trigger, best)
  const price = priceOf(seen, trigger)
  return {
    firesAt: at === null ? null : fixedDec(BigInt(at), seen.scale),
    away: at === null || price === 0 ? null : (BigInt(Math.abs(at - price)) * hundred) / BigInt(price),
    waits: waitOf(seen, trigger),
    best: best === null ? null : fixedDec(BigInt(best.ticks), seen.scale),
  }
}

/** The next stands, by a price or by another list of triggers. */
export function standsAfter({ bests }: State, triggers: readonly Trigger[], seen: Seen): State {
  const next = new Map(
    triggers.flatMap((each) => {
      const best = bestOf(bests.get(each.id), seen, each)
      return best === null ? [] : [[each.id, best] as const]
    }),
  )
  return {
    bests: next,
    stands: new Map(triggers.map((each) => [each.id, standOf(seen, each, next.get(each.id) ?? null)])),
  }
}

/** No prices, no triggers: what the stands begin with. */
export const noStands: State = { bests: new Map(), stands: new Map() }

const seenOf = (price: Live<PriceRow>, pair: Live<Pair>): Seen | null =>
  price.value === null || pair.value === null
    ? null
    : { quote: price.value, scale: pair.value.price_scale, last: pair.value.now_price }

/**
 * How these live triggers of one market stand by its prices: a trailing one is followed here, for the venue does not
 * push each of its steps.
 */
export const triggerStands$ = (
  triggers: readonly Trigger[],
  price$: Observable<Live<PriceRow>>,
  pair$: Observable<Live<Pair>>,
): Observable<TriggerStands> =>
  combineLatest([price$, pair$]).pipe(
    scan((state, [price, pair]) => {
      const seen = seenOf(price, pair)
      return seen === null ? noStands : standsAfter(state, triggers, seen)
    }, noStands),
    map(({ stands }) => stands),
  )
