import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { createChanges } from '#src/actors/change.actors.ts'
import { useServices } from '#src/actors/services.tsx'
import { toast } from '#src/stores/toasts.ts'
import { useMemo } from 'react'
import { failureKey, shownParams } from './failure-text.ts'

/** Says that a change was refused, or that its outcome is not known. */
export const sayFailure = (failure: Failure) =>
  toast(
    `refusals:${failureKey(failure)}`,
    failure.kind === 'refused' ? shownParams(failure.params, failure.afterMs) : {},
    'error',
  )

/**
 * Makes a change that has no form of its own; true once it is done. It says why it was refused, and that its outcome is
 * not known yet: then it goes on asking. The value is null where it is done but not kept.
 */
export function useChange() {
  const services = useServices()
  return useMemo(() => {
    const begin = createChanges(services)
    return async <E extends Endpoint<'changes'>>(
      endpoint: E,
      input: InputOf<E>,
      onDone?: (value: OutputOf<E> | null) => void,
    ): Promise<boolean> => {
      const reply = await begin(endpoint, input, () => toast('ui:verdictUnknownText'))
      if (reply === null) return false
      if (reply.ok) onDone?.(reply.value)
      else sayFailure(reply.failure)
      return reply.ok
    }
  }, [services])
}
