import type { FeatureName } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { outcomeOf, type Outcome } from '#src/api/outcome.ts'
import type { Request } from '#src/api/request.ts'
import { formatTime } from '#src/lib/format.ts'
import { ifUnlocked } from '#src/lib/tab-lock.ts'
import { failureKey, shownParams } from '#src/parts/failure-text.ts'
import { toast } from '#src/stores/toasts.ts'
import type { Intent, IntentStore } from '#src/stores/intents.ts'

type Ports = { readonly request: Request; readonly intents: IntentStore }
type Change = Endpoint<'changes'>

const isChange = (endpoint: Endpoint): endpoint is Change => endpoint.does === 'changes'
/** All calls are loaded when an intent is left over, which is seldom. */
const callOf = async ({ method, path }: Intent) => {
  const { allCalls } = await import('#contract/endpoints.ts')
  return allCalls.flatMap(({ feature, endpoint }) =>
    isChange(endpoint) && endpoint.method === method && endpoint.path === path ? [{ feature, endpoint }] : [],
  )[0]
}

/** What people call what the calls of a feature ask for; the others have one word together. */
const whats: Readonly<Partial<Record<FeatureName, string>>> = {
  spot: 'order',
  trigger: 'order',
  lever: 'contract',
  option: 'stake',
  bank: 'payment',
  withdraw: 'payment',
  deposit: 'payment',
  assets: 'payment',
  otc: 'otc',
}
/** Says what became of it: whoever sent it saw its page go before there was an answer. */
const tell = (feature: FeatureName, atMs: number, outcome: Outcome<unknown>) => {
  const params = { what: whats[feature] ?? 'other', time: formatTime(atMs) }
  if (outcome.kind === 'revoked') return toast('left:failed', params, 'error')
  if (outcome.kind === 'done') return toast('left:done', params)
  if (outcome.kind !== 'known') return
  if (outcome.reply.ok) return toast('left:done', params)
  const { failure } = outcome.reply
  if (failure.kind !== 'refused') return
  const said = shownParams(failure.params, failure.afterMs)
  toast('left:refused', { ...said, ...params, reason: failureKey(failure) }, 'error')
}

/** Resolves one intent of a page that is gone: its outcome, or its revocation. */
const resolveOne = async ({ request, intents }: Ports, intent: Intent) => {
  const call = await callOf(intent)
  if (call === undefined) return intents.drop(intent.key)
  const outcome = await outcomeOf(request, call.endpoint, intent.key, true)
  // Revoked: the next request for the outcome confirms it.
  if (outcome.kind === 'unclear' || outcome.kind === 'unseen') return
  // Another account may have logged in while the reply was pending.
  if (!intents.list().some(({ key }) => key === intent.key)) return
  intents.drop(intent.key)
  tell(call.feature, intent.atMs, outcome)
}

/**
 * Resolves all open intents of the current account, except those that a page of some tab still handles. Runs at the
 * start, after each login, and at an interval while any intent is open.
 */
export const resolveIntents = async (ports: Ports): Promise<void> => {
  for (const intent of ports.intents.list())
    await ifUnlocked(`wish.${intent.key}`, () => resolveOne(ports, intent)).catch(() => {})
}
