import { Subject } from 'rxjs'
import { createBusHost } from '#server/bus/host.ts'
import type { BusUploads, Term } from '#server/bus/port.ts'
import type { Caller } from '#server/core/context.ts'
import type { Files } from '#server/core/files-port.ts'
import { seededRandom, systemRandom } from '#server/core/random.ts'
import { routeKeysOf } from '#server/core/routes.ts'
import type { Posted } from '#server/features/notification/sending/post.ts'
import { settleJob } from '#server/features/webhook/queue.ts'
import type { EventRow } from '#server/core/store-port.ts'
import type { MemoryCopy } from '#server/store/sqlite.ts'
import type { Act } from './acts.ts'
import { addAccount, hashSecrets, type BoxAccount } from './accounts.ts'
import { digestOf } from './digest.ts'
import { Killed, killing, type Kill } from './kill.ts'
import { openLife, openStore, type BoxStore, type Life, type World } from './life.ts'
import { newOutside, type Outside } from './prices.ts'
import { headOf, type BoxHash, type BoxPlan, type RecordLine } from './record.ts'
import { createSwitchedBus } from './switched-bus.ts'
import { createTimeline } from './timeline.ts'

/** 2026-01-05 00:00 UTC, a Monday. */
export const boxStartMs = Date.UTC(2026, 0, 5)
/** What the words of a key or a link are drawn from, so that uploads outside of a turn shift nothing else. */
const filesSeed = 7919

type Kept = ReadonlyMap<string, Uint8Array<ArrayBuffer>>
/** Uploaded files, for as long as the box lives. */
function createFiles() {
  let kept = new Map<string, Uint8Array<ArrayBuffer>>()
  const files: Files = {
    put: async (id, bytes) => void kept.set(id, new Uint8Array(bytes)),
    get: async (id) => kept.get(id) ?? null,
    remove: async (id) => void kept.delete(id),
  }
  return {
    files,
    state: (): Kept => new Map(kept),
    resume: (all: Kept) => {
      kept = new Map(all)
    },
  }
}

/** A box as it was at an instant: what is stored, what is drawn next, and what came from outside until then. */
export type Snapshot = {
  readonly plan: BoxPlan
  readonly at: number
  readonly store: MemoryCopy
  readonly random: number
  readonly names: number
  readonly files: Kept
  readonly outside: Outside
  readonly lines: readonly RecordLine[]
  readonly accounts: readonly BoxAccount[]
}
type Options = {
  /** Called before a change is decided, to bring the clock up. */
  readonly catchUp?: Wait
  /** What API keys are drawn from where others than this machine may reach the box. */
  readonly isOpen?: boolean
  readonly onFailure?: (thrown: unknown) => void
  /** Called when the venue dies: nobody who waits for it hears anything. */
  readonly onDeath?: () => void
  /** Goes on from there. */
  readonly from?: Snapshot
}
type Asked = Parameters<Life['venue']['execute']>[0]

/** The world that a venue is opened in, which can be taken back to where it was. */
function createWorld(plan: BoxPlan, { onFailure = raise }: Options) {
  const timeline = createTimeline(plan.start)
  const [random, names] = [seededRandom(plan.seed), seededRandom(filesSeed)]
  const files = createFiles()
  const outside = newOutside()
  const bugs: unknown[] = []
  const onBug = (thrown: unknown) => {
    bugs.push(thrown)
    return `box-${bugs.length}`
  }
  const world: World = { plan, timeline, random, names, files: files.files, outside, onBug, onFailure }
  return {
    world,
    bugs,
    state: () => ({
      at: timeline.now(),
      random: random.state(),
      names: names.state(),
      files: files.state(),
      outside: structuredClone(outside),
    }),
    resume: (from: Omit<Snapshot, 'store' | 'lines' | 'accounts'>) => {
      timeline.reset(from.at)
      random.resume(from.random)
      names.resume(from.names)
      files.resume(from.files)
      Object.assign(outside, structuredClone(from.outside))
    },
  }
}
/** What every account of the box is made with, before anything came from outside. */
async function addAccounts({ venue, durable }: Life, { plan, random }: World, isOpen: boolean) {
  const hashes = await hashSecrets()
  const secrets = isOpen ? systemRandom : random
  const accounts: BoxAccount[] = []
  for (let no = 1; no <= plan.accounts; no += 1)
    accounts.push(await venue.command((ctx) => addAccount(ctx, { no, funds: plan.funds, hashes, secrets })))
  await durable()
  return accounts
}

/** The venue of a box, one life of it after the other, each told on the same bus. */
async function createLives(world: World, options: Options, hostOf: (life: Life, openings: number) => Hosted) {
  const deliveries$ = new Subject<readonly EventRow[]>()
  const { bus, follow, opened } = createSwitchedBus()
  let store = openStore(options.from?.store)
  let life = await openLife(store, world)
  const accounts = options.from?.accounts ?? (await addAccounts(life, world, options.isOpen ?? false))
  let openings = 0
  const attach = () => {
    openings += 1
    const host = hostOf(life, openings)
    const told = life.venue.deliveries$.subscribe((rows) => deliveries$.next(rows))
    follow(host.open('own'))
    life.begin()
    return () => {
      told.unsubscribe()
      host.stop()
    }
  }
  let detach = attach()
  return {
    bus,
    accounts,
    deliveries$,
    life: () => life,
    /** Resolves when a venue is open. */
    opened,
    store: () => store,
    /** Within a turn: the venue dies, and another one is opened, on the same store unless on another. */
    reopen: async (next: BoxStore = store) => {
      life.die()
      follow(null)
      detach()
      options.onDeath?.()
      const other = store === next ? null : store
      store = next
      life = await openLife(store, world)
      other?.close()
      detach = attach()
    },
    stop: async () => {
      detach()
      await life.venue.stop()
    },
  }
}
type Hosted = ReturnType<typeof createBusHost>
type Lives = Awaited<ReturnType<typeof createLives>>

/** Where the journal stands, in short. */
const standOf = ({ venue }: Life) => {
  const { seq, hash } = venue.ctx.journal.end()
  return `${seq} ${hash.slice(0, 8)}`
}
/** What comes from outside, each thing in its turn, noted, and stored before anything else. */
function createIntake(world: World, lives: Lives, lines: RecordLine[], catchUp: Wait) {
  const { turn, now } = world.timeline
  const push = (line: RecordLine) => void lines.push({ ...line, was: standOf(lives.life()) })
  /** Within a turn. */
  const note = async <T>(line: RecordLine, work: (life: Life) => T | Promise<T>, kill?: Kill): Promise<T> => {
    const life = lives.life()
    push(line)
    if (kill) life.arm(kill)
    try {
      const done = await Promise.race([work(life), life.death])
      await Promise.race([life.durable(), life.death])
      // It has changed nothing, so it has stored nothing either.
      if (kill) throw new Killed()
      return done
    } catch (thrown) {
      if (thrown instanceof Killed) await lives.reopen()
      throw thrown
    }
  }
  /** Waits for its turn. */
  const take = <T>(line: (at: number) => RecordLine, work: (life: Life) => T | Promise<T>, kill?: Kill) =>
    turn(async () => {
      await catchUp()
      return note(line(now()), work, kill)
    })
  const restart = () =>
    turn(async () => {
      await catchUp()
      push({ at: now(), restart: true })
      await lives.reopen()
    })
  const change = ({ route, caller, body, key, needsKey }: Asked, kill?: Kill) => {
    const [call = ''] = routeKeysOf(route)
    const more = { ...(needsKey && { needsKey }) }
    return take(
      (at) => ({ at, call, as: caller, body, key, ...more, ...(kill && { kill }) }),
      ({ venue }) => venue.execute({ route, caller, body, key, ...more }),
      kill,
    )
  }
  const ofKey = ({ account }: { account: number }) => lives.accounts[account]
  const doneBy = (wish: Act) => (life: Life) => {
    if (wish.act === 'clock') return world.timeline.reset(now() + wish.ms)
    return wish.act === 'end_key' ? life.endKey(ofKey(wish)) : life.actOn(wish)
  }
  const act = (wish: Act) => take((at) => ({ at, act: wish }), doneBy(wish))
  /** What an address of this machine has answered to what was posted to it. */
  const settle = (job: number, answer: Posted | null) =>
    take(
      (at) => ({ at, posted: { job, answer } }),
      ({ venue }) => venue.command((ctx) => settleJob(ctx, job, answer)),
    )
  /** What a scenario does, within the turn of its beat: the same lines of the record as if it came from outside. */
  const inside = {
    act: (wish: Act) => note({ at: now(), act: wish }, doneBy(wish)),
    call: (place: string, as: Caller, body: unknown, key: string) => {
      const route = lives.life().venue.routes.find((each) => routeKeysOf(each).includes(place))
      const line: RecordLine = { at: now(), call: place, as, body, key }
      return route && note(line, ({ venue }) => venue.execute({ route, caller: as, body, key }))
    },
    restart: async () => {
      push({ at: now(), restart: true })
      await lives.reopen()
    },
  }
  return { take, restart, change, act, settle, inside }
}

/**
 * A reader that outlived a venue, or was there before it was taken back, must not take the numbers of this one for
 * those it knows.
 */
const termsOf = ({ streamEpoch, publicEpoch }: Term, openings: number, resumed: number): Term => ({
  streamEpoch: resumed === 0 ? streamEpoch : `${streamEpoch}r${resumed}`,
  publicEpoch: `${publicEpoch}${openings}`,
})
/** How the box may be taken back. */
function createHistory({ world, state, resume }: WorldOf, lives: Lives, lines: RecordLine[], catchUp: Wait) {
  const { turn } = world.timeline
  return {
    snapshot: (): Promise<Snapshot> =>
      turn(async () => {
        await catchUp()
        await lives.life().durable()
        const { plan } = world
        return { plan, accounts: lives.accounts, store: lives.store().copy(), lines: [...lines], ...state() }
      }),
    /** The box is what it was, as if its venue had been started again just then. */
    restore: (to: Snapshot, begun: () => void) =>
      turn(async () => {
        begun()
        resume(to)
        lines.splice(0, lines.length, ...to.lines, { at: to.at, restart: true })
        await lives.reopen(openStore(to.store))
      }),
  }
}
type WorldOf = ReturnType<typeof createWorld>
type Wait = () => Promise<void>

/**
 * A whole exchange in memory that owes everything to its plan and to what comes from outside: the same lines at the
 * same instants make the same journal, entry by entry.
 */
export async function createBox(plan: BoxPlan, options: Options = {}) {
  const { from, catchUp = async () => undefined } = options
  const made = createWorld(plan, options)
  const { world, bugs } = made
  if (from) made.resume(from)
  const { timeline } = world
  const { turn, every, now } = timeline
  const lines: RecordLine[] = from ? [...from.lines, { at: now(), restart: true }] : []
  let resumed = 0
  const lives = await createLives(world, options, ({ venue, uploads }, openings) =>
    createBusHost(
      { ...venue, ...termsOf(venue, openings, resumed), execute },
      { uploads: { ...uploads, keep }, every },
    ),
  )
  const { snapshot, restore } = createHistory(made, lives, lines, catchUp)
  const { take, restart, change, act, settle, inside } = createIntake(world, lives, lines, catchUp)
  async function execute(asked: Asked) {
    const kill = killing.getStore()
    if (asked.route.endpoint.does !== 'reads') return change(asked, kill)
    if (kill) await restart()
    await lives.opened()
    return lives.life().venue.execute(asked)
  }
  function keep(...kept: Parameters<BusUploads['keep']>) {
    return new Promise<Awaited<ReturnType<BusUploads['keep']>>>((resolve, reject) => {
      const line = (at: number): RecordLine => ({ at, upload: kept })
      take(line, ({ uploads }) => uploads.keep(...kept).then(resolve, reject)).catch(reject)
    })
  }
  const hash = async (): Promise<BoxHash> => {
    await lives.life().durable()
    const { seq, hash: journal } = lives.life().venue.ctx.journal.end()
    return { seq, journal, store: await digestOf(lives.store()) }
  }
  const recorded = async () => [headOf(plan), ...lines, { at: now(), end: await hash(), was: standOf(lives.life()) }]
  return {
    plan,
    timeline,
    accounts: lives.accounts,
    files: world.files,
    bugs,
    /** The one that is open now. */
    get venue() {
      return lives.life().venue
    },
    deliveries$: lives.deliveries$,
    bus: lives.bus,
    execute,
    change,
    uploads: { keep },
    act,
    settle,
    /** The venue dies, and starts again on what it has stored. */
    restart,
    snapshot,
    restore: (to: Snapshot) =>
      restore(to, () => {
        resumed += 1
      }),
    inside,
    /** Within a turn. */
    stand: () => standOf(lives.life()),
    hash: () => turn(hash),
    /** The record so far, with what it comes to. */
    record: () => turn(async () => (await recorded()).map((line) => `${JSON.stringify(line)}\n`).join('')),
    stop: async () => {
      await turn(() => undefined)
      await lives.stop()
    },
  }
}
export type Box = Awaited<ReturnType<typeof createBox>>
const raise = (thrown: unknown) => {
  throw thrown
}
