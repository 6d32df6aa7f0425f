import type { Failure, Reply } from '#contract/wire/reply.ts'
import type { Claim } from '#machines/session/recovery.ts'
import type { Entered } from '#machines/session/session.ts'
import { signInMachine, type Credentials } from '#machines/session/sign-in.ts'
import { signUpMachine, type Registered, type SignUp } from '#machines/session/sign-up.ts'
import type { OutcomeReceived } from '#machines/kit/step.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss, aRefusal } from '#tests/support/builders/failure.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { leaves } from '#tests/kit/walk.ts'
import { Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor, type AnyActor } from 'xstate'

const never = new Promise<never>(() => {})
const entered: Entered = { token: 't', chatToken: null, user: aUser() }
const credentials: Credentials = {
  kind: 'email',
  account: 'a@b.cd',
  areacode: null,
  password: 'secret1',
  code: '123456',
}
const form: SignUp = { ...credentials, key: 'k1', rePassword: 'secret1', areaCodeId: null, invitation: '', line: '' }
const isState = (state: string) => (now: { value: unknown }) => now.value === state
/** Every state an actor passes through. */
const trail = (actor: AnyActor) => {
  const seen: string[] = []
  actor.subscribe(({ value }: { value: unknown }) => {
    const state = typeof value === 'object' && value !== null ? (Object.keys(value)[0] ?? '') : String(value)
    if (seen.at(-1) !== state) seen.push(state)
  })
  return seen
}
test('SIGN-2 the password is dropped after the call', async () => {
  const entries: unknown[] = []
  const logic = signInMachine.provide({
    actors: { logIn: fromPromise<Reply<Entered>, Credentials>(async () => ({ ok: true, value: entered })) },
    actions: { enterSession: (_, { entered: who }) => void entries.push(who) },
  })
  const actor = createActor(logic).start()
  actor.send({ type: 'submit', credentials })
  const { context } = await waitFor(actor, isState('entered'))
  expect(entries).toEqual([entered])
  expect(context.credentials).toBeNull()
})
test('SIGN-2 after a wrong password the form can be sent again', async () => {
  const logic = signInMachine.provide({
    actors: {
      logIn: fromPromise<Reply<Entered>, Credentials>(async () => ({ ok: false, failure: aRefusal('login_wrong') })),
    },
  })
  const actor = createActor(logic).start()
  actor.send({ type: 'submit', credentials })
  const { context } = await waitFor(actor, (now) => now.value === 'editing' && now.context.failure !== null)
  expect(context.failure).toMatchObject({ reason: 'login_wrong' })
})

test('SIGN-9 the server names the proof it needs after the password; its faults stay at that step, those of the account lead back', async () => {
  const answers = ['code_required', 'code_wrong', 'login_wrong', 'totp_required'] as const
  const replies: Reply<Entered>[] = [
    ...answers.map((reason) => ({ ok: false as const, failure: aRefusal(reason) })),
    { ok: true, value: entered },
  ]
  const codes: (string | null)[] = []
  const logIn = fromPromise<Reply<Entered>, Credentials>(async ({ input }) => {
    codes.push(input.code)
    return replies.shift() ?? never
  })
  const actor = createActor(signInMachine.provide({ actors: { logIn } })).start()
  const tell = async (code: string | null) => {
    actor.send({ type: 'submit', credentials: { ...credentials, code } })
    const {
      value,
      context: { proof, failure },
    } = await waitFor(actor, (now) => now.value !== 'entering')
    return [value, proof, failure !== null && failure.kind === 'refused' ? failure.reason : null]
  }
  expect([
    await tell(null),
    await tell('000000'),
    await tell('000001'),
    await tell(null),
    await tell('123456'),
  ]).toEqual([
    ['proving', 'code', null],
    ['proving', 'code', 'code_wrong'],
    ['editing', null, 'login_wrong'],
    ['proving', 'authenticator', null],
    ['entered', 'authenticator', null],
  ])
  expect(codes).toEqual([null, '000000', '000001', null, '123456'])
})

test('PASSKEY-13 the machine keeps what a refusal offers to be signed, takes each new offer, and has none when the account is typed anew', async () => {
  const offer = (challenge: string) => ({
    challenge,
    rpId: 'kontor.test',
    allowCredentials: [],
    timeout: 300_000,
    userVerification: 'required' as const,
  })
  const refused = (reason: 'code_required' | 'passkey_wrong' | 'passkey_copied', passkey: unknown): Failure => ({
    kind: 'refused',
    reason,
    params: { passkey },
    text: null,
    afterMs: null,
  })
  const refusals = [
    refused('code_required', offer('AAAA')),
    refused('passkey_wrong', offer('BBBB')),
    aRefusal('code_wrong'),
    refused('passkey_copied', 'nothing'),
    aRefusal('login_wrong'),
  ]
  const sent: unknown[] = []
  const logIn = fromPromise<Reply<Entered>, Credentials>(async ({ input }) => {
    sent.push(input.passkey)
    const failure = refusals.shift()
    return failure === undefined ? never : { ok: false, failure }
  })
  const actor = createActor(signInMachine.provide({ actors: { logIn } })).start()
  const tell = async (passkey: string | null) => {
    actor.send({ type: 'submit', credentials: { ...credentials, passkey } })
    const { value, context } = await waitFor(actor, (now) => now.value !== 'entering')
    return [value, context.passkey?.challenge ?? null]
  }
  expect([await tell(null), await tell('{}'), await tell(null), await tell('{}'), await tell(null)]).toEqual([
    ['proving', 'AAAA'],
    ['proving', 'BBBB'],
    ['proving', 'BBBB'],
    ['proving', 'BBBB'],
    ['editing', null],
  ])
  expect(sent).toEqual([null, '{}', null, '{}', null])
})

describe('registering', () => {
  const claim: Claim = { account: 'a@b.cd', areacode: null, code: '123456' }
  type Story = { readonly needsCode?: boolean; readonly checks?: Reply<unknown>[]; readonly enters?: Reply<Entered>[] }
  const begin = async (
    answers: Reply<Registered | null>[],
    { needsCode = true, checks = [{ ok: true, value: {} }], enters = [{ ok: true, value: entered }] }: Story = {},
  ) => {
    const [keys, tokens, checked]: [string[], string[], Claim[]] = [[], [], []]
    const outcome$ = new Subject<OutcomeReceived<Registered>>()
    const send = async ({ key }: SignUp) => {
      keys.push(key)
      return answers.shift() ?? never
    }
    const logic = signUpMachine.provide({
      actors: {
        checkClaim: fromPromise<Reply<unknown>, Claim>(async ({ input }) => {
          checked.push(input)
          return checks.shift() ?? never
        }),
        step: aStep<SignUp, Registered>(send, () => outcome$),
        enter: fromPromise<Reply<Entered>, string>(async ({ input }) => {
          tokens.push(input)
          return enters.shift() ?? never
        }),
      },
    })
    const actor = createActor(logic, { input: { needsCode } }).start()
    const seen = trail(actor)
    actor.send({ type: 'claim', claim })
    await waitFor(actor, (now) => !now.matches('checking'))
    actor.send({ type: 'submit', form })
    return { actor, keys, tokens, checked, outcome$, seen }
  }
  const yes: Reply<Registered> = { ok: true, value: { session: 'tok' } }
  test('SIGN-3 the session that the answer brings is entered at once, and nothing typed is kept', async () => {
    const { actor, seen, tokens } = await begin([yes])
    const { context } = await waitFor(actor, isState('entered'))
    expect(seen).toEqual(['checking', 'editing', 'submitting', 'entering', 'entered'])
    expect([tokens, context.entered, context.form, context.claim, context.token]).toEqual([
      ['tok'],
      entered,
      null,
      null,
      null,
    ])
  })
  test('SIGN-3 without codes nothing is checked first', async () => {
    const { actor, checked } = await begin([yes], { needsCode: false, checks: [] })
    await waitFor(actor, isState('entered'))
    expect(checked).toEqual([])
  })
  test.each([
    ['the answer was lost and is told without the session', { ok: true as const, value: {} }, undefined],
    ['the answer is known only as done', { ok: true as const, value: null }, undefined],
    ['the user cannot be read', yes, [{ ok: false as const, failure: aLoss }]],
  ])('SIGN-3 the login page is next when %s', async (_name, answer, enters) => {
    const { actor } = await begin([answer], enters === undefined ? {} : { enters })
    const { context } = await waitFor(actor, isState('registered'))
    expect([context.form, context.entered]).toEqual([null, null])
  })
  test.each([aRefusal('code_wrong'), aLoss])(
    'SIGN-8 a code that is not known to be right leads back, before a password is asked for: $kind',
    async (failure) => {
      const { actor, keys } = await begin([], { checks: [{ ok: false, failure }] })
      expect(actor.getSnapshot()).toMatchObject({ value: 'claiming', context: { claim, failure } })
      expect(keys).toEqual([])
    },
  )
  test('SIGN-4 after a lost reply the outcome is asked for under the same key, and not shown as refused', async () => {
    const { actor, keys, outcome$ } = await begin([{ ok: false, failure: aLoss }])
    const now = await waitFor(actor, (at) => at.matches({ submitting: 'unknown' }))
    expect([now.hasTag('busy'), now.context.failure]).toEqual([true, aLoss])
    outcome$.next({ type: 'outcome.received', reply: { ok: true, value: {} } })
    expect(actor.getSnapshot().value).toBe('registered')
    expect(keys).toEqual(['k1'])
  })
  test('SIGN-4 a lost reply that turns out to be a refusal returns to the step it is about', async () => {
    const { actor, outcome$ } = await begin([{ ok: false, failure: aLoss }])
    await waitFor(actor, (at) => at.matches({ submitting: 'unknown' }))
    outcome$.next({ type: 'outcome.received', reply: { ok: false, failure: aRefusal('account_taken') } })
    expect(actor.getSnapshot()).toMatchObject({ value: 'claiming', context: { failure: { reason: 'account_taken' } } })
  })
  test('SIGN-3 every state of the registration is covered here', () =>
    expect(leaves(signUpMachine).toSorted()).toEqual([
      'checking',
      'claiming',
      'created',
      'editing',
      'entered',
      'entering',
      'registered',
      'submitting.sending',
      'submitting.unknown',
    ]))
  test('SIGN-5 a refusal returns to the form with its reason, and from there one may change the account', async () => {
    const { actor } = await begin([{ ok: false, failure: aRefusal('invite_unknown') }])
    const { context } = await waitFor(actor, (now) => now.value === 'editing' && now.context.failure !== null)
    expect(context.failure).toMatchObject({ reason: 'invite_unknown' })
    actor.send({ type: 'back' })
    expect(actor.getSnapshot().value).toBe('claiming')
  })
})
