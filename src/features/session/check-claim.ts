import { session } from '#contract/session/session.ts'
import type { Claim } from '#machines/session/recovery.ts'
import type { Services } from '#src/actors/services.tsx'
import { newKey } from '#src/lib/new-key.ts'
import { filled } from './sign-in.actors.ts'

/** Asks whether a code is right for an account; the code stays usable. */
export const checkClaim = (
  { request }: Pick<Services, 'request'>,
  type: 'register' | 'forget',
  { account, areacode, code }: Claim,
) => {
  const common = { user_string: account, type }
  return areacode === null
    ? request.change(session.checkEmail, { ...common, ...filled('email_code', code) }, newKey())
    : request.change(
        session.checkMobile,
        { ...common, ...filled('mobile_code', code), ...filled('areacode', areacode) },
        newKey(),
      )
}
