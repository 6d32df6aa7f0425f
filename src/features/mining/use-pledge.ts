import { miningPledge, type PledgeProduct, type PledgeSummary } from '#contract/mining/mining-pledge.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'

/** What the caller has pledged and earned; read again as it changes. */
export function usePledgeSummary() {
  const { request } = useServices()
  const read = useRead<PledgeSummary>('pledge-summary', (signal) =>
    request.read(miningPledge.pledgeSummary, {}, { signal }),
  )
  useRefreshOn(['mining.pledgeChanged'], () => void read.refresh())
  return read
}
/** The pools one may pledge into: they come in one page. */
export function usePools() {
  const { request } = useServices()
  const read = useRead<readonly PledgeProduct[]>('pledge-pools', async (signal) => {
    const reply = await request.read(miningPledge.pledgeProducts, { page: 1, limit: 50 }, { signal })
    return reply.ok ? { ok: true, value: reply.value.list } : reply
  })
  useRefreshOn(['mining.pledgeChanged'], () => void read.refresh())
  return read
}
