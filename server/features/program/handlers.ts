import type { program } from '#contract/program/program.ts'
import type { Handlers } from '#server/core/context.ts'
import type { ProgramContext } from './context.ts'
import { candles, days, rules, trades } from './markets.ts'
import { batch, fills, order, orders } from './orders.ts'

export const programHandlers: Handlers<typeof program, ProgramContext> = {
  time: (ctx) => ({ now_ms: ctx.now() }),
  rules,
  days,
  candles,
  trades,
  order,
  orders,
  fills,
  batch,
}
