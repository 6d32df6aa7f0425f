import { limits } from '#contract/wire/limits.ts'
import type { IdentityContext } from './context.ts'

const minuteMs = 60_000
/** How long the door stays shut after so many wrong guesses in a row: it grows. */
const shutMs = (count: number) => Math.min(24 * 60, 5 ** Math.floor(count / limits.maxGuesses)) * minuteMs
const forgetMs = 24 * 60 * minuteMs

/** Counts one guess before it is compared. Answers what is left, or until when no guess is taken. */
export const countGuess = ({ tables, now }: IdentityContext, id: string, lockMs?: number): { left: number; until: number | null } => {
  const known = tables.guesses.get(id)
  const at = now()
  if (known && known.until > at) return { left: 0, until: known.until }
  const count = known && at - known.lastAt < forgetMs ? known.count + 1 : 1
  const inRound = ((count - 1) % limits.maxGuesses) + 1
  const until = inRound === limits.maxGuesses ? at + (lockMs ?? shutMs(count)) : 0
  tables.guesses.put({ id, count, until, lastAt: at })
  return { left: limits.maxGuesses - inRound, until: null }
}
export const forgetGuesses = ({ tables }: IdentityContext, id: string) => {
  if (tables.guesses.get(id)) tables.guesses.remove(id)
}
/** Until when this door is shut, or null. */
export const shutUntil = ({ tables, now }: IdentityContext, id: string) => {
  const until = tables.guesses.get(id)?.until ?? 0
  return until > now() ? until : null
}
