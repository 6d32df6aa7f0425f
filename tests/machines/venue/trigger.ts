import { orders } from '#contract/trigger/trigger-orders.ts'
import { triggers, type Trigger } from '#contract/trigger/trigger.ts'
import { spot } from '#contract/spot/spot.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import type { LegInput, StopsInput } from '#contract/wire/orders.ts'
import type { TriggerAction } from '#machines/trigger/trigger-order.ts'
import { deadManLogic } from '#src/actors/dead-man.actors.ts'
import { triggerOrderLogic, triggerOrdersLogic } from '#src/actors/trigger-order.actors.ts'
import { triggerVenue } from '#tests/support/trigger-venue.ts'
import { createActor } from 'xstate'
import { done, onPrices } from './done.ts'
import { story, type Stage } from './story.ts'

type Venue = Awaited<ReturnType<typeof triggerVenue>>
const open = (options: Parameters<typeof triggerVenue>[1]) => triggerVenue(2, options)
const coins = { legal_id: 3, currency_id: 1 }
const limit = (stage: Stage<Venue>, type: 1 | 2, target_price: string, amount: string) =>
  stage.call('POST /api/coin/trade', { ...coins, type, amount, target_price }, stage.harness.ben)
const place = async (stage: Stage<Venue>, act: 'buy' | 'sell', leg: LegInput) => {
  const input: InputOf<typeof triggers.place> = { product: 'spot', ...coins, act, legs: [{ source: 'mark', ...leg }] }
  const { triggers: made } = await done(stage.request.change(triggers.place, input, stage.newKey()))
  const [one] = made
  if (one === undefined) throw new Error('nothing was placed')
  return one
}
/** Buys at a price, with a stop and a target on what it will have bought. */
const bracket = async (stage: Stage<Venue>, target_price: string, amount: string) => {
  const stops: StopsInput = {
    stop: { source: 'mark', trigger_price: '99000' },
    profits: [{ price: '101000', amount }],
  }
  const input = { ...coins, type: 'buy' as const, amount, target_price, stops }
  const order = await done(stage.request.change(spot.submit, input, stage.newKey()))
  const { data } = await done(stage.request.read(triggers.list, { status: 'live', group_id: order.group_id ?? 0 }))
  const [stop, profit] = (['stop', 'profit'] as const).map((role) => data.find((each) => each.role === role))
  if (stop === undefined || profit === undefined) throw new Error('a bracket has a stop and a target')
  return { order, stop, profit }
}
const watch = (stage: Stage<Venue>, name: string, copy: Trigger) => {
  const walked = stage.walk(name, (options) =>
    createActor(triggerOrderLogic(stage.ports), { input: { copy }, ...options }),
  )
  return { ...walked, act: (act: TriggerAction) => walked.send({ type: 'act', act, key: stage.newKey() }) }
}
const cancel = { name: 'cancel', isWhole: false } as const
const at = (state: string) => `life.${state} + hand.watching`

/** A page knows of one trigger only through its list: the story of the list is played in it. */
const alone = { 'events gone': 'the list reads again' } as const
export const triggerStories = [
  story({
    except: alone,
    name: 'triggers: a bracket that is filled in parts, changed, and whose stop is hit',
    open,
    user: ({ ann }) => ann,
    onTick: onPrices,
    play: async (stage) => {
      stage.setPrice(100_000)
      await stage.pass(500)
      await limit(stage, 1, '98000', '0.02')
      const { stop, profit } = await bracket(stage, '99900', '0.02')
      const stopped = watch(stage, 'stop', stop)
      watch(stage, 'target', profit)
      await stage.act(
        'changed before it is armed',
        () => stopped.act({ name: 'amend', terms: { trigger_price: '98900' } }),
        { stop: at('dormant') },
      )
      await stage.act('filled in part', () => limit(stage, 2, '99900', '0.01'), {
        stop: at('armed'),
        target: at('placed'),
      })
      await stage.act(
        'a price on the wrong side',
        () => stopped.act({ name: 'amend', terms: { trigger_price: '120000' } }),
        { stop: at('armed') },
      )
      await stage.act(
        'changed, told before it is answered',
        () => stage.late(() => stopped.act({ name: 'amend', terms: { trigger_price: '98500' } })),
        { stop: at('armed') },
      )
      await stage.act('filled', () => limit(stage, 2, '99900', '0.01'), { stop: at('armed'), target: at('placed') })
      await stage.act('hit', () => stage.setPrice(98_400), { stop: at('done'), target: at('cancelled') })
      await stage.act('after its end', () => stopped.act(cancel), { stop: at('done') })
    },
  }),
  story({
    except: alone,
    name: 'triggers: cancelled by hand and elsewhere, refused when it fires, expired',
    open,
    user: ({ ann }) => ann,
    onTick: onPrices,
    play: async (stage) => {
      stage.setPrice(100_000)
      await stage.pass(500)
      const entry = (leg: Partial<LegInput> = {}) =>
        place(stage, 'buy', { role: 'entry', trigger_price: '101000', amount: '0.001', ...leg })
      watch(stage, 'refused', await entry())
      const dropped = watch(stage, 'dropped', await entry({ trigger_price: '105000' }))
      const elsewhere = await entry({ trigger_price: '105000' })
      const gone = watch(stage, 'gone', elsewhere)
      await stage.act('cancelled', () => dropped.act(cancel), { dropped: at('cancelled') })
      await stage.act(
        'cancelled elsewhere first',
        () =>
          stage.early(async () => {
            await stage.call('POST /api/trigger/cancel', { id: elsewhere.id })
            gone.act(cancel)
          }),
        { gone: at('cancelled') },
      )
      // Nobody sells.
      await stage.act('reached', () => stage.setPrice(101_000), { refused: at('refused') })
      const expiring = await entry({ trigger_price: '105000', expires_ms: stage.now() + 15_000 })
      watch(stage, 'expired', expiring)
      await stage.act('its time is over', () => stage.until(expiring.expires_ms ?? 0), { expired: at('expired') })
    },
  }),
  story({
    name: 'dead-man switch: on, renewed, lost and fired, off',
    open,
    user: ({ ann }) => ann,
    onTick: onPrices,
    play: async (stage) => {
      stage.setPrice(100_000)
      await stage.pass(500)
      await limit(stage, 1, '98000', '0.02')
      const copy = await done(stage.request.read(orders.deadMan, {}))
      const man = stage.walk('switch', (options) =>
        createActor(deadManLogic(stage.ports), { input: { copy }, ...options }),
      )
      const set = (seconds: number) =>
        man.send({ type: 'act', act: { name: 'set', seconds, protective: false }, key: stage.newKey() })
      await stage.act('on', () => set(30), { switch: at('renewing') })
      await stage.act('not in time', () => stage.pass(22_000), { switch: at('lost') })
      await stage.act('renewed', () => set(30), { switch: at('renewing') })
      await stage.act('too short', () => set(5), { switch: at('renewing') })
      await stage.act('its refusal is read', () => man.send({ type: 'dismiss' }), { switch: at('renewing') })
      await stage.act('gone', () => stage.pass(37_000), { switch: at('fired') })
      await stage.act('on again', () => set(30), { switch: at('renewing') })
      await stage.act('off', () => set(0), { switch: at('fired') })
    },
  }),
  story({
    name: 'triggers: the list of what waits',
    open,
    user: ({ ann }) => ann,
    onTick: onPrices,
    play: async (stage) => {
      stage.setPrice(100_000)
      await stage.pass(500)
      const list = stage.walk('list', (options) => createActor(triggerOrdersLogic(stage.ports), options), {
        isRestored: false,
      })
      await stage.pass(500)
      const say = () =>
        stage.trace.push(
          list
            .now()
            .context.list?.map(({ id, status, trigger_price }) => `${id} ${status} ${trigger_price}`)
            .join() ?? 'unknown',
        )
      const send = (id: number, act: TriggerAction) => list.send({ type: 'act', id, act, key: stage.newKey() })
      const { stop, profit } = await bracket(stage, '99900', '0.02')
      await stage.act('placed', () => undefined)
      say()
      await stage.act('filled', () => limit(stage, 2, '99900', '0.02'))
      say()
      await stage.act('changed', () => send(stop.id, { name: 'amend', terms: { trigger_price: '98000' } }))
      say()
      await stage.act('cancelled with its links', () => send(profit.id, { name: 'cancel', isWhole: true }))
      say()
      await stage.act('after its end', () => send(stop.id, cancel))
    },
  }),
]
