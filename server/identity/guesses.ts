import { limits } from '#contract/wire/limits.ts'
import type { AsyncIdentityContext, IdentityContext } from './context.ts'

const minuteMs = 60_000
/** Length of the lock after `rounds` full rounds of wrong guesses: 5 min, 25 min, 125 min …, at most 24 h. */
const lockMsAfter = (rounds: number) => Math.min(24 * 60, 5 ** rounds) * minuteMs
const resetAfterMs = 24 * 60 * minuteMs

/** Guesses at the lock of a device, be it by the password or by a passkey. */
export const unlockGuessId = (user: number) => `unlock|${user}`

type Bounds = {
  /** Guesses of one round, after which it is locked. */
  most?: number
  lockMs?: number | undefined
}
/** Counts one guess before it is compared. Returns how many are left, or until when no guess is accepted. */
export const countGuess = (
  { tables, now }: IdentityContext,
  id: string,
  { most = limits.maxGuesses, lockMs }: Bounds = {},
): { left: number; until: number | null } => {
  const row = tables.guesses.get(id)
  const at = now()
  if (row && row.until > at) return { left: 0, until: row.until }
  const count = row && at - row.lastAt < resetAfterMs ? row.count + 1 : 1
  const inRound = ((count - 1) % most) + 1
  const until = inRound === most ? at + (lockMs ?? lockMsAfter(Math.floor(count / most))) : 0
  tables.guesses.put({ id, count, until, lastAt: at })
  return { left: most - inRound, until: null }
}
/** Takes back one counted guess, because it was right. */
export const returnGuess = ({ tables }: IdentityContext, id: string) => {
  const row = tables.guesses.get(id)
  if (row) tables.guesses.put({ ...row, count: Math.max(0, row.count - 1) })
}
/**
 * Takes back one counted guess that was never compared, because the comparison failed: it tells nothing, and must lock
 * nobody out.
 */
const voidGuess = ({ tables }: IdentityContext, id: string) => {
  const row = tables.guesses.get(id)
  if (row) tables.guesses.put({ ...row, count: Math.max(0, row.count - 1), until: 0 })
}
/** Compares what was guessed; where that fails the guess is taken back. */
export const comparing = async (
  { command }: Pick<AsyncIdentityContext, 'command'>,
  ids: readonly string[],
  compare: () => Promise<boolean>,
): Promise<boolean> => {
  try {
    return await compare()
  } catch (thrown) {
    await command((ctx) => ids.forEach((id) => voidGuess(ctx, id)))
    throw thrown
  }
}
export const forgetGuesses = ({ tables }: IdentityContext, id: string) => {
  if (tables.guesses.get(id)) tables.guesses.remove(id)
}
/** Until when no guess is accepted under this id; null if guesses are accepted. */
export const lockedUntil = ({ tables, now }: IdentityContext, id: string) => {
  const until = tables.guesses.get(id)?.until ?? 0
  return until > now() ? until : null
}
