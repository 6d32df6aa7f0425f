import { account } from '#contract/account.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { session, type CodeSent } from '#contract/session.ts'
import { verificationCodeMachine, type ClockTicked, type CodeIntent } from '#machines/verification-code.ts'
import type { Request } from '#src/api/request.ts'
import { map, type Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'

/** What a code is asked for: the purposes of somebody without a session, and those of who is logged in. */
export type CodePurpose = 'register' | 'forget' | 'login' | 'address' | 'withdraw' | 'password'

const ownPurpose = (purpose: CodePurpose) =>
  purpose === 'address' || purpose === 'withdraw' || purpose === 'password' ? { type: purpose } : {}
const openPurpose = (purpose: CodePurpose) =>
  purpose === 'register' || purpose === 'forget' || purpose === 'login' ? purpose : 'login'

const send = (request: Request, purpose: CodePurpose, { target, key }: CodeIntent): Promise<Reply<CodeSent>> => {
  if (target.to === 'own') return request.change(account.sendOwnCode, ownPurpose(purpose), key)
  const asked = { user_string: target.account, type: openPurpose(purpose) }
  if (target.to === 'email') return request.change(session.sendMailCode, asked, key)
  const area = target.areacode === null ? {} : { area_code: target.areacode }
  return request.change(session.sendSmsCode, { ...asked, ...area }, key)
}

/** Joins the asking for codes to the calls that send them and to the server's time. */
export const verificationCodeLogic = (request: Request, serverTime$: Observable<number>, purpose: CodePurpose) =>
  verificationCodeMachine.provide({
    actors: {
      watchClock: fromEventObservable<ClockTicked, void>(() =>
        serverTime$.pipe(map((now): ClockTicked => ({ type: 'clock.ticked', now }))),
      ),
      sendCode: fromPromise<Reply<CodeSent>, CodeIntent>(({ input }) => send(request, purpose, input)),
    },
  })
