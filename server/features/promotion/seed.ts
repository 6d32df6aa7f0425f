import { logTypes } from '#contract/wire/booking.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { parseDec } from '#contract/wire/money.ts'
import { deadline } from '#server/core/deadlines.ts'
import { botUser } from '#server/identity/people.ts'
import type { PromotionContext } from './context.ts'

/** Due when the demo's invited traders pay fees again. */
export const demoFees = deadline('promotionDemoFees')
const everyMs = 4 * 3_600_000
const kind = 'change'
type Scout = { user: number; name: string; level: number; perRound: number }
/**
 * The demo's inviters, each with one trader who came by their code. Their numbers lie below those of people, and are
 * not those of the demo's guests in the chat.
 */
const scouts: readonly Scout[] = [
  { user: 90_201, name: 'DemoScout', level: 3, perRound: 60 },
  { user: 90_203, name: 'DemoGuild', level: 2, perRound: 45 },
  { user: 90_205, name: 'DemoHarbour', level: 1, perRound: 30 },
  { user: 90_207, name: 'DemoLantern', level: 0, perRound: 20 },
  { user: 90_209, name: 'DemoPostbox', level: 0, perRound: 8 },
]

function addAccount(
  { tables, now }: PromotionContext,
  user: number,
  nickname: string,
  inviter: number | null,
  agentLevel: number,
) {
  tables.users.put(botUser({ id: user, nickname, inviter, agentLevel, createdAt: now() }))
}
/** A trader pays a fee of play money, and it is shared like any other fee. */
function payFee({ ledger }: PromotionContext, payer: number, fee: bigint) {
  const cell = { asset: baseCoin.id, kind } as const
  const ref = `demo:fee:${payer}`
  ledger.post({
    type: logTypes.deposit,
    ref,
    postings: [
      { ...cell, owner: 'external', free: -fee },
      { ...cell, owner: payer, free: fee },
    ],
  })
  ledger.post({
    type: logTypes.spotGiven,
    ref,
    postings: [
      { ...cell, owner: payer, free: -fee },
      { ...cell, owner: 'fee', free: fee },
    ],
  })
  ledger.noteFee({ payer, asset: baseCoin.id, kind, amount: fee, ref })
}
export function payDemoFees(ctx: PromotionContext) {
  for (const { user, perRound } of scouts) payFee(ctx, user + 1, parseDec(`${perRound + ctx.random.int(perRound)}.5`))
  ctx.deadlines.set(demoFees, 'all', ctx.now() + everyMs)
}
/** Adds the demo's inviters once, so that the ranking has life. */
export function seedPromotion(ctx: PromotionContext) {
  if (!ctx.settings.promotion.hasDemo || ctx.tables.users.get(scouts[0]?.user ?? 0)) return
  for (const { user, name, level } of scouts) {
    addAccount(ctx, user, name, null, level)
    addAccount(ctx, user + 1, `${name}Friend`, user, 0)
  }
  payDemoFees(ctx)
}
