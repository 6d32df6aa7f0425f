import { limits } from '#contract/wire/limits.ts'
import { go, useHashSearch } from '#src/lib/hash-location.ts'
import { backPathOf, isAuthPath, routes as at } from '#src/lib/paths.ts'
import { goToLogin } from '#src/actors/use-guard.ts'
import { useSession, type SessionState } from '#src/stores/session.ts'
import { useEffect } from 'react'
import { routeOf } from './routes.ts'

type Way = 'open' | 'wait' | 'login' | 'return'

/** Where a path leads a person: some pages need a login, and who is logged in has no business on the login page. */
export const wayOf = (path: string, who: SessionState['phase']): Way => {
  const needsLogin = routeOf(path)?.needsLogin ?? false
  if (who === 'restoring') return needsLogin || path === at.login ? 'wait' : 'open'
  if (who === 'out') return needsLogin ? 'login' : 'open'
  return isAuthPath(path) && path !== at.forgot ? 'return' : 'open'
}

/**
 * The path whose page may be shown, or null while it is being found out or somebody is led elsewhere. To the login with
 * the way back, and from there back to where they came from, if that is one of our own pages.
 */
export function useGuardedPath(path: string): string | null {
  const phase = useSession((session) => session.phase)
  const search = useHashSearch()
  const way = wayOf(path, phase)
  useEffect(() => {
    if (way === 'return') return go(backPathOf(new URLSearchParams(search).get('backpage') ?? undefined), { replace: true })
    if (way !== 'login') return
    if (goToLogin()) return
    // Another redirect has just happened; this one waits for its turn.
    const later = setTimeout(() => goToLogin(), limits.loginRedirectLockMs)
    return () => clearTimeout(later)
  }, [way, search])
  return way === 'open' ? path : null
}
