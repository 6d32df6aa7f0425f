import { useLocks } from '#src/actors/use-locks.ts'
import { useUser } from '#src/actors/use-session.ts'
import { go } from '#src/lib/hash-location.ts'
import { accountPaths } from '#src/lib/paths/account.ts'
import { toast } from '#src/stores/toasts.ts'

export type Missing = 'verify' | 'address' | 'pin' | 'lock'

/**
 * What the caller still lacks before money may leave: a verified level, an address, a fund password, or a lock that has
 * to end. A form with a
 * KYC gate of its own leaves the level to it, because the venue says which one is needed.
 */
export function useMissing({
  hasAddress,
  needsKyc = false,
}: {
  readonly hasAddress: boolean
  readonly needsKyc?: boolean
}): readonly Missing[] {
  const user = useUser()
  const locks = useLocks(['account', 'withdraw', 'pin'])
  return [
    ...(needsKyc && user?.review_status !== 'passed' ? ['verify' as const] : []),
    ...(hasAddress ? [] : ['address' as const]),
    ...(user?.has_password === 'set' ? [] : ['pin' as const]),
    ...(locks.length > 0 ? ['lock' as const] : []),
  ]
}
/** Goes on if nothing is missing; else to where it is set, or says that there is a lock to wait for. */
export function passGates(missing: readonly Missing[], next: () => void) {
  if (missing.length === 0) return next()
  if (missing.includes('pin')) return go(accountPaths.changePayPassword)
  toast('wallet:withdraw.lockedNow', {}, 'error')
}
