import type { assets, WalletList } from '#contract/assets/assets.ts'
import { logTypes, type AccountKind } from '#contract/wire/booking.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import { exchange, flashCoins } from './flash.ts'
import { gift, gifts, recipient } from './gifts.ts'
import { makeQuote } from './quotes.ts'
import { readPnl, readStatement } from './read-pnl.ts'
import { cellOf, coinsInOrder, kindsOf, logOf, totalOf } from './view.ts'
import type { Handlers, Prepared } from '#server/core/context.ts'
import { hasLeverPositions } from '#server/features/lever/account.ts'
import { cnyOf, networksOf } from '#server/features/market/view.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { LogRow } from '#server/core/rows.ts'
import type { Coin } from '#server/features/market/rows.ts'
import type { AssetsContext } from './context.ts'

const logRow = (body: string): LogRow => JSON.parse(body)
const maxScan = 5000
const scanPageSize = 500

const walletOf = (
  ctx: AssetsContext,
  user: number,
  kind: AccountKind,
  shown: readonly Coin[],
  all: readonly Coin[],
): WalletList['legal_wallet'] => {
  const total = totalOf(ctx, user, kind, all)
  return {
    balance: shown.filter(({ kinds }) => kinds.includes(kind)).map((coin) => cellOf(ctx, user, coin, [kind])),
    totle: formatDec(total),
    usdt_totle: formatDec(total),
    CNY: cnyOf(total, parseDec(ctx.settings.market.cnyPerUsdt)),
  }
}

const logs: Prepared<typeof assets.logs, AssetsContext> = {
  prepare: async (
    { store },
    { user, lang },
    { currency, type, log_type, from, to, page = 1, limit = defaultLimit },
  ) => {
    const where = {
      user,
      ...(currency !== undefined && { asset: currency }),
      ...(type !== undefined && { kind: type }),
      ...(log_type !== undefined && { type: log_type }),
    }
    const offset = (page - 1) * limit
    const answer = (rows: readonly LogRow[], count: number) => (ctx: AssetsContext) => ({
      list: rows.map((row) => logOf(ctx, row, lang)),
      count,
      page,
      limit,
      is_open_CTbi: 0 as const,
    })
    if (from === undefined && to === undefined) {
      const { bodies, total } = await store.page({ table: 'logs', where, limit, offset })
      return answer(bodies.map(logRow), total)
    }
    // The store cannot filter by a range of times, so rows are scanned newest first until they are older than `from`.
    const found: LogRow[] = []
    for (let at = 0; at < maxScan; at += scanPageSize) {
      const { bodies } = await store.page({ table: 'logs', where, limit: scanPageSize, offset: at })
      const rows = bodies.map(logRow)
      found.push(...rows.filter((row) => row.at >= (from ?? 0) && row.at <= (to ?? Infinity)))
      if (rows.length < scanPageSize || (rows.at(-1)?.at ?? 0) < (from ?? 0)) break
    }
    return answer(found.slice(offset, offset + limit), found.length)
  },
}

export const assetsHandlers: Handlers<typeof assets, AssetsContext> = {
  flashCoins,
  quote: makeQuote,
  flash: exchange,
  gift,
  gifts,
  recipient,
  pnl: readPnl,
  statement: readStatement,
  list: (ctx, { user }, { currency_name = '' }) => {
    const all = coinsInOrder(ctx)
    const shown = all.filter(({ name }) => name.toLowerCase().includes(currency_name.toLowerCase()))
    const wallet = (kind: AccountKind) => walletOf(ctx, user, kind, shown, all)
    return {
      legal_wallet: wallet('legal'),
      change_wallet: wallet('change'),
      lever_wallet: wallet('lever'),
      micro_wallet: wallet('micro'),
      ExRate: ctx.settings.market.cnyPerUsdt,
      is_open_CTbi: 0,
      seq: ctx.journal.next() - 1,
      server_now_ms: ctx.now(),
    }
  },
  detail: (ctx, { user }, { currency, type }) => {
    const coin = ctx.tables.coins.need(currency)
    if (!coin.kinds.includes(type)) throw new Refusal('not_found')
    return {
      ...cellOf(ctx, user, coin, [type]),
      address: null,
      ExRate: ctx.settings.market.cnyPerUsdt,
      is_charge: coin.networks.some(({ isEnabled }) => isEnabled),
      coin_trade_fee: ctx.settings.spot.coinTradeFee,
      deposit_min: coin.depositMin,
      networks: networksOf(coin),
    }
  },
  logs,
  transfer: (ctx, { user }, { number, currency_id, from_field, to_field }) => {
    const units = number === undefined || number === '' ? 0n : parseDec(number)
    if (units === 0n) throw new Refusal('amount_required')
    const coin = ctx.tables.coins.need(currency_id)
    if (from_field === to_field) throw new Refusal('same_account')
    if (!coin.kinds.includes(from_field) || !coin.kinds.includes(to_field)) throw new Refusal('account_unfit')
    if (from_field === 'lever' && hasLeverPositions(ctx, user)) throw new Refusal('lever_positions_open')
    ctx.ledger.post({
      type: logTypes.transferOut,
      ref: `transfer:${user}`,
      postings: [
        { owner: user, asset: coin.id, kind: from_field, free: -units },
        { owner: user, asset: coin.id, kind: to_field, free: units },
      ],
      typeOf: ({ kind }) => (kind === from_field ? logTypes.transferOut : logTypes.transferIn),
    })
    return { from: cellOf(ctx, user, coin, [from_field]), to: cellOf(ctx, user, coin, [to_field]) }
  },
  transfers: {
    prepare: async ({ store }, { user, lang }, { page = 1, limit = defaultLimit }) => {
      const where = { user, type: [logTypes.transferOut, logTypes.transferIn] }
      const { bodies, total } = await store.page({ table: 'logs', where, limit, offset: (page - 1) * limit })
      return (ctx) => ({ data: bodies.map((body) => logOf(ctx, logRow(body), lang)), total, page, limit })
    },
  },
  transferCoins: (ctx, { user }) =>
    coinsInOrder(ctx)
      .filter(({ kinds }) => kinds.length > 1)
      .map((coin) => {
        const wallet = cellOf(ctx, user, coin, kindsOf(coin))
        const { is_legal, is_lever, is_match, is_micro } = wallet
        return { id: coin.id, name: coin.name, is_legal, is_lever, is_match, is_micro, wallet }
      }),
}
