import type { SubmitState } from '#machines/kit/submit.ts'
import { useEffect, useEffectEvent, useState } from 'react'

/** What whoever shows a review that lasts is told. */
export type LastingReview = {
  /** Told while the outcome is unknown. */
  readonly onUnknown: (isUnknown: boolean) => void
  /** The outcome is known, or nothing was sent. */
  readonly onEnd: () => void
}

/** A review that stays until the outcome is known, also when its sheet is closed. */
export function useLastingReview(state: SubmitState, { onUnknown, onEnd }: LastingReview) {
  const [isOpen, setIsOpen] = useState(true)
  const isOpenEnded = state === 'submitting' || state === 'unknown'
  const tell = useEffectEvent(onUnknown)
  const end = useEffectEvent(onEnd)
  useEffect(() => tell(state === 'unknown'), [state])
  useEffect(() => {
    if (!isOpen && !isOpenEnded) end()
  }, [isOpen, isOpenEnded])
  return { isOpen, onClose: () => setIsOpen(false) }
}
