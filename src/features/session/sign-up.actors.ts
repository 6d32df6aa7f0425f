import type { Reply } from '#contract/wire/reply.ts'
import { session } from '#contract/session/session.ts'
import type { Claim } from '#machines/session/recovery.ts'
import type { Entered } from '#machines/session/session.ts'
import { signUpMachine, type Registered, type SignUp } from '#machines/session/sign-up.ts'
import type { Services } from '#src/actors/services.tsx'
import { enter } from '#src/actors/session.actors.ts'
import { createStep, stepLogic } from '#src/actors/step.actors.ts'
import { useSession } from '#src/stores/session.ts'
import { fromPromise } from 'xstate'
import { checkClaim } from './check-claim.ts'
import { enterSession, filled } from './sign-in.actors.ts'

type Ports = Pick<Services, 'request' | 'intents' | 'session'>

const inputOf = (form: SignUp) => ({
  type: form.kind,
  user_string: form.account,
  password: form.password,
  re_password: form.rePassword,
  ...filled('areacode', form.areacode),
  ...(form.areaCodeId === null ? {} : { area_code_id: form.areaCodeId }),
  ...filled('code', form.code),
  ...filled('extension_code', form.invitation),
  ...filled('line_account', form.line),
})

/** Connects the registration machine to its calls and to the session. */
export const signUpLogic = (services: Ports) => {
  const register = createStep(services, session.register)
  return signUpMachine.provide({
    actors: {
      checkClaim: fromPromise<Reply<unknown>, Claim>(({ input }) => checkClaim(services, 'register', input)),
      step: stepLogic<SignUp, Registered>((form) => register.call(inputOf(form), form.key)),
      enter: fromPromise<Reply<Entered>, string>(({ input }) =>
        enter(services.request, useSession.getState().deviceMode, { token: input, chatToken: null }),
      ),
    },
    actions: { enterSession: (_, { entered }) => enterSession(services, entered) },
  })
}
