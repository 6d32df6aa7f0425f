import { assets, freeOf, heldOf, kindOf, type Cell, type WalletList } from '#contract/assets/assets.ts'
import { accountKinds, type AccountKind } from '#contract/wire/booking.ts'
import { formatDec, mulDec, parseDec } from '#contract/wire/money.ts'
import type { StreamDeps } from '#streams/kit/deps.ts'
import type { Live } from '#streams/kit/live.ts'
import { ownLive$, readings$, type OwnMessage } from '#streams/kit/own-channel.ts'
import { combineLatest, distinctUntilChanged, EMPTY, map, merge, scan, startWith, type Observable } from 'rxjs'

/** What the caller has, by account kind. */
export type Balances = {
  readonly seq: number
  readonly cells: Readonly<Record<AccountKind, readonly Cell[]>>
}

/** The cells received so far, by account and coin; `isWhole` once a complete list has been read. */
type CellState = { readonly seq: number; readonly cells: ReadonlyMap<string, Cell>; readonly isWhole: boolean }
export const noCells: CellState = { seq: 0, cells: new Map(), isWhole: false }

const nameOf = (cell: Cell) => `${kindOf(cell)}:${cell.currency}`
const allOf = ({ legal_wallet, change_wallet, lever_wallet, micro_wallet }: WalletList) =>
  [legal_wallet, change_wallet, lever_wallet, micro_wallet].flatMap(({ balance }) => balance)

/** Takes the cells of a booking or a list: for each coin in each account the one with the greatest `seq` is stored. */
export function takeCells(held: CellState, some: readonly Cell[], seq: number): CellState {
  const cells = new Map(held.cells)
  for (const cell of some) {
    const name = nameOf(cell)
    if (kindOf(cell) !== null && cell.seq >= (cells.get(name)?.seq ?? 0)) cells.set(name, cell)
  }
  return { ...held, cells, seq: Math.max(held.seq, seq) }
}

/** Takes a complete list. Cells received by push while it was being read are newer and stay. */
export const takeList = (held: CellState, list: WalletList): CellState => {
  const listed = takeCells({ ...noCells, isWhole: true }, allOf(list), list.seq)
  return takeCells(listed, [...held.cells.values()].filter(isAbove(listed)), held.seq)
}
const isAbove =
  ({ cells }: CellState) =>
  (cell: Cell) =>
    cell.seq > (cells.get(nameOf(cell))?.seq ?? -1)

/** Balances by account; null before the first complete list, because a partial sum would look like a loss. */
export function balancesOf({ cells, seq, isWhole }: CellState): Balances | null {
  if (!isWhole) return null
  const of = (kind: AccountKind) => [...cells.values()].filter((cell) => kindOf(cell) === kind)
  const [legal, change, lever, micro] = accountKinds.map(of)
  return { seq, cells: { legal: legal ?? [], change: change ?? [], lever: lever ?? [], micro: micro ?? [] } }
}

/** The worth of each account in USDT. */
export type Totals = Readonly<Record<AccountKind, string>>
/**
 * Coins, free and held, with the open result of contracts (`grossOf`, by quote coin); what these lose beyond their
 * account is the insurance's to pay.
 */
export function totalsOf({ cells }: Pick<Balances, 'cells'>, grossOf: (quote: number) => bigint): Totals {
  const worthOf = (cell: Cell, kind: AccountKind) => {
    const open = kind === 'lever' ? grossOf(cell.currency) : 0n
    const all = parseDec(freeOf(cell, kind)) + parseDec(heldOf(cell, kind)) + open
    return all > 0n ? mulDec(all, parseDec(cell.usdt_price)) : 0n
  }
  const of = (kind: AccountKind) => formatDec(cells[kind].reduce((sum, cell) => sum + worthOf(cell, kind), 0n))
  return { legal: of('legal'), change: of('change'), lever: of('lever'), micro: of('micro') }
}

/** Balances older than what a reply has acknowledged to this login are on their way, and say so (V1). */
export const markOlder = (
  balances$: Observable<Live<Balances>>,
  acked$: Observable<number>,
): Observable<Live<Balances>> =>
  combineLatest([
    balances$,
    acked$.pipe(
      scan((newest, seq) => Math.max(newest, seq), 0),
      startWith(0),
      distinctUntilChanged(),
    ),
  ]).pipe(
    map(([live, acked]) =>
      live.freshness === 'live' && (live.value?.seq ?? acked) < acked ? { ...live, freshness: 'syncing' } : live,
    ),
  )

/** The caller's balances: bookings that are received and lists that are read are merged by `seq`. */
export const balances$ = (deps: StreamDeps, own$: Observable<OwnMessage>): Observable<Live<Balances>> => {
  const cells$ = merge(
    own$,
    readings$(own$, () => deps.read(assets.list, {}), deps),
  ).pipe(
    scan((held, update) => {
      if (!('type' in update)) return takeList(held, update)
      if (update.type !== 'event' || update.event.ev !== 'assets.balanceChanged') return held
      return takeCells(held, update.event.v.cells, update.event.v.seq)
    }, noCells),
  )
  return markOlder(ownLive$(deps, own$, cells$, balancesOf), deps.acked$ ?? EMPTY)
}
