import { earningSource, maxPayments, type earnings, type SourceSum } from '#contract/finance/earnings.ts'
import { dateOfDay } from '#contract/finance/earnings-term.ts'
import { formatDec } from '#contract/wire/money.ts'
import type { Handlers } from '#server/core/context.ts'
import { curveOf, earnedFrom, worth } from './history.ts'
import type { EarningsContext } from './context.ts'

export const earningsHandlers: Handlers<typeof earnings, EarningsContext> = {
  summary: (ctx, { user, lang }) => {
    const running = earningSource.options.flatMap((source) =>
      (ctx.earningSources.get(source)?.(user, lang) ?? []).map((each) => ({ ...each, source })),
    )
    const sums = earningSource.options
      .filter((source) => ctx.earningSources.has(source))
      .map((source) => {
        const orders = running.filter((each) => each.source === source)
        return {
          source,
          ...earnedFrom(ctx, user, source),
          working: orders.reduce((sum, { asset, amount }) => sum + worth(ctx, asset, amount), 0n),
          orders: orders.length,
        }
      })
    const totalOf = (field: 'working' | 'today' | 'total') =>
      formatDec(sums.reduce((sum, each) => sum + each[field], 0n))
    const next = running
      .flatMap(({ source, ref, name, next: payment }) => (payment ? [{ source, ref, name, ...payment }] : []))
      .toSorted((a, b) => a.at - b.at)
    return {
      working: totalOf('working'),
      today: totalOf('today'),
      total: totalOf('total'),
      orders: running.length,
      sources: sums.map(
        ({ source, working, today, total, orders }): SourceSum => ({
          source,
          working: formatDec(working),
          today: formatDec(today),
          total: formatDec(total),
          orders,
        }),
      ),
      curve: curveOf(ctx, user).map(({ day, profit }) => ({ day: dateOfDay(day), profit: formatDec(profit) })),
      next: next.slice(0, maxPayments).map(({ source, ref, name, asset, amount, back, at, isLast }) => {
        const coin = ctx.tables.coins.need(asset)
        return {
          source,
          ref,
          name,
          currency_id: asset,
          currency_name: coin.name,
          logo: coin.logo,
          amount: formatDec(amount),
          back: formatDec(back),
          at_ms: at,
          is_last: isLast,
        }
      }),
      server_now_ms: ctx.now(),
    }
  },
}
