import { withdraw, type Address } from '#contract/wallet/withdraw.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { addressMachine, connectAddress } from '#machines/wallet/address.ts'
import type { Intent } from '#machines/kit/step.ts'
import { useServices } from '#src/actors/services.tsx'
import { createStep, stepLogic } from '#src/actors/step.actors.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useLoadingWhile } from '#src/actors/use-loading-while.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo } from 'react'

const tickMs = 1000

/** One withdrawal address, from the form to the book and out of it; null while it is being added. */
export function useAddress(address: Address | null, onDone: () => void) {
  const services = useServices()
  const { serverNow } = services
  const { logic, adding, removing } = useMemo(() => {
    const [add, remove] = [createStep(services, withdraw.addAddress), createStep(services, withdraw.removeAddress)]
    const step = stepLogic<Intent, unknown>((intent) => (address === null ? add : remove).callOf(intent))
    return { logic: addressMachine.provide({ actors: { step } }), adding: add, removing: remove }
  }, [services, address])
  const actor = useActorRef(logic, { input: { address, now: Math.max(serverNow(), address?.server_now_ms ?? 0) } })
  const shown = connectAddress(useSelector(actor, (now) => now))
  const { isBusy } = shown
  useOnValue((address === null ? shown.isAdded : shown.isRemoved) || null, onDone)
  useEffect(() => {
    const ticking = setInterval(() => actor.send({ type: 'clock.ticked', now: serverNow() }), tickMs)
    return () => clearInterval(ticking)
  }, [actor, serverNow])
  useLoadingWhile(isBusy)
  const onCode = useCallback((code: string) => actor.send({ type: 'code.typed', isEmpty: code === '' }), [actor])
  const key = () => newKey(serverNow())
  return {
    ...shown,
    onCode,
    add: (input: InputOf<typeof withdraw.addAddress>) => {
      if (!isBusy) actor.send({ type: 'add', intent: adding.intentOf(input, key()) })
    },
    remove: (id: number) => {
      if (!isBusy) actor.send({ type: 'remove', intent: removing.intentOf({ address_id: id }, key()) })
    },
  }
}
