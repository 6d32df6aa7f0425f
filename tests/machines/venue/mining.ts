import { miningCalls } from '#contract/mining/mining.ts'
import type { MiningAct } from '#machines/mining/mining-purchase.ts'
import { miningPurchaseLogic } from '#src/features/mining/mining.actors.ts'
import { miningVenue } from '#tests/server/features/mining/mining-venue.ts'
import { createActor } from 'xstate'
import { done } from './done.ts'
import type { VenueOptions } from './place.ts'
import { story, type Stage } from './story.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const settings = { mining: { hasDemo: true } }
type Venue = Awaited<ReturnType<typeof miningVenue>>
/** Machines that end soon, and one for which people wait in line. */
const open = async (options: VenueOptions) => {
  const mining = await miningVenue(options)
  await mining.venue.command(({ tables }) => {
    tables.machines.put({ ...tables.machines.need('sprout'), days: 3 })
    tables.machines.put({
      ...tables.machines.need('hall'),
      stock: 1,
      threshold: '20',
      price: '30',
      days: 10,
      daily: '0.00001',
    })
  })
  return mining
}
const whole = { page: 1, limit: 50 }
const machineIn = async ({ request }: Stage<Venue>, id: string) => {
  const { list } = await done(request.read(miningCalls.machines, whole))
  const machine = list.find((each) => each.id === id)
  if (machine === undefined) throw new Error(`no machine ${id}`)
  return machine
}
const meansIn = async ({ request }: Stage<Venue>) => ({
  mining: await done(request.read(miningCalls.overview, {})),
  seats: (await done(request.read(miningCalls.seats, whole))).list,
})
const watch = async (stage: Stage<Venue>, id: string) => {
  const [machine, means] = [await machineIn(stage, id), await meansIn(stage)]
  const sheet = stage.walk(id, (options) =>
    createActor(miningPurchaseLogic(stage.ports), { input: { machine, means }, ...options }),
  )
  return {
    send: (event: MiningAct) => sheet.send(event),
    /** What its page does whenever it has read machines and seats. */
    read: async () => {
      sheet.tell({ type: 'machine.changed', machine: await machineIn(stage, id) })
      sheet.tell({ type: 'means.changed', means: await meansIn(stage) })
    },
  }
}

export const miningStories = [
  story({
    name: 'machines: what is missing is got, bought, refused at another price, run to the end',
    settings,
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const sheet = await watch(stage, 'sprout')
      await stage.act('a review without a place', () => sheet.send({ type: 'review' }), {
        sprout: 'means.seatShort + line.none + bought.none + hand.choosing',
      })
      await stage.act('a seat is bought', () => stage.call('GET /api/miner/buySeat', { seat_id: 'fjord' }))
      await sheet.read()
      await stage.act('read', () => undefined, {
        sprout: 'means.collateralShort + line.none + bought.none + hand.choosing',
      })
      await stage.act('collateral is locked', () => stage.call('GET /api/miner/zhiya', { amount: '100' }), {
        sprout: 'means.enough + line.none + bought.none + hand.choosing',
      })
      await stage.act('too many', () => sheet.send({ type: 'choose', num: 3 }), {
        sprout: 'means.seatShort + line.none + bought.none + hand.choosing',
      })
      await stage.act('one', () => sheet.send({ type: 'choose', num: 1 }), {
        sprout: 'means.enough + line.none + bought.none + hand.choosing',
      })
      await stage.act('reviewed and left', () => {
        sheet.send({ type: 'review' })
        sheet.send({ type: 'back' })
      })
      await stage.act('reviewed', () => sheet.send({ type: 'review' }))
      await stage.act('bought', () => sheet.send({ type: 'buy', key: stage.newKey() }), {
        sprout: 'means.enough + line.none + bought.running + hand.done',
      })
      await stage.act(
        'another price',
        async () => {
          sheet.send({ type: 'back' })
          await stage
            .memory()
            .venue.command(({ tables }) => tables.machines.put({ ...tables.machines.need('sprout'), price: '121' }))
          sheet.send({ type: 'review' })
          sheet.send({ type: 'buy', key: stage.newKey() })
        },
        { sprout: 'means.enough + line.none + bought.running + hand.refused' },
      )
      await stage.act('left', () => sheet.send({ type: 'back' }), {
        sprout: 'means.enough + line.none + bought.running + hand.choosing',
      })
      await stage.act('earned', () => stage.leap(2 * dayMs))
      await stage.act('run to the end', () => stage.leap(3 * dayMs), {
        sprout: 'means.enough + line.none + bought.ended + hand.choosing',
      })
    },
  }),
  story({
    name: 'machines: a place in the line is given up, called and lapsed, called and used',
    except: {
      'events gone': 'a reservation that is over is not told of any more: none is shown, not how the last one ended',
    },
    settings,
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      await stage.call('GET /api/miner/buySeat', { seat_id: 'fjord' })
      await stage.call('GET /api/miner/zhiya', { amount: '100' })
      const sheet = await watch(stage, 'hall')
      const reserve = (more: object = {}, by = stage.me) =>
        stage.call('GET /api/miner/reservation', { machine_id: 'hall', num: 1, ...more }, by)
      await stage.act('reserved', () => reserve(), {
        hall: 'means.enough + line.waiting + bought.none + hand.choosing',
      })
      await stage.act('given up', () => reserve({ drop: 1 }), {
        hall: 'means.enough + line.dropped + bought.none + hand.choosing',
      })
      await stage.act('reserved again', () => reserve(), {
        hall: 'means.enough + line.waiting + bought.none + hand.choosing',
      })
      await reserve({}, stage.harness.ben)
      await stage.act('called', () => stage.leap(6 * hourMs), {
        hall: 'means.enough + line.called + bought.none + hand.choosing',
      })
      await stage.act('not come', () => stage.leap(24 * hourMs), {
        hall: 'means.enough + line.lapsed + bought.none + hand.choosing',
      })
      await stage.act('reserved behind', () => reserve(), {
        hall: 'means.enough + line.waiting + bought.none + hand.choosing',
      })
      await stage.act('the other has not come either', () => stage.leap(25 * hourMs), {
        hall: 'means.enough + line.called + bought.none + hand.choosing',
      })
      await sheet.read()
      await stage.act(
        'bought',
        () => {
          sheet.send({ type: 'review' })
          sheet.send({ type: 'buy', key: stage.newKey() })
        },
        { hall: 'means.enough + line.used + bought.running + hand.done' },
      )
    },
  }),
]
