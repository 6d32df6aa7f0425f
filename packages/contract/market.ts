export {
  deal,
  level,
  market,
  marketOf,
  period,
  symbolOf,
  type Deal,
  type Level,
  type Period,
} from '#contract/market/market.ts'
