export { orderPlan, planLifeMs, type OrderPlan } from '#contract/program/program-plan.ts'
export {
  batchLine,
  marketCandle,
  marketDay,
  marketRules,
  marketTrade,
  mostInBatch,
  program,
  type BatchLine,
  type MarketCandle,
  type MarketDay,
  type MarketRules,
} from '#contract/program/program.ts'
export { session } from '#contract/session/session.ts'
