import type { Position } from '#contract/lever/lever-position.ts'
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

/** Shows a toast for each position that closes, with the reason; its result once that is final. */
export function useEndToasts() {
  const shown = useNumbers()
  const { feeds } = useServices()
  useEffect(() => {
    const settling = new Set<number>()
    const subscription = feeds.leverHistory$.subscribe((position) => {
      const { id, symbol, status, close_reason, part_of, settles_ms } = position
      if (settles_ms !== undefined) {
        if (!settling.has(id)) toast('lever:toastSettling', { symbol })
        settling.add(id)
        return
      }
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
