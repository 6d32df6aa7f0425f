import type { Reply } from '#contract/wire/reply.ts'
import { session } from '#contract/session.ts'
import type { Entered } from '#machines/session.ts'
import type { Credentials } from '#machines/sign-in.ts'
import { signUpMachine, type SignUp } from '#machines/sign-up.ts'
import type { Services } from '#src/actors/services.tsx'
import { createStep, stepLogic } from '#src/actors/step.actors.ts'
import { fromPromise } from 'xstate'
import { enterSession, filled, logIn } from './sign-in.actors.ts'

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
      step: stepLogic<SignUp, unknown>((form) => register.call(inputOf(form), form.key)),
      // A verification code can be used once only.
      logIn: fromPromise<Reply<Entered>, Credentials>(({ input }) => logIn(services, { ...input, code: null })),
    },
    actions: { enterSession: (_, { entered }) => enterSession(services, entered) },
  })
}
