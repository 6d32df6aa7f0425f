import { useSession } from '#src/stores/session.ts'

/** Logged in: there are both a token and a user. */
export const useIsLoggedIn = () => useSession(({ token, user }) => token !== null && user !== null)

/** The logged-in user, as the server last sent it; null while nobody is logged in. */
export const useUser = () => useSession(({ user }) => user)

/** `restoring` until the server has said whose the stored tokens are: neither in nor out, so nobody is redirected. */
export const useSessionPhase = () => useSession(({ phase }) => phase)
