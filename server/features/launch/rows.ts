import type { LaunchExam, LaunchStage } from '#contract/launch/launch.ts'
import { int, text } from '#server/core/table-def.ts'
import type { Wording } from '#server/features/finance/earnings/product.ts'
import type { OpenTable } from '#server/core/tables.ts'

/** The market that opens with a coin; without one it is held and transferred only. */
type LaunchMarket = { priceScale: number; amountScale: number; minAmount: string; maxAmount: string }
/**
 * A product. `key` names its texts. `sold` is what has been allotted, also to orders under review; `coin` is set once
 * the coin is launched. Quantities in new coins, rates in units of each pay coin, all as text.
 */
export type LaunchProductRow = {
  id: number
  key: string
  name: string
  logo: string
  pays: readonly { coin: number; rate: string }[]
  num: string
  sold: string
  least: string
  most: string
  startAt: number
  endAt: number
  onlineAt: number
  day: number
  interestRate: string
  predictRate: string
  isRecommended: boolean
  market: LaunchMarket | null
  coin: number | null
  sort: number
  createdAt: number
  /** Of a product that was made at the desk: what it says in each language. */
  intro?: Wording
}
/** A subscription; its terms are those of the product when it was placed. */
export type LaunchOrderRow = {
  id: number
  user: number
  product: number
  pay: number
  amount: string
  coins: string
  rate: string
  day: number
  onlineAt: number
  stage: LaunchStage
  reason: string | null
  createdAt: number
  updatedAt: number
  decidedAt: number | null
  rev: number
}

export const launchHold = (id: number) => `launch:${id}`
export const launchTable = 'launch_orders'
const isLive = ({ stage }: LaunchOrderRow) => stage !== 'rejected' && stage !== 'completed'
/** Where the review of an order stands. */
export const examOf = {
  underReview: 'underReview',
  rejected: 'rejected',
  subscribing: 'passed',
  redemption: 'passed',
  completed: 'passed',
} as const satisfies Record<LaunchStage, LaunchExam>
/** Both a rejected order and one under review are still `subscribing` on the wire. */
export const wireStatusOf = (stage: LaunchStage) =>
  stage === 'redemption' || stage === 'completed' ? stage : 'subscribing'

export const createLaunchTables = (open: OpenTable) => ({
  launchProducts: open<LaunchProductRow>({
    name: 'launch_products',
    key: 'int',
    id: ({ id }) => id,
    unique: { name: ({ name }) => name },
  }),
  launchOrders: open<LaunchOrderRow>({
    name: launchTable,
    key: 'int',
    id: ({ id }) => id,
    isLive,
    groups: {
      user: ({ user }) => user,
      product: ({ product }) => product,
      buyer: ({ user, product }) => `${user}|${product}`,
    },
    // `status` is where the review stands, as the desk asks for it; `wire` the status of the calls.
    columns: {
      user: int(({ user }) => user),
      status: text(({ stage }) => examOf[stage]),
      wire: text(({ stage }) => wireStatusOf(stage)),
    },
    paths: [['user'], ['user', 'wire'], ['status']],
  }),
})
export type LaunchTables = ReturnType<typeof createLaunchTables>
