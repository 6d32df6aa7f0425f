import type { program } from '#contract/program/program.ts'
import { formatDec } from '#contract/wire/money.ts'
import type { Decide, Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { orderedOn } from '#server/features/spot/caps.ts'
import { apiKeyOf } from '#server/identity/api-keys.ts'
import type { ProgramContext } from './context.ts'
import { candles, days, rules, trades } from './markets.ts'
import { carryOut, plan } from './plan.ts'
import { batch, fills, order, orders } from './orders.ts'

const key: Decide<typeof program.key, ProgramContext> = (ctx, { apiKey }) => {
  const row = apiKey && ctx.tables.apiKeys.one('no', apiKey.no)
  if (!row) throw new Refusal('not_found')
  return { ...apiKeyOf(row), ordered: formatDec(orderedOn(row, ctx.now())) }
}

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
  plan,
  carryOut,
  key,
}
