import { limits } from '#contract/wire/limits.ts'
import { go, herePath, useHashSearch } from '#src/lib/hash-location.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { backPathOf, isAuthPath, loginPath } from '#src/lib/paths/known.ts'
import { useSession, type SessionState } from '#src/stores/session.ts'
import { useEffect } from 'react'
import { routeOf } from './routes.ts'

/** `leave`: the page may stand until the login does; `login`: it may not. */
type Way = 'open' | 'wait' | 'login' | 'leave' | 'return'

/** Where a path leads a person: some pages need a login, and who is logged in has no business on the login page. */
export const wayOf = (path: string, who: SessionState['phase']): Way => {
  const needsLogin = routeOf(path)?.needsLogin ?? false
  if (who === 'restoring') return needsLogin || path === sessionPaths.login ? 'wait' : 'open'
  if (who === 'out') return needsLogin ? 'login' : 'open'
  if (who === 'in') return isAuthPath(path) && path !== sessionPaths.forgot ? 'return' : 'open'
  // The server ended the login while the page was in use: from any page the person is led to the login.
  if (needsLogin) return 'login'
  return isAuthPath(path) ? 'open' : 'leave'
}

let lastAt = Number.NEGATIVE_INFINITY

/** To the login page, with the way back; at most once a second, however many ask. */
export const goToLogin = (backpage: string = herePath(), nowMs: number = performance.now()) => {
  if (nowMs - lastAt < limits.loginRedirectLockMs || isAuthPath(herePath())) return false
  lastAt = nowMs
  go(loginPath({ backpage }), { replace: true })
  return true
}

/**
 * The path whose page may be shown, or null while it is being found out or somebody is led elsewhere. To the login with
 * the way back, and from there back to where they came from, if that is one of our own pages. This is the only place that
 * navigates when a login has ended; `onLoginShown` is called when the login page is there.
 */
export function useGuardedPath(path: string, onLoginShown: () => void): string | null {
  const phase = useSession((session) => session.phase)
  const search = useHashSearch()
  const way = wayOf(path, phase)
  useEffect(() => {
    const backpage = new URLSearchParams(search).get('backpage') ?? undefined
    if (way === 'return') return go(backPathOf(backpage), { replace: true })
    if (way !== 'login' && way !== 'leave') return
    let later: ReturnType<typeof setTimeout> | undefined
    const lead = () => {
      // Another redirect has just happened; this one waits for its turn.
      if (!goToLogin()) later = setTimeout(lead, limits.loginRedirectLockMs)
    }
    lead()
    return () => clearTimeout(later)
  }, [way, search])
  useEffect(() => {
    if (phase === 'ended' && isAuthPath(path)) onLoginShown()
  }, [phase, path, onLoginShown])
  return way === 'open' || way === 'leave' ? path : null
}
