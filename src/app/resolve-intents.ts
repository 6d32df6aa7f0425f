import { allCalls } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { outcomeOf } from '#src/api/outcome.ts'
import type { Request } from '#src/api/request.ts'
import { ifUnlocked } from '#src/lib/tab-lock.ts'
import { toast } from '#src/stores/toasts.ts'
import type { Intent, IntentStore } from '#src/stores/intents.ts'

type Ports = { readonly request: Request; readonly intents: IntentStore }
type Change = Endpoint<'changes'>

const isChange = (endpoint: Endpoint): endpoint is Change => endpoint.does === 'changes'
const changes: readonly Change[] = allCalls.map(({ endpoint }) => endpoint).filter(isChange)

const callOf = ({ method, path }: Intent) => changes.find((call) => call.method === method && call.path === path)

/** One wish of a page that is gone: what became of it, or that it never will. It is told only when it came to nothing. */
const settleOne = async ({ request, intents }: Ports, intent: Intent) => {
  const call = callOf(intent)
  if (call === undefined) return intents.drop(intent.key)
  const outcome = await outcomeOf(request, call, intent.key, true)
  // Withdrawn: the next question says so for certain.
  if (outcome.kind === 'unclear' || outcome.kind === 'unseen') return
  // Another account may have come in while the answer was under way.
  if (!intents.list().some(({ key }) => key === intent.key)) return
  intents.drop(intent.key)
  if (outcome.kind === 'revoked') return toast('refusals:submit_failed', {}, 'error')
  if (outcome.kind === 'known' && !outcome.reply.ok && outcome.reply.failure.kind === 'refused')
    toast(`refusals:${outcome.reply.failure.reason}`, outcome.reply.failure.params, 'error')
}

/**
 * Asks about every open wish of the account that is here, but those a page of some tab still takes care of. Runs on
 * start, after each login, and now and then while something is open.
 */
export const resolveIntents = async (ports: Ports): Promise<void> => {
  for (const intent of ports.intents.list())
    await ifUnlocked(`wish.${intent.key}`, () => settleOne(ports, intent)).catch(() => {})
}
