/** The desk of operators; no link leads to it. */
export const deskPaths = { desk: '/pages/desk/index' } as const
