import type { assets } from '#contract/assets/assets.ts'
import type { GiftTransfer } from '#contract/assets/assets-moves.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { divUp, formatDec, mulDec, parseDec, SCALE } from '#contract/wire/money.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Decide, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { worthOf } from '#server/features/market/view.ts'
import type { Coin } from '#server/features/market/rows.ts'
import { checkMayWithdraw } from '#server/identity/locks.ts'
import { checkPin } from '#server/identity/pins.ts'
import type { User } from '#server/identity/rows.ts'
import { maskOf, targetOf } from '#server/identity/targets.ts'
import { amountOf } from './quote-price.ts'
import { cutTo, upTo } from './quote-sums.ts'
import { giftTable, type GiftSide } from './rows.ts'
import type { AssetsContext } from './context.ts'

const kind = 'change'
const one = 10n ** BigInt(SCALE)

const accountOf = ({ email, mobile }: User) => maskOf.email(email) ?? maskOf.mobile(mobile)
const peerName = (user: User) => accountOf(user) ?? user.nickname
const giftOf = ({ tables }: Pick<AssetsContext, 'tables'>, side: GiftSide): GiftTransfer => {
  const peer = tables.users.get(side.peer)
  return {
    id: side.gift,
    gift_no: side.no,
    direction: side.direction,
    peer: peer ? peerName(peer) : '',
    currency_id: side.coin,
    currency_name: tables.coins.get(side.coin)?.name ?? '',
    number: side.number,
    fee: side.fee,
    remark: side.remark,
    status: 'done',
    create_time: timeOf(side.at),
  }
}

/** Amount and fee of a transfer, in units of 10^-8. The bounds are worth in the base coin. */
function amountsOf(ctx: AssetsContext, coin: Coin, typed: string | undefined) {
  const amount = amountOf(typed, coin.scale)
  const { min, max, feeRate } = ctx.settings.assets.gift
  const worth = worthOf(ctx, coin.id) ?? 0n
  const least = worth > 0n ? upTo(divUp(parseDec(min) * one, worth), coin.scale) : 0n
  const most = worth > 0n ? cutTo((parseDec(max) * one) / worth, coin.scale) : 0n
  if (amount < least) throw new Refusal('amount_below_min', { min: formatDec(least) })
  if (amount > most) throw new Refusal('amount_above_max', { max: formatDec(most) })
  return { amount, fee: upTo(mulDec(amount, parseDec(feeRate), SCALE, true), coin.scale) }
}

type Wish = { addressee: Addressee; coin: Coin; amount: bigint; fee: bigint }
/** What can be checked without telling whether the recipient exists. */
function checkGift(
  ctx: AssetsContext,
  user: number,
  input: { email?: string | undefined; currency_id: number; number?: string | undefined },
): Wish {
  checkMayWithdraw(ctx, user)
  const addressee = addresseeOf(input.email)
  const coin = ctx.tables.coins.need(input.currency_id)
  if (!coin.kinds.includes(kind)) throw new Refusal('not_found')
  const { amount, fee } = amountsOf(ctx, coin, input.number)
  if (ctx.ledger.balance({ owner: user, asset: coin.id, kind }).free < amount + fee)
    throw new Refusal('insufficient_balance')
  return { addressee, coin, amount, fee }
}

function recipientFor(ctx: AssetsContext, user: number, addressee: Addressee): User {
  const recipient = recipientOf(ctx, addressee)
  if (!recipient) throw new Refusal('recipient_unknown')
  if (recipient.id === user) throw new Refusal('recipient_self')
  return recipient
}
/** Whom a transfer would reach, so that it is read before it is sent. */
export const recipient: Decide<typeof assets.recipient, AssetsContext> = (ctx, { user }, { email }) => {
  const row = recipientFor(ctx, user, addresseeOf(email))
  return { name: row.nickname, account: accountOf(row) }
}

/**
 * Sends coins from the caller's spot account to another user's: at once and final. The fund password is checked before
 * the recipient is looked up.
 */
export const gift: Prepared<typeof assets.gift, AssetsContext> = {
  prepare: async (asyncCtx, { user }, input) => {
    checkGift(asyncCtx.ctx, user, input)
    await checkPin(asyncCtx, user, input.pay_password)
    return (ctx) => {
      const { addressee, coin, amount, fee } = checkGift(ctx, user, input)
      const recipient = recipientFor(ctx, user, addressee)
      const at = ctx.now()
      const id = ctx.tables.giftSides.nextId()
      const no = `G${timeOf(at).slice(0, 10).replaceAll('-', '')}${String(id).padStart(6, '0')}`
      const cell = { asset: coin.id, kind } as const
      ctx.ledger.post({
        type: logTypes.giftOut,
        ref: `gift:${id}`,
        info: no,
        from: user,
        postings: [
          { ...cell, owner: user, free: -amount },
          { ...cell, owner: recipient.id, free: amount },
          ...(fee > 0n
            ? [
                { ...cell, owner: user, free: -fee },
                { ...cell, owner: 'fee' as const, free: fee },
              ]
            : []),
        ],
        typeOf: ({ owner, free = 0n }) =>
          owner === recipient.id ? logTypes.giftIn : free === -amount ? logTypes.giftOut : logTypes.giftFee,
      })
      const shared = {
        gift: `g${id}`,
        no,
        coin: coin.id,
        number: formatDec(amount),
        remark: input.remark ? input.remark : null,
        at,
      }
      const sent = ctx.tables.giftSides.put({
        ...shared,
        id,
        user,
        peer: recipient.id,
        direction: 'out',
        fee: formatDec(fee),
      })
      const received = ctx.tables.giftSides.put({
        ...shared,
        id: ctx.tables.giftSides.nextId(),
        user: recipient.id,
        peer: user,
        direction: 'in',
        fee: '0',
      })
      ctx.emit(recipient.id, { ev: 'assets.giftReceived', v: giftOf(ctx, received) })
      return giftOf(ctx, sent)
    }
  },
}

const sideOf = (body: string): GiftSide => JSON.parse(body)
export const gifts: Prepared<typeof assets.gifts, AssetsContext> = {
  prepare: async ({ store }, { user }, { direction, currency_id, page = 1, limit = defaultLimit }) => {
    const where = { user, ...(direction && { direction }), ...(currency_id !== undefined && { coin: currency_id }) }
    const { bodies, total } = await store.page({ table: giftTable, where, limit, offset: (page - 1) * limit })
    return (ctx) => ({ list: bodies.map((body) => giftOf(ctx, sideOf(body))), count: total, page, limit })
  },
}

/** How a sender names the recipient: by mail, by phone with its country code, or by account number. */
type Addressee = { by: 'email'; mail: string } | { by: 'mobile'; digits: string } | { by: 'number'; id: number }

const longestCode = 4

/**
 * Reads what was typed as a mail address, a phone number that begins with `+`, or an account number; refuses anything
 * else.
 */
function addresseeOf(text: string | undefined): Addressee {
  const typed = (text ?? '').trim()
  if (typed === '') throw new Refusal('account_required')
  if (typed.includes('@')) return { by: 'email', mail: targetOf('email', typed, undefined).id }
  const digits = typed.replace(/[\s().-]/g, '')
  if (/^\+\d{7,19}$/.test(digits)) return { by: 'mobile', digits: digits.slice(1) }
  if (/^[1-9]\d{5,11}$/.test(digits)) return { by: 'number', id: Number(digits) }
  throw new Refusal('account_malformed')
}

/** The user an addressee names, if there is one. Where a country code ends is not written, so each length is tried. */
function recipientOf({ tables }: Pick<AssetsContext, 'tables'>, addressee: Addressee): User | undefined {
  if (addressee.by === 'email') return tables.users.one('email', addressee.mail)
  if (addressee.by === 'number') return tables.users.get(addressee.id)
  const { digits } = addressee
  for (let length = 1; length <= longestCode; length += 1) {
    const found = tables.users.one('mobile', `${digits.slice(0, length)}-${digits.slice(length).replace(/^0+/, '')}`)
    if (found) return found
  }
  return undefined
}
