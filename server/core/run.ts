import { event as eventSchema, type Event } from '#contract/events.ts'
import { writerOf } from '#contract/wire/compiled.ts'
import type { JournalAt } from './acks.ts'
import type { Commit } from './commit.ts'
import type { CommandContext, Signal } from './context.ts'
import type { Journal } from './journal.ts'
import type { BalanceChange, EarnedFee, Ledger } from './ledger.ts'
import type { CoreTables } from './rows.ts'
import type { EventRow, KeyRow } from './store-port.ts'
import type { Memory } from './tables.ts'

type Ports<Ctx> = {
  memory: Memory
  journal: Journal
  ledger: Ledger
  heads: CoreTables['heads']
  commit: Commit
  now: () => number
  /** Builds the event sent to a user whose balances have changed. */
  describeBalances: (ctx: Ctx, change: BalanceChange) => Event
  onSignal: (signal: Signal) => void
  /** Shares the fees that the command has earned, before it ends. */
  shareFees: (ctx: Ctx, fees: readonly EarnedFee[]) => void
  /** Keeps a numbered event for elsewhere. */
  keepEvent: (ctx: Ctx, row: EventRow, name: Event['ev']) => void
  /** Keeps what an event tells its user as a notification. */
  notify: (ctx: Ctx, user: number, event: Event) => void
}
/** The part of the context that belongs to the running command. */
type CommandHooks = Pick<CommandContext, 'emit' | 'signal' | 'onRollback'>

/** Runs commands atomically: each is applied in full or rolled back in full. */
export function createRun<Ctx>(ports: Ports<Ctx>, contextOf: (hooks: CommandHooks) => Ctx) {
  const { memory, journal, ledger, heads, commit, now } = ports
  const write = writerOf(eventSchema)
  let emitted: { user: number; event: Event }[] = []
  let signals: Signal[] = []
  const ctx = contextOf({
    emit: (user, event) => emitted.push({ user, event }),
    signal: (signal) => signals.push(signal),
    onRollback: (undo) => memory.onRollback(undo),
  })

  const rollback = () => {
    memory.rollback()
    journal.rollback()
    ledger.rollback()
    emitted = []
    signals = []
  }
  /** Gives each event the next number of its user's channel, in the same transaction as the change it reports. */
  const numberEvents = (): EventRow[] => {
    const latest = new Map<number, number>()
    const rows = emitted.map(({ user, event }) => {
      const s = (latest.get(user) ?? heads.get(user)?.s ?? 0) + 1
      latest.set(user, s)
      const row = { user, s, at: now(), body: JSON.stringify(write(event)) }
      ports.keepEvent(ctx, row, event.ev)
      return row
    })
    for (const [user, s] of latest) heads.put({ user, s })
    emitted = []
    return rows
  }

  /**
   * Runs `work` now and calls `after` once its changes are durable, with where the journal stood after them. If
   * anything throws, everything is rolled back and the error rethrown. `complete` adds to the value what is only known
   * when fees have been shared: the caller may be who invited the other side of a trade.
   */
  const run = <T>(
    work: (ctx: Ctx) => T,
    keyOf: (value: T) => KeyRow | null,
    after: (value: T, at: JournalAt) => void,
    complete = (value: T) => value,
  ): T => {
    try {
      const decided = work(ctx)
      const fees = ledger.takeFees()
      if (fees.length > 0) ports.shareFees(ctx, fees)
      const value = complete(decided)
      for (const change of ledger.takeChanges())
        emitted.push({ user: change.user, event: ports.describeBalances(ctx, change) })
      // A notification is sent by an event of its own, which makes no further one.
      const told = emitted.slice()
      for (const { user, event } of told) ports.notify(ctx, user, event)
      const events = numberEvents()
      const key = keyOf(value)
      const commandSignals = signals
      signals = []
      memory.accept()
      journal.accept()
      const at = journal.end()
      commit.add({
        events,
        key,
        after: () => {
          commandSignals.forEach(ports.onSignal)
          after(value, at)
        },
      })
      return value
    } catch (thrown) {
      rollback()
      throw thrown
    }
  }
  return { run, ctx }
}
export type Run<Ctx> = ReturnType<typeof createRun<Ctx>>
