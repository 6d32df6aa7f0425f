import { isAlertReached, maxAlerts, type alerts } from '#contract/alert/alert.ts'
import { decimalsOf, parseDec } from '#contract/wire/money.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { priceText } from '#server/features/market/units.ts'
import type { AlertContext } from './context.ts'
import { putAlert, removeAlert } from './fire.ts'
import { sameAlert } from './rows.ts'
import { alertOf } from './view.ts'

/** The price in ticks. */
function ticksOf(text: string | undefined, scale: number): number {
  if (text === undefined || text === '' || parseDec(text) === 0n) throw new Refusal('price_required')
  if (decimalsOf(text) > scale) throw new Refusal('price_step', { scale })
  const ticks = Number(parseDec(text, scale))
  if (!Number.isSafeInteger(ticks)) throw new Refusal('price_required')
  return ticks
}

export const alertHandlers: Handlers<typeof alerts, AlertContext> = {
  list: (ctx, { user }, { match_id }) => {
    const own = ctx.tables.alerts.group('user', user)
    const rows = own.filter(({ pair }) => match_id === undefined || pair === match_id).toSorted((a, b) => b.id - a.id)
    return { list: rows.map((row) => alertOf(ctx, row)), count: own.length, max: maxAlerts }
  },
  add: (ctx, { user }, { match_id, side, price: typed, mode }) => {
    const { tables, now, emit } = ctx
    const market = ctx.markets.ofPair(match_id)
    const price = ticksOf(typed, market.pair.priceScale)
    const held = tables.alerts.one('same', sameAlert({ user, pair: match_id, side, price }))
    if (!held && isAlertReached(side, price, market.last()))
      throw new Refusal('alert_reached', { last: priceText(market.pair, market.last()) })
    if (!held && tables.alerts.group('user', user).length >= maxAlerts)
      throw new Refusal('alert_limit', { max: maxAlerts })
    const fresh = {
      id: held?.id ?? tables.alerts.nextId(),
      user,
      pair: match_id,
      side,
      price,
      isArmed: true,
      at: now(),
      firedAt: null,
    }
    const v = alertOf(ctx, putAlert(ctx, { ...(held ?? fresh), mode }))
    emit(user, { ev: 'alert.changed', v, why: 'set' })
    return v
  },
  remove: (ctx, { user }, { id }) => {
    const row = ctx.tables.alerts.need(id)
    if (row.user !== user) throw new Refusal('not_found')
    removeAlert(ctx, row)
    ctx.emit(user, { ev: 'alert.changed', v: alertOf(ctx, row), why: 'removed' })
    return { id }
  },
}
