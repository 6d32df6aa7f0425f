import type { OpenTable } from '#server/core/tables.ts'

/**
 * A request to take the authenticator app off an account. `authenticatorAt` is when that app was confirmed: another one
 * is not what the request is about. `from` is the first instant at which it may pass.
 */
export type TotpRemovalRow = {
  id: number
  user: number
  authenticatorAt: number
  why: string
  at: number
  from: number
  device: string | null
  place: string | null
  status: 'open' | 'passed' | 'rejected' | 'cancelled'
  decidedAt: number | null
  reason: string | null
  rev: number
}

export const createRecoveryTables = (open: OpenTable) => ({
  totpRemovals: open<TotpRemovalRow>({
    name: 'totp_removals',
    key: 'int',
    id: ({ id }) => id,
    groups: { user: ({ user }) => user },
  }),
})
export type RecoveryTables = ReturnType<typeof createRecoveryTables>
