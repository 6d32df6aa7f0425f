/** Path of the page on which a problem is reported. */
export const reportPaths = { report: '/report' } as const
