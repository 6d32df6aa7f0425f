import { parseDec } from '#contract/wire/money.ts'

/**
 * What may go wrong with an order, as far as it is known before it is sent. Percent in units of 10^-8; null where it
 * does not apply.
 */
export type OrderRisk = {
  readonly product: 'spot' | 'lever'
  /** How much worse than the best price, or than the mark, the fill is. */
  readonly slippage: bigint | null
  /** How far the mark is from the liquidation of the account after the order, and how it is borrowed. */
  readonly liquidation: bigint | null
  readonly multiple: number
  readonly isAll: boolean
  /** The stop lies beyond the liquidation. */
  readonly isStopBeyond: boolean
  /** The size in percent of what the best twenty levels hold. */
  readonly depth: bigint | null
}
export const noRisk: OrderRisk = {
  product: 'spot',
  slippage: null,
  liquidation: null,
  multiple: 1,
  isAll: false,
  isStopBeyond: false,
  depth: null,
}
export type Consent = { readonly name: 'slippage' | 'liquidation' | 'stopBeyond' | 'depth'; readonly percent: bigint }

const most = {
  slippage: { spot: parseDec('0.5'), lever: parseDec('0.1') },
  depth: parseDec('50'),
  near: parseDec('2'),
  multiple: 50,
} as const
const always = 0n
/** The rules by which an order needs a consent of its own: each gives the number that is agreed to, or null. */
const rules: readonly { readonly name: Consent['name']; readonly percentOf: (risk: OrderRisk) => bigint | null }[] = [
  {
    name: 'slippage',
    percentOf: ({ slippage, product }) => (slippage !== null && slippage > most.slippage[product] ? slippage : null),
  },
  {
    name: 'liquidation',
    percentOf: ({ liquidation, isAll, multiple }) =>
      liquidation !== null && (liquidation < most.near || (isAll && multiple >= most.multiple)) ? liquidation : null,
  },
  { name: 'stopBeyond', percentOf: ({ isStopBeyond }) => (isStopBeyond ? always : null) },
  { name: 'depth', percentOf: ({ depth }) => (depth !== null && depth > most.depth ? depth : null) },
]

/** What has to be agreed to before this order is sent, in one list for all products. */
export const consentsOf = (risk: OrderRisk): readonly Consent[] =>
  rules.flatMap(({ name, percentOf }) => {
    const percent = percentOf(risk)
    return percent === null ? [] : [{ name, percent }]
  })

const levels = 20
/** A size in percent of what the best levels of one side hold; null without a level. */
export function depthShare(size: bigint, side: readonly (readonly [price: string, amount: string])[]): bigint | null {
  const there = side.slice(0, levels).reduce((sum, [, amount]) => sum + parseDec(amount), 0n)
  return there === 0n ? null : (size * parseDec('100')) / there
}
