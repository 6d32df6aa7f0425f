/**
 * A path of the server as it is reached from here: below the path that the app is served under. Other addresses stay as
 * they are.
 */
export const belowBase = (path: string): string =>
  path.startsWith('/') ? import.meta.env.BASE_URL.replace(/\/$/, '') + path : path
