import { bank, type PayMethods, type PayWay } from '#contract/wallet/bank.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { bankCardMachine } from '#machines/wallet/bank-card.ts'
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
  const snapshot = useSelector(actor, (now) => now)
  useEffect(() => actor.send({ type: 'methods.received', methods }), [actor, methods])
  useOnValue(snapshot.matches('bound') || null, onBound)
  const isBusy = snapshot.hasTag('busy')
  useLoadingWhile(isBusy)
  const onPin = useCallback((pin: string) => actor.send({ type: 'pin.typed', isEmpty: pin === '' }), [actor])
  const onUploads = useCallback((count: number) => actor.send({ type: 'uploads.counted', count }), [actor])
  return {
    /** The copy on which what is typed rests. */
    base: snapshot.context.methods ?? methods,
    /** Saved elsewhere meanwhile; null while it is still being read. */
    newer: snapshot.context.newer,
    isEditing: snapshot.matches('editing'),
    isMoved: snapshot.matches('moved'),
    isUploading: snapshot.matches('uploading'),
    isUnknown: snapshot.matches({ saving: 'unknown' }),
    isBusy,
    failure: isBusy || snapshot.matches('moved') ? null : snapshot.context.failure,
    onUploads,
    onPin,
    resume: () => actor.send({ type: 'resume' }),
    save: (input: InputOf<typeof bank.save>) =>
      actor.send({ type: 'save', intent: intentOf(input, newKey(services.serverNow())) }),
  }
}
