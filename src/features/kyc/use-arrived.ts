import type { KycRow } from '#contract/kyc/kyc.ts'
import { dropDraft } from '#src/lib/draft.ts'
import { useEffect } from 'react'

/** Deletes the draft once the application has reached the server: it contains personal data. */
export function useDropWhenArrived(draft: string, row: KycRow | null) {
  const status = row?.review_status
  const hasArrived = status === 'underReview' || status === 'passed'
  useEffect(() => {
    if (hasArrived) dropDraft(draft)
  }, [draft, hasArrived])
}
