import type { LeverSide } from '#contract/lever/lever-position.ts'
import { grossFor, unrealised } from '#contract/pnl.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { liquidationPrice, openingOf, priceAtProfit, returnOf, shareOf } from '#contract/lever/lever-risk.ts'
import { unitsOf as amountUnits } from '#src/lib/amount.ts'
import type { Terms } from '#src/parts/lever/account.ts'

/** The input of the calculator, as typed. */
export type Asked = {
  readonly side: LeverSide
  readonly multiple: number
  readonly lots: string
  readonly entry: string
  readonly exit: string
  readonly percent: string
  readonly free: string
}
/** The results; null while unknown. */
export type Answer = {
  readonly margin: string | null
  readonly fee: string | null
  readonly profit: string | null
  readonly percent: string | null
  /** The price at which the target percentage is reached. */
  readonly target: string | null
  readonly liquidation: string | null
  readonly night: string | null
}
const silent: Answer = {
  margin: null,
  fee: null,
  profit: null,
  percent: null,
  target: null,
  liquidation: null,
  night: null,
}

const unitsOf = (text: string): bigint | null => {
  const units = amountUnits(text)
  return units === 0n ? null : units
}

/** Calculates a position before it is opened, as the only one of its account, with the given free balance. */
export function calculate(
  { side, multiple, lots, entry, exit, percent, free }: Asked,
  terms: Terms,
  { burst, overnight }: { readonly burst: bigint; readonly overnight: bigint },
): Answer {
  const price = unitsOf(entry)
  if (price === null || !/^[1-9]\d{0,8}$/.test(lots)) return silent
  const { number, margin, fee } = openingOf({
    side,
    price,
    lots: Number(lots),
    lotSize: terms.lotSize,
    multiple,
    fee: terms.fee,
  })
  const out = unitsOf(exit)
  const wished = unitsOf(percent)
  const profit = out === null ? null : unrealised({ side, price, number, fee, overnight: 0n }, out)
  const alone = { free: unitsOf(free) ?? 0n, legs: [{ pair: terms.base, side, price, number, margin, mark: price }] }
  const burstAt = liquidationPrice(alone, terms.base, burst, terms.tick)
  return {
    margin: formatDec(margin),
    fee: formatDec(fee),
    profit: profit === null ? null : formatDec(profit),
    percent: profit === null ? null : formatDec(returnOf(profit, margin)),
    target:
      wished === null
        ? null
        : formatDec(
            priceAtProfit(
              side,
              price,
              number,
              grossFor((wished * margin) / parseDec('100'), { fee, overnight: 0n }),
              terms.tick,
            ),
          ),
    liquidation: burstAt === null ? null : formatDec(burstAt),
    night: formatDec(shareOf(price, number, overnight)),
  }
}
