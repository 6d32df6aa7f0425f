import type { Random } from '#server/core/random.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Page } from './client.ts'
import type { Shows, Tap, TapKind } from './page.ts'
import { openOtc, voucherOf } from './enter.ts'
import type { WorldVenue } from './venue.ts'

const usdt = 3
const freshShare = 0.8
/** In which a new order has reached its parties, mostly. */
const tellMs = 500
type At = { readonly place: { readonly user: number }; readonly page: Page }
type Acts = {
  readonly venue: WorldVenue
  readonly users: readonly number[]
  readonly chat: string
  readonly someone: () => At | undefined
  /** All pages on which somebody is in. */
  readonly everyone: () => readonly At[]
  readonly chance: Random
  readonly pass: (ms: number) => Promise<void>
  readonly noteTap: (kind: TapKind, user: number, amount: string, tap: Shows) => void
  readonly isTwice: () => boolean
  readonly taps: readonly Tap[]
}
type Act = readonly [weight: number, name: string, act: () => unknown]

/** What people do beside spot. Each intent carries something of its own, by which its effects are counted. */
export function wideActions({
  venue,
  users,
  chat,
  someone,
  everyone,
  chance,
  pass,
  noteTap,
  isTwice,
  taps,
}: Acts): readonly Act[] {
  /** Nothing is staked and no contract opened on a price that is old; now and then somebody tries. */
  const price = () => (chance.unit() < freshShare ? venue.step() : undefined)
  const stake = async () => {
    await price()
    const at = someone()
    const amount = (10 + taps.length / 100).toFixed(2)
    const products = at?.page.products
    if (products)
      noteTap(
        'stake',
        at.place.user,
        amount,
        products.stake(
          { match_id: 1, currency_id: usdt, type: chance.unit() < 0.5 ? 'call' : 'put', seconds: 60, number: amount },
          isTwice(),
        ),
      )
  }
  const contract = async () => {
    await price()
    const at = someone()
    const products = at?.page.products
    if (!products) return
    const last = venue.venue().ctx.markets.ofPair(1).last() / 100
    const isLong = chance.unit() < 0.5
    // Its take-profit price is far away and its own.
    const target_profit_price = (Math.round(last * (isLong ? 1.5 : 0.5)) + taps.length / 100).toFixed(2)
    noteTap(
      'contract',
      at.place.user,
      target_profit_price,
      products.contract(
        {
          legal_id: usdt,
          currency_id: 1,
          type: isLong ? 'long' : 'short',
          status: 'market',
          share: 1,
          multiple: 10,
          target_profit_price,
        },
        isTwice(),
      ),
    )
  }
  const close = () => {
    const at = someone()
    const open = at?.page.products?.shown.contracts?.filter(({ status }) => status === 'trading') ?? []
    const one = open[chance.int(Math.max(1, open.length))]
    if (one) at?.page.products?.close(one.id)
  }
  const trade = async () => {
    if (!venue.isUp()) return
    const [seller = 0, buyer = 0] = chance.unit() < 0.5 ? users : users.toReversed()
    await venue.command((ctx) => {
      try {
        openOtc(ctx, seller, buyer, '12')
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown
      }
    })
  }
  const payable = () =>
    everyone().flatMap((at) =>
      (at.page.products?.shown.otc ?? [])
        .filter(({ status, may }) => status === 'to_be_paid' && may.includes('pay'))
        .map((one) => ({ at, one })),
    )
  const pay = async () => {
    if (payable().length === 0) {
      await trade()
      await pass(tellMs)
    }
    const all = payable()
    const found = all[chance.int(Math.max(1, all.length))]
    if (!found) return
    const { place, page } = found.at
    const voucher = voucherOf(place.user, taps.length)
    if (page.products) noteTap('pay', place.user, voucher, page.products.pay(found.one.id, voucher, isTwice()))
  }
  const say = () => {
    const at = someone()
    const text = `word ${taps.length}`
    const products = at?.page.products
    if (products) noteTap('say', at.place.user, text, products.say(chat, text))
  }
  return [
    [8, 'stake', stake],
    [8, 'contract', contract],
    [5, 'close', close],
    [4, 'otc order', trade],
    [16, 'pay', pay],
    [10, 'say', say],
  ]
}
