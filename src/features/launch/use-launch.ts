import { launch, type LaunchProduct } from '#contract/launch/launch.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { useEffect } from 'react'

/** How often a page reads again how much is left. */
const everyMs = 15_000
const useEvery = (refresh: () => Promise<void>) => {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void refresh(), everyMs)
    return () => clearInterval(timer)
  }, [refresh])
}

/** All products; read again while the page is open. */
export function useLaunches() {
  const { request } = useServices()
  const read = useRead<readonly LaunchProduct[]>('launches', (signal) => request.read(launch.products, {}, { signal }))
  useEvery(read.refresh)
  useRefreshOn(['launch.changed'], () => void read.refresh())
  return read
}
const notThere: Reply<LaunchProduct> = {
  ok: false,
  failure: { kind: 'refused', reason: 'not_found', params: {}, text: null, afterMs: null },
}
/** One product, by the id in the query of the page; what is no id is not asked for. */
export function useLaunch(id: string) {
  const { request } = useServices()
  const read = useRead<LaunchProduct>(`launch:${id}`, async (signal) =>
    /^[1-9]\d{0,9}$/.test(id) ? request.read(launch.product, { id: Number(id) }, { signal }) : notThere,
  )
  useEvery(read.refresh)
  useRefreshOn(['launch.changed'], () => void read.refresh())
  return read
}
