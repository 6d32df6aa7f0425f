import type { Reply } from '#contract/wire/reply.ts'
import { session } from '#contract/session.ts'
import type { Entered } from '#machines/session.ts'
import type { Credentials } from '#machines/sign-in.ts'
import { signUpMachine, type SignUp } from '#machines/sign-up.ts'
import type { Services } from '#src/actors/services.tsx'
import { fromPromise } from 'xstate'
import { enterSession, filled, logIn } from './sign-in.actors.ts'

type Ports = Pick<Services, 'request' | 'session'>

const register = ({ request }: Ports, form: SignUp): Promise<Reply<unknown>> =>
  request.change(
    session.register,
    {
      type: form.kind,
      user_string: form.account,
      password: form.password,
      re_password: form.rePassword,
      ...filled('areacode', form.areacode),
      ...(form.areaCodeId === null ? {} : { area_code_id: form.areaCodeId }),
      ...filled('code', form.code),
      ...filled('extension_code', form.invitation),
      ...filled('line_account', form.line),
    },
    form.key,
  )

/** Joins registering to its calls and to the session. */
export const signUpLogic = (services: Ports) =>
  signUpMachine.provide({
    actors: {
      register: fromPromise<Reply<unknown>, SignUp>(({ input }) => register(services, input)),
      // A code is spent by the call it was asked for.
      logIn: fromPromise<Reply<Entered>, Credentials>(({ input }) => logIn(services, { ...input, code: null })),
    },
    actions: { enterSession: (_, { entered }) => enterSession(services, entered) },
  })
