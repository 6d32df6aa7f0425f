import {
  dateOfDay,
  dayMs,
  daysLeft,
  nextPaymentMs,
  platformDay,
  termEndMs,
  termFrom,
  type Term,
} from '#contract/finance/earnings-term.ts'
import { dailyInterest } from '#contract/finance/finance-penalty.ts'
import {
  mayPledgeStep,
  pledgeProduct,
  pledgeTransitions,
  type Award,
  type Pledge,
  type PledgeProduct,
  type PledgeStep,
  type miningPledge,
} from '#contract/mining/mining-pledge.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { encode } from '#contract/wire/coded.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { timeOf } from '#contract/wire/fields.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { deadline } from '#server/core/deadlines.ts'
import { Refusal } from '#server/core/refusal.ts'
import { textIn } from '#server/core/sentences.ts'
import { createAccrual } from '#server/features/finance/earnings/accrual.ts'
import { checkAmount } from '#server/features/finance/earnings/amount.ts'
import { roomOf } from '#server/features/finance/earnings/house.ts'
import { checkMayTrade } from '#server/identity/locks.ts'
import { pledgeHold, type AwardRow, type PledgeRow, type PoolRow } from './rows.ts'
import type { MiningContext } from './context.ts'

const kind = 'change'
/** Due when a day of a pledge is over. */
export const pledgeDay = deadline('pledgeDay')
/** The name that the desk gave a pool, or that of the release. */
export const poolNameOf = ({ tables }: Pick<MiningContext, 'tables'>, pool: string, lang: Lang) =>
  tables.pools.get(pool)?.name ?? textIn('mining', lang, `pools.${pool}`) ?? pool
export const pledgeTerm = ({ firstDay, days, paid }: PledgeRow): Term => ({ firstDay, days, paid })

const placeLeft = ({ total, taken, others }: PoolRow) => parseDec(total) - parseDec(taken) - parseDec(others)
const awardsOf = ({ tables }: Pick<MiningContext, 'tables'>, { coin, dayRate, days }: PoolRow, amount: bigint) =>
  dailyInterest(amount, parseDec(dayRate), tables.coins.need(coin).scale) * BigInt(days)
/** Open while the least amount still fits, and the house can promise what it earns. */
const statusOf = (ctx: MiningContext, row: PoolRow) => {
  const least = parseDec(row.min)
  return row.isOpen && placeLeft(row) >= least && roomOf(ctx, row.coin) >= awardsOf(ctx, row, least) ? 'open' : 'closed'
}
export function poolOf(ctx: MiningContext, row: PoolRow, lang: Lang): PledgeProduct {
  const coin = ctx.tables.coins.need(row.coin)
  return {
    id: row.id,
    name: poolNameOf(ctx, row.id, lang),
    currency_id: row.coin,
    currency_name: coin.name,
    logo: coin.logo,
    decimal_scale: coin.scale,
    min_amount: row.min,
    max_amount: row.max,
    days: row.days,
    day_rate: row.dayRate,
    left: formatDec(placeLeft(row)),
    status: statusOf(ctx, row),
    rule_news_id: null,
  }
}
export function pledgeOf(ctx: Pick<MiningContext, 'tables' | 'now'>, row: PledgeRow, lang: Lang): Pledge {
  const { tables, now } = ctx
  const term = pledgeTerm(row)
  return {
    id: String(row.id),
    product_id: row.pool,
    name: poolNameOf(ctx, row.pool, lang),
    currency_name: tables.coins.get(row.coin)?.name ?? '',
    amount: row.amount,
    day_rate: row.dayRate,
    days: row.days,
    remain_day: daysLeft(term),
    earned: formatDec(parseDec(row.daily) * BigInt(row.paid)),
    daily: row.daily,
    start_ms: row.createdAt,
    end_ms: termEndMs(term),
    next_ms: row.status === 'pledged' ? nextPaymentMs(term) : null,
    status: row.status,
    server_now_ms: now(),
    rev: row.rev,
  }
}
export const awardOf = (ctx: Pick<MiningContext, 'tables'>, row: AwardRow, lang: Lang): Award => ({
  id: String(row.id),
  pledge_id: String(row.pledge),
  name: poolNameOf(ctx, row.pool, lang),
  day: dateOfDay(row.day),
  amount: row.amount,
  currency_name: ctx.tables.coins.get(row.coin)?.name ?? '',
  create_time: timeOf(row.at),
})
export const nextAwardMs = (now: number) => (platformDay(now) + 1) * dayMs

const putPledge = (ctx: MiningContext, row: PledgeRow, why: 'placed' | 'award' | 'released') => {
  const stored = ctx.tables.pledges.put({ ...row, updatedAt: ctx.now(), rev: row.rev + 1 })
  ctx.emit(row.user, {
    ev: 'mining.pledgeChanged',
    v: pledgeOf(ctx, stored, ctx.tables.users.get(row.user)?.lang ?? 'en'),
    why,
  })
  return stored
}
/** Moves a pledge: at its end the coins are free again and the pool has room for them. */
function movePledge(ctx: MiningContext, step: PledgeStep, row: PledgeRow, change: Partial<PledgeRow>): PledgeRow {
  if (!mayPledgeStep(step, row.status)) throw new Error(`pledge ${row.id}: ${step} from ${row.status}`)
  const moved = { ...row, ...change, status: pledgeTransitions[step].to }
  if (moved.status === 'pledged') return putPledge(ctx, moved, 'award')
  ctx.ledger.release(pledgeHold(row.id), logTypes.pledgeReturned)
  const pool = ctx.tables.pools.need(row.pool)
  ctx.tables.pools.put({ ...pool, taken: formatDec(parseDec(pool.taken) - parseDec(row.amount)) })
  return putPledge(ctx, moved, 'released')
}
/** Awards: once per pledge and platform day, in the same coin; the coins come back with the last one. */
export const pledgeAccrual = createAccrual<PledgeRow, MiningContext>({
  source: 'pledge',
  due: pledgeDay,
  logType: logTypes.pledgeAward,
  find: ({ tables }, ref) => {
    const row = tables.pledges.get(Number(ref))
    return row?.status === 'pledged' ? row : undefined
  },
  earningOf: (row) => ({
    ref: String(row.id),
    user: row.user,
    asset: row.coin,
    daily: parseDec(row.daily),
    term: pledgeTerm(row),
  }),
  book: (ctx, row, { day, amount, isLast }) => {
    ctx.tables.awards.put({
      id: ctx.tables.awards.nextId(),
      user: row.user,
      pledge: row.id,
      pool: row.pool,
      coin: row.coin,
      day,
      amount: formatDec(amount),
      at: ctx.now(),
    })
    return movePledge(ctx, isLast ? 'release' : 'award', row, { paid: row.paid + 1 })
  },
})

/**
 * Pledges coins: held to the end, and the house promises what they earn. Refused if the pool, the house or the account
 * does not allow it.
 */
export function placePledge(
  ctx: MiningContext,
  { user, lang }: { user: number; lang: Lang },
  { product_id, amount: typed, expect }: InputOf<typeof miningPledge.pledge>,
): Pledge {
  checkMayTrade(ctx, user)
  const pool = ctx.tables.pools.need(product_id)
  const coin = ctx.tables.coins.need(pool.coin)
  const status = statusOf(ctx, pool)
  if (expect !== undefined && expect !== status)
    throw new Refusal('state_moved', { now: encode(pledgeProduct, poolOf(ctx, pool, lang)) })
  const amount = checkAmount(typed, coin, pool)
  if (!pool.isOpen) throw new Refusal('product_closed')
  if (amount > placeLeft(pool)) throw new Refusal('sold_out', { left: formatDec(placeLeft(pool)) })
  if (awardsOf(ctx, pool, amount) > roomOf(ctx, coin.id)) throw new Refusal('product_closed')
  const id = ctx.tables.pledges.nextId()
  ctx.ledger.hold(pledgeHold(id), { owner: user, asset: coin.id, kind }, amount, logTypes.pledged)
  ctx.tables.pools.put({ ...pool, taken: formatDec(parseDec(pool.taken) + amount) })
  const row = putPledge(
    ctx,
    {
      id,
      user,
      pool: pool.id,
      coin: coin.id,
      amount: formatDec(amount),
      dayRate: pool.dayRate,
      daily: formatDec(dailyInterest(amount, parseDec(pool.dayRate), coin.scale)),
      ...termFrom(ctx.now(), pool.days),
      status: 'pledged',
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
      rev: 0,
    },
    'placed',
  )
  pledgeAccrual.start(ctx, row)
  return pledgeOf(ctx, row, lang)
}
