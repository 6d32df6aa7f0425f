import { isAlertReached } from '#contract/alert/alert.ts'
import type { AsyncContext } from '#server/core/context.ts'
import { priceText } from '#server/features/market/units.ts'
import type { AlertContext } from './context.ts'
import type { AlertRow } from './rows.ts'
import { alertOf } from './view.ts'
import { mayTell } from './watch.ts'

/** At most so many alerts in one command: a round price may have very many. */
const perCommand = 200

export function putAlert(ctx: AlertContext, row: AlertRow): AlertRow {
  const before = ctx.tables.alerts.get(row.id)
  ctx.onRollback(() => ctx.alertWatch.forget(row.pair))
  if (before) ctx.alertWatch.remove(before)
  const stored = ctx.tables.alerts.put(row)
  ctx.alertWatch.add(stored)
  return stored
}
export function removeAlert(ctx: AlertContext, row: AlertRow) {
  ctx.onRollback(() => ctx.alertWatch.forget(row.pair))
  ctx.alertWatch.remove(row)
  ctx.tables.alerts.remove(row.id)
}

/** Tells the owner, and removes an alert that fires once. */
function fire(ctx: AlertContext, row: AlertRow, last: number) {
  const { markets, now, emit } = ctx
  const { pair } = markets.ofPair(row.pair)
  const isTold = mayTell(row, now())
  const fired = { ...row, isArmed: false, firedAt: isTold ? now() : row.firedAt }
  if (row.mode === 'once') removeAlert(ctx, row)
  else putAlert(ctx, fired)
  if (isTold)
    emit(row.user, { ev: 'alert.fired', v: { alert: alertOf(ctx, fired), last: priceText(pair, last), at_ms: now() } })
}

/** One command's share of what the last price of a pair concerns; returns whether there may be more. */
function takeDue(ctx: AlertContext, pair: number): boolean {
  ctx.onRollback(() => ctx.alertWatch.forget(pair))
  const last = ctx.markets.ofPair(pair).last()
  const due = ctx.alertWatch.take(pair, last, perCommand)
  for (const row of due) {
    if (isAlertReached(row.side, row.price, last)) fire(ctx, row, last)
    else putAlert(ctx, { ...row, isArmed: true })
  }
  return due.length === perCommand
}

/** After each price tick: the alerts that the last prices have reached, and those that are armed again. */
export async function watchPrices({ ctx, command }: Pick<AsyncContext<AlertContext>, 'ctx' | 'command'>) {
  for (const { pair, last } of ctx.markets.all()) {
    if (!ctx.alertWatch.concerns(pair.id, last())) continue
    while (await command((inside) => takeDue(inside, pair.id)));
  }
}
