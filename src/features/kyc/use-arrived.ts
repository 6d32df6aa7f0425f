import type { KycRow } from '#contract/kyc.ts'
import { dropDraft } from '#src/lib/draft.ts'
import { useEffect } from 'react'

/** What has arrived is no longer kept here: it is nobody's business but the desk's. */
export function useDropWhenArrived(draft: string, row: KycRow | null) {
  const status = row?.review_status
  const hasArrived = status === 'underReview' || status === 'passed'
  useEffect(() => {
    if (hasArrived) dropDraft(draft)
  }, [draft, hasArrived])
}
