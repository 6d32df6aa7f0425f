import { useSession } from '#src/stores/session.ts'

/** A token and a user together. */
export const useIsLoggedIn = () => useSession(({ token, user }) => token !== null && user !== null)

/** Who is here, as the server last said; null when nobody is. */
export const useUser = () => useSession(({ user }) => user)

/** `restoring` until the server has said whose the kept tokens are: neither in nor out, so nobody is sent away. */
export const useSessionPhase = () => useSession(({ phase }) => phase)
