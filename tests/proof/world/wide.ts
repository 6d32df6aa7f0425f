import type { Random } from '#server/core/random.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Page, Shows, Tap, TapKind } from './client.ts'
import { openOtc, voucherOf } from './enter.ts'
import type { WorldVenue } from './venue.ts'

const usdt = 3
type Acts = {
  readonly venue: WorldVenue
  readonly users: readonly number[]
  readonly chat: string
  readonly someone: () => { readonly place: { readonly user: number }; readonly page: Page } | undefined
  readonly chance: Random
  readonly noteTap: (kind: TapKind, user: number, amount: string, tap: Shows) => void
  readonly isTwice: () => boolean
  readonly taps: readonly Tap[]
}
type Act = readonly [weight: number, name: string, act: () => unknown]

/** What people do beside spot. Each intent carries something of its own, by which its effects are counted. */
export function wideActions({ venue, users, chat, someone, chance, noteTap, isTwice, taps }: Acts): readonly Act[] {
  const stake = () => {
    const at = someone()
    const amount = (10 + taps.length / 100).toFixed(2)
    const products = at?.page.products
    if (products) noteTap('stake', at.place.user, amount, products.stake({ match_id: 1, currency_id: usdt, type: chance.unit() < 0.5 ? 'call' : 'put', seconds: 60, number: amount }, isTwice()))
  }
  const contract = () => {
    const at = someone()
    const products = at?.page.products
    if (!products) return
    const last = venue.venue().ctx.markets.ofPair(1).last() / 100
    const isLong = chance.unit() < 0.5
    // The price at which it takes its profit is far away and its own.
    const price = (Math.round(last * (isLong ? 1.5 : 0.5)) + taps.length / 100).toFixed(2)
    noteTap('contract', at.place.user, price, products.contract({
      legal_id: usdt, currency_id: 1, type: isLong ? 'long' : 'short', status: 'market', share: 1, multiple: 10, target_profit_price: price,
    }, isTwice()))
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
  const pay = () => {
    const at = someone()
    const one = at?.page.products?.shown.otc?.find(({ may }) => may.includes('pay'))
    if (!at || !one) return
    const voucher = voucherOf(at.place.user, taps.length)
    noteTap('pay', at.place.user, voucher, at.page.products?.pay(one.id, voucher, isTwice()) ?? { state: () => 'left', reason: () => null, isRevoked: () => false })
  }
  const say = () => {
    const at = someone()
    const text = `word ${taps.length}`
    const products = at?.page.products
    if (products) noteTap('say', at.place.user, text, products.say(chat, text))
  }
  return [[8, 'stake', stake], [8, 'contract', contract], [5, 'close', close], [3, 'otc order', trade], [5, 'pay', pay], [10, 'say', say]]
}
