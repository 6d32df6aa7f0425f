import type { SomeSettings } from '#server/settings.ts'
import type { createDevice } from '#tests/kit/device.ts'
import { endSessions, openSession } from '#server/identity/callers.ts'
import type { Random } from '#server/core/random.ts'
import { enter } from '#src/actors/session.actors.ts'
import type { Page } from './client.ts'
import type { Shows, Tap, TapKind } from './page.ts'
import { calm, type Link, type Net } from './net.ts'
import type { WorldVenue } from './venue.ts'

type Place = {
  readonly user: number
  readonly link: Link
  readonly device: ReturnType<typeof createDevice>
  readonly page: Page
  sleepsUntil: number
}
/** An hour under way: the page that is recorded, somebody else, and what may be done to them. */
type Hour = {
  readonly me: Place
  readonly them: Place
  readonly venue: WorldVenue
  readonly net: Net
  readonly chance: Random
  readonly chat: string
  readonly taps: readonly Tap[]
  readonly pass: (ms: number, step?: number) => Promise<void>
  readonly order: (page: Page, user: number, isFar: boolean, isTwice?: boolean) => Tap
  readonly transfer: (isTwice?: boolean) => Tap
  readonly cancel: () => void
  readonly note: (kind: TapKind, user: number, amount: string, tap: Shows) => Tap
}
export type Trouble = {
  readonly name: string
  readonly seed: number
  readonly strike: (hour: Hour) => Promise<void>
  readonly settings?: SomeSettings
}

const usdt = 3
/** A tick of the prices each half second, as the venue does it. */
const lively = async ({ venue, pass }: Hour, ms: number) => {
  for (let passed = 0; passed < ms; passed += 500) {
    await venue.step()
    await pass(500)
  }
}
const stake = ({ me, note, taps }: Hour) => {
  const number = (10 + taps.length / 100).toFixed(2)
  const shows = me.page.products?.stake({ match_id: 1, currency_id: usdt, type: 'call', seconds: 60, number }, true)
  if (shows) note('stake', me.user, number, shows)
}
const comeBack = async ({ me, venue, pass }: Hour) => {
  me.page.session.send({ type: 'login.shown' })
  const token = await venue.command((ctx) => openSession(ctx, me.user, 'main', 'd1'))
  void enter(me.page.request, 'd1', { token, chatToken: null }).then((reply) =>
    reply.ok ? me.page.session.send({ type: 'login.done', ...reply.value }) : undefined,
  )
  await pass(3000)
}

/** Ten troubles of a trading hour. Each comes twice. */
export const troubles: readonly Trouble[] = [
  {
    name: 'line-lost-under-an-order',
    seed: 1101,
    strike: async ({ me, order, transfer, pass }) => {
      order(me.page, me.user, true, true)
      me.link.setOpen(false)
      transfer(true)
      await pass(12_000)
      me.link.setOpen(true)
      await pass(10_000)
    },
  },
  {
    name: 'login-ended-in-mid-order',
    seed: 1102,
    strike: async (hour) => {
      const { me, venue, order, transfer, pass } = hour
      order(me.page, me.user, true)
      await venue.command((ctx) => endSessions(ctx, me.user, 'locked'))
      transfer()
      await pass(4000)
      await comeBack(hour)
    },
  },
  {
    name: 'answers-doubled-and-late',
    seed: 1103,
    strike: async ({ me, net, order, transfer, cancel, pass }) => {
      net.setWeather({ latencyMs: 150, jitterMs: 900, loss: 0.15, doubles: 0.9, swaps: 0, late: 0.5 })
      for (let n = 0; n < 4; n += 1) {
        order(me.page, me.user, n % 2 === 0, true)
        transfer(true)
        cancel()
        await pass(3000)
      }
    },
  },
  {
    name: 'gap-and-resync',
    seed: 1104,
    strike: async ({ me, them, net, order, pass }) => {
      net.setWeather({ ...calm, loss: 0.3, swaps: 0.3, doubles: 0.3 })
      for (let n = 0; n < 6; n += 1) {
        order(me.page, me.user, n % 3 === 0)
        order(them.page, them.user, n % 2 === 0)
        await pass(2500)
      }
    },
  },
  {
    name: 'half-open-socket',
    seed: 1105,
    strike: async ({ me, them, order, pass }) => {
      me.link.setOpen(false)
      order(them.page, them.user, false)
      await pass(25_000)
      order(me.page, me.user, true)
      await pass(15_000)
      me.link.setOpen(true)
      await pass(10_000)
    },
  },
  {
    name: 'venue-restarted',
    seed: 1106,
    strike: async ({ me, them, venue, net, order, transfer, pass }) => {
      order(me.page, me.user, true)
      transfer()
      // What has arrived is decided, and lost with the process before it is written.
      await pass(100)
      net.deliver()
      await venue.settle()
      venue.kill()
      me.link.cut()
      them.link.cut()
      await pass(4000)
      venue.revive()
      await pass(10_000)
    },
  },
  {
    name: 'clock-skew-and-sleep',
    seed: 1107,
    strike: async ({ me, venue, order, pass }) => {
      me.device.setWrong(600_000)
      order(me.page, me.user, true)
      await pass(3000)
      me.sleepsUntil = venue.now() + 240_000
      await pass(250_000, 500)
      me.device.setWrong(-600_000)
      order(me.page, me.user, true)
      await pass(5000)
      me.device.setWrong(0)
    },
  },
  {
    name: 'round-settled-while-away',
    seed: 1108,
    strike: async (hour) => {
      await lively(hour, 2000)
      stake(hour)
      await lively(hour, 3000)
      hour.me.link.setOpen(false)
      await lively(hour, 70_000)
      hour.me.link.setOpen(true)
      await lively(hour, 10_000)
    },
  },
  {
    name: 'contract-liquidated',
    seed: 1109,
    settings: { lever: { burstHazardRate: '97', warnHazardRate: '98' } },
    strike: async (hour) => {
      const { me, note, taps, venue } = hour
      await lively(hour, 2000)
      for (const type of ['long', 'short'] as const) {
        const price = (
          (venue.venue().ctx.markets.ofPair(1).last() / 100) * (type === 'long' ? 1.5 : 0.5) +
          taps.length / 100
        ).toFixed(2)
        const shows = me.page.products?.contract(
          {
            legal_id: usdt,
            currency_id: 1,
            type,
            status: 'market',
            share: 1,
            multiple: 10,
            target_profit_price: price,
          },
          true,
        )
        if (shows) note('contract', me.user, price, shows)
        await lively(hour, 1000)
      }
      await lively(hour, 60_000)
    },
  },
  {
    name: 'outbox-flushed',
    seed: 1110,
    strike: async ({ me, them, chat, note, taps, pass }) => {
      const say = ({ page, user }: Place) => {
        const text = `word ${taps.length}`
        const shows = page.products?.say(chat, text)
        if (shows) note('say', user, text, shows)
      }
      say(me)
      await pass(1000)
      me.link.setOpen(false)
      for (let n = 0; n < 5; n += 1) {
        say(me)
        say(them)
        await pass(2000)
      }
      me.link.setOpen(true)
      await pass(15_000)
    },
  },
]
