import { writerOf } from '#contract/wire/compiled.ts'
import { event as eventSchema, type Event } from '#contract/endpoints.ts'
import type { Commit } from './commit.ts'
import type { CommandContext, Signal } from './context.ts'
import type { Journal } from './journal.ts'
import type { BalanceChange, Ledger } from './ledger.ts'
import type { EventRow, KeyRow } from './store-port.ts'
import type { Memory } from './tables.ts'
import type { Tables } from '#server/all-tables.ts'

type Ports = {
  memory: Memory
  journal: Journal
  ledger: Ledger
  tables: Tables
  commit: Commit
  now: () => number
  /** What a user is told of balances that have moved. */
  describe: (ctx: CommandContext, change: BalanceChange) => Event
  onSignal: (signal: Signal) => void
}

/** Runs one decision in one piece: it stands whole, or it is undone whole. */
export function createRun(ports: Ports, roomsOf: (command: Pick<CommandContext, 'emit' | 'signal' | 'onRollback'>) => CommandContext) {
  const { memory, journal, ledger, tables, commit, now } = ports
  const write = writerOf(eventSchema)
  let emitted: { user: number; event: Event }[] = []
  let signals: Signal[] = []
  const ctx = roomsOf({
    emit: (user, event) => emitted.push({ user, event }),
    signal: (signal) => signals.push(signal),
    onRollback: (undo) => memory.onRollback(undo),
  })

  const undo = () => {
    memory.rollback()
    journal.rollback()
    ledger.rollback()
    emitted = []
    signals = []
  }
  const number = (): EventRow[] => {
    const heads = new Map<number, number>()
    const rows = emitted.map(({ user, event }) => {
      const s = (heads.get(user) ?? tables.heads.get(user)?.s ?? 0) + 1
      heads.set(user, s)
      return { user, s, at: now(), body: JSON.stringify(write(event)) }
    })
    for (const [user, s] of heads) tables.heads.put({ user, s })
    emitted = []
    return rows
  }

  /** Decides now; `after` is called once it is durable. A throw undoes everything and passes on. */
  const run = <T>(work: (ctx: CommandContext) => T, keyOf: (value: T) => KeyRow | null, after: (value: T) => void): T => {
    try {
      const value = work(ctx)
      for (const change of ledger.takeChanges()) emitted.push({ user: change.user, event: ports.describe(ctx, change) })
      const events = number()
      const key = keyOf(value)
      const sent = signals
      signals = []
      memory.accept()
      journal.accept()
      commit.add({
        events,
        key,
        after: () => {
          sent.forEach(ports.onSignal)
          after(value)
        },
      })
      return value
    } catch (thrown) {
      undo()
      throw thrown
    }
  }
  return { run, ctx }
}
export type Run = ReturnType<typeof createRun>
