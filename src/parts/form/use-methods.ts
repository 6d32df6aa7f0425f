import { bank, type PayMethods } from '#contract/wallet/bank.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'

/** The receiving methods; nothing is read of who does not ask for them. */
export const useMethods = (isAsked = true) => {
  const { request } = useServices()
  const methods = useRead<PayMethods | null>(`methods.${isAsked}`, async (signal) =>
    isAsked ? request.read(bank.methods, {}, { signal }) : { ok: true, value: null },
  )
  // Another tab or device may have saved them.
  useRefreshOn(['bank.changed'], () => void (isAsked && methods.refresh()))
  return methods
}
