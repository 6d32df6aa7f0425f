import { bank, type PayMethods, type PayWay } from '#contract/wallet/bank.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { bankCardMachine, connectBankCard } from '#machines/wallet/bank-card.ts'
import type { Intent } from '#machines/kit/step.ts'
import { useServices } from '#src/actors/services.tsx'
import { createStep, stepLogic } from '#src/actors/step.actors.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useLoadingWhile } from '#src/actors/use-loading-while.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo } from 'react'

/** One receiving method while it is edited. `methods` is the latest copy that was read. */
export function useBankCard(way: PayWay, methods: PayMethods, onBound: () => void) {
  const services = useServices()
  const { logic, intentOf } = useMemo(() => {
    const save = createStep(services, bank.save)
    return {
      logic: bankCardMachine.provide({ actors: { step: stepLogic<Intent, PayMethods>(save.callOf) } }),
      intentOf: save.intentOf,
    }
  }, [services])
  const actor = useActorRef(logic, { input: { way } })
  const shown = connectBankCard(useSelector(actor, (now) => now))
  const { isBusy, isBound } = shown
  useEffect(() => actor.send({ type: 'methods.received', methods }), [actor, methods])
  useOnValue(isBound || null, onBound)
  useLoadingWhile(isBusy)
  const onPin = useCallback((pin: string) => actor.send({ type: 'pin.typed', isEmpty: pin === '' }), [actor])
  const onUploads = useCallback((count: number) => actor.send({ type: 'uploads.counted', count }), [actor])
  return {
    ...shown,
    base: shown.base ?? methods,
    onUploads,
    onPin,
    resume: () => actor.send({ type: 'resume' }),
    save: (input: InputOf<typeof bank.save>) =>
      actor.send({ type: 'save', intent: intentOf(input, newKey(services.serverNow())) }),
  }
}
