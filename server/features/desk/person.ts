import type { desk } from '#contract/desk/desk.ts'
import { accountKinds } from '#contract/wire/booking.ts'
import { formatDec } from '#contract/wire/money.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { LogRow } from '#server/core/rows.ts'
import { coinsInOrder, logOf as bookingOf } from '#server/features/assets/view.ts'
import { loginsOf } from '#server/identity/logins.ts'
import type { DeskContext } from './context.ts'
import { logOf, readLog } from './log.ts'
import { mayDecideKind } from './powers.ts'
import { queues } from './queues/list.ts'
import { userOf } from './users.ts'

const casesOfKind = 5
const lines = 20

/** What a person has, in the order of the coins; accounts in which there is nothing are left out. */
const balancesOf = (ctx: DeskContext, user: number) =>
  coinsInOrder(ctx).flatMap(({ id, name }) =>
    accountKinds.flatMap((account) => {
      const { free, held } = ctx.ledger.balance({ owner: user, asset: id, kind: account })
      if (free === 0n && held === 0n) return []
      return [{ account, currency_name: name, free: formatDec(free), held: formatDec(held) }]
    }),
  )

/** One person, as the desk sees them; cases of kinds that the reader may not decide are left out. */
export const personHandlers: Handlers<Pick<typeof desk, 'person'>, DeskContext> = {
  person: {
    prepare: async (asyncCtx, { user: reader, lang }, { id }) => {
      const { ctx, store } = asyncCtx
      if (ctx.tables.users.get(id) === undefined) throw new Refusal('not_found')
      const shown = queues.filter(({ kind }) => kind !== 'batch' && mayDecideKind(ctx, reader, kind))
      const found = await Promise.all(shown.map(async (queue) => queue.ofUser(asyncCtx, id, casesOfKind)))
      const cases = found.flat().toSorted((a, b) => b.state.openedAt - a.state.openedAt)
      const caseIds = cases.map((each) => each.view(ctx).id)
      const bookings = await store.page({ table: 'logs', where: { user: id }, limit: lines, offset: 0 })
      const acts = [
        ...(await readLog(asyncCtx, { about: String(id) }, { limit: lines, offset: 0 })).rows,
        ...(caseIds.length === 0
          ? []
          : (await readLog(asyncCtx, { case_id: caseIds }, { limit: lines, offset: 0 })).rows),
      ]
      const newest = [...new Map(acts.map((row) => [row.id, row])).values()].toSorted((a, b) => b.id - a.id)
      return (now) => ({
        user: userOf(now, now.tables.users.need(id)),
        balances: balancesOf(now, id),
        logs: bookings.bodies.map((body): LogRow => JSON.parse(body)).map((row) => bookingOf(now, row, lang)),
        devices: loginsOf(now, { user: id, session: '' }),
        cases: cases.map((each) => each.view(now)),
        acts: newest.slice(0, lines).map((row) => logOf(now, row)),
        server_now_ms: now.now(),
      })
    },
  },
}
