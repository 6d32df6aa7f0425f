import { lever } from '#contract/lever/lever.ts'
import type { Position } from '#contract/lever/lever-position.ts'
import { leverPositionLogic, leverPositionsLogic } from '#src/actors/lever-position.actors.ts'
import { leverVenue } from '#tests/support/lever-venue.ts'
import { createActor } from 'xstate'
import { done, onPrices } from './done.ts'
import { story, type Stage } from './story.ts'

type Venue = Awaited<ReturnType<typeof leverVenue>>
const settings = { lever: { isQuickCharged: false } }
const open = (options: Parameters<typeof leverVenue>[1]) => leverVenue(1, options)
const noStops = { target_profit_price: '', stop_loss_price: '' }
const enter = (
  stage: Stage<Venue>,
  more: { status?: 'market' | 'limit'; target_price?: string; share?: number } = {},
) =>
  done(
    stage.request.change(
      lever.submit,
      { legal_id: 3, currency_id: 1, type: 'long', status: 'market', share: 1, multiple: 100, ...more },
      stage.newKey(),
    ),
  )
const watch = (stage: Stage<Venue>, name: string, position: Position) =>
  stage.walk(name, (options) => createActor(leverPositionLogic(stage.ports), { input: { copy: position }, ...options }))

/**
 * A page knows of one position only through its list, which drops what it does not find when it is read again: the
 * story of the list is played in it.
 */
const alone = { 'events gone': 'the list reads again' } as const
export const leverStories = [
  story({
    except: alone,
    name: 'contracts: held, changed, reduced, reversed, closed by hand, by a stop and elsewhere',
    settings,
    open,
    user: ({ ann }) => ann,
    onTick: onPrices,
    play: async (stage) => {
      stage.setPrice(100_000)
      await stage.pass(500)
      const position = await enter(stage, { share: 2 })
      const held = watch(stage, 'held', position)
      const turned = watch(stage, 'turned', await enter(stage))
      const elsewhereId = await enter(stage)
      const elsewhere = watch(stage, 'elsewhere', elsewhereId)
      const stopped = watch(stage, 'stopped', await enter(stage))
      await stage.act(
        'a stop on the wrong side',
        () =>
          held.send({
            type: 'act',
            act: { name: 'setStop', stops: { ...noStops, stop_loss_price: '120000' } },
            key: stage.newKey(),
          }),
        { held: 'life.trading + hand.watching' },
      )
      await stage.act(
        'a stop, told before it is answered',
        () =>
          stage.late(() =>
            held.send({
              type: 'act',
              act: { name: 'setStop', stops: { ...noStops, stop_loss_price: '90000' } },
              key: stage.newKey(),
            }),
          ),
        { held: 'life.trading + hand.watching' },
      )
      await stage.act(
        'reduced',
        () => held.send({ type: 'act', act: { name: 'close', lots: 1 }, key: stage.newKey() }),
        { held: 'life.trading + hand.watching' },
      )
      await stage.act(
        'a stop elsewhere',
        () =>
          stage.call('POST /api/lever/setstop', { id: position.id, target_profit_price: '', stop_loss_price: '91000' }),
        { held: 'life.trading + hand.watching' },
      )
      await stage.act(
        'closed, told before it is answered',
        () => stage.late(() => held.send({ type: 'act', act: { name: 'close' }, key: stage.newKey() })),
        { held: 'life.closed + hand.watching' },
      )
      const seen = stage.memory().venue.ctx.markets.need('BTC-USDT')
      await stage.act(
        'reversed',
        () =>
          turned.send({ type: 'act', act: { name: 'reverse', seen: String(seen.last() / 100) }, key: stage.newKey() }),
        { turned: 'life.closed + hand.watching' },
      )
      await stage.act(
        'closed elsewhere first',
        () =>
          stage.early(async () => {
            await stage.call('POST /api/lever/close', { id: elsewhereId.id })
            elsewhere.send({ type: 'act', act: { name: 'close' }, key: stage.newKey() })
          }),
        { elsewhere: 'life.closed + hand.watching' },
      )
      await stage.act(
        'a stop is set',
        () =>
          stopped.send({
            type: 'act',
            act: { name: 'setStop', stops: { ...noStops, stop_loss_price: '99500' } },
            key: stage.newKey(),
          }),
        { stopped: 'life.trading + hand.watching' },
      )
      await stage.act('the stop is reached', () => stage.setPrice(99_000), { stopped: 'life.closed + hand.watching' })
    },
  }),
  story({
    except: alone,
    name: 'contracts: entries that wait: one opens, one is changed and cancelled, one opens under the finger',
    settings,
    open,
    user: ({ ann }) => ann,
    onTick: onPrices,
    play: async (stage) => {
      stage.setPrice(100_000)
      await stage.pass(500)
      const opens = watch(stage, 'opens', await enter(stage, { status: 'limit', target_price: '99000' }))
      const dropped = watch(stage, 'dropped', await enter(stage, { status: 'limit', target_price: '90000' }))
      const gone = await enter(stage, { status: 'limit', target_price: '90000' })
      const other = watch(stage, 'gone', gone)
      await stage.act(
        'a stop on the wrong side',
        () =>
          opens.send({
            type: 'act',
            act: { name: 'setStop', stops: { ...noStops, stop_loss_price: '99500' } },
            key: stage.newKey(),
          }),
        { opens: 'life.pending + hand.watching' },
      )
      await stage.act(
        'a stop',
        () =>
          opens.send({
            type: 'act',
            act: { name: 'setStop', stops: { ...noStops, stop_loss_price: '80000' } },
            key: stage.newKey(),
          }),
        { opens: 'life.pending + hand.watching' },
      )
      await stage.act('cancelled', () => dropped.send({ type: 'act', act: { name: 'cancel' }, key: stage.newKey() }), {
        dropped: 'life.cancelled + hand.watching',
      })
      await stage.act('opened', () => stage.setPrice(98_900), { opens: 'life.trading + hand.watching' })
      await stage.act('cancelled elsewhere', () => stage.call('POST /api/lever/cancel', { id: gone.id }), {
        gone: 'life.cancelled + hand.watching',
      })
      await stage.act(
        'after its end',
        () => other.send({ type: 'act', act: { name: 'cancel' }, key: stage.newKey() }),
        { gone: 'life.cancelled + hand.watching' },
      )
      await stage.act('closed', () => opens.send({ type: 'act', act: { name: 'close' }, key: stage.newKey() }), {
        opens: 'life.closed + hand.watching',
      })
    },
  }),
  story({
    name: 'contracts: the list of what is open',
    settings,
    open,
    user: ({ ann }) => ann,
    onTick: onPrices,
    play: async (stage) => {
      stage.setPrice(100_000)
      await stage.pass(500)
      const list = stage.walk('list', (options) => createActor(leverPositionsLogic(stage.ports), options), {
        isRestored: false,
      })
      await stage.pass(500)
      const say = () =>
        stage.trace.push(
          list
            .now()
            .context.list?.map(({ id, share, status }) => `${id}:${share} ${status}`)
            .join() ?? 'unknown',
        )
      const one = await enter(stage, { share: 2 })
      const other = await enter(stage)
      await stage.act('entered', () => undefined)
      say()
      await stage.act('reduced', () =>
        list.send({ type: 'act', id: one.id, act: { name: 'close', lots: 1 }, key: stage.newKey() }),
      )
      say()
      await stage.act('closed', () =>
        list.send({ type: 'act', id: one.id, act: { name: 'close' }, key: stage.newKey() }),
      )
      say()
      await stage.act('closed elsewhere', () => stage.call('POST /api/lever/close', { id: other.id }))
      say()
      await stage.act('after its end', () =>
        list.send({ type: 'act', id: other.id, act: { name: 'close' }, key: stage.newKey() }),
      )
    },
  }),
]
