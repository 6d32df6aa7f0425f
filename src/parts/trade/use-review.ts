import { useState } from 'react'

/** A form's way to its review: faults show once somebody has asked for it, and it opens only when there is none. */
export function useReview() {
  const [isChecked, setIsChecked] = useState(false)
  const [isReviewing, setIsReviewing] = useState(false)
  return {
    /** Somebody has asked: what is wrong may be said. */
    isChecked,
    isReviewing,
    /** Somebody asks, and something else may stand before the review. */
    check: () => setIsChecked(true),
    /** True when it opens; `begin` makes it ready before. */
    open: (isRight: boolean, begin: () => void) => {
      setIsChecked(true)
      if (!isRight) return false
      begin()
      setIsReviewing(true)
      return true
    },
    close: () => setIsReviewing(false),
    /** The intent is carried out: the next one starts without a fault said. */
    forget: () => setIsChecked(false),
  }
}
