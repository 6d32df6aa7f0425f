import { haltTakesTwo } from '#contract/desk/desk-risk.ts'
import type { DeskHouse, DeskMarket, DeskNews } from '#contract/desk/desk-tools.ts'
import type { desk } from '#contract/desk/desk.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { languages } from '#contract/wire/languages.ts'
import { formatDec } from '#contract/wire/money.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Handlers } from '#server/core/context.ts'
import { haltTrading, isHalted, resumeTrading } from '#server/core/halt.ts'
import { Refusal } from '#server/core/refusal.ts'
import { houseAccounts } from '#server/features/finance/earnings/house.ts'
import { haltMarket, isMarketHalted, resumeMarket } from '#server/features/market/halt.ts'
import { newsItemOf } from '#server/features/news/handlers.ts'
import { publishNews, removeNews, translationsOf } from '#server/features/news/publish.ts'
import type { NewsRow } from '#server/features/news/rows.ts'
import { usersFor } from './accounts.ts'
import { actAs, waitsOf, type Plan } from './acts.ts'
import type { BatchCalls } from './batches.ts'
import { logAct, logOf, readLog } from './log.ts'
import { planSetting, settingsView, settingView } from './settings.ts'
import { planUser, userOf } from './users.ts'
import type { DeskContext } from './context.ts'
import { declareOutage } from '#server/features/otc/desk.ts'

type Tools = Omit<
  typeof desk,
  | 'home'
  | 'cases'
  | 'case'
  | 'decide'
  | 'service'
  | 'person'
  | 'note'
  | 'assign'
  | 'ask'
  | keyof BatchCalls
  | 'talk'
  | 'answer'
  | 'closeTalk'
  | 'products'
  | 'setProduct'
  | 'money'
  | 'addPool'
>

const needReason = (reason: string | undefined): string => {
  if (!reason) throw new Refusal('reason_required')
  return reason
}
const haltSubject = (market: string | undefined) => `halt|${market ?? ''}`
const marketsOf = (ctx: DeskContext) => ({
  all_halted: isHalted(ctx),
  all_waits: waitsOf(ctx, haltSubject(undefined)),
  list: ctx.markets.all().map(
    (market): DeskMarket => ({
      market: market.pair.market,
      last: market.tickerRow().last,
      is_open: market.pair.isOpen,
      is_halted: isMarketHalted(ctx, market.pair.market),
      is_stale: market.isStale(),
      waits: waitsOf(ctx, haltSubject(market.pair.market)),
    }),
  ),
})
export function planHalt(ctx: DeskContext, { market, halt }: InputOf<typeof desk.halt>): Plan {
  if (market !== undefined && !ctx.markets.all().some(({ pair }) => pair.market === market))
    throw new Refusal('not_found')
  const before = market === undefined ? isHalted(ctx) : isMarketHalted(ctx, market)
  return {
    kind: 'change',
    subject: haltSubject(market),
    action: halt ? 'halt' : 'resume',
    about: market ?? 'all',
    before: { halted: before },
    after: { halted: halt },
    takesTwo: haltTakesTwo(before, halt),
    apply: () => {
      if (market === undefined) (halt ? haltTrading : resumeTrading)(ctx)
      else (halt ? haltMarket : resumeMarket)(ctx, market)
    },
  }
}

const newsOf = (rows: readonly NewsRow[]): DeskNews[] => {
  const [first] = rows
  if (!first) return []
  const { id, c_id, top, sorts, link, at } = first
  return [
    {
      id,
      c_id,
      top,
      sorts,
      link,
      create_time: timeOf(at),
      texts: rows.map(({ lang, title, content }) => ({ lang, title, content })),
    },
  ]
}
/** Who has a login that has not ended: only they can be reached by push. */
const reachable = ({ tables }: DeskContext) => new Set([...tables.sessions.all()].map(({ user }) => user))
const titlesOf = (rows: readonly NewsRow[]) => Object.fromEntries(rows.map(({ lang, title }) => [lang, title]))
function publish(
  ctx: DeskContext,
  by: number,
  {
    id,
    c_id,
    texts = [],
    top = false,
    link = '',
    sorts = 0,
    notify = false,
    remove = false,
    reason,
  }: InputOf<typeof desk.publish>,
) {
  const before = id === undefined ? [] : translationsOf(ctx, id)
  if (remove) {
    const why = needReason(reason)
    const removed = id === undefined ? [] : removeNews(ctx, id)
    if (removed.length === 0) throw new Refusal('not_found')
    logAct(ctx, { by, action: 'news.remove', about: String(id), reason: why, before: titlesOf(removed) })
    return { list: [] }
  }
  const category = c_id ?? before[0]?.c_id
  if (category === undefined) throw new Refusal('title_required')
  const rows = publishNews(ctx, id ?? null, { c_id: category, texts, top, sorts, link: link === '' ? null : link })
  logAct(ctx, {
    by,
    action: id === undefined ? 'news.publish' : 'news.change',
    about: String(rows[0]?.id),
    reason: reason || null,
    before: titlesOf(before),
    after: titlesOf(rows),
  })
  if (notify)
    for (const user of reachable(ctx)) {
      const row = rows.find(({ lang }) => lang === ctx.tables.users.get(user)?.lang)
      if (row) ctx.emit(user, { ev: 'news.published', v: newsItemOf(row) })
    }
  return { list: rows.map(newsItemOf) }
}

export const toolHandlers: Handlers<Tools, DeskContext> = {
  log: {
    prepare: async (asyncCtx, _, { kind, by, page = 1, limit = defaultLimit }) => {
      const where = { ...(kind !== undefined && { kind }), ...(by !== undefined && { by }) }
      const { rows, total } = await readLog(asyncCtx, where, { limit, offset: (page - 1) * limit })
      return (ctx) => ({ list: rows.map((row) => logOf(ctx, row)), count: total, page, limit })
    },
  },
  settings: (ctx) => settingsView(ctx),
  setSetting: (ctx, { user }, input) => {
    needReason(input.reason)
    actAs(ctx, user, { call: 'setSetting', input }, planSetting(ctx, input))
    return settingView(ctx, input.name)
  },
  house: (ctx) =>
    houseAccounts(ctx).map(
      ({ name, limit, paid, promised, room }): DeskHouse => ({
        currency_name: name,
        limit: formatDec(limit),
        paid: formatDec(paid),
        promised: formatDec(promised),
        room: formatDec(room),
      }),
    ),
  users: {
    prepare: async (asyncCtx, _, { keyword = '', page = 1, limit = defaultLimit }) => {
      if (keyword === '') throw new Refusal('keyword_required')
      const found = await usersFor(asyncCtx.ctx, keyword)
      return (ctx) => ({
        list: found.slice((page - 1) * limit, page * limit).map(({ id }) => userOf(ctx, ctx.tables.users.need(id))),
        count: found.length,
        page,
        limit,
      })
    },
  },
  setUser: (ctx, { user }, input) => {
    const plan = planUser(ctx, user, input)
    needReason(input.reason)
    actAs(ctx, user, { call: 'setUser', input }, plan)
    return userOf(ctx, ctx.tables.users.need(input.user_id))
  },
  markets: (ctx) => marketsOf(ctx),
  halt: (ctx, { user }, input) => {
    needReason(input.reason)
    actAs(ctx, user, { call: 'halt', input }, planHalt(ctx, input))
    return marketsOf(ctx)
  },
  outage: (ctx, { user }, input) => outage(ctx, user, input),
  news: (ctx, _, { c_id, page = 1, limit = defaultLimit }) => {
    // One line for each text: its translation into the first language stands for all.
    const firsts = [...ctx.tables.news.all()]
      .filter((row) => row.lang === languages[0] && (c_id === undefined || row.c_id === c_id))
      .toSorted((a, b) => b.at - a.at || b.id - a.id)
    return {
      list: firsts.slice((page - 1) * limit, page * limit).flatMap(({ id }) => newsOf(translationsOf(ctx, id))),
      count: firsts.length,
      page,
      limit,
    }
  },
  publish: (ctx, { user }, input) => publish(ctx, user, input),
}

const dayMs = 86_400_000
const lastName = 'desk_outage_until'

/**
 * Declares an outage of the past 24 hours. It begins after the last declared one, so that no minute moves a deadline
 * twice.
 */
function outage(
  ctx: DeskContext,
  by: number,
  { from_ms, to_ms, reason }: InputOf<typeof desk.outage>,
): { orders: number } {
  if (!reason) throw new Refusal('reason_required')
  const now = ctx.now()
  const declared = Number(ctx.tables.settings.get(lastName)?.value ?? 0)
  const earliest = Math.max(declared, now - dayMs)
  if (from_ms < earliest || from_ms >= to_ms || to_ms > now)
    throw new Refusal('setting_range', { min: String(earliest), max: String(now) })
  const orders = declareOutage(ctx, { from_ms, to_ms })
  ctx.tables.settings.put({ name: lastName, value: String(to_ms) })
  logAct(ctx, { by, action: 'outage', about: 'otc', reason, after: { from_ms, to_ms, orders } })
  return { orders }
}
