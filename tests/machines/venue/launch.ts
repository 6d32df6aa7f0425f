import { launch } from '#contract/launch.ts'
import { decideLaunch, launchOnline } from '#server/features/launch/settle.ts'
import { memoryStartMs } from '#server/memory.ts'
import { launchPurchaseLogic } from '#src/features/launch/launch.actors.ts'
import { walletVenue } from '#tests/server/features/wallet-venue.ts'
import { createActor } from 'xstate'
import { done } from './done.ts'
import type { VenueOptions } from './place.ts'
import { story, type Stage } from './story.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const usdt = 3
const beginMs = memoryStartMs + hourMs
/** A coin that is offered from the first hour to the third and launched in the fourth. */
const launchVenue = async (options: VenueOptions) => {
  const wallet = await walletVenue(options)
  await wallet.venue.command(({ tables, deadlines }) => {
    tables.launchProducts.put({
      id: 1,
      key: 'arc',
      name: 'NEWC',
      logo: '/coins/arc.svg',
      pays: [{ coin: usdt, rate: '0.3' }],
      num: '1000',
      sold: '0',
      least: '10',
      most: '0',
      startAt: beginMs,
      endAt: memoryStartMs + 3 * hourMs,
      onlineAt: memoryStartMs + 4 * hourMs,
      day: 2,
      interestRate: '0',
      predictRate: '5',
      isRecommended: true,
      market: { priceScale: 4, amountScale: 2, minAmount: '0.1', maxAmount: '100000' },
      coin: null,
      sort: 0,
      createdAt: memoryStartMs,
    })
    deadlines.set(launchOnline, '1', memoryStartMs + 4 * hourMs)
  })
  return wallet
}
type Venue = Awaited<ReturnType<typeof launchVenue>>
const productOf = (stage: Stage<Venue>) => done(stage.request.read(launch.product, { id: 1 }))
const watch = async (stage: Stage<Venue>, name: string) => {
  const product = await productOf(stage)
  return stage.walk(name, (options) =>
    createActor(launchPurchaseLogic(stage.ports), { input: { product, now: stage.now() }, ...options }),
  )
}

export const launchStories = [
  story({
    name: 'new coins: before, while and after they are offered; a subscription that is rejected, one that passes to its end',
    settings: { demoReview: false },
    open: launchVenue,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const one = await watch(stage, 'one')
      const subscribe = (amount: string) => one.send({ type: 'subscribe', amount, pay: usdt, key: stage.newKey() })
      const decide = (step: 'pass' | 'reject') =>
        stage.memory().venue.command((ctx) => {
          const row = [...ctx.tables.launchOrders.all()].findLast(({ stage: at }) => at === 'underReview')
          if (row !== undefined) decideLaunch(ctx, row, step, step === 'reject' ? 'Not eligible' : undefined)
        })
      await stage.act('too early', () => subscribe('30'), { one: 'offer.upcoming + mine.none + hand.choosing' })
      await stage.act(
        'begun',
        async () => {
          await stage.leap(hourMs)
          await stage.pass(1500)
        },
        { one: 'offer.subscribing + mine.none + hand.choosing' },
      )
      await stage.act('too little', () => subscribe('1'), { one: 'offer.subscribing + mine.none + hand.refused' })
      await stage.act('shut', () => one.send({ type: 'reset' }), {
        one: 'offer.subscribing + mine.none + hand.choosing',
      })
      await stage.act('subscribed', () => subscribe('30'), { one: 'offer.subscribing + mine.underReview + hand.done' })
      await stage.act('rejected', () => decide('reject'), { one: 'offer.subscribing + mine.rejected + hand.done' })
      await stage.act(
        'a second tap and a closed sheet',
        () =>
          stage.late(() => {
            subscribe('60')
            subscribe('60')
            one.send({ type: 'reset' })
          }),
        { one: 'offer.subscribing + mine.underReview + hand.done' },
      )
      await stage.act('passed', () => decide('pass'), { one: 'offer.subscribing + mine.passed + hand.done' })
    },
  }),
  story({
    name: 'new coins: sold out, over, launched, unlocked',
    settings: { demoReview: false },
    open: launchVenue,
    user: ({ ann }) => ann,
    play: async (stage) => {
      await stage.leap(hourMs)
      const one = await watch(stage, 'one')
      /** What its page does whenever it has read the product. */
      const read = async () => one.tell({ type: 'product.changed', product: await productOf(stage) })
      await stage.act(
        'subscribed',
        () => one.send({ type: 'subscribe', amount: '30', pay: usdt, key: stage.newKey() }),
        { one: 'offer.subscribing + mine.underReview + hand.done' },
      )
      await stage.act(
        'passed',
        () => stage.memory().venue.command((ctx) => decideLaunch(ctx, ctx.tables.launchOrders.need(1), 'pass')),
        { one: 'offer.subscribing + mine.passed + hand.done' },
      )
      await stage.act('the rest is bought', () =>
        stage.call('POST /api/lh/send/order', { config_id: 1, amount: '270' }, stage.harness.ben),
      )
      await read()
      await stage.act('read', () => undefined, { one: 'offer.soldOut + mine.passed + hand.done' })
      await stage.act('some come back', () =>
        stage.memory().venue.command((ctx) => decideLaunch(ctx, ctx.tables.launchOrders.need(2), 'reject', 'No')),
      )
      await read()
      await stage.act('over', () => stage.leap(2 * hourMs))
      await stage.act('and shown', () => stage.pass(1500), { one: 'offer.ended + mine.passed + hand.done' })
      await stage.act('launched', () => stage.leap(hourMs))
      await stage.act('and shown', () => stage.pass(1500), { one: 'offer.launched + mine.redemption + hand.done' })
      await stage.act('unlocked', () => stage.leap(3 * dayMs), { one: 'offer.launched + mine.completed + hand.done' })
    },
  }),
]
