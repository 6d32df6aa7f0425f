import type { Position } from '#contract/lever.ts'
import { compareDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { toast } from '#src/stores/toasts.ts'
import { useEffect, useState } from 'react'

const most = 50

/** Contracts that have ended since this list was opened, newest first. */
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

const signed = (text: string) => (compareDec(text, '0') > 0 ? `+${text}` : text)

/** Says of each contract that ends how it ended, wherever on the page one is. */
export function useEndToasts() {
  const { feeds } = useServices()
  useEffect(() => {
    const subscription = feeds.leverHistory$.subscribe(({ symbol, status, close_reason, fact_profits }) => {
      const quote = symbol.split('/')[1] ?? ''
      if (status === 'cancelled') toast('lever:toastCancelled', { symbol })
      else toast(`lever:toast.${close_reason ?? 'user'}`, { symbol, profit: `${signed(fact_profits)} ${quote}` }, close_reason === 'liquidated' ? 'error' : 'plain')
    })
    return () => subscription.unsubscribe()
  }, [feeds])
}
