import { spot } from '#contract/spot/spot.ts'
import { spotOrderLogic, spotOrdersLogic } from '#src/features/spot/spot-order.actors.ts'
import { createPager } from '#src/actors/pager.actors.ts'
import { createSubmit } from '#src/actors/submit.actors.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'
import { createActor } from 'xstate'
import { done } from './done.ts'
import { story, type Stage } from './story.ts'

type Venue = Awaited<ReturnType<typeof spotVenue>>
const sell = (stage: Stage<Venue>, target_price: string) =>
  done(
    stage.request.change(
      spot.submit,
      { legal_id: 3, currency_id: 1, type: 'sell', amount: '0.02', target_price },
      stage.newKey(),
    ),
  )
const bought = (stage: Stage<Venue>, target_price: string, amount: string) =>
  stage.call('POST /api/coin/trade', { legal_id: 3, currency_id: 1, type: 1, amount, target_price }, stage.harness.ben)
const watched = async (stage: Stage<Venue>, name: string, price: string) => {
  const order = await sell(stage, price)
  return {
    order,
    ...stage.walk(name, (options) => createActor(spotOrderLogic(stage.ports), { input: { copy: order }, ...options })),
  }
}
const open = (options: Parameters<typeof spotVenue>[1]) => spotVenue(2, options)

/**
 * A page knows of one order only through its list, which drops what it does not find when it is read again: the story
 * of the list is played in it.
 */
const alone = { 'events gone': 'the list reads again' } as const
export const spotStories = [
  story({
    except: alone,
    name: 'spot: an order is filled in parts, one is cancelled, one was cancelled elsewhere, one is told of before the answer',
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const filled = await watched(stage, 'filled', '95000')
      const dropped = await watched(stage, 'dropped', '96000')
      const elsewhere = await watched(stage, 'elsewhere', '96100')
      const told = await watched(stage, 'told', '96200')
      await stage.act('filled in part', () => bought(stage, '95000', '0.01'), {
        filled: 'life.waiting + hand.watching',
      })
      await stage.act('cancelled', () => dropped.send({ type: 'act', act: 'cancel', key: stage.newKey() }), {
        dropped: 'life.cancelled + hand.watching',
      })
      await stage.act(
        'cancelled elsewhere first',
        () =>
          stage.early(async () => {
            await stage.call('POST /api/coin/cancel', { id: elsewhere.order.id })
            elsewhere.send({ type: 'act', act: 'cancel', key: stage.newKey() })
          }),
        { elsewhere: 'life.cancelled + hand.watching' },
      )
      await stage.act(
        'told before it is answered',
        () => stage.late(() => told.send({ type: 'act', act: 'cancel', key: stage.newKey() })),
        { told: 'life.cancelled + hand.watching' },
      )
      await stage.act('filled', () => bought(stage, '95000', '0.01'), { filled: 'life.completed + hand.watching' })
      await stage.act('after its end', () => filled.send({ type: 'act', act: 'cancel', key: stage.newKey() }), {
        filled: 'life.completed + hand.watching',
      })
    },
  }),
  story({
    name: 'spot: the list of what is open',
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      // The actors of its orders are kept in a map, which no page stores.
      const list = stage.walk('list', (options) => createActor(spotOrdersLogic(stage.ports), options), {
        isRestored: false,
      })
      await stage.pass(500)
      const ids = () =>
        list
          .now()
          .context.list?.map(({ id, filled_amount }) => `${id}:${Number(filled_amount)}`)
          .join() ?? 'unknown'
      const say = () => stage.trace.push(ids())
      const one = await sell(stage, '95000')
      const other = await sell(stage, '96000')
      await stage.act('placed', () => undefined)
      say()
      await stage.act('filled in part', () => bought(stage, '95000', '0.01'))
      say()
      await stage.act('cancelled', () => list.send({ type: 'act', id: other.id, act: 'cancel', key: stage.newKey() }))
      say()
      await stage.act('filled', () => bought(stage, '95000', '0.01'))
      say()
      await stage.act('after its end', () => list.send({ type: 'act', id: one.id, act: 'cancel', key: stage.newKey() }))
    },
  }),
  story({
    name: 'spot: a form that is refused, corrected, done, left and sent again',
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const { logic, intentOf } = createSubmit(stage.ports, spot.submit)
      const form = stage.walk('form', (options) => createActor(logic, options))
      const submit = (amount: string) =>
        form.send({
          type: 'submit',
          intent: intentOf(
            { legal_id: 3, currency_id: 1, type: 'sell', amount, target_price: '95000' },
            stage.newKey(),
          ),
        })
      await stage.act('no amount', () => submit('0'), { form: 'refused.free' })
      await stage.act('shut', () => form.send({ type: 'close' }), { form: 'editing' })
      await stage.act('no amount again', () => submit('0'), { form: 'refused.free' })
      await stage.act(
        'corrected',
        async () => {
          submit('0.01')
          await stage.settle()
          // Where its outcome is not known it is asked for at once.
          form.tell({ type: 'again' })
        },
        { form: 'done' },
      )
      await stage.act('another', () => submit('0.02'), { form: 'done' })
      await stage.act('left', () => form.send({ type: 'close' }), { form: 'editing' })
    },
  }),
  story({
    name: 'spot: a list that is read page by page',
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      for (const price of ['95000', '95001', '95002', '95003', '95004']) await sell(stage, price)
      const size = 2
      const { logic } = createPager(
        (page) => stage.request.read(spot.list, { status: 'waiting', page, limit: size }),
        size,
      )
      let pager = stage.walk('early', (options) => createActor(logic, options))
      await stage.act('', () => pager.send({ type: 'refresh' }))
      // A page that could not be read is asked for again by the reader.
      const again = async () => {
        if (pager.now().matches('failed') || pager.now().matches('stuck')) pager.tell({ type: 'more' })
        await stage.pass(500)
      }
      await again()
      await stage.act('', () => pager.send({ type: 'more' }))
      await again()
      await stage.act('', () => pager.send({ type: 'more' }))
      await again()
      await stage.act('read', () => undefined, { early: 'end' })
      await stage.pass(500)
      pager = stage.walk('none', (options) =>
        createActor(
          createPager((page) => stage.request.read(spot.list, { status: 'completed', page, limit: size }), size).logic,
          options,
        ),
      )
      await stage.pass(500)
      await stage.act('nothing there', () => undefined, { none: 'end' })
    },
  }),
]
