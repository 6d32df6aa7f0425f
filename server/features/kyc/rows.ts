import type { OpenTable } from '#server/core/tables.ts'

/** How long the last applications of a level have waited for their decision, in milliseconds, newest first. */
type WaitRow = { level: 1 | 2; waits: readonly number[] }

export const createKycTables = (open: OpenTable) => ({
  kycWaits: open<WaitRow>({ name: 'kyc_waits', key: 'int', id: ({ level }) => level }),
})
export type KycTables = ReturnType<typeof createKycTables>
