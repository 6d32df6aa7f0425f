import { lever } from '#contract/lever/lever.ts'
import { platform, setting } from '#contract/platform/platform.ts'
import { startupMachine, type Loaded } from '#machines/platform/startup.ts'
import { createMarks } from '#server/features/lever/marks.ts'
import { takeTicks } from '#server/features/trigger/tick.ts'
import type { MemoryVenue } from '#server/memory.ts'
import { createSubmit } from '#src/actors/submit.actors.ts'
import { leverVenue } from '#tests/support/lever-venue.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'
import { createActor, fromPromise } from 'xstate'
import { quote } from './done.ts'
import { story } from './story.ts'

/** It brings its own troubles. */
const own = 'it is among its acts'
const dayMs = 86_400_000
const onTick = async ({ memory, price }: { memory: () => MemoryVenue; price: () => number }) => {
  quote(memory(), price())
  await memory().venue.command(takeTicks)
  return createMarks(memory().venue).step()
}

export const lineStories = [
  story({
    except: { 'events gone': own, 'answer lost': 'it makes no change', '999': own, 'venue restarted': own },
    name: 'the line: hidden and shown, offline and online, woken, renewed, silent for long, a gateway that stops',
    open: (options) => spotVenue(1, options),
    user: ({ ann }) => ann,
    play: async (stage) => {
      const { connection } = stage
      await stage.act('hidden and shown', () => {
        connection.send({ type: 'page.hidden' })
        connection.send({ type: 'page.shown' })
      })
      await stage.act('offline and online', () => {
        connection.send({ type: 'net.offline' })
        connection.send({ type: 'net.online' })
      })
      await stage.act('woken', () => connection.send({ type: 'page.woke' }))
      await stage.act('renewed', () => connection.send({ type: 'renew' }))
      await stage.act('half-open for long', async () => {
        const go = stage.silence()
        await stage.pass(30_000)
        go()
      })
      stage.cut()
      await stage.pass(1000)
      stage.mend()
      connection.send({ type: 'page.woke' })
      stage.cut()
      await stage.pass(1000)
      stage.mend()
      connection.send({ type: 'net.offline' })
      connection.send({ type: 'net.online' })
      await stage.act('live again', () => stage.pass(20_000))
      await stage.act('stopped by the venue', () => stage.restart())
      const proving = { link: { wanted: { attached: 'proving' } } } as const
      /** Once, in the moment in which the line is told who is there. */
      const whileProving = (work: () => void) => {
        const watching = connection.subscribe((now) => {
          if (!now.matches(proving)) return
          watching.unsubscribe()
          work()
        })
      }
      const dial = async () => {
        stage.cut()
        await stage.pass(500)
        stage.mend()
      }
      whileProving(() => connection.send({ type: 'renew' }))
      await dial()
      await stage.act('renewed while it is told', () => stage.pass(2000))
      const holds: (() => void)[] = []
      whileProving(() => void holds.push(stage.silence()))
      await dial()
      await stage.pass(15_000)
      holds.forEach((go) => go())
      await stage.act('not told in time', () => stage.pass(2000))
      // A login that has run out is refused where it is renewed, and where it is told anew.
      await stage.leap(8 * dayMs)
      connection.send({ type: 'renew' })
      await stage.pass(1000)
      await dial()
      await stage.pass(2000)
      await stage.logIn()
      await stage.pass(1000)
      await stage.logIn()
      await stage.act('logged in again', () => stage.pass(1000))
    },
  }),
  story({
    name: 'the start: settings are read, and read again; the venue is away',
    open: (options) => spotVenue(1, options),
    user: ({ ann }) => ann,
    play: async (stage) => {
      const load = fromPromise<Loaded | null>(async () => {
        const settings = await stage.request.read({ ...platform.settings, output: setting }, {})
        return settings.ok ? { setting: settings.value, verification: settings.value.verification === '1' } : null
      })
      const app = stage.walk('app', (options) => createActor(startupMachine.provide({ actors: { load } }), options))
      await stage.pass(500)
      await stage.act('read', () => undefined, { app: 'ready.settled' })
      await stage.act('read again', () => app.send({ type: 'settings.changed' }), { app: 'ready.settled' })
      stage.cut()
      const late = stage.walk('late', (options) => createActor(startupMachine.provide({ actors: { load } }), options))
      await stage.pass(500)
      late.tell({ type: 'retry' })
      await stage.pass(2000)
      app.tell({ type: 'settings.changed' })
      await stage.pass(500)
      stage.mend()
      await stage.pass(8000)
      await stage.act('read at last', () => undefined, { app: 'ready.settled', late: 'ready.settled' })
    },
  }),
  story({
    name: 'a ticket: refused for its price, placed, refused for its size, left while it was sent',
    settings: { lever: { isQuickCharged: false } },
    open: (options) => leverVenue(1, options),
    user: ({ ann }) => ann,
    onTick,
    play: async (stage) => {
      stage.setPrice(100_000)
      await stage.pass(500)
      const { logic, intentOf } = createSubmit(stage.ports, lever.submit)
      const form = stage.walk('form', (options) => createActor(logic, options))
      const send = (share: number, seen_price: string) =>
        form.send({
          type: 'submit',
          intent: intentOf(
            { legal_id: 3, currency_id: 1, type: 'long', status: 'market', share, multiple: 10, seen_price },
            stage.newKey(),
          ),
        })
      await stage.act(
        'the price has moved',
        () => {
          form.send({ type: 'open' })
          send(1, '90000')
        },
        { form: 'refused.free' },
      )
      await stage.act('placed', () => send(1, '100005'), { form: 'done' })
      await stage.act('too many', () => send(100_000, '100005'), { form: 'refused.free' })
      await stage.act('left', () => form.send({ type: 'close' }), { form: 'editing' })
    },
  }),
]
