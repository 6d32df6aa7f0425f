import { createHash } from 'node:crypto'
import { createBusHost } from '#server/bus/host.ts'
import type { Bus, BusUploads } from '#server/bus/port.ts'
import type { Caller } from '#server/core/context.ts'
import { seededRandom, systemRandom, type Random } from '#server/core/random.ts'
import { routeKeysOf } from '#server/core/routes.ts'
import { haltMarket, resumeMarket } from '#server/features/market/halt.ts'
import { createSimulation, type Feed } from '#server/features/market/prices/feeds.ts'
import { createUploads } from '#server/identity/uploads.ts'
import { sweepUploads } from '#server/identity/unused-uploads.ts'
import { storeLastUse } from '#server/identity/callers.ts'
import { createLoop } from '#server/loop.ts'
import { defaultSettings } from '#server/settings.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { openVenue } from '#server/venue.ts'
import type { Files } from '#server/core/files-port.ts'
import { addAccount, hashSecrets, type BoxAccount } from './accounts.ts'
import { createActedFeed, type MarketAct } from './prices.ts'
import { headOf, type BoxHash, type BoxPlan, type RecordLine } from './record.ts'
import { createPlayer, TapeError } from './tape.ts'
import { createTimeline } from './timeline.ts'

/** 2026-01-05 00:00 UTC, a Monday. */
export const boxStartMs = Date.UTC(2026, 0, 5)
const tickMs = 250
const dueMs = 100
const minuteMs = 60_000
/** What the words of a key or a link are drawn from, so that uploads outside of a turn shift nothing else. */
const filesSeed = 7919

/** Uploaded files, for as long as the box lives. */
function createFiles(): Files {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>()
  return {
    put: async (id, bytes) => void kept.set(id, new Uint8Array(bytes)),
    get: async (id) => kept.get(id) ?? null,
    remove: async (id) => void kept.delete(id),
  }
}

type Options = {
  /** Called before a change is decided, to bring the clock up. */
  readonly catchUp?: () => Promise<void>
  /** What API keys are drawn from where others than this machine may reach the box. */
  readonly isOpen?: boolean
  readonly onFailure?: (thrown: unknown) => void
}
type Venue = Awaited<ReturnType<typeof openVenue>>

/** The exchange with its accounts, before anything came from outside. */
async function openExchange(plan: BoxPlan, { isOpen = false, onFailure = raise }: Options) {
  const timeline = createTimeline(plan.start)
  const random = seededRandom(plan.seed)
  const bugs: unknown[] = []
  const venue = await openVenue(memoryStore(), {
    clock: { now: timeline.now },
    random,
    settings: settingsFor(plan),
    onFailure,
    onBug: (thrown) => {
      bugs.push(thrown)
      return `box-${bugs.length}`
    },
  })
  const simulated = simulation(venue, random)
  const player = playerOf(venue, plan, simulated)
  const prices = createActedFeed(player?.feed ?? simulated, timeline.now)
  const loop = createLoop(venue, { feed: prices.feed })
  const print = () => venue.command((ctx) => player?.print(ctx, timeline.now() + tickMs))
  const files = createFiles()
  await loop.start()
  if (player) await print()
  await loop.step()
  const hashes = await hashSecrets()
  const secrets = isOpen ? systemRandom : random
  const accounts: BoxAccount[] = []
  for (let no = 1; no <= plan.accounts; no += 1)
    accounts.push(await venue.command((ctx) => addAccount(ctx, { no, funds: plan.funds, hashes, secrets })))
  const durable = async () => {
    await venue.durable()
  }
  await durable()
  if (player) timeline.every(tickMs, print)
  timeline.every(tickMs, loop.step)
  timeline.every(4 * tickMs, loop.second)
  timeline.every(dueMs, venue.runDue)
  timeline.every(minuteMs, () => venue.command(storeLastUse))
  timeline.every(10 * minuteMs, () => sweepUploads(venue.asyncCtx, durable, files))
  const actOn = (wish: MarketAct) => {
    if (wish.act === 'halt') return venue.command((ctx) => void haltMarket(ctx, wish.market))
    if (wish.act === 'resume') return venue.command((ctx) => void resumeMarket(ctx, wish.market))
    return prices.act(wish)
  }
  return { timeline, venue, actOn, files, accounts, bugs, durable }
}

/**
 * A whole exchange in memory that owes everything to its plan and to what comes from outside: the same lines at the
 * same instants make the same journal, entry by entry.
 */
export async function createBox(plan: BoxPlan, options: Options = {}) {
  const { timeline, venue, actOn, files, accounts, bugs, durable } = await openExchange(plan, options)
  const { turn, every, now } = timeline
  const lines: RecordLine[] = []
  /** Within a turn: it is noted, and is stored before anything else. */
  const note = async <T>(line: RecordLine, work: () => T | Promise<T>) => {
    lines.push(line)
    const done = await work()
    await durable()
    return done
  }
  /** Everything from outside comes in here, and waits for its turn. */
  const take = <T>(line: (at: number) => RecordLine, work: () => T | Promise<T>) =>
    turn(async () => {
      await options.catchUp?.()
      return note(line(now()), work)
    })
  const uploads = uploadsOf(venue, (kept, work) => take((at) => ({ at, upload: kept }), work))
  const execute: Venue['execute'] = (asked) => {
    if (asked.route.endpoint.does === 'reads') return venue.execute(asked)
    const { route, caller, body, key, needsKey } = asked
    const [call = ''] = routeKeysOf(route)
    const line = (at: number): RecordLine => ({ at, call, as: caller, body, key, ...(needsKey && { needsKey }) })
    return take(line, () => venue.execute(asked))
  }
  const host = createBusHost({ ...venue, execute }, { uploads, every })
  const act = (price: MarketAct) =>
    take(
      (at) => ({ at, price }),
      () => actOn(price),
    )
  const hash = (): BoxHash => {
    const { seq, hash: journal } = venue.ctx.journal.end()
    return { seq, journal }
  }
  const recorded = () => [headOf(plan), ...lines, { at: now(), end: hash() }]
  return {
    plan,
    timeline,
    accounts,
    files,
    bugs,
    venue,
    execute,
    uploads,
    act,
    /** What a scenario does, within the turn of its beat: the same lines of the record as if it came from outside. */
    inside: {
      act: (price: MarketAct) => note({ at: now(), price }, () => actOn(price)),
      call: (place: string, as: Caller, body: unknown, key: string) => {
        const route = venue.routes.find((each) => routeKeysOf(each).includes(place))
        return (
          route &&
          note({ at: now(), call: place, as, body, key }, () => venue.execute({ route, caller: as, body, key }))
        )
      },
    },
    bus: (): Bus => host.open('own'),
    hash: () => turn(hash),
    /** The record so far, with what it comes to. */
    record: () =>
      turn(() =>
        recorded()
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(''),
      ),
    stop: async () => {
      await turn(() => undefined)
      host.stop()
      await venue.stop()
    },
  }
}
export type Box = Awaited<ReturnType<typeof createBox>>
const raise = (thrown: unknown) => {
  throw thrown
}

/** The database in memory, whose secrets are the same in each run. */
function memoryStore() {
  const store = openSqlite(':memory:')
  const secret = createHash('sha256').update('box').digest('base64url')
  return {
    ...store,
    open: (shapes: Parameters<typeof store.open>[0]) => {
      const opened = store.open(shapes)
      return { ...opened, meta: (name: string) => (name === 'digest_secret' ? secret : opened.meta(name)) }
    },
  }
}
/** A demo whose markets are open at once, and in which nothing is measured by the time of this machine. */
const settingsFor = ({ maker, markets, tape }: BoxPlan) =>
  defaultSettings(true, {
    market: { armTicks: 0, armMs: 0, only: markets },
    identity: { loginCode: false },
    option: { stillMs: 0 },
    // A coin that is launched opens a market of its own.
    launch: { hasDemo: markets === null },
    // What the house takes on its own is not on the tape.
    spot: { hasMaker: maker, hasTakers: tape === undefined },
    trigger: { sliceMs: Infinity, tickMs: Infinity },
    notification: { hasPush: false, pushKey: Buffer.alloc(32, 1).toString('base64url') },
  })
function simulation({ ctx }: Venue, random: Random) {
  const seeds = () =>
    ctx.markets.all().map((market) => ({ market: market.pair.market, price: ctx.priceIndex.lastOf(market) }))
  return createSimulation(seeds(), random, seeds)
}
function playerOf({ ctx }: Venue, { tape }: BoxPlan, inner: Feed) {
  if (!tape) return null
  const market = ctx.markets.find(tape.market)
  if (!market) throw new TapeError(`there is no market ${tape.market}`)
  return createPlayer(tape, market, inner, tickMs)
}
/** The names of files are drawn outside of a turn, so from a chance of their own. */
function uploadsOf(
  venue: Venue,
  take: (kept: Parameters<BusUploads['keep']>, work: () => Promise<unknown>) => unknown,
) {
  const { asyncCtx } = venue
  const ctx = { ...asyncCtx.ctx, random: seededRandom(filesSeed) }
  const uploads = createUploads({ ...asyncCtx, ctx })
  const keep: BusUploads['keep'] = (...kept) =>
    new Promise((resolve, reject) => {
      void take(kept, () => uploads.keep(...kept).then(resolve, reject))
    })
  return { ...uploads, keep }
}
