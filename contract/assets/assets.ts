import * as z from 'zod/mini'
import { accountCode, type AccountKind, accountKind, accountKinds } from '#contract/wire/booking.ts'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, id, ms, time, typed, whole } from '#contract/wire/fields.ts'
import { assetsMoves, giftReceived } from './assets-moves.ts'
import { statementNames } from '#contract/pnl.ts'
import { network } from '#contract/market/market.ts'
import { dec, sdec, typedDec } from '#contract/wire/money.ts'
import { pg } from '#contract/wire/paging.ts'
import { spec } from '#contract/wire/spec.ts'

const cellBase = {
  id,
  currency: id,
  currency_name: z.string(),
  currency_logo: z.string(),
  currency_type: z.string(),
  is_legal: flag,
  is_lever: flag,
  is_match: flag,
  is_micro: flag,
  usdt_price: dec,
  cny_price: dec,
  pb_price: dec,
  seq: whole,
}
const optionalDec = z.optional(dec)

/**
 * Balances of one coin: `<kind>_balance` is free, `lock_<kind>_balance` is held. Only the fields of the cell's account
 * kinds are present.
 */
export const cell = z.object({
  ...cellBase,
  legal_balance: optionalDec,
  lock_legal_balance: optionalDec,
  change_balance: optionalDec,
  lock_change_balance: optionalDec,
  lever_balance: optionalDec,
  lock_lever_balance: optionalDec,
  micro_balance: optionalDec,
  lock_micro_balance: optionalDec,
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
  id,
  user_id: id,
  value: sdec,
  type: z.int(),
  info: z.string(),
  currency: id,
  currency_name: z.string(),
  account: accountCode,
  account_number: z.nullable(z.string()),
  before: dec,
  after: dec,
  from_user_id: z.nullable(id),
  transaction_info: z.nullable(z.string()),
  created_time: time,
})
export type Log = z.output<typeof log>

const wallet = z.object({ balance: z.array(cell), totle: dec, usdt_totle: dec, CNY: dec })

export const walletList = z.object({
  legal_wallet: wallet,
  change_wallet: wallet,
  lever_wallet: wallet,
  micro_wallet: wallet,
  ExRate: dec,
  is_open_CTbi: z.literal(0),
  seq: whole,
  server_now_ms: ms,
})
export type WalletList = z.output<typeof walletList>

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))

/**
 * One UTC day: what everything was worth at its end, with the open result of contracts, what came in or went out
 * (`flow`), and the profit
 * between: worth at the end, less worth at the end of the day before, less the flow. In the base coin.
 */
export const pnlDay = z.object({ day, worth: sdec, flow: sdec, pnl: sdec })
export type PnlDay = z.output<typeof pnlDay>

/**
 * What one coin has cost on average, by the purchases that are still held, fees included. A coin that came in counts at
 * the price of that moment. `pnl` is unrealised; `realised` is what giving it away has brought so far.
 */
export const coinCost = z.object({
  currency: id,
  amount: dec,
  average: dec,
  cost: dec,
  pnl: sdec,
  realised: z.optional(sdec),
})
export type CoinCost = z.output<typeof coinCost>

export const pnl = z.object({
  /** Oldest first, up to today; today's numbers are those of now. */
  days: z.array(pnlDay),
  coins: z.array(coinCost),
  /** Always false; older releases did not read all bookings. */
  is_partial: flag,
  /** Additions, since the first booking. Net results by product, and all of them together. */
  by_product: z.optional(z.object({ spot: sdec, exchange: sdec, lever: sdec, option: sdec, moved: sdec })),
  realised: z.optional(sdec),
  /** Yields, rewards and rebates; what came in less what went out; trading fees, which the results contain. */
  income: z.optional(sdec),
  flow: z.optional(sdec),
  fees: z.optional(dec),
  server_now_ms: ms,
})
export type Pnl = z.output<typeof pnl>
/** How many days are told at most. */
export const maxPnlDays = 366

/**
 * How the total at the end of the day before `from` became the total at the end of `to`; the rows add up, `difference`
 * is what they do not explain.
 */
export const statement = z.object({
  from: day,
  to: day,
  rows: z.array(z.object({ name: z.enum(statementNames), amount: sdec })),
  difference: sdec,
  fees: sdec,
  server_now_ms: ms,
})
export type StatementTold = z.output<typeof statement>

export const pnlCalls = {
  pnl: read({
    description: 'Read profit and loss by day, and the cost of the coins that are held, from the bookings.',
    method: 'GET',
    path: 'wallet/pnl',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({}),
    output: pnl,
    refusals: [],
  }),
  /** An addition. Days of UTC, both included; without them the running month. */
  statement: read({
    description:
      'Read how one total became another: results by product, income, expense, what coins and ' +
      'contracts gained, and what came in or went out.',
    method: 'GET',
    path: 'wallet/statement',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({ from: z.optional(day), to: z.optional(day) }),
    output: statement,
    refusals: [],
  }),
}

export const assets = {
  ...assetsMoves,
  ...pnlCalls,
  list: read({
    description: 'List all balances by account, with their worth.',
    method: 'POST',
    path: 'wallet/list',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({ currency_name: typed(20) }),
    output: walletList,
    refusals: [],
  }),
  detail: read({
    description: 'Read the balance of one coin in one account.',
    method: 'POST',
    path: 'wallet/detail',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({ currency: id, type: accountKind }),
    output: z.extend(cell, {
      address: z.nullable(z.string()),
      ExRate: dec,
      is_charge: z.boolean(),
      coin_trade_fee: dec,
      deposit_min: dec,
      networks: z.array(network),
    }),
    refusals: ['not_found'],
  }),
  logs: read({
    description: 'List the bookings of the account, newest first.',
    method: 'POST',
    path: 'wallet/legal_log',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({
      currency: z.optional(id),
      type: z.optional(accountCode),
      log_type: z.optional(whole),
      from: z.optional(whole),
      to: z.optional(whole),
      ...pg,
    }),
    output: z.object({ list: z.array(log), count: z.int(), page: z.int(), limit: z.int(), is_open_CTbi: z.literal(0) }),
    refusals: [],
  }),
  transfer: change({
    description: 'Move money between two own accounts.',
    method: 'POST',
    path: 'wallet/change',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ number: typedDec, currency_id: id, from_field: accountKind, to_field: accountKind }),
    output: z.object({ from: cell, to: cell }),
    refusals: [
      'amount_required',
      'same_account',
      'account_unfit',
      'insufficient_balance',
      'lever_positions_open',
      'not_found',
    ],
  }),
  transfers: read({
    description: 'List the transfers between own accounts.',
    method: 'GET',
    path: 'wallet/hzhistory',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({ ...pg }),
    output: z.object({ data: z.array(log), total: z.int(), page: z.int(), limit: z.int() }),
    refusals: [],
  }),
  transferCoins: read({
    description: 'List the coins that can be moved between own accounts.',
    method: 'GET',
    path: 'currency/user_currency_list',
    who: 'in',
    scope: 'read',
    wrap: 'plain',
    input: z.strictObject({}),
    output: z.array(
      z.object({ id, name: z.string(), is_legal: flag, is_lever: flag, is_match: flag, is_micro: flag, wallet: cell }),
    ),
    refusals: [],
  }),
}

/** Balances after a command that changed them; `seq` is the journal number and grows with each. */
export const balanceChanged = z.object({
  ev: z.literal('assets.balanceChanged'),
  v: z.object({ cells: z.array(cell), log: z.nullable(log), seq: whole }),
  why: z.optional(z.union([z.string(), z.number()])),
})

export const assetsSpec = spec({
  about: 'Balances, bookings and transfers between own accounts.',
  calls: assets,
  events: [balanceChanged, giftReceived],
  channels: {},
})
