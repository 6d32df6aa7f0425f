import type { OptionOrder } from '#contract/option.ts'
import { useServices } from '#src/actors/services.tsx'
import { useEffect, useEffectEvent, useState } from 'react'

/** Tells each stake that has just ended, once. */
export function useSettled(tell: (order: OptionOrder) => void) {
  const { feeds } = useServices()
  const hear = useEffectEvent(tell)
  useEffect(() => {
    const heard = feeds.optionHistory$.subscribe((order) => hear(order))
    return () => heard.unsubscribe()
  }, [feeds])
}

/** Those that have ended since the page opened, newest first, each once. */
export function useJustSettled(): readonly OptionOrder[] {
  const [ended, setEnded] = useState<readonly OptionOrder[]>([])
  useSettled((order) => setEnded((held) => [order, ...held.filter(({ id }) => id !== order.id)]))
  return ended
}
