/** Decimals by coin, like `{ USDT: '10000' }`. */
export type Funds = Readonly<Record<string, string>>
export type Fault =
  | 'request_lost'
  | 'answer_lost'
  | 'failed_before'
  | 'failed_after'
  | 'twice'
  | 'late'
  | 'limited'
  | 'logged_out'
  | 'wrong_scope'
  | 'read_only'
  | 'killed_before'
  | 'killed_after'
  | 'cut'
  | 'trickle'
  | 'outage'
  | 'push_lost'
  | 'push_twice'
  | 'push_swapped'
  | 'push_late'
  | 'line_cut'
  | 'half_open'
  | 'sent_away'
  | 'gap'
  | 'wrong_sum'
  | 'slow_reader'
  | 'auth_refused'
/** What may be done to the exchange from outside. */
export type Act =
  /** Moves the price of a market by so many per cent, once and for good. */
  | { readonly act: 'jump'; readonly market: string; readonly percent: number }
  /** No price of a market comes for so long. */
  | { readonly act: 'stale'; readonly market: string; readonly ms: number }
  /** Nothing new is taken in a market, until it is resumed. */
  | { readonly act: 'halt'; readonly market: string }
  | { readonly act: 'resume'; readonly market: string }
  /** The house quotes only there from now on. */
  | { readonly act: 'quotes'; readonly market: string; readonly sides: 'both' | 'buy' | 'sell' | 'none' }
  /** The API key of an account, counted from 0 on, is deleted. */
  | { readonly act: 'end_key'; readonly account: number }
  /** The clock jumps: what falls due on the way falls due at once. */
  | { readonly act: 'clock'; readonly ms: number }
/** Chances in [0, 1) of each fault, and how long a call travels, in milliseconds. */
export type Weather = {
  readonly chances: Readonly<Partial<Record<Fault, number>>>
  readonly ms: number
  readonly jitterMs: number
}
export type BoxAccount = {
  readonly id: number
  readonly mail: string
  readonly password: string
  readonly pin: string
  /** For programs: the header `Authorization`. */
  readonly key: string
  /** A login of the app. */
  readonly token: string
}
export type BoxWish = {
  readonly seed?: number
  /** `manual`: time stands until it is told to go on; else how many times as fast as here it goes. */
  readonly clock?: 'manual' | number
  readonly accounts?: number
  readonly funds?: Funds
  /** Null opens all markets of a demo; by default there is BTC-USDT alone. */
  readonly markets?: readonly string[] | null
  /** False: the house quotes nothing. */
  readonly maker?: boolean
  /** A market opens by and by, after a start, a halt and a silence. */
  readonly arming?: boolean
  readonly weather?: string | Weather
  /** What a market trades, and when: a file of candles or trades. The box begins with it. */
  readonly tape?: { readonly market: string; readonly csv: string }
  /** It begins as another one was: with its accounts, at its instant. What is wished of a market is that one's. */
  readonly from?: Snapshot
}
/** A box as it was at an instant of its time. */
export type Snapshot = { readonly now: number }
/** An event of the own channel of one account, which is counted from 0 on. */
export type Wanted = {
  readonly user: number
  readonly ev: string
  readonly where?: Readonly<Record<string, unknown>>
}
export type Passed = {
  readonly isMet: boolean
  readonly now: number
  readonly speed: number
  readonly beats: number
  readonly tookMs: number
}
export type OpenBox = {
  readonly url: string
  readonly accounts: readonly BoxAccount[]
  readonly now: () => number
  readonly advance: (ms: number) => Promise<Passed>
  /** Lets time go on until an event, and no further. */
  readonly until: (event: Wanted, options?: { limitMs?: number }) => Promise<Passed & { readonly event: unknown }>
  /** The next call whose path holds `path` meets the fault. */
  readonly fault: (fault: Fault, path?: string) => void
  /** For so long nobody reaches the venue, whose own time goes on. */
  readonly outage: (ms: number) => void
  readonly weather: (next: string | Weather) => void
  /** How often each fault was met. */
  readonly faults: () => Readonly<Record<string, number>>
  /** Lets things happen from now on, each as a line of a scenario has it. */
  readonly play: (lines: readonly object[]) => void
  /** Does something to the exchange. */
  readonly act: (act: Act) => Promise<void>
  /** The venue dies, and starts again on what it has stored; all lines are gone. */
  readonly restart: () => Promise<void>
  /** What the box is now, for `restore`, and for boxes that are opened `from` it. */
  readonly snapshot: () => Promise<Snapshot>
  /** Everything is as it was then, at the instant it was; all lines are gone. */
  readonly restore: (to: Snapshot) => Promise<void>
  /** The hash of all entries of the journal. */
  readonly hash: () => Promise<string>
  /** The record so far, for `kontor replay`. */
  readonly record: () => Promise<string>
  /** Writes the record so far into a folder, and answers with its file. */
  readonly save: (folder: string) => Promise<string>
  readonly stop: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}
/** An exchange for one test, in this process and on a port of its own. */
export declare function openBox(wish?: BoxWish): Promise<OpenBox>
