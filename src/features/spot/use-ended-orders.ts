import type { SpotOrder } from '#contract/spot/spot.ts'
import { useServices } from '#src/actors/services.tsx'
import { useEffect, useState } from 'react'

const most = 50

/** Orders that closed since this list was opened, newest first. */
export function useEndedOrders(): readonly SpotOrder[] {
  const { feeds } = useServices()
  const [ended, setEnded] = useState<readonly SpotOrder[]>([])
  useEffect(() => {
    const subscription = feeds.spotHistory$.subscribe((order) =>
      setEnded((known) => [order, ...known.filter(({ id }) => id !== order.id)].slice(0, most)),
    )
    return () => subscription.unsubscribe()
  }, [feeds])
  return ended
}
