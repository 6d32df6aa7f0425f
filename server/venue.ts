import { randomBytes } from 'node:crypto'
import { Subject } from 'rxjs'
import type { Event } from '#contract/events.ts'
import type { Who } from '#contract/wire/endpoint.ts'
import { checkMayChange, checkScope, checkWho } from './core/access.ts'
import { checkEnd } from './core/auditor.ts'
import type { BusMarket } from './bus/port.ts'
import { createAcks } from './core/acks.ts'
import type { Clock } from './core/clock.ts'
import { createCommit, type Delivery } from './core/commit.ts'
import type { AsyncContext, Caller, Credentials, Messenger, Signal } from './core/context.ts'
import { createDeadlineRunner, createDeadlines } from './core/deadlines.ts'
import { createExecute } from './core/execute.ts'
import { noFailpoint, type Failpoint } from './core/failpoints.ts'
import { isHalted } from './core/halt.ts'
import type { ChannelSource } from './core/feature.ts'
import { journalHead, readHead } from './core/journal-head.ts'
import { createJournal } from './core/journal.ts'
import { createKeys, revokedStatus, type Keys, type KeyState } from './core/keys.ts'
import { audit, createLedger, type BalanceChange, type EarnedFee } from './core/ledger.ts'
import { whenReady, type Maybe } from './core/maybe.ts'
import type { Random } from './core/random.ts'
import type { RouteInfo } from './core/routes.ts'
import { createCoreTables } from './core/rows.ts'
import { toldBy } from './core/notify.ts'
import { Refusal } from './core/refusal.ts'
import { createRun } from './core/run.ts'
import { StoreError } from './core/store-error.ts'
import type { EventRow, Group, Opened, Store } from './core/store-port.ts'
import { createMemory, shapesOf, type OpenTable } from './core/tables.ts'
import { features as allFeatures, type VenueContext } from './features.ts'
import { callerOf, isSessionValid, standsUntil } from './identity/callers.ts'
import { silentMessenger } from './identity/messenger.ts'
import { createIdentityTables } from './identity/rows.ts'
import { standingOf } from './identity/standing.ts'
import { noReserve, type Reserve } from './core/reserve.ts'
import { createPublisher } from './publish.ts'
import { modeMeta, modeOf, type Settings } from './settings.ts'

const features = Object.values(allFeatures)

export type VenuePorts = {
  clock: Clock
  random: Random
  settings: Settings
  messenger?: Messenger
  /** Schedules the closing of a group; by default with `setImmediate`. */
  soon?: (work: () => void) => void
  /** Called when the store has failed: from then on the state is not trusted and nothing is acknowledged. */
  onFailure: (thrown: unknown) => void
  /** Called when something other than a refusal is thrown; returns the id of the incident. */
  onBug?: (thrown: unknown, where: Pick<RouteInfo, 'feature' | 'name'>) => string
  /** Room on the disk that is kept back for what is decided when the disk becomes full. */
  reserve?: Reserve
  /** Schedules the next attempt to store a group that did not fit on the disk. */
  later?: (work: () => void) => void
  /** Called at the sites at which a test may kill the process. */
  failpoint?: Failpoint
}

const createTables = (open: OpenTable): VenueContext['tables'] =>
  Object.assign(createCoreTables(open), createIdentityTables(open), ...features.map(({ tables }) => tables(open)))
const balancesDescriber = features.flatMap(({ describeBalances }) => describeBalances ?? [])[0]
const shareFees = (ctx: VenueContext, fees: readonly EarnedFee[]) =>
  features.forEach((each) => each.shareFees(ctx, fees))
const keepers = features.flatMap(({ keepNotification }) => keepNotification ?? [])
const eventKeepers = features.flatMap(({ keepEvent }) => keepEvent ?? [])
const keepEvent = (ctx: VenueContext, row: EventRow, name: Event['ev']) =>
  eventKeepers.forEach((keep) => keep(ctx, row, name))
const told = toldBy(features.flatMap(({ notifications }) => notifications))
const notify = (ctx: VenueContext, user: number, event: Event) => {
  const content = told(event)
  if (content !== null) keepers.forEach((keep) => keep(ctx, user, content))
}
const describe = (ctx: VenueContext, change: BalanceChange) => {
  if (!balancesDescriber) throw new Error('no feature describes balances')
  return balancesDescriber(ctx, change)
}

/** The tables of all features, as a store needs them. */
export const venueShapes = () => shapesOf(createTables)
/** Opens the store and creates the venue on it; synchronous with a store that returns values. */
export const openVenue = (store: Store, ports: VenuePorts): Maybe<Venue> =>
  whenReady(store.open(venueShapes()), (opened) => createVenue(store, opened, ports, holdRows(opened.load)))

/** The tables in memory. */
const holdRows = (load: Opened['load']) => {
  const memory = createMemory(load)
  return { memory, tables: createTables(memory.open) }
}
type Held = ReturnType<typeof holdRows>
/** What one who waits to lead holds: the tables of the venue that leads, kept up to its log. */
export function createHold() {
  let held: Held | null = null
  return {
    load: (load: Opened['load']) => {
      held = holdRows(load)
    },
    apply: (rows: Group['rows']) => held?.memory.apply(rows),
    /** The venue on what is held. */
    open: (store: Store, opened: Opened, ports: VenuePorts): Venue => {
      if (!held) throw new Error('nothing is held')
      return createVenue(store, opened, ports, held)
    },
  }
}

const inAMoment = (work: () => void) => void setTimeout(work, 250)

/** Room on the disk: while there is none, changes are refused and reads go on. */
function createRoom(reserve: Reserve) {
  let isFull = !reserve.refill()
  return {
    isFull: () => isFull,
    onFull: () => {
      isFull = true
      return reserve.release()
    },
    refill: () => {
      if (reserve.refill()) isFull = false
    },
  }
}

/** The core on an opened store: tables, books and the commit of groups, and what leaves after it. */
function createCore(store: Store, opened: Opened, ports: VenuePorts, { memory, tables }: Held) {
  const { clock, soon = setImmediate, onFailure, failpoint = noFailpoint, later = inAMoment } = ports
  clock.raise?.(opened.lastAt)
  // The venue's time is never before the latest stored timestamp, because the clock of this machine may be behind
  // (CLOCK-1).
  const now = () => Math.max(clock.now(), opened.lastAt)
  checkEnd(opened.journal)
  const journal = createJournal(opened.journal)
  const deliveries$ = new Subject<Delivery['events']>()
  const room = createRoom(ports.reserve ?? noReserve)
  const commit = createCommit(
    { append: store.append, memory, journal, soon, onFailure, failpoint, onFull: room.onFull, later },
    ({ events, after }) => {
      for (const then of after) then()
      if (events.length) deliveries$.next(events)
    },
  )
  const metaOf = (name: string, make: () => string) => {
    const stored = opened.meta(name)
    if (stored !== null) return stored
    const value = make()
    commit.addMeta({ name, value })
    return value
  }
  return {
    now,
    memory,
    tables,
    journal,
    ledger: createLedger(tables, journal, now),
    deadlines: createDeadlines(tables),
    deliveries$,
    signals$: new Subject<Signal>(),
    room,
    commit,
    metaOf,
    failpoint,
  }
}
type Core = ReturnType<typeof createCore>

/** Runs commands on the core, with the state that each feature keeps. */
function createCommands(core: Core, { settings, random }: VenuePorts, secret: string) {
  const { memory, tables, journal, ledger, deadlines, commit, now, signals$, failpoint } = core
  const base = { tables, ledger, journal, deadlines, settings, random, secret, now, failpoint }
  const states = features.map((feature) => feature.state(base))
  const publicSettings = () => Object.assign({}, ...features.map((feature) => feature.publicSettings(ctx)))
  const { run, ctx } = createRun<VenueContext>(
    {
      memory,
      journal,
      ledger,
      heads: tables.heads,
      commit,
      now,
      describeBalances: describe,
      shareFees,
      keepEvent,
      notify,
      onSignal: (signal) => signals$.next(signal),
    },
    (hooks) => Object.assign({}, base, hooks, { publicSettings }, ...states),
  )
  const command: AsyncContext<VenueContext>['command'] = (work) =>
    new Promise((resolve, reject) => {
      try {
        run(work, () => null, resolve)
      } catch (thrown) {
        reject(thrown)
      }
    })
  return { run, ctx, command }
}
type Commands = ReturnType<typeof createCommands>

/** What may be awaited before a decision: the store, the messenger, and how a key stands. */
function createAsyncContext(
  { ctx, run, command }: Commands,
  keys: Keys,
  store: Store,
  messenger: Messenger,
): AsyncContext<VenueContext> {
  const revoke = async (scope: string): Promise<KeyState> =>
    await keys.whenUnseen(scope, () => {
      const row = keys.decide({ place: scope, digest: '', at: ctx.now(), status: revokedStatus, answer: '' })
      return new Promise<KeyState>((resolve) => {
        run(
          () => row,
          () => row,
          () => {
            keys.end(scope)
            resolve({ state: 'burnt', row })
          },
        )
      })
    })
  const scopeOf = (caller: Caller, key: string) => keys.scopeOf(caller.user, caller.device, key)
  return {
    ctx,
    command,
    store,
    messenger,
    keys: {
      stateOf: (caller, key) => keys.stateOf(scopeOf(caller, key)),
      revoke: (caller, key) => revoke(scopeOf(caller, key)),
    },
  }
}

/** What the core may be asked for as long as it runs, and how it stops. */
function lifeOf({ commit, room, deliveries$, signals$ }: Core, store: Store) {
  return {
    /** Numbered events of users' own channels, emitted after their commit. */
    deliveries$: deliveries$.asObservable(),
    signals$: signals$.asObservable(),
    /** Closes the gathering group now; with a synchronous store everything decided is durable on return. */
    flush: commit.flush,
    durable: commit.durable,
    whenDurable: commit.whenDurable,
    isBroken: commit.isBroken,
    /** True while there is no room on the disk: changes are refused, reads go on. */
    isFull: room.isFull,
    /** Ends that state when there is room again. */
    makeRoom: () => {
      if (room.isFull() && !commit.isHeld()) room.refill()
    },
    groups: commit.groups,
    stop: () => {
      commit.flush()
      if (commit.isHeld()) {
        commit.giveUp()
        return store.close()
      }
      return whenReady(commit.durable(), () => {
        deliveries$.complete()
        signals$.complete()
        return store.close()
      })
    },
  }
}

/** Who calls, and whether they may: answered from the tables as they are now. */
function createAccess(ctx: VenueContext, isFull: () => boolean) {
  const standing = (user: number) => standingOf(ctx, user)
  return {
    standingOf: standing,
    isSessionValid: (caller: Caller) => isSessionValid(ctx, caller),
    callerOf: (credentials: Credentials) => callerOf(ctx, credentials),
    checkCaller: (caller: Caller, who: Who) => {
      if (isFull()) throw new Refusal('read_only')
      checkWho(standing, caller, who)
      // Uploads are for people: no scope of an API key includes them.
      checkScope(caller, { who, does: 'changes' })
      checkMayChange(standing, caller, { minVersionCode: ctx.settings.minVersionCode, now: ctx.now() })
    },
  }
}

/** Assembles the venue: it decides in memory, commits in groups, and sends answers and events after the commit. */
function createVenue(store: Store, opened: Opened, ports: VenuePorts, held: Held) {
  const { settings, messenger = silentMessenger, onBug = String } = ports
  const core = createCore(store, opened, ports, held)
  const { memory, tables, deadlines, commit, metaOf, room, now, failpoint } = core
  const mode = metaOf(modeMeta, () => modeOf(settings))
  if (mode !== modeOf(settings)) throw new StoreError('modeOther', `it is ${mode}`)
  const secret = metaOf('digest_secret', () => randomBytes(32).toString('base64url'))
  const commands = createCommands(core, ports, secret)
  const { run, ctx, command } = commands
  const keys = createKeys(store, secret, now)
  const asyncCtx = createAsyncContext(commands, keys, store, messenger)
  const { callerOf, checkCaller, ...access } = createAccess(ctx, room.isFull)
  const execute = createExecute<VenueContext>({
    run,
    keys,
    asyncCtx,
    retain: memory.retain,
    now,
    onBug,
    failpoint,
    durable: commit.durable,
    isFull: room.isFull,
    isHeld: commit.isHeld,
    ...access,
  })

  failpoint('duringStart')
  run(
    (commandCtx) => features.forEach(({ seed }) => seed(commandCtx)),
    () => null,
    () => undefined,
  )
  failpoint('duringStart')
  const sources = features.flatMap(({ channels }): ChannelSource[] => (channels ? [channels(ctx)] : []))
  const audits = features.map((feature) => () => feature.audit(ctx))
  return {
    ...lifeOf(core, store),
    ctx,
    asyncCtx,
    execute,
    command,
    routes: features.flatMap(({ routes }) => routes),
    store,
    now,
    acks: createAcks(secret),
    callerOf,
    checkCaller,
    standsUntil: (caller: Caller) => standsUntil(ctx, caller),
    isHalted: () => isHalted(ctx),
    /** True if some market has a price of now. */
    isPriced: () => ctx.markets.all().some((market) => market.rights().opens && !market.isStale()),
    markets: () =>
      ctx.markets.all().map(({ pair: { market, id, base, quote } }): BusMarket => ({ market, id, base, quote })),
    headOf: (user: number) => tables.heads.get(user)?.s ?? 0,
    /** The tables from which rows leave by age. */
    aging: memory.aging,
    /** The periodic steps of the features, in the order of the list of features. */
    steps: features.map(({ step }) => step),
    publisher: createPublisher({ sources, cut: commit.cut, now }),
    /**
     * Epochs within which the sequence numbers of own channels (kept over restarts) and of public channels (new at each
     * start) count.
     */
    streamEpoch: metaOf('stream_epoch', () => now().toString(36)),
    publicEpoch: `${now().toString(36)}m`,
    /** Runs every deadline that is due, each as a separate command. */
    runDue: createDeadlineRunner({
      deadlines: tables.deadlines,
      due: deadlines.due,
      bindings: features.flatMap((feature) => feature.deadlines),
      command,
      now,
      onFailure: (thrown, kind) => onBug(thrown, { feature: 'deadline', name: kind }),
    }),
    audits,
    /** Where the journal begins. */
    journalHead: readHead(opened.meta(journalHead)),
    audit: () => [...audit(tables), ...audits.flatMap((each) => [...each()].flatMap((found) => found ?? []))],
  }
}
export type Venue = ReturnType<typeof createVenue>
