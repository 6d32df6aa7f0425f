import { formatDec, parseDec, divUp } from '#contract/wire/money.ts'
import type { OptionOrder } from '#contract/option/option.ts'
import { netOfRound } from '#contract/pnl.ts'

export type Stats = {
  readonly count: number
  readonly won: number
  readonly lost: number
  readonly drawn: number
  readonly given: number
  /** Wins in percent of the decided stakes, with two decimals; null if there are none. */
  readonly winShare: string | null
  /** The profit or loss, fees included. */
  readonly net: string
  readonly staked: string
  readonly fees: string
  /** The win rate in percent at which these stakes would break even. */
  readonly breakEven: string | null
}
const sum = (orders: readonly OptionOrder[], of: (order: OptionOrder) => bigint) =>
  orders.reduce((all, order) => all + of(order), 0n)

/** Statistics of settled stakes: fees are costs; refunded stakes are not counted. */
export function statsOf(orders: readonly OptionOrder[]): Stats {
  const isGiven = ({ void_reason, profit_result }: OptionOrder) => void_reason !== null || profit_result === null
  const played = orders.filter((order) => !isGiven(order))
  const ends = (result: OptionOrder['profit_result']) => played.filter(({ profit_result }) => profit_result === result)
  const [won, lost, drawn] = [ends('win'), ends('loss'), ends('draw')]
  const decided = [...won, ...lost]
  const fees = sum(played, ({ fee }) => parseDec(fee))
  const staked = sum(decided, ({ number }) => parseDec(number))
  const fee = sum(decided, (order) => parseDec(order.fee))
  // Break-even win rate p at the mean yield: p × win = (1 − p) × stake + fee.
  const win = sum(decided, ({ number, profit_ratio }) => (parseDec(number) * parseDec(profit_ratio)) / parseDec('100'))
  return {
    count: orders.length,
    won: won.length,
    lost: lost.length,
    drawn: drawn.length,
    given: orders.length - played.length,
    winShare: decided.length === 0 ? null : formatDec(BigInt(Math.floor((won.length * 10_000) / decided.length)), 2),
    net: formatDec(sum(played, (order) => parseDec(netOfRound(order)))),
    staked: formatDec(sum(played, ({ number }) => parseDec(number))),
    fees: formatDec(fees),
    breakEven: staked + win === 0n ? null : formatDec(divUp((staked + fee) * 10_000n, staked + win), 2),
  }
}
