import { otc } from '#contract/otc/otc.ts'
import type { OtcOrder } from '#contract/otc/otc-order.ts'
import type { OtcAction } from '#contract/otc/otc-steps.ts'
import type { AdAction } from '#machines/otc/otc-advert.ts'
import type { OtcDetails } from '#machines/otc/otc-order.ts'
import { otcAdvertLogic, otcOrderLogic } from '#src/features/otc/otc.actors.ts'
import { otcVenue, pin, usdt, voucherOf } from '#tests/support/otc/otc-venue.ts'
import { createActor } from 'xstate'
import { done } from './done.ts'
import type { VenueOptions } from './place.ts'
import { story, type Stage } from './story.ts'

const minuteMs = 60_000
/** Ann sells, and cleo is at the desk. */
const open = async (options: VenueOptions) => {
  const venue = await otcVenue(options)
  await venue.bail()
  await venue.venue.command(({ tables }) =>
    tables.users.put({ ...tables.users.need(venue.cleo), powers: ['deskAppeal', 'deskSettings'] }),
  )
  return { ...venue, ad: await venue.publish() }
}
type Venue = Awaited<ReturnType<typeof open>>
const watch = (stage: Stage<Venue>, name: string, order: OtcOrder) => {
  const walked = stage.walk(name, (options) =>
    createActor(otcOrderLogic(stage.ports), { input: { copy: order }, ...options }),
  )
  return {
    id: order.id,
    dismiss: () => walked.send({ type: 'dismiss' }),
    act: (action: OtcAction, details: OtcDetails = {}) =>
      walked.send({ type: 'act', act: { action, details }, key: stage.newKey() }),
  }
}
/** The order as the client's user sees it. */
const taken = async (stage: Stage<Venue>) => {
  const { harness } = stage
  const answer = await stage.call(
    'GET /api/trade/trade',
    { id: harness.ad.id, means: 'number', value: '100', way: 'bank', pay_password: pin },
    harness.ben,
  )
  const order = harness.orderFrom(answer)
  return harness.orderFrom(await stage.call('GET /api/trade/orderDetail', { id: order.id }))
}
const advert = async (stage: Stage<Venue>, name: string) => {
  const terms = {
    side: 'sell',
    currency_id: usdt,
    fiat: 'USD',
    price: '1.01',
    total_number: '100',
    min_amount: '100',
    max_amount: '101',
    ways: ['bank'],
    pay_minutes: 15,
    pay_password: pin,
  } as const
  const ad = await done(stage.request.change(otc.publish, { ...terms, ways: [...terms.ways] }, stage.newKey()))
  const walked = stage.walk(name, (options) =>
    createActor(otcAdvertLogic(stage.ports), { input: { copy: ad }, ...options }),
  )
  return { ad, act: (action: AdAction) => walked.send({ type: 'act', act: action, key: stage.newKey() }) }
}
const steps = (stage: Stage<Venue>) => {
  const { ann, ben, cleo } = stage.harness
  return {
    pay: (id: string) => stage.call('GET /api/trade/pay', { id, vouchers: [voucherOf(ben)] }, ben),
    confirm: (id: string) => stage.call('GET /api/trade/confirm', { id, pay_password: pin }, ann),
    appeal: (id: string, by: number) =>
      stage.call('GET /api/trade/appeal', { id, problem: 'No money', vouchers: [voucherOf(by)] }, by),
    offer: (id: string, by: number) =>
      stage.call('POST /api/trade/offerSplit', { id, to_buyer: '60', pay_password: pin }, by),
    rule: (id: string, decision: 'to_buyer' | 'to_seller') =>
      stage.call('POST /api/desk/decide', { id: `appeal-${id}`, decision, reason: 'As the bank says' }, cleo),
  }
}
const watching = (life: string) => `life.${life} + hand.watching`

export const otcStories = [
  story({
    name: 'OTC, the buyer: paid, undone, paid and confirmed; cancelled; timed out',
    open,
    user: ({ ben }) => ben,
    play: async (stage) => {
      const they = steps(stage)
      const vouchers = [voucherOf(stage.me)]
      const paid = watch(stage, 'paid', await taken(stage))
      const dropped = watch(stage, 'dropped', await taken(stage))
      const late = watch(stage, 'late', await taken(stage))
      await stage.act('no voucher', () => paid.act('pay'), { paid: watching('toBePaid') })
      await stage.act('said', () => paid.dismiss())
      await stage.act('paid', () => paid.act('pay', { vouchers }), { paid: watching('toBeConfirmed') })
      await stage.act('undone', () => paid.act('undo'), { paid: watching('toBePaid') })
      await stage.act('paid again', () => paid.act('pay', { vouchers }), { paid: watching('toBeConfirmed') })
      await stage.act(
        'cancelled, told before it is answered',
        () => stage.late(() => dropped.act('cancelTradeOrder')),
        { dropped: watching('cancelled') },
      )
      await stage.act('confirmed', () => they.confirm(paid.id), { paid: watching('confirmed') })
      await stage.act('timed out', () => stage.leap(16 * minuteMs), { late: watching('cancelled') })
      await stage.act('too late', () => late.act('pay', { vouchers }), { late: watching('cancelled') })
    },
  }),
  story({
    name: 'OTC, the buyer: the seller appeals and the desk rules; the seller is silent and both agree',
    open,
    user: ({ ben }) => ben,
    play: async (stage) => {
      const they = steps(stage)
      const { ann } = stage.harness
      const vouchers = [voucherOf(stage.me)]
      const ruled = watch(stage, 'ruled', await taken(stage))
      const split = watch(stage, 'split', await taken(stage))
      await stage.act('paid', () => ruled.act('pay', { vouchers }), { ruled: watching('toBeConfirmed') })
      await stage.act('the seller appeals', () => they.appeal(ruled.id, ann), { ruled: watching('sellerAppealing') })
      await stage.act('a statement', () => ruled.act('appeal', { problem: 'I paid', vouchers: [] }), {
        ruled: watching('sellerAppealing'),
      })
      await stage.act('ruled', () => they.rule(ruled.id, 'to_seller'), { ruled: watching('cancelled') })
      await stage.act('paid too', () => split.act('pay', { vouchers }), { split: watching('toBeConfirmed') })
      await stage.act('nothing comes', () => stage.leap(31 * minuteMs), { split: watching('toBeConfirmed') })
      await stage.act('appealed', () => split.act('appeal', { problem: 'No coins', vouchers }), {
        split: watching('overtimeAppealing'),
      })
      await stage.act('offered', () => they.offer(split.id, ann))
      await stage.act('agreed', () => split.act('agree', { offerNo: 1 }), { split: watching('confirmed') })
    },
  }),
  story({
    name: 'OTC, the seller: a wrong fund password, the right one, an appeal of each side, a split is offered',
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const they = steps(stage)
      const vouchers = [voucherOf(stage.me)]
      const sold = watch(stage, 'sold', await taken(stage))
      const fought = watch(stage, 'fought', await taken(stage))
      await stage.act(
        'paid',
        async () => {
          await they.pay(sold.id)
          await they.pay(fought.id)
        },
        { sold: watching('toBeConfirmed'), fought: watching('toBeConfirmed') },
      )
      await stage.act('a wrong password', () => sold.act('confirm', { pin: '000000' }), {
        sold: watching('toBeConfirmed'),
      })
      await stage.act('confirmed', () => sold.act('confirm', { pin }), { sold: watching('confirmed') })
      await stage.act('appealed', () => fought.act('appeal', { problem: 'No money', vouchers }), {
        fought: watching('sellerAppealing'),
      })
      await stage.act('offered', () => fought.act('offer', { toBuyer: '50', pin }), {
        fought: watching('sellerAppealing'),
      })
      await stage.act('ruled', () => they.rule(fought.id, 'to_buyer'), { fought: watching('confirmed') })
    },
  }),
  story({
    name: 'OTC, ads: off and on the shelf, back by a cancelled order, sold out, taken back here and elsewhere',
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const { harness } = stage
      const they = steps(stage)
      const { ad, act } = await advert(stage, 'ad')
      const other = await advert(stage, 'other')
      const third = await advert(stage, 'third')
      await stage.act('off', () => act('putOff'), { ad: watching('offShelf') })
      await stage.act('on', () => act('putOn'), { ad: watching('onShelf') })
      await stage.act('off elsewhere', () => stage.call('GET /api/trade/updateShow', { id: ad.id, is_shelves: 2 }), {
        ad: watching('offShelf'),
      })
      await stage.act('on again', () => act('putOn'), { ad: watching('onShelf') })
      const take = async () =>
        harness.orderFrom(
          await stage.call(
            'GET /api/trade/trade',
            { id: ad.id, means: 'number', value: '100', way: 'bank', pay_password: pin },
            harness.ben,
          ),
        ).id
      const first = await take()
      await stage.act(
        'taken and cancelled',
        () => stage.call('GET /api/trade/cancelTradeOrder', { id: first }, harness.ben),
        { ad: watching('onShelf') },
      )
      const second = await take()
      await they.pay(second)
      await stage.act('sold out', () => they.confirm(second), { ad: watching('soldOut') })
      await stage.act('after its end', () => act('takeBack'), { ad: watching('soldOut') })
      await stage.act(
        'another is taken back, told before it is answered',
        () => stage.late(() => other.act('takeBack')),
        { other: watching('takenBack') },
      )
      await stage.act(
        'one was taken back elsewhere first',
        () =>
          stage.early(async () => {
            await stage.call('GET /api/trade/cancelTrade', { id: third.ad.id })
            third.act('takeBack')
          }),
        { third: watching('takenBack') },
      )
    },
  }),
]
