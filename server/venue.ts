import { randomBytes } from 'node:crypto'
import { Subject } from 'rxjs'
import { checkEnd } from '#server/core/auditor.ts'
import { createCommit, type Delivery } from '#server/core/commit.ts'
import type { Clock } from '#server/core/clock.ts'
import { describeBalances } from '#server/features/assets/describe.ts'
import { createExecute } from '#server/core/execute.ts'
import { noFailpoint, type Failpoint } from '#server/core/failpoints.ts'
import type { AsyncContext, CommandContext, Signal } from '#server/core/context.ts'
import { createJournal } from '#server/core/journal.ts'
import { revokedStatus, createKeys } from '#server/core/keys.ts'
import { audit, createLedger } from '#server/core/ledger.ts'
import { auditLever } from '#server/features/lever/audit.ts'
import { auditOption } from '#server/features/option/audit.ts'
import { createMarkets } from '#server/features/market/markets.ts'
import { silentMessenger, type Messenger } from '#server/identity/messenger.ts'
import { seedAll } from './seed-all.ts'
import type { Random } from '#server/core/random.ts'
import type { Route } from '#server/core/routes.ts'
import { createAllTables } from './all-tables.ts'
import { createRun } from '#server/core/run.ts'
import type { Settings } from '#server/core/settings.ts'
import type { Store } from '#server/core/store-port.ts'
import { createMemory } from '#server/core/tables.ts'
import { deadlineWork } from './timer-work.ts'
import { createDeadlines } from '#server/core/deadlines.ts'
import { allRoutes } from './features.ts'

export type VenuePorts = {
  store: Store
  clock: Clock
  random: Random
  settings: Settings
  messenger?: Messenger
  /** When the waiting group is written; by default at the end of this turn of the event loop. */
  soon?: (work: () => void) => void
  /** The store failed: nothing may be believed or told any more. */
  onFailure: (thrown: unknown) => void
  /** A handler threw what is no refusal; answers the incident's id. */
  onBug?: (thrown: unknown, route: Pick<Route, 'word' | 'name'>) => string
  /** Told of the places at which a test may end everything. */
  failpoint?: Failpoint
}

const secretOf = (store: Store, name: string) => {
  const known = store.meta(name)
  if (known) return known
  const made = randomBytes(32).toString('base64url')
  store.setMeta(name, made)
  return made
}

/** Puts the venue together: it decides in memory, commits in groups, tells after the commit. */
export function createVenue({ store, clock, random, settings, messenger = silentMessenger, soon = setImmediate, onFailure, onBug, failpoint = noFailpoint }: VenuePorts) {
  const { now } = clock
  checkEnd(store)
  const secret = secretOf(store, 'digest_secret')
  const memory = createMemory(store.load)
  const tables = createAllTables(memory.open)
  const journal = createJournal(store.journalEnd())
  const ledger = createLedger(tables, journal, now)
  const deadlines = createDeadlines(tables)
  const deliveries$ = new Subject<Delivery['events']>()
  const signals$ = new Subject<Signal>()
  const commit = createCommit({ store, memory, journal, soon, onFailure, failpoint }, ({ events, after }) => {
    for (const then of after) then()
    if (events.length) deliveries$.next(events)
  })
  const markets = createMarkets({ tables, random, now })
  const { run, ctx } = createRun(
    { memory, journal, ledger, tables, commit, now, describe: describeBalances, onSignal: (signal) => signals$.next(signal) },
    (command): CommandContext => ({ tables, ledger, journal, deadlines, markets, settings, random, secret, now, ...command }),
  )
  const command: AsyncContext['command'] = (_name, work) =>
    new Promise((resolve, reject) => {
      try {
        run(work, () => null, resolve)
      } catch (thrown) {
        reject(thrown)
      }
    })

  const keys = createKeys(store, secret)
  const asyncCtx: AsyncContext = {
    ctx,
    command,
    store,
    messenger,
    keys: {
      stateOf: (caller, key) => keys.stateOf(keys.placeOf(caller.user, caller.device, key)),
      burn: (caller, key) => {
        const place = keys.placeOf(caller.user, caller.device, key)
        const state = keys.stateOf(place)
        if (state.state !== 'unseen') return Promise.resolve(state)
        return new Promise((resolve) => {
          const row = keys.decide({ place, digest: '', at: now(), status: revokedStatus, answer: '' })
          run(() => row, () => row, () => {
            keys.end(place)
            resolve({ state: 'burnt', row })
          })
        })
      },
    },
  }
  const execute = createExecute({
    run: { run, ctx }, keys, asyncCtx, now, failpoint, durable: commit.durable,
    onBug: (thrown, route) => onBug?.(thrown, route) ?? String(thrown),
  })

  failpoint('duringStart')
  run(seedAll, () => null, () => undefined)
  failpoint('duringStart')

  return {
    ctx,
    asyncCtx,
    execute,
    command,
    routes: allRoutes(),
    store,
    /** Events of `u:me`, numbered, after their commit. */
    deliveries$: deliveries$.asObservable(),
    signals$: signals$.asObservable(),
    /** Writes what waits, so that what is read next is durable. */
    flush: commit.flush,
    isBroken: commit.isBroken,
    groups: commit.groups,
    /** Runs every deadline that is due, each as a command of its own. */
    runDue: async () => {
      for (const { kind, ref } of deadlines.due(now()))
        await command(`timer ${kind}`, (inside) => {
          inside.deadlines.clear(kind, ref)
          deadlineWork[kind]?.(inside, ref)
        })
    },
    audit: () => [...audit(tables), ...auditLever(tables, ledger), ...auditOption(ctx)],
    stop: () => {
      commit.flush()
      deliveries$.complete()
      signals$.complete()
      store.close()
    },
  }
}
export type Venue = ReturnType<typeof createVenue>
