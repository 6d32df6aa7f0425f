import { parseDec, SCALE } from '#contract/wire/money.ts'
import { sha256 } from '#contract/wire/sha256.ts'
import { markPrice } from '#contract/market/market-mark.ts'
import type { TriggerReceipt } from './trigger.ts'
import { heldLast, isReached, trailPrice } from './trigger-terms.ts'

/** The rule a receipt was written under. */
export const triggerRule = 'trigger-1'
type Signed = Omit<TriggerReceipt, 'digest'>

/** The text that is hashed: every field in the order of the contract. */
export const triggerReceiptText = (each: Signed) =>
  JSON.stringify([
    each.id,
    each.rule,
    each.product,
    each.m,
    each.scale,
    each.act,
    each.role,
    each.source,
    each.when,
    each.tick,
    each.at_ms,
    each.armed_ms,
    each.index,
    each.premium,
    each.mark,
    each.low,
    each.high,
    each.last,
    each.trail && [each.trail.by, each.trail.distance, each.trail.extreme],
    each.trigger,
    each.price,
    each.gap,
    each.wanted,
    each.left,
    each.acted,
    each.put_ms,
    each.book,
    each.worst,
    each.filled,
    each.fill_price,
    each.siblings.map(({ id, before, after }) => [id, before, after]),
  ])
export const sealedTrigger = (receipt: Signed): TriggerReceipt => ({
  ...receipt,
  digest: sha256(triggerReceiptText(receipt)),
})

export type TriggerRecomputed = {
  agrees: {
    rule: boolean
    mark: boolean
    price: boolean
    trigger: boolean
    due: boolean
    size: boolean
    fill: boolean
    digest: boolean
  }
  isRight: boolean
}

/** The mean price, in ticks and cut there, of what was filled on the levels of the book; null if nothing was. */
function meanOf({ book, filled, scale }: Signed): number | null {
  let left = parseDec(filled)
  if (left === 0n) return null
  let cost = 0n
  for (const [at, amount] of book) {
    const there = parseDec(amount)
    const taken = there < left ? there : left
    cost += taken * parseDec(at)
    left -= taken
  }
  return left > 0n ? NaN : Number(cost / (parseDec(filled) * 10n ** BigInt(SCALE - scale)))
}

/** Works a receipt out again from its inputs: mark, price of the source, trigger, whether it was due, size and fill. */
export function recomputeTrigger(receipt: TriggerReceipt): TriggerRecomputed {
  const { scale, source, when, trail, low, high, last, product, act } = receipt
  const ticks = (text: string | null) => Number(parseDec(text ?? '0', scale))
  const units = (text: string | null) => parseDec(text ?? '0')
  const [price, trigger, mark] = [ticks(receipt.price), ticks(receipt.trigger), ticks(receipt.mark)]
  /** What the source may have said: of trades the extreme that fires, or the last one. */
  const said =
    source === 'last'
      ? [when === 'below' ? low : high, last].map((text) => heldLast(ticks(text), mark))
      : [source === 'mark' ? mark : ticks(receipt.index)]
  const distance = trail && (trail.by === 'percent' ? Number(parseDec(trail.distance, 2)) : ticks(trail.distance))
  const tick = 10n ** BigInt(SCALE - scale)
  const worst = units(receipt.worst)
  const mean = meanOf(receipt)
  const isWithin = receipt.book.every(([at]) => (act === 'buy' ? units(at) <= worst : units(at) >= worst))
  const agrees = {
    rule: receipt.rule === triggerRule,
    mark:
      receipt.premium === null ||
      markPrice(parseDec(receipt.index), parseDec(receipt.premium), tick) === parseDec(receipt.mark),
    price: said.includes(price),
    trigger: trail === null || trailPrice(when, trail.by, distance ?? 0, ticks(trail.extreme)) === trigger,
    due:
      isReached(when, price, trigger) &&
      receipt.at_ms > receipt.armed_ms &&
      units(receipt.gap) === BigInt(Math.abs(price - trigger)) * tick,
    size: units(receipt.acted) <= units(receipt.left) && units(receipt.filled) <= units(receipt.acted),
    // The house fills contracts by a rule of its own, which the receipt of the position tells.
    fill:
      product === 'lever' ||
      ((receipt.worst === null || isWithin) &&
        (receipt.fill_price === null ? mean === null : ticks(receipt.fill_price) === mean)),
    digest: sha256(triggerReceiptText(receipt)) === receipt.digest,
  }
  return { agrees, isRight: Object.values(agrees).every(Boolean) }
}
