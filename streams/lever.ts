import { isPositionAhead, isPositionOver, lever, type Position, type PositionStatus } from '#contract/lever.ts'
import { marketOf } from '#contract/market.ts'
import type { Reply } from '#contract/wire/reply.ts'
import type { Read } from '#streams/kit/poll.ts'

/** Contracts by id, each with the count of events at which it was told; ended ones stay a while, so that no old list revives them. */
export type KeptPositions = {
  readonly positions: ReadonlyMap<number, { readonly position: Position; readonly toldAt: number }>
  readonly isWhole: boolean
}
export const noPositions: KeptPositions = { positions: new Map(), isWhole: false }

const maxEnded = 200

/** One contract as told; what comes before the first list is kept for it. An older copy moves nothing back. */
export function takePosition(held: KeptPositions, position: Position, toldAt: number): KeptPositions {
  const known = held.positions.get(position.id)
  if (known && !isPositionAhead(known.position, position)) return held
  return { ...held, positions: prune(new Map(held.positions).set(position.id, { position, toldAt })) }
}

/** All that live, asked when `askedAt` events had been told: what is not named has ended, unless told since. */
export function takeLiving(held: KeptPositions, living: readonly Position[], askedAt: number): KeptPositions {
  const named = new Set(living.map(({ id }) => id))
  const left = [...held.positions].filter(([id, { position, toldAt }]) => isPositionOver(position) || named.has(id) || toldAt > askedAt)
  const kept: KeptPositions = { positions: new Map(left), isWhole: true }
  return living.reduce((all, position) => takePosition(all, position, askedAt), kept)
}

/** What waits, trades or is closing, newest first; null before the first whole list. */
export const livingOf = ({ positions, isWhole }: KeptPositions): readonly Position[] | null =>
  isWhole
    ? [...positions.values()].map(({ position }) => position).filter((position) => !isPositionOver(position)).toSorted((a, b) => b.id - a.id)
    : null

/** The markets in which something trades, each once, by name: their marks make its profit. */
export const tradedMarkets = (positions: readonly Position[]): readonly string[] =>
  [...new Set(positions.filter(({ status }) => status === 'trading').map(({ symbol }) => marketOf(symbol)))].toSorted()

function prune(positions: Map<number, { position: Position; toldAt: number }>) {
  const ended = [...positions].filter(([, { position }]) => isPositionOver(position))
  for (const [id] of ended.slice(0, Math.max(0, ended.length - maxEnded))) positions.delete(id)
  return positions
}

const pageSize = 50
const maxPages = 20
/** In the order of their lives: what moves on while it is read turns up again further along, and is never missed. */
const living: readonly PositionStatus[] = ['pending', 'trading', 'closing']

/** Reads every living contract, status by status and page by page. */
export async function readLiving(read: Read): Promise<Reply<readonly Position[]>> {
  let held = noPositions
  for (const status of living) {
    for (let page = 1; page <= maxPages; page++) {
      const reply = await read(lever.list, { status, page, limit: pageSize })
      if (!reply.ok) return reply
      const { data } = reply.value.message
      for (const position of data) held = takePosition(held, position, 0)
      if (data.length < pageSize) break
    }
  }
  return { ok: true, value: livingOf({ ...held, isWhole: true }) ?? [] }
}
