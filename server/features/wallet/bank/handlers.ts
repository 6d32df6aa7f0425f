import { payMethods, type bank } from '#contract/wallet/bank.ts'
import { encode } from '#contract/wire/coded.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { holdWithdrawals } from '#server/identity/locks.ts'
import { checkPin } from '#server/identity/pins.ts'
import { checkMethods, checkMore } from './check.ts'
import { isMethodUsed, methodsOf, waysOf } from './methods.ts'
import { methodsView, moreView, noMethods } from './view.ts'
import type { BankContext } from './context.ts'

export const bankHandlers: Handlers<typeof bank, BankContext> = {
  methods: (ctx, { user, lang }) => methodsView(ctx, methodsOf(ctx, user) ?? noMethods(user, ctx.now()), lang),
  save: {
    prepare: async (asyncCtx, { user, lang }, input) => {
      const { moved } = checkMethods(asyncCtx.ctx, user, input)
      const isProven = moved.length > 0
      if (isProven) await checkPin(asyncCtx, user, input.pay_password)
      return (ctx) => {
        const checked = checkMethods(ctx, user, input)
        const held = methodsOf(ctx, user)
        // A way that was bound while this call was under way: its change has not been proven.
        if (checked.moved.length > 0 && !isProven)
          throw new Refusal('state_moved', {
            now: encode(payMethods, methodsView(ctx, held ?? noMethods(user, ctx.now()), lang)),
          })
        if (held && JSON.stringify(held) === JSON.stringify(checked.row)) return methodsView(ctx, held, lang)
        const row = ctx.tables.payMethods.put({ ...checked.row, updatedAt: ctx.now(), rev: checked.row.rev + 1 })
        if (checked.isChanged) holdWithdrawals(ctx, ctx.tables.users.need(user))
        const view = methodsView(ctx, row, lang)
        ctx.emit(user, { ev: 'bank.changed', v: { ways: view.ways } })
        return view
      }
    },
  },
  more: (ctx, { user }) => moreView(ctx, user),
  addMore: {
    prepare: async (asyncCtx, { user }, input) => {
      checkMore(asyncCtx.ctx, user, input)
      await checkPin(asyncCtx, user, input.pay_password)
      return (ctx) => {
        ctx.tables.moreMethods.put(checkMore(ctx, user, input))
        return changed(ctx, user)
      }
    },
  },
  removeMore: {
    prepare: async (asyncCtx, { user }, { id, pay_password }) => {
      const check = (ctx: BankContext) => {
        const row = ctx.tables.moreMethods.get(id)
        if (row?.user !== user) throw new Refusal('not_found')
        if (isMethodUsed(ctx, user, row.way, id)) throw new Refusal('method_in_use', { way: row.way })
      }
      check(asyncCtx.ctx)
      await checkPin(asyncCtx, user, pay_password)
      return (ctx) => {
        check(ctx)
        ctx.tables.moreMethods.remove(id)
        return changed(ctx, user)
      }
    },
  },
}

/** A payee came or went: withdrawals are held, and the other devices read anew. */
function changed(ctx: BankContext, user: number) {
  holdWithdrawals(ctx, ctx.tables.users.need(user))
  ctx.emit(user, { ev: 'bank.changed', v: { ways: waysOf(ctx, user) } })
  return moreView(ctx, user)
}
