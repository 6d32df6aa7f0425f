import type { Route } from './routes.ts'

/** Every route of the venue: one line a word. */
export const allRoutes = (): Route[] => []
