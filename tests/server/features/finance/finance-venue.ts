import type { HostingOrder } from '#contract/finance/finance.ts'
import { accrualTable, type AccrualRow } from '#server/features/finance/earnings/rows.ts'
import { usdt, walletVenue } from '#tests/server/features/wallet/wallet-venue.ts'
import { atOnce } from '#tests/support/venues.ts'

export const dayMs = 86_400_000
type Options = Parameters<typeof walletVenue>[0]
const isOrder = (value: unknown): value is HostingOrder =>
  typeof value === 'object' && value !== null && 'config_id' in value

/** A venue with two people who host and join plans. */
export async function financeVenue(options: Options = {}) {
  const wallet = await walletVenue(options)
  const { venue, clock, call, ann } = wallet
  const order = (answer: Awaited<ReturnType<typeof call>>): HostingOrder => {
    const value: unknown = answer.data
    if (!isOrder(value)) throw new Error(`no order: ${String(answer.reason)}`)
    return value
  }
  const host = async (config_id: number, amount: string, user = ann) =>
    order(await call('POST /api/lh/deposit', { config_id, amount }, user))
  const redeem = (id: number, more: Readonly<Record<string, unknown>> = {}, user = ann) =>
    call('POST /api/lh/deposit/order/cancel', { id, ...more }, user)
  /** Runs what is due until nothing is: each run pays one day of an order. */
  const settle = async () => {
    for (let pass = 0; pass < 70; pass += 1) await venue.runDue()
  }
  const to = async (days: number, ms = 0) => {
    clock.set(Date.UTC(2026, 0, 5) + days * dayMs + ms)
    await settle()
  }
  const accruals = () => {
    venue.flush()
    return atOnce(venue.store.page({ table: accrualTable, where: {}, limit: 1000, offset: 0 })).bodies.map(
      (body): AccrualRow => JSON.parse(body),
    )
  }
  const house = (owner: 'yield' | 'penalty', asset = usdt) =>
    String(venue.ctx.ledger.balance({ owner, asset, kind: 'change' }).free)
  return { ...wallet, host, redeem, settle, to, accruals, house }
}
