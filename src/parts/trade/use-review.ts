import { useState } from 'react'

/** The step from a form to its review: faults are shown after the first attempt, and it opens only without faults. */
export function useReview() {
  const [isChecked, setIsChecked] = useState(false)
  const [isReviewing, setIsReviewing] = useState(false)
  return {
    /** The review was requested once: faults are shown. */
    isChecked,
    isReviewing,
    /** Marks the review as requested without opening it, when something else has to be shown first. */
    check: () => setIsChecked(true),
    /** True when the review opens; `begin` prepares it. */
    open: (isRight: boolean, begin: () => void) => {
      setIsChecked(true)
      if (!isRight) return false
      begin()
      setIsReviewing(true)
      return true
    },
    close: () => setIsReviewing(false),
    /** The intent is done: the next one starts without visible faults. */
    forget: () => setIsChecked(false),
  }
}
