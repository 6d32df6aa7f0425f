import { divDown, divUp, formatDec, parseDec } from '#contract/wire/money.ts'
import { minCoverage, roundRank, tickLifeMs } from './option.ts'
import type { Fixing, OptionOrder, OptionOutcome, OptionType, ProfitResult, Receipt, RoundPhase, RoundVoid } from './option.ts'
import { sha256 } from '#contract/wire/sha256.ts'

/**
 * How rounds end, once for the venue that settles and for whoever works a receipt out again. A receipt names the rules it was
 * settled by: entry is the first tick after the order was taken, delivery the last at or before the close.
 */
export const optionRule = 'rounds-1'

const percent = 100n * 10n ** 8n
/** What a stake wins on top of itself, cut to the coin. */
export const winOf = (stake: bigint, ratio: bigint) => divDown(stake * ratio, percent)
/** What taking the order costs, rounded up. */
export const optionFee = (stake: bigint, rate: bigint) => divUp(stake * rate, percent)

/** Two prices, as whole numbers of the market's scale: exactly one of three. */
export function outcomeOf(entry: string, delivery: string, scale: number): Exclude<OptionOutcome, 'void'> {
  const from = parseDec(entry, scale)
  const to = parseDec(delivery, scale)
  return to > from ? 'call' : to < from ? 'put' : 'even'
}
/** What an outcome is for one type of order; nothing when it is void. */
export function resultOf(type: OptionType, outcome: OptionOutcome): ProfitResult | null {
  if (outcome === 'void') return null
  if (outcome === type) return 'win'
  return outcome === 'even' ? 'draw' : 'loss'
}

export type Staked = { type: OptionType; stake: bigint; fee: bigint; ratio: bigint }
/** What comes back to the owner. */
export function payoutOf({ type, stake, fee, ratio }: Staked, outcome: OptionOutcome): bigint {
  const result = resultOf(type, outcome)
  if (result === null) return stake + fee
  if (result === 'win') return stake + winOf(stake, ratio)
  return result === 'draw' ? stake : 0n
}

export type RoundTimes = { open_ms: number; lock_ms: number; close_ms: number }
/** The phase of a round that is not settled yet, by the server's clock. */
export function phaseAt(atMs: number, { open_ms, lock_ms, close_ms }: RoundTimes): Exclude<RoundPhase, 'settled' | 'void'> {
  if (atMs < open_ms) return 'scheduled'
  if (atMs < lock_ms) return 'open'
  return atMs < close_ms ? 'locked' : 'settling'
}
/** The revision of a round: it grows with its phase. */
export const roundRev = (phase: RoundPhase) => roundRank[phase]

export type Tick = { at: number; price: string; id: string }
export type Delivery = { delivery: Fixing | null; coverage: string; void_reason: RoundVoid | null }
/**
 * What a round settles on, from its recorded ticks in their order. A tick belongs to the round that has opened before it and closes
 * with it or after it. Each second of the round is expected to bring one.
 */
export function deliveryOf(ticks: readonly Tick[], { open_ms, close_ms }: Pick<RoundTimes, 'open_ms' | 'close_ms'>): Delivery {
  const own = ticks.filter(({ at }) => at > open_ms && at <= close_ms)
  const spans = (close_ms - open_ms) / 1000
  const covered = new Set(own.map(({ at }) => Math.ceil((at - open_ms) / 1000))).size
  const last = own.at(-1)
  const isStale = !last || close_ms - last.at > tickLifeMs
  const isFull = covered * 100 >= spans * minCoverage
  return {
    delivery: last ? { price: last.price, tick_id: last.id, at_ms: last.at } : null,
    coverage: formatDec((BigInt(covered) * 10_000n) / BigInt(spans), 2),
    void_reason: isStale ? 'stale' : isFull ? null : 'gap',
  }
}
/** The first tick after an order was taken; a tick of the same instant may have been seen. */
export const entryAmong = (ticks: readonly Tick[], acceptedMs: number) => ticks.find(({ at }) => at > acceptedMs) ?? null

type Signed = Omit<Receipt, 'digest' | 'path'>
const fixingText = (fixing: Fixing | null) => (fixing ? [fixing.price, fixing.tick_id, fixing.at_ms] : null)
/** What the digest is taken of: every field in the order of the contract. */
export const receiptText = (it: Signed) =>
  JSON.stringify([
    it.order_id, it.round_id, it.round_no, it.source, it.scale, fixingText(it.entry), fixingText(it.delivery), it.coverage, it.rule,
    it.outcome, it.payout,
  ])
/** A receipt with its digest. */
export const sealed = (it: Signed): Receipt => ({ ...it, digest: sha256(receiptText(it)) })

/** A path short enough to be shown: first and last stay, the rest is thinned evenly. */
export function thinned<T>(path: readonly T[], most: number): T[] {
  if (path.length <= most) return [...path]
  return Array.from({ length: most }, (_, at) => path[Math.round((at * (path.length - 1)) / (most - 1))]).flatMap((row) => (row === undefined ? [] : [row]))
}

export type Recomputed = {
  outcome: OptionOutcome
  payout: string
  result: ProfitResult | null
  /** What of the receipt agrees with what it says it follows from. */
  agrees: { outcome: boolean; payout: boolean; digest: boolean; path: boolean }
  isRight: boolean
}
const isSame = (fixing: Fixing | null, row: readonly [number, string, string] | undefined) =>
  fixing !== null && row !== undefined && fixing.at_ms === row[0] && fixing.price === row[1] && fixing.tick_id === row[2]
/** Whether a path begins at the entry, ends at the delivery, and never goes back in time nor past the close. */
function isPathRight({ entry, delivery, path }: Receipt, closeMs: number): boolean {
  if (!path || path.length === 0) return true
  const isForward = path.every(([at], n) => at <= closeMs && at >= (path[n - 1]?.[0] ?? 0))
  return isForward && isSame(entry, path[0]) && isSame(delivery, path.at(-1))
}
/** Works a settled order out again from its receipt, trusting nothing but the prices; null when it has none. */
export function recompute({ receipt, type, number, fee, profit_ratio, close_ms, void_reason }: OptionOrder): Recomputed | null {
  if (!receipt) return null
  const { entry, delivery, scale } = receipt
  const outcome = void_reason !== null || !entry || !delivery ? 'void' : outcomeOf(entry.price, delivery.price, scale)
  const payout = formatDec(payoutOf({ type, stake: parseDec(number), fee: parseDec(fee), ratio: parseDec(profit_ratio) }, outcome))
  const agrees = {
    outcome: outcome === receipt.outcome,
    payout: payout === receipt.payout,
    digest: sha256(receiptText(receipt)) === receipt.digest,
    path: outcome === 'void' || isPathRight(receipt, close_ms),
  }
  return { outcome, payout, result: resultOf(type, outcome), agrees, isRight: Object.values(agrees).every(Boolean) }
}
