import type { CommandContext } from '#server/core/context.ts'
import type { AssetsContext } from '#server/features/assets/context.ts'
import type { DepositTables } from './rows.ts'

type DepositSettings = {
  /** Addresses made by this venue for play money. Nobody has the keys of one, so outside of the demo it shows none. */
  hasDemoAddresses: boolean
  /** What a watcher of the chains signs its reports with; empty: there is none, and deposits are confirmed by hand. */
  watchSecret: string
  /** The demo's review: how long it takes, and the largest amount it passes, worth in the base coin. */
  reviewMs: number
  reviewMost: string
}
export const depositSettings = (demo: boolean): DepositSettings => ({
  hasDemoAddresses: demo,
  watchSecret: '',
  reviewMs: 6000,
  reviewMost: '100000',
})

/** Whether people have to pass what a watcher reports done; the desk, which knows its rules, says so. */
type DepositState = { watched: { needsPeople: (coin: number, amount: string) => boolean } }
export const createDepositState = (): DepositState => ({ watched: { needsPeople: () => true } })

export type DepositContext = AssetsContext & CommandContext<DepositTables, DepositState, { deposit: DepositSettings }>
