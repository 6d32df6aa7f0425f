import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Bus } from '#server/bus/port.ts'
import { meantInstead, opensAt } from './older.ts'

type Asking = {
  asked: unknown
  key: string | null
  ask: (body: unknown) => Promise<Awaited<ReturnType<Bus['ask']>>>
  /** Whether nobody waits for the answer any more. */
  isGone: () => boolean
  now: () => number
  /** Resolves after so long; tests inject their own. */
  later?: (ms: number) => Promise<unknown>
}
const byTimer = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
/** For so long a stake waits for the next round: of a minute the last twenty seconds take none. */
const maxWaitMs = 30_000
/** A timer may ring a moment early. */
const marginMs = 5

/**
 * Asks once more what was refused before anything was done, as it may have been meant. A stake of a client that knows
 * no rounds waits until the next one opens.
 */
export async function askOlder(endpoint: Endpoint, { asked, key, ask, isGone, now, later = byTimer }: Asking) {
  let body = asked
  let outcome = await ask(body)
  // A refusal that is stored under its key is the answer to that key.
  const isStored = () => key !== null && outcome.refused !== 'malformed'
  for (let more = 2; more > 0 && !isStored(); more -= 1) {
    const waitMs = (opensAt(body, outcome) ?? now()) - now()
    const meant = meantInstead(endpoint, body, outcome)
    if (waitMs > 0 && waitMs <= maxWaitMs) await later(waitMs + marginMs)
    else if (meant === null) break
    if (isGone()) break
    body = meant ?? body
    outcome = await ask(body)
  }
  return outcome
}
