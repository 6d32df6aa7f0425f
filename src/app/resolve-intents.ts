import type { Endpoint } from '#contract/wire/endpoint.ts'
import { outcomeOf } from '#src/api/outcome.ts'
import type { Request } from '#src/api/request.ts'
import { ifUnlocked } from '#src/lib/tab-lock.ts'
import { toast } from '#src/stores/toasts.ts'
import type { Intent, IntentStore } from '#src/stores/intents.ts'

type Ports = { readonly request: Request; readonly intents: IntentStore }
type Change = Endpoint<'changes'>

const isChange = (endpoint: Endpoint): endpoint is Change => endpoint.does === 'changes'
/** All calls are loaded when an intent is left over, which is seldom. */
const callOf = async ({ method, path }: Intent): Promise<Change | undefined> => {
  const { allCalls } = await import('#contract/endpoints.ts')
  return allCalls
    .map(({ endpoint }) => endpoint)
    .filter(isChange)
    .find((call) => call.method === method && call.path === path)
}

/**
 * Resolves one intent of a page that is gone: its outcome, or its revocation. The user is notified only if it failed.
 */
const resolveOne = async ({ request, intents }: Ports, intent: Intent) => {
  const call = await callOf(intent)
  if (call === undefined) return intents.drop(intent.key)
  const outcome = await outcomeOf(request, call, intent.key, true)
  // Revoked: the next request for the outcome confirms it.
  if (outcome.kind === 'unclear' || outcome.kind === 'unseen') return
  // Another account may have logged in while the reply was pending.
  if (!intents.list().some(({ key }) => key === intent.key)) return
  intents.drop(intent.key)
  if (outcome.kind === 'revoked') return toast('refusals:submit_failed', {}, 'error')
  if (outcome.kind === 'known' && !outcome.reply.ok && outcome.reply.failure.kind === 'refused')
    toast(`refusals:${outcome.reply.failure.reason}`, outcome.reply.failure.params, 'error')
}

/**
 * Resolves all open intents of the current account, except those that a page of some tab still handles. Runs at the
 * start, after each login, and at an interval while any intent is open.
 */
export const resolveIntents = async (ports: Ports): Promise<void> => {
  for (const intent of ports.intents.list())
    await ifUnlocked(`wish.${intent.key}`, () => resolveOne(ports, intent)).catch(() => {})
}
