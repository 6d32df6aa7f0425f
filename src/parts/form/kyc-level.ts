import type { KycRow } from '#contract/kyc/kyc.ts'
import { useUser } from '#src/actors/use-session.ts'
import { herePath } from '#src/lib/hash-location.ts'
import { kycPaths } from '#src/lib/paths/kyc.ts'
import { useConfig } from '#src/stores/config.ts'

export type Level = KycRow['level']
/** The actions that may require a verification. */
export type KycWord = 'option' | 'lever' | 'withdraw' | 'gift' | 'otc_take' | 'otc_publish' | 'bank_out'

export const levelOf = (code: unknown): Level | null => (code === 1 ? 'primary' : code === 2 ? 'advanced' : null)

/** A path to the verification, with a return path. */
export const kycPath = (level: Level, backpage: string = herePath()) =>
  `${kycPaths.kyc}?${new URLSearchParams({ backpage, level: level === 'primary' ? '1' : '2' })}`

/** The level that an action requires, and whether the caller has it; an action without a name requires none. */
export function useLevel(action: KycWord | undefined) {
  const user = useUser()
  const required = useConfig(({ setting }) => (action === undefined ? null : levelOf(setting?.kyc_gates[action])))
  const status = required === 'primary' ? user?.review_status : user?.advanced_status
  return { required, hasPassed: required === null || status === 'passed' }
}
