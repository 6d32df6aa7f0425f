import { withQuery } from './query.ts'

/** The desk of operators; no link leads to it. */
export const deskPaths = { desk: '/pages/desk/index' } as const
/** One person's account at the desk. */
export const personAt = (id: number) => withQuery(deskPaths.desk, { tab: 'users', case: String(id) })
