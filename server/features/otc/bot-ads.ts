import type { PayWay } from '#contract/wallet/bank.ts'
import type { OtcSide } from '#contract/otc/otc-order.ts'
import { cutUnits, otcEscrow } from '#contract/otc/otc-sums.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { divDown, formatDec, mulDec, parseDec, SCALE } from '#contract/wire/money.ts'
import { deadline } from '#server/core/deadlines.ts'
import { playMoneyRef } from '#server/core/settings.ts'
import { fiatsOf, type Fiat } from '#server/features/market/fiats.ts'
import type { Coin } from '#server/features/market/rows.ts'
import { botUser } from '#server/identity/people.ts'
import { kycId } from '#server/identity/rows.ts'
import { openAd } from './ad-handlers.ts'
import { moveAd, takeBackAd } from './ads.ts'
import { fiatBounds, indexPriceOf, otcCoins } from './check-ad.ts'
import { holdBail } from './merchant-handlers.ts'
import { recordOf } from './merchants.ts'
import type { AdRow, BotRule } from './rows.ts'
import type { OtcContext } from './context.ts'

// The demo's merchants: their accounts and their ads. What they do with orders is in bots.ts.

/** Due when the demo's merchants look at their prices. */
export const botPrices = deadline('otcBotPrices')
const repriceMs = 60_000
const base = 10n ** BigInt(SCALE)

type Bot = {
  user: number
  name: string
  holder: string
  rule: BotRule
  sides: readonly OtcSide[]
  /** Distance of the price from the index price, as a fraction, to the merchant's advantage. */
  margin: string
  ways: readonly PayWay[]
  payMinutes: number
  hasAllCoins: boolean
}
/** Their numbers lie below those of people. */
const bots: readonly Bot[] = [
  {
    user: 90_001,
    name: 'DemoExpress',
    holder: 'DEMO EXPRESS',
    rule: 'quick',
    sides: ['sell', 'buy'],
    margin: '0.001',
    ways: ['bank'],
    payMinutes: 30,
    hasAllCoins: true,
  },
  {
    user: 90_002,
    name: 'DemoPatient',
    holder: 'DEMO PATIENT',
    rule: 'slow',
    sides: ['sell', 'buy'],
    margin: '0.002',
    ways: ['bank'],
    payMinutes: 45,
    hasAllCoins: false,
  },
  {
    user: 90_003,
    name: 'DemoForgetful',
    holder: 'DEMO FORGETFUL',
    rule: 'forgetful',
    sides: ['buy'],
    margin: '0.003',
    ways: ['bank'],
    payMinutes: 15,
    hasAllCoins: false,
  },
  {
    user: 90_004,
    name: 'DemoDisputer',
    holder: 'DEMO DISPUTER',
    rule: 'appealing',
    sides: ['sell'],
    margin: '0.003',
    ways: ['bank'],
    payMinutes: 15,
    hasAllCoins: false,
  },
]
/** The size of an ad, worth in the base coin, and the bounds of an order of it. */
const adWorth = '20000'
const orderWorth = { min: '20', max: '5000' }

const addAccount = ({ tables, now }: OtcContext, { user, name, holder, rule }: Bot) => {
  tables.users.put(botUser({ id: user, nickname: name, createdAt: now() }))
  for (const level of [1, 2] as const)
    tables.kycs.put({
      id: kycId(user, level),
      user,
      level,
      status: 'passed',
      reason: null,
      name: holder,
      country: 'HK',
      card: `BOT${user}`,
      address: null,
      front: null,
      reverse: null,
      hand: null,
      submittedAt: now(),
      reviewedAt: now(),
      rev: 1,
    })
  tables.payMethods.put({
    id: tables.payMethods.nextId(),
    user,
    real_name: holder,
    bank_id: null,
    bank_name: 'Kontor Demo Bank',
    bank_branch: 'Demo Road',
    bank_account: `0009${user}1234`,
    bank_address: '',
    swift_code: '',
    residence_address: '',
    postal_code: '',
    alipay_account: `${name.toLowerCase()}@demo.example`,
    alipay_qr_code: '',
    wechat_nickname: name,
    wechat_account: name.toLowerCase(),
    wechat_qr_code: '',
    intl_account: null,
    createdAt: now(),
    updatedAt: now(),
    rev: 1,
  })
  tables.otcBots.put({ user, name, rule })
}
/** Play money, posted against the `external` account as the grants of new users are. */
const fund = ({ ledger }: OtcContext, user: number, asset: number, needed: bigint) => {
  const missing = needed - ledger.balance({ owner: user, asset, kind: 'legal' }).free
  if (missing <= 0n) return
  const cell = { asset, kind: 'legal' } as const
  ledger.post({
    type: logTypes.deposit,
    ref: `${playMoneyRef}${user}:${asset}:legal`,
    postings: [
      { ...cell, owner: 'external', free: -missing },
      { ...cell, owner: user, free: missing },
    ],
  })
}

const priceFor = (ctx: OtcContext, { margin }: Bot, side: OtcSide, coin: Coin, fiat: Fiat) => {
  const index = parseDec(indexPriceOf(ctx, coin.id, fiat))
  const away = mulDec(index, parseDec(margin))
  return formatDec(cutUnits(side === 'sell' ? index + away : index - away, Math.min(fiat.scale + 2, SCALE)))
}
const worthIn = ({ rate, scale }: Fiat, amount: string) =>
  formatDec(cutUnits(mulDec(parseDec(amount), parseDec(rate)), scale))

/** Publishes an ad of a merchant by the same code as a person's, with money enough for it. */
function publishFor(ctx: OtcContext, bot: Bot, side: OtcSide, coin: Coin, fiat: Fiat) {
  const price = priceFor(ctx, bot, side, coin, fiat)
  if (parseDec(price) === 0n) return
  const worth = mulDec(parseDec(adWorth), parseDec(fiat.rate))
  const exact = divDown(worth * base, parseDec(price))
  const number = exact - (exact % 10n ** BigInt(SCALE - Math.min(coin.scale, 4)))
  const { feeRate } = ctx.settings.otc
  const escrow = side === 'sell' ? otcEscrow(number, feeRate, coin.scale) : 0n
  fund(ctx, bot.user, coin.id, escrow)
  const { min, max } = fiatBounds(ctx, fiat)
  const least = worthIn(fiat, orderWorth.min)
  const most = worthIn(fiat, orderWorth.max)
  openAd(ctx, bot.user, {
    terms: {
      price,
      min: parseDec(least) < parseDec(min) ? min : least,
      max: parseDec(most) > parseDec(max) ? max : most,
      ways: [...bot.ways],
      payMinutes: bot.payMinutes,
      remark: '',
      margin: '',
      hours: '',
    },
    side,
    coin,
    fiat,
    total: formatDec(number),
    feeRate,
    escrow,
  })
}
const marketsOf = (ctx: OtcContext, bot: Bot) => {
  const coins = otcCoins(ctx).slice(0, bot.hasAllCoins ? undefined : 1)
  return bot.sides.flatMap((side) =>
    coins.flatMap((coin) => fiatsOf(ctx.settings.market).map((fiat) => ({ side, coin, fiat }))),
  )
}
const adIn = (
  ctx: OtcContext,
  { user }: Bot,
  { side, coin, fiat }: ReturnType<typeof marketsOf>[number],
): AdRow | undefined =>
  ctx.tables.otcAds
    .group('user', user)
    .find((row) => row.side === side && row.coin === coin.id && row.fiat === fiat.code && row.status === 'on_shelf')

/**
 * A price that is further than this from where it should be is set anew; smaller moves would only trouble who is
 * reading it.
 */
const tolerance = '0.005'
const isOff = (held: string, wanted: string) => {
  const distance = parseDec(held) - parseDec(wanted)
  return (distance < 0n ? -distance : distance) > mulDec(parseDec(wanted), parseDec(tolerance))
}
/** Keeps one ad of each merchant in each market: at the current price, and with more than half of its quantity left. */
export function repriceBots(ctx: OtcContext) {
  if (!ctx.settings.otc.hasBots) return
  for (const bot of bots)
    for (const place of marketsOf(ctx, bot)) {
      const row = adIn(ctx, bot, place)
      const price = priceFor(ctx, bot, place.side, place.coin, place.fiat)
      if (row && parseDec(row.surplus) * 2n < parseDec(row.total)) takeBackAd(ctx, row)
      else if (row) {
        if (isOff(row.price, price)) moveAd(ctx, 'edit', row, { price }, 'edited')
        continue
      }
      publishFor(ctx, bot, place.side, place.coin, place.fiat)
    }
  ctx.deadlines.set(botPrices, 'all', ctx.now() + repriceMs)
}

/** Adds the demo's merchants, with their deposits and ads. */
export function seedBots(ctx: OtcContext) {
  if (!ctx.settings.otc.hasBots) return
  for (const bot of bots) {
    if (ctx.tables.otcBots.get(bot.user)) continue
    addAccount(ctx, bot)
    const coin = ctx.tables.coins.need(3)
    fund(ctx, bot.user, coin.id, parseDec(ctx.settings.otc.bail))
    holdBail(ctx, recordOf(ctx, bot.user))
  }
  repriceBots(ctx)
}
