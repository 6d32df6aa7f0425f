import { limits } from '#contract/wire/limits.ts'
import { go, herePath, useHashSearch } from '#src/lib/hash-location.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { backPathOf, isAuthPath, loginPath } from '#src/lib/paths/known.ts'
import { useSession, type SessionState } from '#src/stores/session.ts'
import { useEffect } from 'react'
import { routeOf } from './routes.ts'

/** `leave`: the page stays until the login page is loaded; `login`: it must not be shown. */
type Way = 'open' | 'wait' | 'login' | 'leave' | 'return'

/** The redirect of a path: some pages need a login, and a logged-in user is redirected from the login pages. */
export const wayOf = (path: string, phase: SessionState['phase']): Way => {
  const needsLogin = routeOf(path)?.needsLogin ?? false
  if (phase === 'restoring') return needsLogin || path === sessionPaths.login ? 'wait' : 'open'
  if (phase === 'out') return needsLogin ? 'login' : 'open'
  if (phase === 'in') return isAuthPath(path) && path !== sessionPaths.forgot ? 'return' : 'open'
  // The server ended the session while the page was open: any page redirects to the login page.
  if (needsLogin) return 'login'
  return isAuthPath(path) ? 'open' : 'leave'
}

/** Only what follows within the lock is held back: an instant before the last redirect is of another clock. */
const isLocked = (nowMs: number) => {
  const { redirectedMs } = useSession.getState()
  return redirectedMs !== null && nowMs >= redirectedMs && nowMs - redirectedMs < limits.loginRedirectLockMs
}

/** Redirects to the login page with a return path; at most once per second for concurrent requests. */
export const goToLogin = (backpage: string = herePath(), nowMs: number = performance.now()) => {
  if (isLocked(nowMs) || isAuthPath(herePath())) return false
  useSession.setState({ redirectedMs: nowMs })
  go(loginPath({ backpage }), { replace: true })
  return true
}

/**
 * The path whose page may be rendered; null while the session is restored or a redirect is pending. Redirects to the
 * login page with a return path, and from there back to it if it is a known path. This is the only place that
 * navigates when a session has ended; `onLoginShown` is called when the login page is shown.
 */
export function useGuardedPath(path: string, onLoginShown: () => void): string | null {
  const phase = useSession((session) => session.phase)
  const search = useHashSearch()
  const way = wayOf(path, phase)
  useEffect(() => {
    const backpage = new URLSearchParams(search).get('backpage') ?? undefined
    if (way === 'return') return go(backPathOf(backpage), { replace: true })
    if (way !== 'login' && way !== 'leave') return
    let retry: ReturnType<typeof setTimeout> | undefined
    const redirect = () => {
      // Another redirect was made within the last second; retry after it.
      if (!goToLogin()) retry = setTimeout(redirect, limits.loginRedirectLockMs)
    }
    redirect()
    return () => clearTimeout(retry)
  }, [way, search])
  useEffect(() => {
    if (phase === 'ended' && isAuthPath(path)) onLoginShown()
  }, [phase, path, onLoginShown])
  return way === 'open' || way === 'leave' ? path : null
}
