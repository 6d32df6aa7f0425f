import type { Reply } from '#contract/wire/reply.ts'
import { session } from '#contract/session.ts'
import { recoveryMachine, type Recovery } from '#machines/recovery.ts'
import type { Services } from '#src/actors/services.tsx'
import { fromPromise } from 'xstate'
import { filled } from './sign-in.actors.ts'

/** Joins the recovery of a password to its call. */
export const recoveryLogic = ({ request }: Pick<Services, 'request'>) =>
  recoveryMachine.provide({
    actors: {
      renew: fromPromise<Reply<unknown>, Recovery>(({ input: { account, areacode, code, password, rePassword, key } }) =>
        request.change(
          session.forget,
          { account, password, repassword: rePassword, ...filled('areacode', areacode), ...filled('code', code) },
          key,
        ),
      ),
    },
  })
