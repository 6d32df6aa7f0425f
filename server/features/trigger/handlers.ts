import type { triggers, Trigger } from '#contract/trigger/trigger.ts'
import { isTriggerOver } from '#contract/trigger/trigger.ts'
import type { orders } from '#contract/trigger/trigger-orders.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Decide, Handlers, Prepared } from '#server/core/context.ts'
import { betweenOf, isBetween, pageOf } from '#server/core/pages.ts'
import { Refusal } from '#server/core/refusal.ts'
import { cancelAll, cancelBatch } from './cancel-all.ts'
import { amend, cancel, triggerRowOf } from './change.ts'
import type { TriggerContext } from './context.ts'
import { deadMan, setDeadMan } from './dead-man.ts'
import { placeTriggers } from './place.ts'
import { triggerReceiptTable, triggerTable, type TriggerReceiptRow, type TriggerRow } from './rows.ts'
import { triggerOf } from './view.ts'

const place: Decide<typeof triggers.place, TriggerContext> = (ctx, caller, input) => {
  const { group, rows } = placeTriggers(ctx, caller, input)
  return { group_id: group, triggers: rows.map(({ id }): Trigger => triggerOf(ctx, ctx.tables.triggers.need(id))) }
}

const list: Prepared<typeof triggers.list, TriggerContext> = {
  prepare: async ({ store, ctx: { markets } }, { user }, input) => {
    const { product, currency_id, legal_id, status, group_id, from, to, page = 1, limit = defaultLimit } = input
    const all = markets.all().map(({ pair }) => pair)
    const pairs = all
      .filter(({ base, quote }) => (currency_id ?? base) === base && (legal_id ?? quote) === quote)
      .map(({ id }) => id)
    const path = 'trigger/list'
    if (status === 'live')
      return (ctx) => {
        const isWanted = (row: TriggerRow) =>
          !isTriggerOver(row) &&
          pairs.includes(row.pair) &&
          (product ?? row.product) === row.product &&
          (group_id ?? row.group) === row.group &&
          isBetween(row.createdAt, from, to)
        const rows = ctx.tables.triggers
          .group('user', user)
          .filter(isWanted)
          .toSorted((a, b) => b.id - a.id)
        const shown = rows.slice((page - 1) * limit, page * limit)
        return pageOf(
          shown.map((row) => triggerOf(ctx, row)),
          { total: rows.length, page, limit, path },
        )
      }
    const where = {
      user,
      ...(product && { product }),
      ...(status && { status }),
      ...(group_id !== undefined && { of: group_id }),
      ...(pairs.length < all.length && { pair: pairs }),
    }
    const { bodies, total } =
      pairs.length === 0
        ? { bodies: [], total: 0 }
        : await store.page({
            table: triggerTable,
            where,
            ...betweenOf('at', from, to),
            limit,
            offset: (page - 1) * limit,
          })
    const rows = bodies.map(triggerRowOf)
    // A row that is still in memory is newer than its stored copy.
    return (ctx) =>
      pageOf(
        rows.map((row) => triggerOf(ctx, ctx.tables.triggers.get(row.id) ?? row)),
        { total, page, limit, path },
      )
  },
}

const receiptRowOf = (body: string): TriggerReceiptRow => JSON.parse(body)
const receipt: Prepared<typeof triggers.receipt, TriggerContext> = {
  prepare: async ({ store, ctx: { tables } }, { user }, { id }) => {
    const body = await store.row(triggerTable, id)
    const row = tables.triggers.get(id) ?? (body === null ? undefined : triggerRowOf(body))
    if (row?.user !== user || row.receipt === null) throw new Refusal('not_found')
    const stored = await store.row(triggerReceiptTable, row.receipt)
    const found = tables.triggerReceipts.get(row.receipt) ?? (stored === null ? undefined : receiptRowOf(stored))
    if (!found) throw new Refusal('not_found')
    return () => found.receipt
  },
}

export const triggerHandlers: Handlers<typeof triggers & typeof orders, TriggerContext> = {
  place,
  amend,
  cancel,
  list,
  receipt,
  cancelAll,
  cancelBatch,
  setDeadMan,
  deadMan,
}
