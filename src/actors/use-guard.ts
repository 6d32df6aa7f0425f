import { limits } from '#contract/wire/limits.ts'
import { go, herePath } from '#src/lib/hash-location.ts'
import { isAuthPath, paths } from '#src/lib/paths.ts'
import { useCallback } from 'react'
import { useIsLoggedIn } from './use-session.ts'

let lastAt = Number.NEGATIVE_INFINITY

/** To the login page, with the way back; at most once a second, however many ask. */
export const goToLogin = (backpage: string = herePath(), nowMs: number = performance.now()) => {
  if (nowMs - lastAt < limits.loginRedirectLockMs || isAuthPath(herePath())) return false
  lastAt = nowMs
  go(paths.login({ backpage }), { replace: true })
  return true
}

/** Does what only a person who is logged in may do; leads the others to the login and back here. */
export const useLoginGuard = () => {
  const isLoggedIn = useIsLoggedIn()
  return useCallback(
    (act: () => void) => {
      if (isLoggedIn) act()
      else go(paths.login({ backpage: herePath() }))
    },
    [isLoggedIn],
  )
}
