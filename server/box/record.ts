import { readFileSync } from 'node:fs'
import { contractVersion } from '#contract/wire/version.ts'
import type { BusUploads } from '#server/bus/port.ts'
import type { Caller } from '#server/core/context.ts'
import type { Posted } from '#server/features/notification/sending/post.ts'
import { release } from '#server/core/release.ts'
import type { Funds } from './accounts.ts'
import type { Act } from './acts.ts'
import type { Kill } from './kill.ts'
import type { Tape } from './tape.ts'

/** What decides, together with the lines of a record, everything that a box does. */
export type BoxPlan = {
  readonly seed: number
  readonly start: number
  readonly accounts: number
  readonly funds: Funds
  readonly maker: boolean
  /** A market opens by and by, as where people trade: after a start, a halt and a silence. */
  readonly arming?: boolean
  /** The only markets there are; null for all of a demo. */
  readonly markets: readonly string[] | null
  /** What one market trades, and has its prices from. */
  readonly tape?: Tape
}
/**
 * What a run came to: the number of the last entry of the journal and the hash of all entries; and the hash of
 * everything that is stored, with rounds, contracts, OTC, chats, and the events that accounts were told.
 */
export type BoxHash = { readonly seq: number; readonly journal: string; readonly store: string }
type Head = BoxPlan & { readonly v: 1; readonly kontor: string; readonly wire: number; readonly engine: string }
type Kept = Parameters<BusUploads['keep']>
/** One thing that came from outside, at an instant of the box; `was`: where the journal stood just before. */
export type RecordLine = { readonly at: number; readonly was?: string } & (
  | {
      readonly call: string
      readonly as: Caller
      readonly body: unknown
      readonly key: string | null
      readonly needsKey?: boolean
      /** The venue died of it, and was started again. */
      readonly kill?: Kill
    }
  /** The venue was started again on what it had stored. */
  | { readonly restart: true }
  | { readonly upload: Kept }
  /** An address of this machine has answered what was posted to it; null: it has not. */
  | { readonly posted: { readonly job: number; readonly answer: Posted | null } }
  | { readonly act: Act }
  | { readonly end: BoxHash }
)

/** What stands in the first line: a record is a promise of one release on one engine. */
export const headOf = (plan: BoxPlan): Head => ({
  ...plan,
  v: 1,
  kontor: release,
  wire: contractVersion.number,
  engine: process.versions.v8,
})
export class RecordError extends Error {}

const isHead = (value: unknown): value is Head =>
  typeof value === 'object' && value !== null && 'v' in value && value.v === 1 && 'seed' in value
/** Reads a record; refuses one of another release or engine unless `anyway`. */
export function readRecord(file: string, anyway = false): { plan: BoxPlan; lines: readonly RecordLine[] } {
  const [first = '', ...rest] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  const head: unknown = JSON.parse(first)
  if (!isHead(head)) throw new RecordError(`${file} is not a record of a box`)
  const here = headOf(head)
  const other = (['kontor', 'wire', 'engine'] as const).filter((name) => head[name] !== here[name])
  if (other.length > 0 && !anyway) {
    const told = other.map((name) => `${name} (${head[name]}, here ${here[name]})`).join(', ')
    throw new RecordError(`${file} was recorded by another ${told}: replay it there, or with --anyway`)
  }
  const { seed, start, accounts, funds, maker, arming, markets, tape } = head
  return {
    plan: { seed, start, accounts, funds, maker, markets, ...(arming && { arming }), ...(tape && { tape }) },
    lines: rest.map((line): RecordLine => JSON.parse(line)),
  }
}
