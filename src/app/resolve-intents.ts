import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { outcomeOf } from '#src/api/outcome.ts'
import type { Request } from '#src/api/request.ts'
import { ifFree } from '#src/lib/tab-lock.ts'
import { toast } from '#src/stores/toasts.ts'
import type { Wish, WishStore } from '#src/stores/intents.ts'

type Ports = { readonly request: Request; readonly wishes: WishStore }
type Change = Endpoint<'changes'>

const isChange = (endpoint: Endpoint): endpoint is Change => endpoint.does === 'changes'
const calls: readonly Endpoint[] = Object.values(endpoints).flatMap((word): Endpoint[] => Object.values(word))
const changes: readonly Change[] = calls.filter(isChange)

const callOf = ({ method, path }: Wish) => changes.find((call) => call.method === method && call.path === path)

/** One wish of a page that is gone: what became of it, or that it never will. It is told only when it came to nothing. */
const settleOne = async ({ request, wishes }: Ports, wish: Wish) => {
  const call = callOf(wish)
  if (call === undefined) return wishes.drop(wish.key)
  const outcome = await outcomeOf(request, call, wish.key, true)
  // Withdrawn: the next question says so for certain.
  if (outcome.kind === 'unclear' || outcome.kind === 'unseen') return
  // Another account may have come in while the answer was under way.
  if (!wishes.list().some(({ key }) => key === wish.key)) return
  wishes.drop(wish.key)
  if (outcome.kind === 'burnt') return toast('refusals:submit_failed', {}, 'error')
  if (outcome.kind === 'known' && !outcome.reply.ok && outcome.reply.failure.kind === 'refused')
    toast(`refusals:${outcome.reply.failure.reason}`, outcome.reply.failure.params, 'error')
}

/**
 * Asks about every open wish of the account that is here, but those a page of some tab still takes care of. Runs on
 * start, after each login, and now and then while something is open.
 */
export const settleWishes = async (ports: Ports): Promise<void> => {
  for (const wish of ports.wishes.list())
    await ifFree(`wish.${wish.key}`, () => settleOne(ports, wish)).catch(() => {})
}
