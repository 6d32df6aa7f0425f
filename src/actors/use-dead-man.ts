import type { DeadMan } from '#contract/trigger/trigger-orders.ts'
import { connectDeadMan } from '#machines/trigger/dead-man.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { deadManLogic } from './dead-man.actors.ts'
import { useServices } from './services.tsx'

/** The switch of the user, from a copy on; with `keeps` it is renewed for as long as this is shown. */
export function useDeadMan(copy: DeadMan, keeps: boolean) {
  const services = useServices()
  const { serverNow } = services
  const logic = useMemo(() => deadManLogic(services), [services])
  const actor = useActorRef(logic, { input: { copy } })
  const snapshot = useSelector(actor, (now) => now)
  const shown = connectDeadMan(snapshot)
  const set = (seconds: number, protective: boolean) =>
    actor.send({ type: 'act', act: { name: 'set', seconds, protective }, key: newKey(serverNow()) })
  // One try a second at the most: each tick of the clock asks anew.
  const due = keeps && shown.renewal !== null ? shown.now : null
  useEffect(() => {
    if (due === null) return
    const { renewal } = connectDeadMan(actor.getSnapshot())
    if (renewal !== null) actor.send({ type: 'act', act: renewal, key: newKey(serverNow()) })
  }, [due, actor, serverNow])
  return { ...shown, set }
}
