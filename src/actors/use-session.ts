import { useSession } from '#src/stores/session.ts'

/** Logged in: there are both a token and a user. */
export const useIsLoggedIn = () => useSession(({ token, user }) => token !== null && user !== null)

/** The logged-in user, as the server last sent it; null while nobody is logged in. */
export const useUser = () => useSession(({ user }) => user)
