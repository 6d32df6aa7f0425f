import type { Position } from '#contract/lever/lever.ts'
import { netOfPosition } from '#contract/pnl.ts'
import { useServices } from '#src/actors/services.tsx'
import { toast } from '#src/stores/toasts.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useEffect, useState } from 'react'

const most = 50

/** Positions that closed since this list was opened, newest first. */
export function useEndedPositions(): readonly Position[] {
  const { feeds } = useServices()
  const [ended, setEnded] = useState<readonly Position[]>([])
  useEffect(() => {
    const subscription = feeds.leverHistory$.subscribe((position) =>
      setEnded((known) => [position, ...known.filter(({ id }) => id !== position.id)].slice(0, most)),
    )
    return () => subscription.unsubscribe()
  }, [feeds])
  return ended
}

/** Shows a toast for each position that closes, with the reason. */
export function useEndToasts() {
  const shown = useNumbers()
  const { feeds } = useServices()
  useEffect(() => {
    const subscription = feeds.leverHistory$.subscribe((position) => {
      const { symbol, status, close_reason, part_of } = position
      const net = shown.gain(netOfPosition(position), symbol.split('/')[1] ?? '')
      if (status === 'cancelled') toast('lever:toastCancelled', { symbol })
      else
        toast(
          `lever:toast.${typeof part_of === 'number' && close_reason === 'user' ? 'part' : (close_reason ?? 'user')}`,
          { symbol, profit: net },
          close_reason === 'liquidated' ? 'error' : 'plain',
        )
    })
    return () => subscription.unsubscribe()
  }, [feeds, shown])
}
