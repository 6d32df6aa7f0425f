import type { AppealFile, AppealParty, CaseSignal, LikeCase } from '#contract/desk/desk-cases.ts'
import { isOtcOrderOver, type OtcRole } from '#contract/otc/otc-steps.ts'
import { accountOf } from '#server/features/desk/accounts.ts'
import type { AsyncDeskContext, DeskContext } from '#server/features/desk/context.ts'
import { caseId, queueOf, type OpenedCase, type Queue } from '#server/features/desk/queue.ts'
import { isBot } from '#server/features/otc/bot-people.ts'
import { ruleOrder } from '#server/features/otc/desk.ts'
import { merchantOf, recordOf } from '#server/features/otc/merchants.ts'
import { appealStateOf, decodeOrder, orderTable, type OrderRow } from '#server/features/otc/rows.ts'
import { readOrder } from '#server/features/otc/stored.ts'
import { orderNoOf } from '#server/features/otc/view.ts'
import { linkOf } from '#server/identity/links.ts'
import { readTalk } from './appeal-talk.ts'

const longMs = 86_400_000
/** How many ended cases are listed, and among how many of the newest ruled ones like cases are looked for. */
const listed = 500
const looked = 100
const likeShown = 5

const signalsOf = (ctx: DeskContext, row: OrderRow): CaseSignal[] => {
  const [first] = row.appeals
  const isOpen = !isOtcOrderOver(row)
  const lost = [row.buyer, row.seller].some(({ user }) => recordOf(ctx, user).lost > 0)
  const all: [CaseSignal, boolean][] = [
    ['waits_long', isOpen && first !== undefined && ctx.now() - first.at_ms > longMs],
    ['no_answer', isOpen && row.appeals.every(({ by }) => by === first?.by)],
    ['no_voucher', row.vouchers.length === 0],
    ['split_offered', isOpen && row.offers.length > 0],
    ['lost_before', lost],
  ]
  return all.flatMap(([signal, isSet]) => (isSet ? [signal] : []))
}
const partyOf = (ctx: DeskContext, row: OrderRow, role: OtcRole): AppealParty => {
  const { user, realName } = row[role]
  const { won, lost } = recordOf(ctx, user)
  const { done_count, finish_rate } = merchantOf(ctx, user, 0)
  return { ...accountOf(ctx, user), real_name: realName, is_bot: isBot(ctx, user), done_count, finish_rate, won, lost }
}
const rulingOf = ({ ruling }: OrderRow) => ruling && { to: ruling.to, reason: ruling.reason, at_ms: ruling.at }
const likeOf = (row: OrderRow): LikeCase[] => {
  const ruling = rulingOf(row)
  return ruling === null
    ? []
    : [
        {
          case_id: caseId('appeal', String(row.id)),
          order_no: orderNoOf(row),
          way: row.way,
          fiat: row.fiat,
          total_amount: row.total,
          ruling,
        },
      ]
}
/** Ruled cases that the same role opened; those with the same way of payment first, the newest before older ones. */
const alike = (row: OrderRow, ruled: readonly OrderRow[]) => {
  const same = ruled.filter((each) => each.id !== row.id && each.appeals[0]?.by === row.appeals[0]?.by)
  return [...same.filter(({ way }) => way === row.way), ...same.filter(({ way }) => way !== row.way)]
    .slice(0, likeShown)
    .flatMap(likeOf)
}
function fileOf(
  ctx: DeskContext,
  row: OrderRow,
  reader: number,
  ruled: readonly OrderRow[],
): Omit<AppealFile, 'talk' | 'has_more_talk'> {
  const links = (paths: readonly string[]) => paths.map((path) => linkOf(ctx, path, reader))
  const qr = (path: string | null) => (path === null || path === '' ? null : linkOf(ctx, path, reader))
  return {
    order_no: orderNoOf(row),
    currency_name: ctx.tables.coins.need(row.coin).name,
    fiat: row.fiat,
    unit_price: row.price,
    number: row.number,
    total_amount: row.total,
    way: row.way,
    payee: { ...row.payee, alipay_qr_code: qr(row.payee.alipay_qr_code), wechat_qr_code: qr(row.payee.wechat_qr_code) },
    fee: row.fee,
    fee_payer: row.feePayer,
    buyer: partyOf(ctx, row, 'buyer'),
    seller: partyOf(ctx, row, 'seller'),
    payment_vouchers: links(row.vouchers),
    appeals: row.appeals.map((each) => ({ ...each, vouchers: links(each.vouchers) })),
    offers: [...row.offers],
    split: row.split,
    ruling: rulingOf(row),
    status: row.status,
    create_ms: row.createdAt,
    paid_ms: row.paidAt,
    ended_ms: row.endedAt,
    moved_ms: row.movedMs,
    like: alike(row, ruled),
  }
}

const queueWith = (find: (ctx: DeskContext, ref: string) => OrderRow | undefined) =>
  queueOf<OrderRow>({
    kind: 'appeal',
    rows: ({ tables }) => tables.otcOrders.all(),
    find,
    stateOf: (row) => {
      const status = appealStateOf(row)
      const [first] = row.appeals
      if (status === null || !first) return null
      return {
        ref: String(row.id),
        user: row[first.by].user,
        parties: [row.buyer.user, row.seller.user],
        status,
        openedAt: first.at_ms,
        decidedAt: row.endedAt,
        reason: row.ruling?.reason ?? null,
        rev: row.rev,
      }
    },
    brief: (ctx, row) => ({
      title: `${row.seller.nickname} → ${row.buyer.nickname} · ${orderNoOf(row)}`,
      amount: row.number,
      coin: ctx.tables.coins.need(row.coin).name,
      signals: signalsOf(ctx, row),
    }),
    detail: () => ({ facts: [], files: [], relatives: [] }),
    stakeOf: () => null,
    may: (row) => (appealStateOf(row) === 'open' ? ['to_buyer', 'to_seller'] : []),
    benefits: ({ buyer, seller }, decision) =>
      decision === 'to_buyer' ? [buyer.user] : decision === 'to_seller' ? [seller.user] : [buyer.user, seller.user],
    decide: (ctx, row, { decision, reason }) =>
      ruleOrder(ctx, String(row.id), { to: decision === 'to_buyer' ? 'buyer' : 'seller', reason: reason ?? '' }),
  })
const base = queueWith(({ tables }, ref) => tables.otcOrders.get(Number(ref)))
/** The case of an order that was read in the store. */
const caseOf = (ctx: DeskContext, row: OrderRow) => queueWith(() => row).find(ctx, String(row.id))
/** Orders that the store has under this state of an appeal, newest first. */
const storedOf = async ({ store }: Pick<AsyncDeskContext, 'store'>, state: string, limit: number) => {
  const { bodies } = await store.page({ table: orderTable, where: { appeal: state }, limit, offset: 0 })
  return bodies.map((body) => decodeOrder(body))
}

/** Appeals of OTC orders. Open ones are in memory, ended ones in the store. */
export const appealQueue: Queue = {
  ...base,
  list: async (asyncCtx, asked) => {
    if (asked.status === 'open') return base.list(asyncCtx, asked)
    const { found, limit, offset } = asked
    const cases = (await storedOf(asyncCtx, asked.status, listed)).flatMap((row) => caseOf(asyncCtx.ctx, row) ?? [])
    const isMeant = ({ state: { user, parties = [] }, view }: OpenedCase) =>
      found === null ||
      [user, ...parties].some((each) => found.user(each)) ||
      view(asyncCtx.ctx).title.toLowerCase().includes(found.word)
    const meant = cases.filter(isMeant).toSorted((a, b) => (b.state.decidedAt ?? 0) - (a.state.decidedAt ?? 0))
    return { cases: meant.slice(offset, offset + limit), total: meant.length }
  },
  load: async (asyncCtx, ref) => {
    const row = (await readOrder(asyncCtx, ref))(asyncCtx.ctx)
    return row === undefined ? null : caseOf(asyncCtx.ctx, row)
  },
  appeal: async (asyncCtx, ref) => {
    const find = await readOrder(asyncCtx, ref)
    const ruled = await storedOf(asyncCtx, 'ruled', looked)
    const talkIn = await readTalk(asyncCtx, find(asyncCtx.ctx))
    return (ctx, reader) => {
      const row = find(ctx)
      return row === undefined ? null : { ...fileOf(ctx, row, reader, ruled), ...talkIn(ctx) }
    }
  },
}
