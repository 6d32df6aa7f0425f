import { session } from '#contract/session.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { recoveryMachine, type Claim, type Recovery } from '#machines/recovery.ts'
import { newKey } from '#src/lib/new-key.ts'
import type { Services } from '#src/actors/services.tsx'
import { createStep, stepLogic } from '#src/actors/step.actors.ts'
import { fromPromise } from 'xstate'
import { filled } from './sign-in.actors.ts'

/** Connects the recovery of a password to its call. */
export const recoveryLogic = (services: Pick<Services, 'request' | 'intents'>) => {
  const forget = createStep(services, session.forget)
  return recoveryMachine.provide({
    actors: {
      checkClaim: fromPromise<Reply<unknown>, Claim>(({ input: { account, areacode, code } }) => {
        const common = { user_string: account, type: 'forget' as const }
        return areacode === null
          ? services.request.change(session.checkEmail, { ...common, ...filled('email_code', code) }, newKey())
          : services.request.change(session.checkMobile, { ...common, ...filled('mobile_code', code), ...filled('areacode', areacode) }, newKey())
      }),
      step: stepLogic<Recovery, unknown>(({ account, areacode, code, password, rePassword, key }) => {
        const optional = { ...filled('areacode', areacode), ...filled('code', code) }
        return forget.call({ account, password, repassword: rePassword, ...optional }, key)
      }),
    },
  })
}
