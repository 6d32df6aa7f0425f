import type { OnBreach } from './watch-ledger.ts'

const mostGuesses = 5
const dayMs = 86_400_000

/**
 * Counts wrong fund passwords by what people are told: the fifth in a row within a day must be answered by a lock (K4).
 */
export function watchGuesses(onBreach: OnBreach) {
  const wrong = new Map<number, { count: number; at: number }>()
  return {
    /** What somebody was told who gave a fund password. A right one begins anew, whatever else it was refused for. */
    hear: (
      user: number,
      { isRight, refused, now }: { readonly isRight: boolean; readonly refused: string | null; readonly now: number },
    ) => {
      const before = wrong.get(user)
      if (isRight) return void wrong.delete(user)
      if (refused !== 'pay_password_wrong') return
      const count = before && now - before.at < dayMs ? before.count + 1 : 1
      if (count >= mostGuesses) onBreach('K4', `${user} guessed ${count} times`)
      wrong.set(user, { count, at: now })
    },
  }
}
