import { limits } from '#contract/wire/limits.ts'
import { create } from 'zustand'

type Loading = {
  /** How many calls are under way. */
  readonly waiting: number
  /** Whether the overlay is shown: from one second on, for at most ten, whatever is still under way. */
  readonly isShown: boolean
}

export const useLoading = create<Loading>()(() => ({ waiting: 0, isShown: false }))

let delay: ReturnType<typeof setTimeout> | undefined
let hide: ReturnType<typeof setTimeout> | undefined

/** Reports a call; the returned function reports its end. For display only: nothing may depend on it. */
export const beginLoading = () => {
  const isFirst = useLoading.getState().waiting === 0
  useLoading.setState(({ waiting }) => ({ waiting: waiting + 1 }))
  if (isFirst) {
    delay = setTimeout(() => {
      useLoading.setState({ isShown: true })
      hide = setTimeout(() => useLoading.setState({ isShown: false }), limits.loadingHideMs)
    }, limits.loadingDelayMs)
  }
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    const waiting = useLoading.getState().waiting - 1
    if (waiting > 0) return useLoading.setState({ waiting })
    clearTimeout(delay)
    clearTimeout(hide)
    useLoading.setState({ waiting: 0, isShown: false })
  }
}
