/** How often one API key, or one account, may call: on average, and at once. An address has ten times as much. */
export const paces = {
  reads: { perSecond: 20, burst: 60 },
  changes: { perSecond: 5, burst: 20 },
} as const
