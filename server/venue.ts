import { randomBytes } from 'node:crypto'
import { Subject } from 'rxjs'
import type { Who } from '#contract/wire/endpoint.ts'
import { checkMayChange, checkWho } from './core/access.ts'
import { checkEnd } from './core/auditor.ts'
import type { Clock } from './core/clock.ts'
import { createCommit, type Delivery } from './core/commit.ts'
import type { AsyncContext, Caller, Credentials, Messenger, Signal } from './core/context.ts'
import { createDeadlineRunner, createDeadlines } from './core/deadlines.ts'
import { createExecute } from './core/execute.ts'
import { noFailpoint, type Failpoint } from './core/failpoints.ts'
import type { ChannelSource } from './core/feature.ts'
import { createJournal } from './core/journal.ts'
import { createKeys, revokedStatus, type KeyState } from './core/keys.ts'
import { audit, createLedger, type BalanceChange } from './core/ledger.ts'
import { whenReady, type Maybe } from './core/maybe.ts'
import type { Random } from './core/random.ts'
import type { RouteInfo } from './core/routes.ts'
import { createCoreTables } from './core/rows.ts'
import { createRun } from './core/run.ts'
import type { Opened, Store } from './core/store-port.ts'
import { createMemory, shapesOf, type OpenTable } from './core/tables.ts'
import { features as allFeatures, type VenueContext } from './features.ts'
import { callerOf, isSessionValid } from './identity/callers.ts'
import { silentMessenger } from './identity/messenger.ts'
import { createIdentityTables } from './identity/rows.ts'
import { standingOf } from './identity/standing.ts'
import { createPublisher } from './publish.ts'
import type { Settings } from './settings.ts'

const features = Object.values(allFeatures)

export type VenuePorts = {
  clock: Clock
  random: Random
  settings: Settings
  messenger?: Messenger
  /** When the waiting group is closed; by default at the end of this turn of the event loop. */
  soon?: (work: () => void) => void
  /** The store failed: nothing may be believed or acknowledged any more. */
  onFailure: (thrown: unknown) => void
  /** Something threw that is no refusal; returns the id of the incident. */
  onBug?: (thrown: unknown, where: Pick<RouteInfo, 'feature' | 'name'>) => string
  /** Called at the places where a test may end the process. */
  failpoint?: Failpoint
}

const createTables = (open: OpenTable): VenueContext['tables'] =>
  Object.assign(createCoreTables(open), createIdentityTables(open), ...features.map(({ tables }) => tables(open)))
const balancesDescriber = features.flatMap(({ describeBalances }) => describeBalances ?? [])[0]
const describe = (ctx: VenueContext, change: BalanceChange) => {
  if (!balancesDescriber) throw new Error('no feature describes balances')
  return balancesDescriber(ctx, change)
}

/** Opens the store and puts the venue on it; at once with a store that answers at once. */
export const openVenue = (store: Store, ports: VenuePorts): Maybe<Venue> =>
  whenReady(store.open(shapesOf(createTables)), (opened) => createVenue(store, opened, ports))

/** Puts the venue together: it decides in memory, commits in groups, and sends after the commit. */
function createVenue(store: Store, opened: Opened, ports: VenuePorts) {
  const { clock, random, settings, messenger = silentMessenger, soon = setImmediate, onFailure, onBug = String, failpoint = noFailpoint } = ports
  // Time never runs behind what is stored: the next machine's clock may be slow.
  const now = () => Math.max(clock.now(), opened.lastAt)
  checkEnd(opened.journal)
  const memory = createMemory(opened.load)
  const tables = createTables(memory.open)
  const journal = createJournal(opened.journal)
  const ledger = createLedger(tables, journal, now)
  const deadlines = createDeadlines(tables)
  const deliveries$ = new Subject<Delivery['events']>()
  const signals$ = new Subject<Signal>()
  const commit = createCommit({ append: store.append, memory, journal, soon, onFailure, failpoint }, ({ events, after }) => {
    for (const then of after) then()
    if (events.length) deliveries$.next(events)
  })
  const metaOf = (name: string, make: () => string) => {
    const known = opened.meta(name)
    if (known !== null) return known
    const value = make()
    commit.addMeta({ name, value })
    return value
  }
  const secret = metaOf('digest_secret', () => randomBytes(32).toString('base64url'))
  const base = { tables, ledger, journal, deadlines, settings, random, secret, now }
  const states = features.map((feature) => feature.state(base))
  const { run, ctx } = createRun<VenueContext>(
    { memory, journal, ledger, heads: tables.heads, commit, now, describeBalances: describe, onSignal: (signal) => signals$.next(signal) },
    (hooks) => Object.assign({}, base, hooks, ...states),
  )
  const command: AsyncContext<VenueContext>['command'] = (work) =>
    new Promise((resolve, reject) => {
      try {
        run(work, () => null, resolve)
      } catch (thrown) {
        reject(thrown)
      }
    })

  const keys = createKeys(store, secret)
  const revoke = async (scope: string): Promise<KeyState> =>
    await keys.whenUnseen(scope, () => {
      const row = keys.decide({ place: scope, digest: '', at: now(), status: revokedStatus, answer: '' })
      return new Promise<KeyState>((resolve) => {
        run(() => row, () => row, () => {
          keys.end(scope)
          resolve({ state: 'burnt', row })
        })
      })
    })
  const scopeOf = (caller: Caller, key: string) => keys.scopeOf(caller.user, caller.device, key)
  const asyncCtx: AsyncContext<VenueContext> = {
    ctx, command, store, messenger,
    keys: { stateOf: (caller, key) => keys.stateOf(scopeOf(caller, key)), revoke: (caller, key) => revoke(scopeOf(caller, key)) },
  }
  const access = { standingOf: (user: number) => standingOf(ctx, user), isSessionValid: (caller: Caller) => isSessionValid(ctx, caller) }
  const execute = createExecute<VenueContext>({ run, keys, asyncCtx, retain: memory.retain, now, onBug, failpoint, durable: commit.durable, ...access })

  failpoint('duringStart')
  run((inside) => features.forEach(({ seed }) => seed(inside)), () => null, () => undefined)
  failpoint('duringStart')
  const runDue = createDeadlineRunner({
    deadlines: tables.deadlines, due: deadlines.due, bindings: features.flatMap((feature) => feature.deadlines), command, now,
    onFailure: (thrown, kind) => onBug(thrown, { feature: 'deadline', name: kind }),
  })
  const sources = features.flatMap(({ channels }): ChannelSource[] => (channels ? [channels(ctx)] : []))
  const audits = features.map((feature) => () => feature.audit(ctx))

  return {
    ctx,
    asyncCtx,
    execute,
    command,
    routes: features.flatMap(({ routes }) => routes),
    store,
    now,
    callerOf: (credentials: Credentials) => callerOf(ctx, credentials),
    isSessionValid: access.isSessionValid,
    checkCaller: (caller: Caller, who: Who) => {
      checkWho(access.standingOf, caller, who)
      checkMayChange(access.standingOf, caller, { minVersionCode: settings.minVersionCode, now: now() })
    },
    headOf: (user: number) => tables.heads.get(user)?.s ?? 0,
    /** Steps of the features, in the order of their list. */
    steps: features.map(({ step }) => step),
    publisher: createPublisher({ sources, cut: commit.cut, now }),
    /** Numbered events of users' own channels, after their commit. */
    deliveries$: deliveries$.asObservable(),
    signals$: signals$.asObservable(),
    /** The numbers of own channels count within this epoch, those of public channels within the other. */
    streamEpoch: metaOf('stream_epoch', () => now().toString(36)),
    publicEpoch: `${now().toString(36)}m`,
    /** Closes the waiting group now; with a store that answers at once everything decided is durable on return. */
    flush: commit.flush,
    durable: commit.durable,
    whenDurable: commit.whenDurable,
    isBroken: commit.isBroken,
    groups: commit.groups,
    /** Runs every deadline that is due, each as a command of its own. */
    runDue,
    audits,
    audit: () => [...audit(tables), ...audits.flatMap((each) => each())],
    stop: () => {
      commit.flush()
      return whenReady(commit.durable(), () => {
        deliveries$.complete()
        signals$.complete()
        return store.close()
      })
    },
  }
}
export type Venue = ReturnType<typeof createVenue>
