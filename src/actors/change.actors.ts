import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { isLost, type Intent } from '#machines/kit/step.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useSession } from '#src/stores/session.ts'
import { createActor } from 'xstate'
import { createStep, stepLogic, type StepPorts } from './step.actors.ts'

type Ports = StepPorts & { readonly serverNow: () => number }

/**
 * Makes one change that has no form of its own. It is sent with a key made here, and while its outcome is unknown it is
 * asked for by that key: the promise waits until it is known. Null once the login has ended before that.
 */
export const createChanges =
  (ports: Ports) =>
  <E extends Endpoint<'changes'>>(
    endpoint: E,
    input: InputOf<E>,
    onUnknown: () => void = () => {},
  ): Promise<Reply<OutputOf<E> | null> | null> => {
    const { callOf, intentOf } = createStep(ports, endpoint)
    const change = intentOf(input, newKey(ports.serverNow()))
    const actor = createActor(stepLogic<Intent, OutputOf<E>>(callOf), { input: { change } })
    return new Promise((resolve) => {
      let isTold = false
      const leave = useSession.subscribe((now, before) => {
        if (now.login !== before.login) actor.stop()
      })
      actor.subscribe({
        next: (snapshot) => {
          if (isTold || !isLost(snapshot)) return
          isTold = true
          onUnknown()
        },
        complete: () => {
          leave()
          resolve(actor.getSnapshot().output ?? null)
        },
      })
      actor.start()
    })
  }
