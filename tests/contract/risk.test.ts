import { formatDec, parseDec } from '#contract/wire/money.ts'
import { entryPrice } from '#tests/support/entry-price.ts'
import {
  areStopsRight,
  equityOf,
  hazardRate,
  isAtLimit,
  isBurst,
  isLimitRight,
  isWorse,
  legProfit,
  liquidationPrice,
  marginOf,
  marginSum,
  numberOf,
  one,
  openingOf,
  priceAtProfit,
  profitOf,
  profitSum,
  returnOf,
  riskTenth,
  shareOf,
  stopReached,
  type Leg,
  type RiskAccount,
} from '#contract/lever/lever-risk.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

/** Another seed each time; what fails prints its seed and path. */
const holds = <T extends [unknown, ...unknown[]]>(property: fc.IPropertyWithHooks<T>) =>
  fc.assert(property, { numRuns: 500 })

const tick = 1_000_000n
const lot = 1_000_000n
const side = fc.constantFrom('long' as const, 'short' as const)
/** Prices of whole cents up to a million, coins in whole hundredths: as in the venue, every product is a whole unit. */
const price = fc.bigInt(1n, 100_000_000n).map((ticks) => ticks * tick)
const number = fc.bigInt(1n, 100_000n).map((lots) => lots * lot)
const money = fc.bigInt(0n, 10n ** 15n)
const multiple = fc.integer({ min: 1, max: 200 })
const leg = fc.record({
  pair: fc.integer({ min: 1, max: 3 }),
  side,
  price,
  number,
  multiple,
  drift: fc.integer({ min: -900, max: 900 }),
})
const markOfPair: Readonly<Record<number, bigint>> = { 1: 50_000n * one, 2: 2_000n * one, 3: (one / 4n) * 100n }
/** Positions near the mark of their pair, as an account that lives has them. */
const account: fc.Arbitrary<RiskAccount> = fc
  .record({ free: money, legs: fc.array(leg, { minLength: 1, maxLength: 6 }) })
  .map(({ free, legs }) => ({
    free,
    legs: legs.map(({ pair, side: way, number: coins, multiple: times, drift }): Leg => {
      const mark = markOfPair[pair] ?? one
      const opened = ((mark * BigInt(10_000 + drift)) / 10_000n / tick) * tick
      return { pair, side: way, price: opened, number: coins, margin: marginOf(opened, coins, times), mark }
    }),
  }))
const moved = (from: RiskAccount, pair: number, mark: bigint): RiskAccount => ({
  ...from,
  legs: from.legs.map((each) => (each.pair === pair ? { ...each, mark } : each)),
})
const burst = 50n * one

test('P1 margin is price × coins ÷ multiple, rounded up, and never more than a unit too much', () => {
  holds(
    fc.property(fc.bigInt(1n, 10n ** 16n), fc.bigInt(1n, 10n ** 14n), multiple, (at, coins, times) => {
      const exact = at * coins
      const margin = marginOf(at, coins, times) * one * BigInt(times)
      expect(margin >= exact).toBe(true)
      expect(margin - exact < one * BigInt(times)).toBe(true)
    }),
  )
})
test('P1 what opening costs is margin and fee, and more lots never cost less', () => {
  holds(
    fc.property(
      side,
      price,
      fc.integer({ min: 1, max: 500 }),
      multiple,
      fc.bigInt(0n, one),
      (way, at, lots, times, fee) => {
        const of = (count: number) =>
          openingOf({ side: way, price: at, lots: count, lotSize: lot, multiple: times, fee })
        expect(of(lots).cost).toBe(of(lots).margin + of(lots).fee)
        expect(of(lots).number).toBe(numberOf(lots, lot))
        expect(of(lots).fee).toBe(shareOf(at, of(lots).number, fee))
        expect(of(lots + 1).cost > of(lots).cost).toBe(true)
      },
    ),
  )
})
test('P2 what the one side wins the other loses, and rounding never pays the owners', () => {
  holds(
    fc.property(price, price, fc.bigInt(1n, 10n ** 14n), (opened, mark, coins) => {
      const both = profitOf('long', opened, mark, coins) + profitOf('short', opened, mark, coins)
      expect(both).toBe(((mark - opened) * coins) % one === 0n ? 0n : -1n)
    }),
  )
})
test('P2 a position opened after spread begins with the spread lost, on either side', () => {
  holds(
    fc.property(side, price, number, fc.bigInt(0n, 1000n), (way, mark, coins, ticks) => {
      const spread = ticks * tick
      expect(profitOf(way, entryPrice(way, mark, spread), mark, coins)).toBe(-(spread * coins) / one)
    }),
  )
})
test('P7 the account bursts exactly where equity has fallen to the burst rate of its margin', () => {
  holds(
    fc.property(account, fc.bigInt(0n, 200n * one), (all, rate) => {
      expect(equityOf(all)).toBe(all.free + marginSum(all) + profitSum(all))
      expect(isBurst(all, rate)).toBe(equityOf(all) * 100n * one <= rate * marginSum(all))
      expect(isBurst(all, rate) ? hazardRate(all) <= rate : hazardRate(all) >= rate).toBe(true)
    }),
  )
})
test('P7 at exactly the burst rate it bursts, and a unit above it does not', () => {
  const leg: Leg = { pair: 1, side: 'long', price: 100n * one, number: one, margin: 10n * one, mark: 95n * one }
  expect([0n, 1n].map((free) => isBurst({ free, legs: [leg] }, burst))).toEqual([true, false])
  expect(isBurst({ free: 0n, legs: [] }, burst)).toBe(false)
})
test('P7 at its liquidation price the account bursts, and one tick before it does not', () => {
  let met = 0
  holds(
    fc.property(account, (all) => {
      for (const { pair } of all.legs) {
        const at = liquidationPrice(all, pair, burst, tick)
        if (at === null || isBurst(all, burst)) continue
        met += 1
        const mark = markOfPair[pair] ?? one
        const around = [at, at < mark ? at + tick : at - tick]
        expect(around.map((each) => isBurst(moved(all, pair, each), burst))).toEqual([true, false])
      }
    }),
  )
  expect(met).toBeGreaterThan(100)
})
test('P7 no price liquidates what is hedged in full, nor a long that is paid for twice over', () => {
  const hedged: Leg = { pair: 1, side: 'long', price: 100n * one, number: one, margin: 10n * one, mark: 100n * one }
  expect(liquidationPrice({ free: 0n, legs: [hedged, { ...hedged, side: 'short' }] }, 1, burst, tick)).toBeNull()
  expect(liquidationPrice({ free: 1000n * one, legs: [hedged] }, 1, burst, tick)).toBeNull()
  expect(liquidationPrice({ free: 0n, legs: [hedged] }, 2, burst, tick)).toBeNull()
})
test('P7 more free money moves the liquidation price away', () => {
  holds(
    fc.property(account, money, (all, more) => {
      const [{ pair } = { pair: 0 }] = all.legs
      const before = liquidationPrice(all, pair, burst, tick)
      const after = liquidationPrice({ ...all, free: all.free + more }, pair, burst, tick)
      fc.pre(before !== null && after !== null && !isBurst(all, burst))
      const mark = markOfPair[pair] ?? one
      const step = (after ?? 0n) - (before ?? 0n)
      expect((before ?? 0n) < mark ? step <= 0n : step >= 0n).toBe(true)
    }),
  )
})
test('P7 warnings go by tenths from the warning to the burst, none before, and never backwards as money falls', () => {
  const warn = 80n * one
  holds(
    fc.property(account, fc.bigInt(1n, 10n ** 14n), (all, less) => {
      const here = riskTenth(all, warn, burst)
      const poorer = riskTenth({ ...all, free: all.free - less }, warn, burst)
      expect(here === null).toBe(hazardRate(all) > warn)
      expect(isBurst(all, burst) ? here : 10).toBe(10)
      expect(poorer ?? -1).toBeGreaterThanOrEqual(here ?? -1)
    }),
  )
  const alone: Leg = { pair: 1, side: 'long', price: 100n * one, number: one, margin: 10n * one, mark: 100n * one }
  const at = (mark: number) =>
    riskTenth({ free: 0n, legs: [{ ...alone, mark: BigInt(mark * 100) * tick }] }, warn, burst)
  expect([99, 98.01, 98, 97.7, 97.4, 96.5, 95, 90].map(at)).toEqual([null, null, 0, 1, 2, 5, 10, 10])
  expect(riskTenth({ free: 0n, legs: [] }, warn, burst)).toBeNull()
})
test('P6 a stop that lies right is not reached by any price it was set against', () => {
  holds(
    fc.property(
      side,
      price,
      price,
      fc.array(price, { minLength: 1, maxLength: 2 }),
      (way, takeProfit, stopLoss, from) => {
        const stops = { takeProfit, stopLoss }
        fc.pre(areStopsRight(way, stops, from))
        for (const at of from) expect(stopReached(way, stops, at)).toBeNull()
        expect(stopReached(way, stops, takeProfit)).toBe('take_profit')
        expect(stopReached(way, stops, stopLoss)).toBe('stop_loss')
        expect(profitOf(way, from[0] ?? 0n, takeProfit, one) > 0n).toBe(true)
      },
    ),
  )
})
test('P6 no stop is set by zero, and what is on the wrong side says so', () => {
  const none = { takeProfit: 0n, stopLoss: 0n }
  expect(areStopsRight('long', none, [one])).toBe(true)
  expect(stopReached('short', none, one)).toBeNull()
  expect(areStopsRight('long', { ...none, takeProfit: one }, [one])).toBe(false)
  expect(areStopsRight('long', { ...none, stopLoss: 2n * one }, [one])).toBe(false)
  expect(areStopsRight('short', { ...none, takeProfit: 2n * one }, [one])).toBe(false)
  expect(areStopsRight('short', { ...none, stopLoss: 2n * one }, [one, 3n * one])).toBe(false)
})
test('LEV-3 a waiting entry opens where the house would open it at its price or better, never at the mark it was placed at', () => {
  holds(
    fc.property(side, price, price, fc.bigInt(1n, 1000n), (way, target, mark, ticks) => {
      const spread = ticks * tick
      const house = entryPrice(way, mark, spread)
      expect(isAtLimit(way, target, house) && isLimitRight(way, target, mark)).toBe(false)
      expect(isAtLimit(way, target, house)).toBe(profitOf(way, target, house, one) <= 0n)
    }),
  )
})
test.each(['long', 'short'] as const)('LEV-3 a limit at the mark itself is not one that waits: %s', (way) => {
  const off = way === 'long' ? -tick : tick
  expect([-1n, 0n, 1n].map((n) => isLimitRight(way, one + n * off, one))).toEqual([false, false, true])
})
test('LEV-4 worse is further than the slippage in the direction that hurts', () => {
  const half = parseDec('0.5')
  expect(isWorse('long', 10_050n * one, 10_000n * one, half)).toBe(false)
  expect(isWorse('long', 10_051n * one, 10_000n * one, half)).toBe(true)
  expect(isWorse('short', 10_051n * one, 10_000n * one, half)).toBe(false)
  expect(isWorse('short', 9_949n * one, 10_000n * one, half)).toBe(true)
})
test('LEV-5 the price for a wished profit is the nearest tick that brings it', () => {
  holds(
    fc.property(side, price, number, fc.bigInt(-(10n ** 12n), 10n ** 12n), (way, opened, coins, wished) => {
      const at = priceAtProfit(way, opened, coins, wished, tick)
      const before = way === 'long' ? at - tick : at + tick
      expect(at % tick).toBe(0n)
      expect(profitOf(way, opened, at, coins) >= wished).toBe(true)
      expect(profitOf(way, opened, before, coins) < wished).toBe(true)
    }),
  )
  expect(formatDec(returnOf(parseDec('-5'), parseDec('20')))).toBe('-25')
  expect([returnOf(5n, 0n), returnOf(-5n, 0n)]).toEqual([0n, 0n])
  expect([priceAtProfit('long', 100n, 0n, 5n, 1n), priceAtProfit('long', 100n * one, 1n, 5n, one)]).toEqual([
    100n,
    105n * one,
  ])
})
test('P2 the profit of an account is the sum of its positions', () => {
  holds(
    fc.property(account, (all) => {
      expect(profitSum(all)).toBe(all.legs.reduce((so, each) => so + legProfit(each), 0n))
    }),
  )
})
