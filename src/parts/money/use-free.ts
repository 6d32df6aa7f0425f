import { freeOf } from '#contract/assets.ts'
import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { loading } from '#streams/kit/live.ts'

/** The free balance of the spot account by coin, as it is pushed; `0` before the first list. */
export function useFree() {
  const { feeds } = useServices()
  const { value } = useStream(feeds.balances$, loading)
  return (currency: number) => {
    const cell = value?.cells.change.find((each) => each.currency === currency)
    return cell === undefined ? '0' : freeOf(cell, 'change')
  }
}
