import { decimalsOf, divDown, divUp, fixedDec, formatDec, parseDec } from '#contract/wire/money.ts'
import { minCoverage, roundRank, tickLifeMs } from './option.ts'
import type {
  Fixing,
  OptionOrder,
  OptionOutcome,
  OptionType,
  ProfitResult,
  Receipt,
  RoundPhase,
  RoundVoid,
} from './option.ts'
import { sha256 } from '#contract/wire/sha256.ts'

/**
 * The rules of option rounds, shared by the server that settles and by clients that check a receipt. A receipt names
 * the version of the rules: the entry is the first tick after the order was accepted; the delivery is the trimmed mean
 * of the last k one-second values before the close. Under `rounds-2` it was their plain mean, under `rounds-1` the last
 * tick at or before the close.
 */
export const optionRule = 'rounds-3'
/** The rule of receipts that list no values. */
export const lastTickRule = 'rounds-1'
const plainMeanRule = 'rounds-2'

const percent = 100n * 10n ** 8n
/** Profit of a winning stake: stake × ratio percent, rounded down to a unit of 10^-8. */
export const winOf = (stake: bigint, ratio: bigint) => divDown(stake * ratio, percent)
/** Fee of a stake: stake × rate percent, rounded up. */
export const optionFee = (stake: bigint, rate: bigint) => divUp(stake * rate, percent)

/** Compares two prices as integers of the market's scale; exactly one of the three outcomes (O4). */
export function outcomeOf(entry: string, delivery: string, scale: number): Exclude<OptionOutcome, 'void'> {
  const from = parseDec(entry, scale)
  const to = parseDec(delivery, scale)
  return to > from ? 'call' : to < from ? 'put' : 'even'
}
/** Result of an outcome for a type of order; null if the outcome is void. */
export function resultOf(type: OptionType, outcome: OptionOutcome): ProfitResult | null {
  if (outcome === 'void') return null
  if (outcome === type) return 'win'
  return outcome === 'even' ? 'draw' : 'loss'
}

export type Staked = { type: OptionType; stake: bigint; fee: bigint; ratio: bigint }
/** Amount paid to the owner: void returns stake and fee, a win stake and profit, a draw the stake, a loss nothing. */
export function payoutOf({ type, stake, fee, ratio }: Staked, outcome: OptionOutcome): bigint {
  const result = resultOf(type, outcome)
  if (result === null) return stake + fee
  if (result === 'win') return stake + winOf(stake, ratio)
  return result === 'draw' ? stake : 0n
}

export type RoundTimes = { open_ms: number; lock_ms: number; close_ms: number }
/** Phase of a round that is not settled yet, at an instant of the server's clock. */
export function phaseAt(
  atMs: number,
  { open_ms, lock_ms, close_ms }: RoundTimes,
): Exclude<RoundPhase, 'settled' | 'void'> {
  if (atMs < open_ms) return 'scheduled'
  if (atMs < lock_ms) return 'open'
  return atMs < close_ms ? 'locked' : 'settling'
}
/** Revision of a round; it grows with the phase. */
export const roundRev = (phase: RoundPhase) => roundRank[phase]

export type Tick = { at: number; price: string; id: string }
export type Delivery = {
  delivery: Fixing | null
  /** The one-second values that the delivery is the mean of; empty if one is missing. */
  values: readonly Tick[]
  coverage: string
  void_reason: RoundVoid | null
}
const maxMeanSeconds = 60
/** Number of one-second values that a round of this length settles on: a sixth of it, at most 60. */
export const meanSeconds = (seconds: number) => Math.min(maxMeanSeconds, Math.floor(seconds / 6))
/**
 * The value of each of the last k seconds: the last tick at or before its end. A value older than two seconds is a
 * hole: null.
 */
export function secondValues(
  ticks: readonly Tick[],
  { open_ms, close_ms }: Pick<RoundTimes, 'open_ms' | 'close_ms'>,
): (Tick | null)[] {
  const count = meanSeconds((close_ms - open_ms) / 1000)
  const values: (Tick | null)[] = []
  let next = 0
  let last: Tick | null = null
  for (let n = count - 1; n >= 0; n -= 1) {
    const end = close_ms - n * 1000
    for (let tick = ticks[next]; tick && tick.at <= end; tick = ticks[next]) {
      if (tick.at > open_ms) last = tick
      next += 1
    }
    values.push(last && end - last.at <= tickLifeMs ? last : null)
  }
  return values
}
/**
 * Trimmed mean of prices with the same number of decimals, rounded half up to that number: the lowest fifth and the
 * highest fifth do not count, so that a source which is bent for a moment at the end of a round moves nothing.
 */
export function meanPrice(prices: readonly string[], rule: string = optionRule): string {
  const scale = decimalsOf(prices[0] ?? '')
  const cut = rule === plainMeanRule ? 0 : Math.floor(prices.length / 5)
  const counted = prices
    .map((price) => parseDec(price, scale))
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .slice(cut, prices.length - cut)
  const sum = counted.reduce((total, price) => total + price, 0n)
  const count = BigInt(Math.max(1, counted.length))
  return fixedDec((2n * sum + count) / (2n * count), scale)
}
/**
 * Delivery price of a round from its recorded ticks, in order (O3): the trimmed mean of its last one-second values, so
 * that no single tick decides. Ticks later than the open and not later than the close belong to the round. Coverage is
 * the percentage of the round's seconds with a tick. The round is void if the last tick is too old (`stale`), or if the
 * coverage is too low or a value is missing (`gap`).
 */
export function deliveryOf(
  ticks: readonly Tick[],
  { open_ms, close_ms }: Pick<RoundTimes, 'open_ms' | 'close_ms'>,
): Delivery {
  const roundTicks = ticks.filter(({ at }) => at > open_ms && at <= close_ms)
  const secondsTotal = (close_ms - open_ms) / 1000
  const covered = new Set(roundTicks.map(({ at }) => Math.ceil((at - open_ms) / 1000))).size
  const last = roundTicks.at(-1)
  const isStale = !last || close_ms - last.at > tickLifeMs
  const found = secondValues(roundTicks, { open_ms, close_ms })
  const whole = found.flatMap((value) => value ?? [])
  const values = whole.length === found.length ? whole : []
  const isFull = covered * 100 >= secondsTotal * minCoverage && values.length > 0
  const price = values.length > 0 ? meanPrice(values.map((value) => value.price)) : (last?.price ?? '0')
  return {
    delivery: last ? { price, tick_id: last.id, at_ms: last.at } : null,
    values,
    coverage: formatDec((BigInt(covered) * 10_000n) / BigInt(secondsTotal), 2),
    void_reason: isStale ? 'stale' : isFull ? null : 'gap',
  }
}
type Signed = Omit<Receipt, 'digest' | 'path'>
const fixingText = (fixing: Fixing | null) => (fixing ? [fixing.price, fixing.tick_id, fixing.at_ms] : null)
/** The text that is hashed for the digest: every field in the order of the contract. */
export const receiptText = (receipt: Signed) =>
  JSON.stringify([
    receipt.order_id,
    receipt.round_id,
    receipt.round_no,
    receipt.source,
    receipt.scale,
    fixingText(receipt.entry),
    fixingText(receipt.delivery),
    receipt.coverage,
    receipt.rule,
    receipt.outcome,
    receipt.payout,
    ...(receipt.rule === lastTickRule ? [] : [receipt.values ?? []]),
  ])
/** Adds the digest to a receipt. */
export const sealed = (receipt: Signed): Receipt => ({ ...receipt, digest: sha256(receiptText(receipt)) })

/** Thins a path evenly to at most `max` points, keeping the first and the last. */
export function thinned<T>(path: readonly T[], max: number): T[] {
  if (path.length <= max) return [...path]
  return Array.from({ length: max }, (_, at) => path[Math.round((at * (path.length - 1)) / (max - 1))]).flatMap(
    (row) => (row === undefined ? [] : [row]),
  )
}

export type Recomputed = {
  outcome: OptionOutcome
  payout: string
  result: ProfitResult | null
  /** Which parts of the receipt agree with the recomputed values. */
  agrees: { outcome: boolean; payout: boolean; digest: boolean; path: boolean; mean: boolean }
  isRight: boolean
}
const isSame = (fixing: Fixing | null, row: readonly [number, string, string] | undefined) =>
  fixing !== null &&
  row !== undefined &&
  fixing.at_ms === row[0] &&
  fixing.price === row[1] &&
  fixing.tick_id === row[2]
/**
 * True if a path starts at the entry, ends at the last tick of the delivery, and never goes back in time or beyond the
 * close.
 */
function isPathRight({ entry, delivery, path, rule }: Receipt, closeMs: number): boolean {
  if (!path || path.length === 0) return true
  const isForward = path.every(([at], n) => at <= closeMs && at >= (path[n - 1]?.[0] ?? 0))
  const last = path.at(-1)
  const isEnd =
    rule === lastTickRule ? isSame(delivery, last) : delivery?.tick_id === last?.[2] && delivery?.at_ms === last?.[0]
  return isForward && isSame(entry, path[0]) && isEnd
}
/**
 * True if the delivery is the mean, by the receipt's rule, of the listed values: one for each of the last k seconds,
 * none older than two seconds at its end.
 */
function isMeanRight({ delivery, values, rule }: Receipt, closeMs: number, seconds: number): boolean {
  if (rule === lastTickRule) return true
  const count = meanSeconds(seconds)
  if (!delivery || values?.length !== count) return false
  const isInTime = values.every(([at], n) => {
    const end = closeMs - (count - 1 - n) * 1000
    return at <= end && end - at <= tickLifeMs && at >= (values[n - 1]?.[0] ?? 0)
  })
  return (
    isInTime &&
    meanPrice(
      values.map(([, price]) => price),
      rule,
    ) === delivery.price &&
    values.at(-1)?.[2] === delivery.tick_id
  )
}
/**
 * Recomputes the result of a settled order from the prices in its receipt, and compares (OPT-24); null if it has no
 * receipt.
 */
export function recompute({
  receipt,
  type,
  number,
  fee,
  profit_ratio,
  close_ms,
  seconds,
  void_reason,
}: OptionOrder): Recomputed | null {
  if (!receipt) return null
  const { entry, delivery, scale } = receipt
  const outcome = void_reason !== null || !entry || !delivery ? 'void' : outcomeOf(entry.price, delivery.price, scale)
  const payout = formatDec(
    payoutOf({ type, stake: parseDec(number), fee: parseDec(fee), ratio: parseDec(profit_ratio) }, outcome),
  )
  const agrees = {
    outcome: outcome === receipt.outcome,
    payout: payout === receipt.payout,
    digest: sha256(receiptText(receipt)) === receipt.digest,
    path: outcome === 'void' || isPathRight(receipt, close_ms),
    mean: outcome === 'void' || isMeanRight(receipt, close_ms, seconds),
  }
  return { outcome, payout, result: resultOf(type, outcome), agrees, isRight: Object.values(agrees).every(Boolean) }
}
