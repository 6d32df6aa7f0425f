import { session } from '#contract/session/session.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { recoveryMachine, type Claim, type Recovery } from '#machines/session/recovery.ts'
import type { Services } from '#src/actors/services.tsx'
import { createStep, stepLogic } from '#src/actors/step.actors.ts'
import { fromPromise } from 'xstate'
import { checkClaim } from './check-claim.ts'
import { filled } from './sign-in.actors.ts'

/** Connects the recovery of a password to its call. */
export const recoveryLogic = (services: Pick<Services, 'request' | 'intents'>) => {
  const forget = createStep(services, session.forget)
  return recoveryMachine.provide({
    actors: {
      checkClaim: fromPromise<Reply<unknown>, Claim>(({ input }) => checkClaim(services, 'forget', input)),
      step: stepLogic<Recovery, unknown>(({ account, areacode, code, password, rePassword, key }) => {
        const optional = { ...filled('areacode', areacode), ...filled('code', code) }
        return forget.call({ account, password, repassword: rePassword, ...optional }, key)
      }),
    },
  })
}
