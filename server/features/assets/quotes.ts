import type { assets } from '#contract/assets/assets.ts'
import type { CoinOrFiat, Quote, QuoteKind } from '#contract/assets/assets-moves.ts'
import { limits } from '#contract/wire/limits.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { Decide } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { priceQuote } from './quote-price.ts'
import type { QuoteRow } from './rows.ts'
import type { AssetsContext } from './context.ts'

/** So many quotes of one person are kept; older ones cannot be spent any more. */
const maxQuotes = 20

const quoteOf = (ctx: Pick<AssetsContext, 'now'>, row: QuoteRow): Quote => ({
  quote_id: row.id,
  kind: row.kind,
  from_currency: row.from,
  to_currency: row.to,
  price: row.price,
  num: row.num,
  result: row.result,
  fee: row.fee,
  expires_ms: row.expiresAt,
  server_now_ms: ctx.now(),
  used: row.isUsed,
})

/** Removes the quotes of a person that are no longer of use: expired long enough to be told so, or too many. */
function dropOld({ tables, now }: AssetsContext, user: number) {
  const rows = tables.quotes.group('user', user).toSorted((a, b) => b.at - a.at)
  const until = now() - limits.requestTimeoutMs
  rows.forEach((row, at) => {
    if (at >= maxQuotes - 1 || row.expiresAt < until) tables.quotes.remove(row.id)
  })
}

/** Makes a quote for the caller. */
export const makeQuote: Decide<typeof assets.quote, AssetsContext> = (ctx, { user }, input) => {
  const priced = priceQuote(ctx, input)
  dropOld(ctx, user)
  const at = ctx.now()
  const { kind, from, to, account_id = null } = input
  const lifeMs =
    kind === 'flash' || kind === 'mining' ? ctx.settings.assets.coinQuoteMs : ctx.settings.assets.bankQuoteMs
  const text = {
    num: formatDec(priced.num),
    price: formatDec(priced.price),
    market: formatDec(priced.market),
    fee: formatDec(priced.fee),
    result: formatDec(priced.result),
  }
  const row = ctx.tables.quotes.put({
    id: ctx.random.bytes(16).toString('base64url'),
    user,
    kind,
    from,
    to,
    account: kind === 'remittance' ? account_id : null,
    ...text,
    at,
    expiresAt: at + lifeMs,
    isUsed: false,
  })
  return quoteOf(ctx, row)
}

/** What a call that spends a quote says it is for. */
type QuoteUse = { kind: QuoteKind; from: CoinOrFiat; to: CoinOrFiat; num: string | undefined; account?: string }

/**
 * The quote a call names, if it may be spent for this use: it is the caller's, it has not been used, it has not
 * expired, and coins, amount
 * and account are the same. A quote of somebody else and one that does not exist are refused alike.
 */
export function findQuote(
  { tables, now }: Pick<AssetsContext, 'tables' | 'now'>,
  user: number,
  id: string | undefined,
  use: QuoteUse,
): QuoteRow {
  if (!id) throw new Refusal('quote_required')
  const row = tables.quotes.get(id)
  if (row?.user !== user) throw new Refusal('quote_unfit')
  if (row.isUsed) throw new Refusal('quote_used')
  const { kind, from, to, num, account } = use
  const isSame =
    row.kind === kind &&
    row.from === from &&
    row.to === to &&
    num !== undefined &&
    num !== '' &&
    parseDec(num) === parseDec(row.num)
  if (!isSame || row.account !== (account ?? null)) throw new Refusal('quote_unfit')
  if (now() >= row.expiresAt) throw new Refusal('quote_expired')
  return row
}

/** Spends a quote within the running command: a second use is refused with `quote_used`. */
export function takeQuote(ctx: AssetsContext, user: number, id: string | undefined, use: QuoteUse): QuoteRow {
  const row = findQuote(ctx, user, id, use)
  return ctx.tables.quotes.put({ ...row, isUsed: true })
}
