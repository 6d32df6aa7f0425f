import type { Reply } from '#contract/wire/reply.ts'
import { session } from '#contract/session/session.ts'
import { ownCode, type CodeSent } from '#contract/session/session-proof.ts'
import { verificationCodeMachine, type ClockTicked, type CodeIntent } from '#machines/session/verification-code.ts'
import type { Request } from '#src/api/request.ts'
import { map, type Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'

const openPurposes = ['register', 'forget', 'login', 'bind'] as const
type OpenPurpose = (typeof openPurposes)[number]
/** What a code is for; the open purposes need no session, the others need one. */
export type CodePurpose = OpenPurpose | 'address' | 'withdraw' | 'password'

const ownPurpose = (purpose: CodePurpose) =>
  purpose === 'address' || purpose === 'withdraw' || purpose === 'password' ? { type: purpose } : {}
const isOpen = (purpose: CodePurpose): purpose is OpenPurpose => openPurposes.some((each) => each === purpose)
const publicPurpose = (purpose: CodePurpose) => (isOpen(purpose) ? purpose : 'login')

const send = (request: Request, purpose: CodePurpose, { target, key }: CodeIntent): Promise<Reply<CodeSent>> => {
  if (target.to === 'own') return request.change(ownCode.sendOwnCode, ownPurpose(purpose), key)
  const input = { user_string: target.account, type: publicPurpose(purpose) }
  if (target.to === 'email') return request.change(session.sendMailCode, input, key)
  const area = target.areacode === null ? {} : { area_code: target.areacode }
  return request.change(session.sendSmsCode, { ...input, ...area }, key)
}

/** Connects the code machine to the calls that send codes, and to the server's time. */
export const verificationCodeLogic = (request: Request, serverTime$: Observable<number>, purpose: CodePurpose) =>
  verificationCodeMachine.provide({
    actors: {
      watchClock: fromEventObservable<ClockTicked, void>(() =>
        serverTime$.pipe(map((now): ClockTicked => ({ type: 'clock.ticked', now }))),
      ),
      sendCode: fromPromise<Reply<CodeSent>, CodeIntent>(({ input }) => send(request, purpose, input)),
    },
  })
