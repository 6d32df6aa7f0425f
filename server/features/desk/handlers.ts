import type { desk } from '#contract/desk.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Handlers } from '#server/core/context.ts'
import { caseHandlers } from './cases.ts'
import type { DeskContext } from './context.ts'
import { logOf, readLog } from './log.ts'

export const deskHandlers: Handlers<typeof desk, DeskContext> = {
  ...caseHandlers,
  log: {
    prepare: async (asyncCtx, _, { kind, by, page = 1, limit = defaultLimit }) => {
      const where = { ...(kind !== undefined && { kind }), ...(by !== undefined && { by }) }
      const { rows, total } = await readLog(asyncCtx, where, { limit, offset: (page - 1) * limit })
      return (ctx) => ({ list: rows.map((row) => logOf(ctx, row)), count: total, page, limit })
    },
  },
}
