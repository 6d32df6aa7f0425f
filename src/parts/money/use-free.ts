import { freeOf } from '#contract/assets/assets.ts'
import type { AccountKind } from '#contract/wire/booking.ts'
import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { loading } from '#streams/kit/live.ts'

/** The free balance by account and coin, as it is pushed; null before the first list. */
export function useFreeIn() {
  const { feeds } = useServices()
  const { value } = useStream(feeds.balances$, loading)
  return (kind: AccountKind, currency: number) => {
    if (value === null) return null
    const cell = value.cells[kind].find((each) => each.currency === currency)
    return cell === undefined ? '0' : freeOf(cell, kind)
  }
}

/** That of the spot account by coin; null before the first list. */
export function useFree() {
  const freeIn = useFreeIn()
  return (currency: number) => freeIn('change', currency)
}
