import type { LeverSide, Position } from './lever/lever-position.ts'
import { profitOf } from './lever/lever-risk.ts'
import type { OptionOrder } from './option/option.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { divUp, formatDec, mulDec, parseDec, SCALE } from '#contract/wire/money.ts'

/**
 * What a result is: the only place that takes fees off a profit and that averages a cost. Server and client read it, so
 * that two places
 * which show one fill show one number. Units of 10^-8; a result is rounded toward minus infinity, so it never flatters.
 */
const one = 10n ** BigInt(SCALE)

type Charged = { readonly gross: bigint; readonly fee: bigint; readonly overnight: bigint }
/** The result of a contract: its gross profit less the fee of its opening and its nights. */
export const netResult = ({ gross, fee, overnight }: Charged) => gross - fee - overnight
/** The gross profit that brings this net result. */
export const grossFor = (net: bigint, { fee, overnight }: Omit<Charged, 'gross'>) => net + fee + overnight
type Open = {
  readonly side: LeverSide
  readonly price: bigint
  readonly number: bigint
  readonly fee: bigint
  readonly overnight: bigint
}
/** The result of an open contract if it were closed at this price. */
export const unrealised = ({ side, price, number, fee, overnight }: Open, mark: bigint) =>
  netResult({ gross: profitOf(side, price, mark, number), fee, overnight })
/**
 * The net result of a position as it was sent: realised once it is closed, 0 while it waits and when it was cancelled.
 */
type Result = Pick<Position, 'status' | 'profits' | 'fact_profits' | 'trade_fee' | 'overnight_money'>
export const netOfPosition = ({ status, profits, fact_profits, trade_fee, overnight_money }: Result) =>
  status === 'pending' || status === 'cancelled'
    ? '0'
    : formatDec(
        netResult({
          gross: parseDec(status === 'closed' ? fact_profits : profits),
          fee: parseDec(trade_fee),
          overnight: parseDec(overnight_money),
        }),
      )
/** The net result of a stake; a void one gave its fee back. */
export const netOfRound = ({
  fact_profits,
  fee,
  void_reason,
}: Pick<OptionOrder, 'fact_profits' | 'fee' | 'void_reason'>) =>
  void_reason === null
    ? formatDec(netResult({ gross: parseDec(fact_profits), fee: parseDec(fee), overnight: 0n }))
    : '0'

/** All of one coin over all accounts: how much, what it cost, and what giving it away has brought so far. */
export type Basis = { readonly amount: bigint; readonly cost: bigint; readonly realised: bigint }
export const noBasis: Basis = { amount: 0n, cost: 0n, realised: 0n }
/** The price that was paid on average for what is still held. */
export const averageOf = ({ amount, cost }: Basis) => (amount <= 0n ? 0n : (cost * one) / amount)
const takeIn = ({ amount, cost, realised }: Basis, units: bigint, worth: bigint): Basis => ({
  amount: amount + units,
  cost: cost + worth,
  realised,
})
/** The share of the cost that leaves with these coins, rounded up. */
export const shareOut = ({ amount, cost }: Pick<Basis, 'amount' | 'cost'>, units: bigint) =>
  units >= amount ? cost : divUp(cost * units, amount)
const takeOut = (basis: Basis, units: bigint, worth: bigint): Basis => {
  const share = shareOut(basis, units)
  return { amount: basis.amount - units, cost: basis.cost - share, realised: basis.realised + worth - share }
}

/** What selling coins at a price brings, net of the fee of the sale and of their share of the cost. */
export function saleResult(basis: Pick<Basis, 'amount' | 'cost'>, units: bigint, price: bigint, feeRate: bigint) {
  const gross = mulDec(units, price)
  return takeOut({ ...basis, realised: 0n }, units, gross - mulDec(gross, feeRate, SCALE, true)).realised
}

/**
 * `spot` … `option`: results by product. `moved`: what coins had gained when they were moved out. `flow`: money brought
 * in or taken out. `fees`: the trading fees in all of this; told, not added again.
 */
export const sumNames = ['spot', 'exchange', 'lever', 'option', 'moved', 'income', 'expense', 'flow', 'fees'] as const
export type SumName = (typeof sumNames)[number]
export type Sums = Readonly<Record<SumName, bigint>>
export const noSums: Sums = {
  spot: 0n,
  exchange: 0n,
  lever: 0n,
  option: 0n,
  moved: 0n,
  income: 0n,
  expense: 0n,
  flow: 0n,
  fees: 0n,
}
/** What a user's bookings have come to since the first one. */
export type Books = { readonly coins: ReadonlyMap<number, Basis>; readonly sums: Sums }
export const noBooks: Books = { coins: new Map(), sums: noSums }

/** One line of an account log. */
export type Move = { readonly asset: number; readonly units: bigint; readonly type: number }
/** Worth of so many units of a coin in the base coin, at the prices of the booking. */
export type WorthOf = (asset: number, units: bigint) => bigint

/** Bookings that bring money in or take it out; all others are results, income or expense. */
const flowTypes: ReadonlySet<number> = new Set([
  logTypes.transferOut,
  logTypes.transferIn,
  logTypes.deposit,
  logTypes.remittance,
  logTypes.withdrawAsked,
  logTypes.withdrawPassed,
  logTypes.withdrawReturned,
  logTypes.giftOut,
  logTypes.giftIn,
  logTypes.otcEscrow,
  logTypes.otcReceived,
  logTypes.otcReturned,
  logTypes.otcBail,
  logTypes.otcBailBack,
  logTypes.miningMachine,
  logTypes.miningSeat,
  logTypes.collateralLocked,
  logTypes.collateralReturned,
  logTypes.pledged,
  logTypes.pledgeReturned,
  logTypes.packetSent,
  logTypes.packetReceived,
  logTypes.packetBack,
  logTypes.chatTopUp,
  logTypes.launchPaid,
  logTypes.launchReceived,
  logTypes.launchReturned,
  3,
  4,
  5,
  6,
  7,
  8,
  11,
  12,
  13,
  14,
  15,
  16,
])
const classes = new Map<number, SumName | 'own'>([
  [logTypes.transferOut, 'own'],
  [logTypes.transferIn, 'own'],
  [logTypes.spotGiven, 'spot'],
  [logTypes.spotReceived, 'spot'],
  [logTypes.flashGiven, 'exchange'],
  [logTypes.flashReceived, 'exchange'],
  [logTypes.flashFee, 'exchange'],
  [logTypes.rewardConverted, 'exchange'],
  [logTypes.leverMargin, 'lever'],
  [logTypes.leverClose, 'lever'],
  [logTypes.leverLiquidation, 'lever'],
  [logTypes.leverOvernight, 'lever'],
  [logTypes.leverFee, 'lever'],
  [logTypes.leverCancel, 'lever'],
  [logTypes.optionStake, 'option'],
  [logTypes.optionFee, 'option'],
  [logTypes.optionResult, 'option'],
])
/** What a kind of booking counts as; what is neither a trade, a result nor a flow is an income or an expense. */
const classOf = (type: number) => classes.get(type) ?? (flowTypes.has(type) ? 'flow' : 'income')
/** What the lines of one class moved of each coin; what only changed accounts drops out. */
function movedIn(moves: readonly Move[], kind: SumName | 'own') {
  const moved = new Map<number, bigint>()
  for (const { asset, units, type } of moves)
    if (classOf(type) === kind) moved.set(asset, (moved.get(asset) ?? 0n) + units)
  const all = [...moved]
  return { gone: all.filter(([, units]) => units < 0n), come: all.filter(([, units]) => units > 0n) }
}
/**
 * What one coin given for another is worth: what was paid or received in the base coin, else the price of what was
 * given.
 */
function tradeWorth(
  [given, out]: readonly [number, bigint],
  [received, come]: readonly [number, bigint],
  worthOf: WorthOf,
) {
  if (given === baseCoin.id) return -out
  if (received === baseCoin.id) return come
  const worth = worthOf(given, -out)
  return worth > 0n ? worth : worthOf(received, come)
}

/** Books the lines of one journal entry: the cost of coins, and what the entry has brought. */
export function bookEntry({ coins: before, sums: held }: Books, moves: readonly Move[], worthOf: WorthOf): Books {
  const coins = new Map(before)
  const sums = { ...held }
  const add = (name: SumName, worth: bigint) => {
    sums[name] += worth
  }
  /** Takes coins out at a worth, and returns what they had gained. */
  const give = (asset: number, units: bigint, worth: bigint) => {
    const basis = coins.get(asset) ?? noBasis
    coins.set(asset, takeOut(basis, units, worth))
    return worth - shareOut(basis, units)
  }
  const receive = (asset: number, units: bigint, worth: bigint) =>
    coins.set(asset, takeIn(coins.get(asset) ?? noBasis, units, worth))

  for (const kind of new Set(moves.map(({ type }) => classOf(type)))) {
    const { gone, come } = movedIn(moves, kind)
    const [out] = gone
    const [back] = come
    if ((kind === 'spot' || kind === 'exchange') && out && back && gone.length + come.length === 2) {
      const worth = tradeWorth(out, back, worthOf)
      add(kind, give(out[0], -out[1], worth))
      receive(back[0], back[1], worth)
      continue
    }
    for (const [asset, units] of gone) {
      const worth = worthOf(asset, -units)
      if (kind === 'income') add('expense', worth)
      else add(kind === 'own' ? 'flow' : kind, -worth)
      add('moved', give(asset, -units, worth))
    }
    for (const [asset, units] of come) {
      const worth = worthOf(asset, units)
      receive(asset, units, worth)
      add(kind === 'own' ? 'flow' : kind, worth)
    }
  }
  return { coins, sums }
}

/**
 * What is open at an instant: the gross result of contracts, and what contracts and stakes have been charged so far. A
 * result counts
 * when its contract or round ends, so these charges are taken out of what was booked, and told as unrealised.
 */
export type OpenResults = { readonly gross: bigint; readonly lever: bigint; readonly option: bigint }
export const nothingOpen: OpenResults = { gross: 0n, lever: 0n, option: 0n }
/** A user at an instant: what was booked until then, what is open, and the prices. */
export type Standing = Books & { readonly open: OpenResults; readonly worthOf: WorthOf }
export const nothing: Standing = { ...noBooks, open: nothingOpen, worthOf: () => 0n }

const worthOfCoins = ({ coins, worthOf }: Standing) =>
  [...coins].reduce((sum, [asset, { amount }]) => sum + (amount > 0n ? worthOf(asset, amount) : 0n), 0n)
/** What somebody has in all: every coin, free, held or bound, and the gross result of open contracts. */
export const totalOf = (standing: Standing) => worthOfCoins(standing) + standing.open.gross
/** What coins are worth beyond their cost. */
const gainOf = (standing: Standing) =>
  worthOfCoins(standing) - [...standing.coins.values()].reduce((sum, { cost }) => sum + cost, 0n)
const unrealisedOf = ({ open }: Standing) => open.gross - open.lever - open.option

export const statementNames = [
  'before',
  'spot',
  'exchange',
  'lever',
  'option',
  'moved',
  'income',
  'expense',
  'coins',
  'open',
  'flow',
  'after',
] as const
export type StatementName = (typeof statementNames)[number]
export type Statement = Readonly<Record<StatementName, bigint>>
/**
 * How one total became the other: what was there, results by product, income and expense (a negative number), what
 * coins and open contracts gained, what came in or went out, and what is there.
 */
export function statementOf(from: Standing, to: Standing): Statement {
  const moved = (name: SumName) => to.sums[name] - from.sums[name]
  return {
    before: totalOf(from),
    spot: moved('spot'),
    exchange: moved('exchange'),
    lever: moved('lever') + to.open.lever - from.open.lever,
    option: moved('option') + to.open.option - from.open.option,
    moved: moved('moved'),
    income: moved('income'),
    expense: -moved('expense'),
    coins: gainOf(to) - gainOf(from),
    open: unrealisedOf(to) - unrealisedOf(from),
    flow: moved('flow'),
    after: totalOf(to),
  }
}
/** What the rows of a statement leave unexplained; 0 if nothing was forgotten. */
export const differenceOf = ({ before, after, ...rows }: Statement) =>
  after - before - Object.values(rows).reduce((sum, each) => sum + each, 0n)
/** Results of all products together. */
export const realisedOf = ({ spot, exchange, lever, option, moved }: Statement) =>
  spot + exchange + lever + option + moved

/** Worth at a price in units of 10^-8. */
export const worthAt = (units: bigint, price: bigint) => mulDec(units, price)
