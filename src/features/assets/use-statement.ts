import { assets } from '#contract/assets/assets.ts'
import { useServices } from '#src/actors/services.tsx'
import type { Days } from '#src/lib/days.ts'
import { useReadOnBooking } from '#src/parts/worth/use-pnl.ts'
import { askedDays } from './statement-days.ts'

/** How the total before some days became the one after them. */
export function useStatement(days: Days, seq: number | null) {
  const { request } = useServices()
  const asked = askedDays(days)
  return useReadOnBooking(
    `statement ${days.from} ${days.to}`,
    (signal) => request.read(assets.statement, asked, { signal }),
    seq,
  )
}
