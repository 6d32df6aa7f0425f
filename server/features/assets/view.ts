import type { Cell, Log } from '#contract/assets/assets.ts'
import { accountKinds, type AccountKind } from '#contract/wire/booking.ts'
import { timeOf } from '#contract/wire/fields.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { formatDec, mulDec, parseDec } from '#contract/wire/money.ts'
import { worthOf } from '#server/features/market/view.ts'
import type { LogRow } from '#server/core/rows.ts'
import { textIn } from '#server/core/sentences.ts'
import type { Coin } from '#server/features/market/rows.ts'
import { openGross } from './results.ts'
import type { AssetsContext } from './context.ts'

type ViewContext = Pick<AssetsContext, 'tables' | 'ledger' | 'markets' | 'settings'>
const cellIds = { legal: 1, change: 2, lever: 3, micro: 4 } as const satisfies Record<AccountKind, number>

const fieldsOf = {
  legal: { free: 'legal_balance', held: 'lock_legal_balance' },
  change: { free: 'change_balance', held: 'lock_change_balance' },
  lever: { free: 'lever_balance', held: 'lock_lever_balance' },
  micro: { free: 'micro_balance', held: 'lock_micro_balance' },
} as const satisfies Record<AccountKind, { free: keyof Cell; held: keyof Cell }>

type Price = { worth: bigint; cnyPerUsdt: string; usdt: string; cny: string }
/** Cache of coin prices as text: they are sent far more often than they change. */
const prices = new WeakMap<Coin, Price>()
function priceOf(ctx: ViewContext, coin: Coin): Price {
  const worth = worthOf(ctx, coin.id) ?? 0n
  const { cnyPerUsdt } = ctx.settings.market
  const cached = prices.get(coin)
  if (cached?.worth === worth && cached.cnyPerUsdt === cnyPerUsdt) return cached
  const price = { worth, cnyPerUsdt, usdt: formatDec(worth), cny: formatDec(mulDec(worth, parseDec(cnyPerUsdt))) }
  prices.set(coin, price)
  return price
}

/** A user's balances of one coin in the given accounts, in wire form. */
export function cellOf(ctx: ViewContext, user: number, coin: Coin, kinds: readonly AccountKind[]): Cell {
  const { kinds: all } = coin
  const { usdt, cny } = priceOf(ctx, coin)
  const [first] = kinds
  const cell: Cell = {
    id: coin.id * 10 + (kinds.length === 1 && first ? cellIds[first] : 0),
    currency: coin.id,
    currency_name: coin.name,
    currency_logo: coin.logo,
    currency_type: coin.chain,
    is_legal: all.includes('legal'),
    is_match: all.includes('change'),
    is_lever: all.includes('lever'),
    is_micro: all.includes('micro'),
    usdt_price: usdt,
    cny_price: cny,
    pb_price: usdt,
    seq: 0,
  }
  for (const kind of kinds) {
    const { free, held, seq } = ctx.ledger.balance({ owner: user, asset: coin.id, kind })
    cell[fieldsOf[kind].free] = formatDec(free)
    cell[fieldsOf[kind].held] = formatDec(held)
    if (seq > cell.seq) cell.seq = seq
  }
  return cell
}

/**
 * Value of all a user has in one account, in the base coin (units of 10^-8): coins, free and held, and the open result
 * of contracts. What these lose beyond their account is the insurance's to pay.
 */
export function totalOf(ctx: AssetsContext, user: number, kind: AccountKind, coins: readonly Coin[]): bigint {
  let total = 0n
  for (const { id } of coins) {
    const { free, held } = ctx.ledger.balance({ owner: user, asset: id, kind })
    const all = free + held + (kind === 'lever' ? openGross(ctx, user, id) : 0n)
    if (all > 0n) total += mulDec(all, worthOf(ctx, id) ?? 0n)
  }
  return total
}
export const coinsInOrder = ({ tables }: Pick<AssetsContext, 'tables'>): Coin[] =>
  [...tables.coins.all()].toSorted((a, b) => a.sort - b.sort)
export const kindsOf = ({ kinds }: Coin) => accountKinds.filter((kind) => kinds.includes(kind))

/** What a line of the account log is about, in a language: the same words as the app shows. */
const sentenceOf = (type: number, lang: Lang) =>
  textIn('assets', lang, `types.${type}`) ?? textIn('assets', lang, 'types.other') ?? ''

/** One line of a user's account log, in wire form. */
export const logOf = ({ tables }: Pick<AssetsContext, 'tables'>, row: LogRow, lang: Lang): Log => ({
  id: row.id,
  user_id: row.user,
  value: formatDec(BigInt(row.value)),
  type: row.type,
  info: row.info || sentenceOf(row.type, lang),
  currency: row.asset,
  currency_name: tables.coins.get(row.asset)?.name ?? '',
  account: row.kind,
  account_number: null,
  before: formatDec(BigInt(row.before)),
  after: formatDec(BigInt(row.after)),
  from_user_id: row.from,
  transaction_info: null,
  created_time: timeOf(row.at),
})
