import * as z from 'zod/mini'
import { accountCode, type AccountKind, accountKind, accountKinds } from '#contract/wire/booking.ts'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, id, ms, time, typed, whole } from '#contract/wire/fields.ts'
import { assetsMoves, giftReceived } from './assets-moves.ts'
import { network } from './market.ts'
import { dec, sdec, typedDec } from '#contract/wire/money.ts'
import { pg } from '#contract/wire/paging.ts'
import { spec } from '#contract/wire/spec.ts'

const cellBase = {
  id, currency: id, currency_name: z.string(), currency_logo: z.string(), currency_type: z.string(),
  is_legal: flag, is_lever: flag, is_match: flag, is_micro: flag,
  usdt_price: dec, cny_price: dec, pb_price: dec, seq: whole,
}
const optionalDec = z.optional(dec)

/** Balances of one coin: `<kind>_balance` is free, `lock_<kind>_balance` is held. Only the fields of the cell's account kinds are present. */
export const cell = z.object({
  ...cellBase,
  legal_balance: optionalDec, lock_legal_balance: optionalDec,
  change_balance: optionalDec, lock_change_balance: optionalDec,
  lever_balance: optionalDec, lock_lever_balance: optionalDec,
  micro_balance: optionalDec, lock_micro_balance: optionalDec,
})
export type Cell = z.output<typeof cell>

/** The account kind of a cell, by the fields it has; null if it has several kinds. */
export const kindOf = (cell: Cell): AccountKind | null => {
  const kinds = accountKinds.filter((kind) => cell[`${kind}_balance`] !== undefined)
  return kinds.length === 1 ? (kinds[0] ?? null) : null
}
export const freeOf = (cell: Cell, kind: AccountKind) => cell[`${kind}_balance`] ?? '0'
export const heldOf = (cell: Cell, kind: AccountKind) => cell[`lock_${kind}_balance`] ?? '0'

/** One line of a user's account log. */
export const log = z.object({
  id, user_id: id, value: sdec, type: z.int(), info: z.string(), currency: id, currency_name: z.string(),
  account: accountCode, account_number: z.nullable(z.string()), before: dec, after: dec,
  from_user_id: z.nullable(id), transaction_info: z.nullable(z.string()), created_time: time,
})
export type Log = z.output<typeof log>

const wallet = z.object({ balance: z.array(cell), totle: dec, usdt_totle: dec, CNY: dec })

export const walletList = z.object({
  legal_wallet: wallet, change_wallet: wallet, lever_wallet: wallet, micro_wallet: wallet,
  ExRate: dec, is_open_CTbi: z.literal(0), seq: whole, server_now_ms: ms,
})
export type WalletList = z.output<typeof walletList>

export const assets = {
  ...assetsMoves,
  list: read({
    method: 'POST', path: 'wallet/list', who: 'in', scope: 'read', wrap: 'plain',
    input: z.strictObject({ currency_name: typed(20) }), output: walletList, refusals: [],
  }),
  detail: read({
    method: 'POST', path: 'wallet/detail', who: 'in', scope: 'read', wrap: 'plain',
    input: z.strictObject({ currency: id, type: accountKind }),
    output: z.extend(cell, {
      address: z.nullable(z.string()), ExRate: dec, is_charge: z.boolean(), coin_trade_fee: dec, deposit_min: dec,
      networks: z.array(network),
    }),
    refusals: ['not_found'],
  }),
  logs: read({
    method: 'POST', path: 'wallet/legal_log', who: 'in', scope: 'read', wrap: 'plain',
    input: z.strictObject({
      currency: z.optional(id), type: z.optional(accountCode), log_type: z.optional(whole),
      from: z.optional(whole), to: z.optional(whole), ...pg,
    }),
    output: z.object({ list: z.array(log), count: z.int(), page: z.int(), limit: z.int(), is_open_CTbi: z.literal(0) }),
    refusals: [],
  }),
  transfer: change({
    method: 'POST', path: 'wallet/change', who: 'in', wrap: 'said',
    input: z.strictObject({ number: typedDec, currency_id: id, from_field: accountKind, to_field: accountKind }),
    output: z.object({ from: cell, to: cell }),
    refusals: ['amount_required', 'same_account', 'account_unfit', 'insufficient_balance', 'lever_positions_open', 'not_found'],
  }),
  transfers: read({
    method: 'GET', path: 'wallet/hzhistory', who: 'in', scope: 'read', wrap: 'plain',
    input: z.strictObject({ ...pg }),
    output: z.object({ data: z.array(log), total: z.int(), page: z.int(), limit: z.int() }), refusals: [],
  }),
  transferCoins: read({
    method: 'GET', path: 'currency/user_currency_list', who: 'in', scope: 'read', wrap: 'plain',
    input: z.strictObject({}),
    output: z.array(z.object({ id, name: z.string(), is_legal: flag, is_lever: flag, is_match: flag, is_micro: flag, wallet: cell })),
    refusals: [],
  }),
}

/** Balances after a command that changed them; `seq` is the journal number and grows with each. */
export const balanceChanged = z.object({
  ev: z.literal('assets.balanceChanged'),
  v: z.object({ cells: z.array(cell), log: z.nullable(log), seq: whole }),
  why: z.optional(z.union([z.string(), z.number()])),
})

export const assetsSpec = spec({ calls: assets, events: [balanceChanged, giftReceived], channels: {} })
