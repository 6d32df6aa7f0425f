import { inviteLink, topPlaces, type Placed, type promotion, type RebateSpan } from '#contract/promotion/promotion.ts'
import { formatDec, mulDec, parseDec } from '#contract/wire/money.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Handlers, Prepared } from '#server/core/context.ts'
import { pageOf } from '#server/core/pages.ts'
import { textIn } from '#server/core/sentences.ts'
import { branded } from '#server/core/settings.ts'
import { dayOf, firstDayOf } from './spans.ts'
import { rebateTable, type RebateRow } from './rows.ts'
import { invitedBy, invitedOf, maskedName, rebateOf } from './view.ts'
import type { PromotionContext } from './context.ts'

/** Backgrounds of the poster, drawn by the page; served with the app. */
const pics = ['/posters/floor.svg', '/posters/dawn.svg', '/posters/tide.svg']
const hundred = parseDec('100')
const percent = (rate: string) => formatDec(mulDec(parseDec(rate), hundred))
const levelNames = [null, 'exclusive', 'vip', 'partner'] as const

type Sum = { user: number; worth: bigint; at: number }
function sumsOf({ tables, now }: PromotionContext, span: RebateSpan): Sum[] {
  if (span === 'all')
    return [...tables.rebateTotals.all()].map(({ user, worth, at }) => ({ user, worth: parseDec(worth), at }))
  const sums = new Map<number, Sum>()
  for (let day = firstDayOf(span, now()); day <= dayOf(now()); day += 1)
    for (const { user, worth, at } of tables.rebateDays.group('day', day)) {
      const held = sums.get(user)
      sums.set(user, { user, worth: (held?.worth ?? 0n) + parseDec(worth), at: Math.max(held?.at ?? 0, at) })
    }
  return [...sums.values()]
}
/** Most first; of two with the same sum, who had it earlier. */
const inOrder = (a: Sum, b: Sum) => (a.worth === b.worth ? a.at - b.at || a.user - b.user : a.worth > b.worth ? -1 : 1)
function rankingOf(ctx: PromotionContext, caller: number, span: RebateSpan): Placed[] {
  const top = sumsOf(ctx, span)
    .filter(({ worth }) => worth > 0n)
    .toSorted(inOrder)
    .slice(0, topPlaces)
  return top.map(({ user, worth }, at) => ({
    rank: at + 1,
    user_id: user,
    account: maskedName(ctx.tables.users.need(user)),
    total: formatDec(worth),
    mine: user === caller,
  }))
}

const rebateRow = (body: string): RebateRow => JSON.parse(body)
const daysBetween = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)
const rebates: Prepared<typeof promotion.rebates, PromotionContext> = {
  prepare: async ({ store, ctx }, { user }, { time = 'all', page = 1, limit = defaultLimit }) => {
    const where = { user, ...(time !== 'all' && { day: daysBetween(firstDayOf(time, ctx.now()), dayOf(ctx.now())) }) }
    const { bodies, total } = await store.page({ table: rebateTable, where, limit, offset: (page - 1) * limit })
    return (later) =>
      pageOf(
        bodies.map((body) => rebateOf(later, rebateRow(body))),
        { total, page, limit, path: 'user/my_account_return' },
      )
  },
}

export const promotionHandlers: Handlers<typeof promotion, PromotionContext> = {
  poster: ({ tables }, { user }) => {
    const { code } = tables.users.need(user)
    return { extension_code: code, share_url: inviteLink(code), pics: [...pics] }
  },
  share: ({ tables, settings }, { user, lang }) => {
    const { code } = tables.users.need(user)
    const said = (key: string) => branded(textIn('promotion', lang, key) ?? '', settings)
    return {
      share_title: said('share.title'),
      share_content: said('share.text'),
      share_url: inviteLink(code),
      extension_code: code,
    }
  },
  summary: (ctx, { user }) => {
    const { code, agentLevel } = ctx.tables.users.need(user)
    const [first, second, third] = ctx.settings.promotion.rates[agentLevel] ?? ['0', '0', '0']
    return {
      extension_code: code,
      ad: { image: pics[0] ?? '' },
      invite_num: invitedBy(ctx, user).length,
      invite_return_total: ctx.tables.rebateTotals.get(user)?.worth ?? '0',
      share_url: inviteLink(code),
      return_rate1: percent(first),
      return_rate2: percent(second),
      return_rate3: percent(third),
      total_return_rate: formatDec([first, second, third].reduce((sum, rate) => sum + parseDec(percent(rate)), 0n)),
      agent_level: agentLevel,
      agent_name: levelNames[agentLevel] ?? null,
    }
  },
  ranking: (ctx, { user }, { time = 'all' }) => rankingOf(ctx, user, time),
  invited: (ctx, { user }, { status = 'all', page = 1, limit = defaultLimit }) => {
    const isLocked = (until: number) => until > ctx.now()
    const all = invitedBy(ctx, user).filter(
      (each) => status === 'all' || isLocked(each.user.accountUntil) === (status === 'locked'),
    )
    const offset = (page - 1) * limit
    return pageOf(all.slice(offset, offset + limit).map(invitedOf), {
      total: all.length,
      page,
      limit,
      path: 'user/my_invite_list',
    })
  },
  rebates,
}
