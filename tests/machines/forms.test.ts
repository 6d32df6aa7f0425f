import type { Upload } from '#contract/platform/platform.ts'
import type { Reply } from '#contract/wire/reply.ts'
import type { CodeSent } from '#contract/session/session-proof.ts'
import { pagerMachine, type Page } from '#machines/kit/pager.ts'
import { recoveryMachine, type Claim, type Recovery } from '#machines/session/recovery.ts'
import type { OutcomeReceived } from '#machines/kit/step.ts'
import { uploadMachine, type UploadReport } from '#machines/kit/upload.ts'
import {
  connectCode,
  verificationCodeMachine,
  type ClockTicked,
  type CodeIntent,
} from '#machines/session/verification-code.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aLoss, aRefusal } from '#tests/support/builders/failure.ts'
import { leaves } from '#tests/kit/walk.ts'
import { Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { createActor, fromEventObservable, fromPromise, waitFor } from 'xstate'

const never = new Promise<never>(() => {})
const isState = (state: string) => (now: { value: unknown }) => now.value === state

describe('a verification code', () => {
  const sent: CodeSent = { target: 'a***', expires_ms: 600_000, again_ms: 60_000, server_now_ms: 1000 }
  const begin = (answer: () => Promise<Reply<CodeSent>>) => {
    const clock$ = new Subject<ClockTicked>()
    const logic = verificationCodeMachine.provide({
      actors: {
        watchClock: fromEventObservable<ClockTicked, void>(() => clock$),
        sendCode: fromPromise<Reply<CodeSent>, CodeIntent>(answer),
      },
    })
    const actor = createActor(logic).start()
    actor.send({ type: 'ask', intent: { target: { to: 'own' }, key: 'k' } })
    return { actor, tick: (now: number) => clock$.next({ type: 'clock.ticked', now }) }
  }
  test('SIGN-1 the next code may be requested only when the server allows it, by its time', async () => {
    const { actor, tick } = begin(async () => ({ ok: true, value: sent }))
    await waitFor(actor, isState('waiting'))
    expect(connectCode(actor.getSnapshot()).leftMs).toBe(59_000)
    tick(59_999)
    expect(actor.getSnapshot().value).toBe('waiting')
    expect(connectCode(actor.getSnapshot()).leftMs).toBe(1)
    expect(actor.getSnapshot().can({ type: 'ask', intent: { target: { to: 'own' }, key: 'k2' } })).toBe(false)
    tick(60_000)
    expect(actor.getSnapshot().value).toBe('ready')
  })
  test('SIGN-1 a refusal that names an instant waits for it as well', async () => {
    const failure = { ...aRefusal('code_too_many'), params: { again_ms: 5000 } }
    const { actor, tick } = begin(async () => ({ ok: false, failure }))
    await waitFor(actor, isState('waiting'))
    tick(5000)
    expect(actor.getSnapshot().value).toBe('ready')
  })
  test('SIGN-1 any other refusal leaves the button free and is shown', async () => {
    const { actor } = begin(async () => ({ ok: false, failure: aRefusal('account_malformed') }))
    const { context } = await waitFor(actor, (now) => now.value === 'ready' && now.context.failure !== null)
    expect(context.failure).toMatchObject({ reason: 'account_malformed' })
  })
})

describe('a forgotten password', () => {
  const claim: Claim = { account: 'a@b.cd', areacode: null, code: '123456' }
  const begin = async (answers: Reply<unknown>[], checks: Reply<unknown>[] = [{ ok: true, value: {} }]) => {
    const [intents, checked]: [Recovery[], Claim[]] = [[], []]
    const outcome$ = new Subject<OutcomeReceived<unknown>>()
    const send = async (intent: Recovery) => {
      intents.push(intent)
      return answers.shift() ?? never
    }
    const checkClaim = fromPromise<Reply<unknown>, Claim>(async ({ input }) => {
      checked.push(input)
      return checks.shift() ?? never
    })
    const actors = { checkClaim, step: aStep<Recovery, unknown>(send, () => outcome$) }
    const actor = createActor(recoveryMachine.provide({ actors })).start()
    actor.send({ type: 'claim', claim })
    await waitFor(actor, (now) => !now.matches('checking'))
    actor.send({ type: 'submit', secret: { password: 'secret2', rePassword: 'secret2', key: 'k1' } })
    return { actor, intents, checked, outcome$ }
  }
  test.each([aRefusal('code_wrong'), aLoss])(
    'SIGN-8 a code that is not known to be right leads back, before a new password is asked for: $kind',
    async (failure) => {
      const { actor, intents, checked } = await begin(
        [],
        [
          { ok: false, failure },
          { ok: true, value: {} },
        ],
      )
      expect(actor.getSnapshot()).toMatchObject({ value: 'claiming', context: { claim, failure } })
      actor.send({ type: 'claim', claim: { ...claim, code: '654321' } })
      await waitFor(actor, isState('choosing'))
      expect([checked[1]?.code, intents]).toEqual(['654321', []])
    },
  )
  test('SIGN-6 account, code and password are sent together, once', async () => {
    const { actor, intents } = await begin([{ ok: true, value: {} }])
    const { context } = await waitFor(actor, isState('done'))
    const claim = { account: 'a@b.cd', areacode: null, code: '123456' }
    expect(intents).toEqual([{ ...claim, password: 'secret2', rePassword: 'secret2', key: 'k1' }])
    expect(context).toEqual({ claim: null, intent: null, failure: null })
  })
  test.each([
    ['code_wrong', 'claiming'],
    ['password_too_short', 'choosing'],
  ] as const)('SIGN-7 a refusal with %s returns to the step %s', async (reason, state) => {
    const { actor } = await begin([{ ok: false, failure: aRefusal(reason) }])
    const { context } = await waitFor(actor, (now) => now.value === state && now.context.failure !== null)
    expect(context.failure).toMatchObject({ reason })
  })
  test('SIGN-4 after a lost reply the outcome is asked for under its key until it is known', async () => {
    const { actor, intents, outcome$ } = await begin([{ ok: false, failure: aLoss }])
    const now = await waitFor(actor, (at) => at.matches({ submitting: 'unknown' }))
    expect([now.hasTag('busy'), now.context.failure]).toEqual([true, aLoss])
    outcome$.next({ type: 'outcome.received', reply: { ok: true, value: {} } })
    expect(actor.getSnapshot().value).toBe('done')
    expect(intents.map(({ key }) => key)).toEqual(['k1'])
  })
  test('SIGN-6 back leads to the account; every state of the recovery is covered here', async () => {
    const { actor } = await begin([{ ok: false, failure: aRefusal('password_too_short') }])
    await waitFor(actor, isState('choosing'))
    actor.send({ type: 'back' })
    expect(actor.getSnapshot().value).toBe('claiming')
    const states = ['checking', 'choosing', 'claiming', 'done', 'submitting.sending', 'submitting.unknown']
    expect(leaves(recoveryMachine).toSorted()).toEqual(states)
  })
})

describe('a list', () => {
  const begin = (answers: Reply<Page>[]) => {
    const pages: number[] = []
    const logic = pagerMachine.provide({
      actors: {
        readPage: fromPromise<Reply<Page>, { page: number }>(async ({ input }) => {
          pages.push(input.page)
          return answers.shift() ?? never
        }),
      },
    })
    return { actor: createActor(logic).start(), pages }
  }
  const page = (rows: readonly number[], isLast = false): Reply<Page> => ({ ok: true, value: { rows, isLast } })
  const lost: Reply<Page> = { ok: false, failure: aLoss }
  test('LIST-1 a list is read page by page to its end', async () => {
    const { actor, pages } = begin([page([1, 2]), page([3], true)])
    await waitFor(actor, isState('idle'))
    actor.send({ type: 'more' })
    actor.send({ type: 'more' })
    const { context } = await waitFor(actor, isState('end'))
    expect(context.rows).toEqual([1, 2, 3])
    expect(pages).toEqual([1, 2])
  })
  test('LIST-2 a page that failed is read again; the rows read so far stay', async () => {
    const { actor, pages } = begin([page([1]), lost, page([2], true)])
    await waitFor(actor, isState('idle'))
    actor.send({ type: 'more' })
    expect((await waitFor(actor, isState('stuck'))).context.rows).toEqual([1])
    actor.send({ type: 'more' })
    expect((await waitFor(actor, isState('end'))).context.rows).toEqual([1, 2])
    expect(pages).toEqual([1, 2, 2])
  })
  test('LIST-3 on refresh the old rows stay until the new ones have arrived', async () => {
    const { actor } = begin([lost, page([1], true)])
    await waitFor(actor, isState('failed'))
    actor.send({ type: 'more' })
    await waitFor(actor, isState('end'))
    actor.send({ type: 'refresh' })
    expect(actor.getSnapshot()).toMatchObject({ value: 'loading', context: { rows: [1] } })
  })
  test('LIST-4 every state is covered here', () =>
    expect(leaves(pagerMachine).toSorted()).toEqual(['end', 'failed', 'idle', 'loading', 'more', 'stuck']))
})

describe('an upload', () => {
  const upload: Upload = {
    url: 'u',
    relativePath: 'p',
    fileName: 'f',
    fileSuffix: 'png',
    fileSize: 4,
    size: 4,
    width: null,
    height: null,
    contentDuration: null,
  }
  const begin = () => {
    const reports$ = new Subject<UploadReport>()
    let cuts = 0
    const sendFile = fromEventObservable<UploadReport, { file: File | null }>(() => ({
      subscribe: (observer) => {
        const subscription = reports$.subscribe(observer)
        return {
          unsubscribe: () => {
            cuts += 1
            subscription.unsubscribe()
          },
        }
      },
    }))
    const logic = uploadMachine.provide({ actors: { sendFile } })
    return { actor: createActor(logic, { input: { maxBytes: 4 } }).start(), reports$, cuts: () => cuts }
  }
  const file = new File(['1234'], 'f.png')
  test('FILE-1 a file that is too large is refused before anything is sent', () => {
    const { actor } = begin()
    actor.send({ type: 'choose', file: new File(['12345'], 'f.png') })
    const failure = { reason: 'file_too_large', params: { max: 4 } }
    expect(actor.getSnapshot()).toMatchObject({ value: 'tooLarge', context: { failure } })
  })
  test('FILE-2 progress never goes back; a failed upload can be retried', () => {
    const { actor, reports$ } = begin()
    actor.send({ type: 'choose', file })
    for (const percent of [10, 50, 40]) reports$.next({ type: 'upload.progressed', percent })
    expect(actor.getSnapshot().context.percent).toBe(50)
    reports$.next({ type: 'upload.answered', reply: { ok: false, failure: aLoss } })
    expect(actor.getSnapshot().value).toBe('failed')
    actor.send({ type: 'retry' })
    expect(actor.getSnapshot().context.percent).toBe(0)
    reports$.next({ type: 'upload.answered', reply: { ok: true, value: upload } })
    expect(actor.getSnapshot()).toMatchObject({ value: 'done', context: { upload, percent: 100 } })
  })
  test('FILE-3 a cancelled upload is aborted', () => {
    const { actor, cuts } = begin()
    actor.send({ type: 'choose', file })
    actor.send({ type: 'cancel' })
    expect(actor.getSnapshot().value).toBe('empty')
    expect(cuts()).toBe(1)
  })
})
