import type { EarningSource } from '#contract/finance/earnings.ts'
import { daysDue, daysLeft, nextPaymentMs, type Term } from '#contract/finance/earnings-term.ts'
import { formatDec } from '#contract/wire/money.ts'
import type { DeadlineKind } from '#server/core/deadlines.ts'
import type { Posting } from '#server/core/ledger.ts'
import { addEarned } from './history.ts'
import { payFromHouse, promise, releasePromise } from './house.ts'
import type { EarningsContext } from './context.ts'

/** What an order earns: `daily` units of an asset for each platform day of its term. */
type Earning = { ref: string; user: number; asset: number; daily: bigint; term: Term }
/** One day of an order. `isLast` says that its term is over, so that the order ends with it. */
export type PaidDay = { day: number; amount: bigint; isLast: boolean }

type AccrualOf<Row, Ctx> = {
  readonly source: EarningSource
  /** The deadline of an order's next payment, bound with `on(due, accrual.run)`. */
  readonly due: DeadlineKind
  /** Type of the log line of a payment. */
  readonly logType: number
  /** The running order of a deadline; undefined when it has ended. */
  readonly find: (ctx: Ctx, ref: string) => Row | undefined
  readonly earningOf: (row: Row) => Earning
  /** Stores the order with one more paid day, tells its owner, and ends it after the last day. */
  readonly book: (ctx: Ctx, row: Row, paid: PaidDay) => Row
  /** Where a payment goes; the user's free money in the spot account by default. */
  readonly payTo?: (ctx: Ctx, row: Row, amount: bigint) => readonly Posting[]
}

/**
 * Daily earnings of one product, paid by the house: each order once per platform day, as many days as its term has. The
 * order counts its paid days and a day is only paid when it is over, so a second run, a late one, a restart or a clock
 * that jumped find nothing to do or pay the missing days one by one (F2, F4).
 */
export function createAccrual<Row, Ctx extends EarningsContext>({
  source,
  due,
  logType,
  find,
  earningOf,
  book,
  payTo,
}: AccrualOf<Row, Ctx>) {
  const setNext = ({ deadlines }: Pick<Ctx, 'deadlines'>, row: Row) => {
    const { ref, term } = earningOf(row)
    if (daysLeft(term) > 0) deadlines.set(due, ref, nextPaymentMs(term))
    else deadlines.clear(due, ref)
  }
  const payOne = (ctx: Ctx, row: Row): Row => {
    const { ref, user, asset, daily, term } = earningOf(row)
    const day = term.firstDay + term.paid
    const posting = payFromHouse(ctx, source, asset, daily)
    const info = `${source}:${ref}`
    const to = payTo?.(ctx, row, daily) ?? [{ owner: user, asset, kind: posting.kind, free: daily }]
    if (daily > 0n) ctx.ledger.post({ type: logType, ref: info, info, postings: [posting, ...to] })
    const accrual = ctx.tables.accruals.put({ source, ref, user, asset, amount: formatDec(daily), day, at: ctx.now() })
    addEarned(ctx, accrual)
    const booked = book(ctx, row, { day, amount: daily, isLast: daysLeft(term) === 1 })
    if (earningOf(booked).term.paid !== term.paid + 1) throw new Error(`${info} does not count its paid days`)
    return booked
  }
  return {
    /**
     * Promises what the order will earn, and sets its first deadline; refuses with `product_closed` when the house has
     * no room for it.
     */
    start: (ctx: Ctx, row: Row) => {
      const { asset, daily, term } = earningOf(row)
      promise(ctx, source, asset, daily * BigInt(daysLeft(term)))
      setNext(ctx, row)
    },
    /** Ends the earning early: what is not paid is no longer promised. */
    stop: (ctx: Ctx, row: Row) => {
      const { ref, asset, daily, term } = earningOf(row)
      releasePromise(ctx, source, asset, daily * BigInt(daysLeft(term)))
      ctx.deadlines.clear(due, ref)
    },
    /** The work of the deadline: pays one day if one is due. Further days are deadlines that are due already. */
    run: (ctx: Ctx, ref: string) => {
      const row = find(ctx, ref)
      if (row === undefined) return
      setNext(ctx, daysDue(earningOf(row).term, ctx.now()) > 0 ? payOne(ctx, row) : row)
    },
    /**
     * Pays all days that are over. What ends an order early calls it first, so that a deadline that is late changes
     * nothing.
     */
    catchUp: (ctx: Ctx, row: Row): Row => {
      let paid = row
      while (daysDue(earningOf(paid).term, ctx.now()) > 0) paid = payOne(ctx, paid)
      setNext(ctx, paid)
      return paid
    },
  }
}
