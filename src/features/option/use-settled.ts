import type { OptionOrder } from '#contract/option/option.ts'
import { useServices } from '#src/actors/services.tsx'
import { useEffect, useEffectEvent, useState } from 'react'

/** Reports each newly settled stake once. */
export function useSettled(tell: (order: OptionOrder) => void) {
  const { feeds } = useServices()
  const hear = useEffectEvent(tell)
  useEffect(() => {
    const heard = feeds.optionHistory$.subscribe((order) => hear(order))
    return () => heard.unsubscribe()
  }, [feeds])
}

/** The stakes that were settled since the page opened, newest first, without duplicates. */
export function useJustSettled(): readonly OptionOrder[] {
  const [ended, setEnded] = useState<readonly OptionOrder[]>([])
  useSettled((order) => setEnded((held) => [order, ...held.filter(({ id }) => id !== order.id)]))
  return ended
}
