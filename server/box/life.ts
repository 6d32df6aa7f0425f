import { createHash } from 'node:crypto'
import type { Files } from '#server/core/files-port.ts'
import type { Random } from '#server/core/random.ts'
import type { Store } from '#server/core/store-port.ts'
import { haltMarket, resumeMarket } from '#server/features/market/halt.ts'
import { createSimulation, type Feed } from '#server/features/market/prices/feeds.ts'
import { storeLastUse } from '#server/identity/callers.ts'
import { apiKeysOf, endApiKey } from '#server/identity/api-keys.ts'
import { sweepUploads } from '#server/identity/unused-uploads.ts'
import { createUploads } from '#server/identity/uploads.ts'
import { createLoop } from '#server/loop.ts'
import { defaultSettings } from '#server/settings.ts'
import { openSqlite, type MemoryCopy } from '#server/store/sqlite.ts'
import { openVenue } from '#server/venue.ts'
import type { BoxAccount } from './accounts.ts'
import type { Act } from './acts.ts'
import { Killed, type Kill } from './kill.ts'
import { beginAgain, createActedFeed, type Outside } from './prices.ts'
import type { BoxPlan } from './record.ts'
import { createPlayer, TapeError } from './tape.ts'
import type { Timeline } from './timeline.ts'

const tickMs = 250
const dueMs = 100
const minuteMs = 60_000

type Venue = Awaited<ReturnType<typeof openVenue>>
export type BoxStore = ReturnType<typeof openStore>
/** A database in memory, whose secrets are the same in each run. */
export function openStore(from?: MemoryCopy) {
  const store = openSqlite(':memory:', from && { from })
  const secret = createHash('sha256').update('box').digest('base64url')
  return {
    ...store,
    open: (shapes: Parameters<typeof store.open>[0]) => {
      const opened = store.open(shapes)
      return { ...opened, meta: (name: string) => (name === 'digest_secret' ? secret : opened.meta(name)) }
    },
  }
}

/** What is there before a venue is opened, and after it has died. */
export type World = {
  readonly plan: BoxPlan
  readonly timeline: Timeline
  readonly random: Random
  /** What the names of files are drawn from, outside of a turn. */
  readonly names: Random
  readonly files: Files
  readonly outside: Outside
  readonly onBug: (thrown: unknown) => string
  readonly onFailure: (thrown: unknown) => void
}

const never = new Promise<never>(() => undefined)
/** A store and a chance that serve until death, as those of a process do: what is stored later is not stored. */
function createMortal(store: BoxStore, random: Random) {
  let isDead = false
  let wish: Kill | null = null
  let end = (_: Killed): void => undefined
  const death = new Promise<never>((_, reject) => {
    end = reject
  })
  death.catch(() => undefined)
  const die = () => {
    isDead = true
    end(new Killed())
  }
  const append: Store['append'] = (group) => {
    if (isDead) return never
    if (wish !== 'before') store.append(group)
    if (wish === null) return undefined
    die()
    return never
  }
  return {
    /** Rejects when the venue dies. */
    death,
    die,
    /** Lets the next group be the last: before it is stored, or after. */
    arm: (kill: Kill) => {
      wish = kill
    },
    isDead: () => isDead,
    store: { ...store, append },
    random: {
      bytes: (count: number) => (isDead ? Buffer.alloc(count) : random.bytes(count)),
      unit: () => (isDead ? 0 : random.unit()),
      int: (below: number) => (isDead ? 0 : random.int(below)),
    } satisfies Random,
  }
}

/** A venue on a store, from its start until it dies, with all that it does by the clock. */
export async function openLife(store: BoxStore, world: World) {
  const { plan, timeline, files, outside, names, onBug, onFailure } = world
  const { death, die, arm, isDead, ...mortal } = createMortal(store, world.random)
  const venue = await openVenue(mortal.store, {
    clock: { now: timeline.now },
    random: mortal.random,
    settings: settingsFor(plan),
    onFailure,
    onBug,
  })
  beginAgain(outside, plan.tape?.market)
  const simulated = simulation(venue, mortal.random)
  const player = playerOf(venue, plan, simulated, outside)
  const prices = createActedFeed(player?.feed ?? simulated, timeline.now, outside)
  const loop = createLoop(venue, { feed: prices.feed })
  const print = () => venue.command((ctx) => player?.print(ctx, timeline.now() + tickMs))
  await loop.start()
  if (player) await print()
  await loop.step()
  const durable = async () => {
    await venue.durable()
  }
  const ends: (() => void)[] = []
  const { asyncCtx } = venue
  return {
    venue,
    death,
    arm,
    isDead,
    durable,
    uploads: createUploads({ ...asyncCtx, ctx: { ...asyncCtx.ctx, random: names } }),
    actOn: (wish: Exclude<Act, { act: 'clock' | 'end_key' }>) => {
      if (wish.act === 'halt') return venue.command((ctx) => void haltMarket(ctx, wish.market))
      if (wish.act === 'resume') return venue.command((ctx) => void resumeMarket(ctx, wish.market))
      if (wish.act !== 'quotes') return prices.act(wish)
      outside.quoted.set(wish.market, wish.sides)
      return withdraw(venue, outside)
    },
    endKey: (account: BoxAccount | undefined) =>
      venue.command((ctx) => {
        if (account) for (const { user, no } of apiKeysOf(ctx, account.id)) endApiKey(ctx, user, no)
      }),
    /** What it does by the clock begins. */
    begin: () => {
      const every = (ms: number, work: () => unknown) => void ends.push(timeline.every(ms, work))
      if (player) every(tickMs, print)
      every(tickMs, async () => {
        await loop.step()
        await withdraw(venue, outside)
      })
      every(4 * tickMs, loop.second)
      every(dueMs, venue.runDue)
      every(minuteMs, () => venue.command(storeLastUse))
      every(10 * minuteMs, () => sweepUploads(asyncCtx, durable, files))
    },
    die: () => {
      for (const end of ends) end()
      die()
    },
  }
}
/** Takes back what the house quotes where it is not to. */
const withdraw = async ({ command }: Venue, { quoted }: Outside) => {
  if (quoted.size === 0) return
  await command((ctx) => {
    for (const [name, sides] of quoted) {
      const market = ctx.markets.need(name)
      ctx.onRollback(market.reload)
      for (const { id, side } of market.house.values()) if (sides !== 'both' && sides !== side) market.cancel(id)
    }
  })
}
export type Life = Awaited<ReturnType<typeof openLife>>

/** A demo whose markets are open at once unless they are to arm; nothing is measured by the time of this machine. */
const settingsFor = ({ maker, arming = false, markets, tape }: BoxPlan) =>
  defaultSettings(true, {
    market: { ...(!arming && { armTicks: 0, armMs: 0 }), only: markets },
    identity: { loginCode: false },
    option: { stillMs: 0 },
    // A coin that is launched opens a market of its own.
    launch: { hasDemo: markets === null },
    // What the house takes on its own is not on the tape.
    spot: { hasMaker: maker, hasTakers: tape === undefined },
    trigger: { sliceMs: Infinity, tickMs: Infinity },
    webhook: { isLocal: true },
    notification: { hasPush: false, pushKey: Buffer.alloc(32, 1).toString('base64url') },
  })
function simulation({ ctx }: Venue, random: Random) {
  const seeds = () =>
    ctx.markets.all().map((market) => ({ market: market.pair.market, price: ctx.priceIndex.lastOf(market) }))
  return createSimulation(seeds(), random, seeds)
}
function playerOf({ ctx }: Venue, { tape }: BoxPlan, inner: Feed, outside: Outside) {
  if (!tape) return null
  const market = ctx.markets.find(tape.market)
  if (!market) throw new TapeError(`there is no market ${tape.market}`)
  return createPlayer(tape, market, inner, { tickMs, played: outside })
}
