import type { Position } from '#contract/lever/lever-position.ts'
import { slipOf } from '#contract/notification/notification-saying.ts'
import { netOfPosition } from '#contract/pnl.ts'
import { compareDec, decimalsOf } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { triggerFeedsOf } from '#src/actors/trigger-feeds.ts'
import type { Numbers } from '#src/lib/money-text.ts'
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

/** Which sentence tells how a contract, or a part of one, was closed. */
function wordOf({ close_reason: reason, part_of, ended_why, stop_loss_price }: Position) {
  const isPart = typeof part_of === 'number'
  if (reason === 'stop_loss' && ended_why === 'trail') return 'trailHit'
  // The stop of a part, and one that stands no more, waited for a price that the position does not tell.
  if (reason === 'stop_loss') return isPart || compareDec(stop_loss_price, '0') <= 0 ? 'stopPlain' : 'stopHit'
  if (reason === 'take_profit') return isPart ? 'targetPart' : 'targetHit'
  return isPart && reason === 'user' ? 'part' : (reason ?? 'user')
}
/** Where a contract was closed, what its stop waited for, and how far apart these are. */
function hitOf({ close_price, stop_loss_price, share, number }: Position, shown: Numbers) {
  const price = close_price ?? '0'
  const scaled = (text: string) => shown.price(text, Math.min(decimalsOf(text), 8))
  return {
    price: scaled(price),
    trigger: scaled(stop_loss_price),
    slip: shown.places(slipOf(price, stop_loss_price), 2),
    number,
    count: String(share),
  }
}

/** Shows a toast for each position that closes, with the reason; its result once that is final. */
export function useEndToasts() {
  const shown = useNumbers()
  const { feeds } = useServices()
  useEffect(() => {
    const settling = new Set<number>()
    const subscription = feeds.leverHistory$.subscribe((position) => {
      const { id, symbol, status, close_reason, settles_ms } = position
      if (settles_ms !== undefined) {
        if (!settling.has(id)) toast('lever:toastSettling', { symbol })
        settling.add(id)
        return
      }
      const net = shown.gain(netOfPosition(position), symbol.split('/')[1] ?? '')
      if (status === 'cancelled') toast('lever:toastCancelled', { symbol })
      else
        toast(
          `lever:toast.${wordOf(position)}`,
          { symbol, profit: net, ...hitOf(position, shown) },
          close_reason === 'liquidated' ? 'error' : 'plain',
        )
    })
    subscription.add(
      triggerFeedsOf(feeds).ended$.subscribe(({ product, act, status, symbol }) => {
        if (product === 'lever' && act !== 'close' && (status === 'refused' || status === 'expired'))
          toast(`lever:toastEntry.${status}`, { symbol }, status === 'refused' ? 'error' : 'plain')
      }),
    )
    return () => subscription.unsubscribe()
  }, [feeds, shown])
}
