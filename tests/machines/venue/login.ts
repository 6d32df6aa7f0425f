import { chatAccount } from '#contract/chat/chat-account.ts'
import { openSession } from '#server/identity/callers.ts'
import { noMark, type LockMark } from '#machines/session/auto-lock.ts'
import { sessionMachine, type Entry, type Tokens } from '#machines/session/session.ts'
import { enter } from '#src/actors/session.actors.ts'
import { autoLockLogic } from '#src/app/lock/auto-lock.actors.ts'
import { recoveryLogic } from '#src/features/session/recovery.actors.ts'
import { signInLogic } from '#src/features/session/sign-in.actors.ts'
import { signUpLogic } from '#src/features/session/sign-up.actors.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'
import { codeFor } from '#tests/support/people.ts'
import { createActor, fromPromise } from 'xstate'
import { story, type Stage } from './story.ts'

type Venue = Awaited<ReturnType<typeof spotVenue>>
const settings = { identity: { loginCode: true } }
const open = (options: Parameters<typeof spotVenue>[1]) => spotVenue(1, options)
const mail = 'trader1@kontor.test'
const password = 'secret1'
const typed = { kind: 'email', account: mail, areacode: null } as const
/** The login of a page, with the calls of the app and without its stores. */
const sessionOf = (stage: Stage<Venue>, name: string, tokens: Tokens | null) =>
  stage.walk(name, (options) =>
    createActor(
      sessionMachine.provide({
        actors: {
          enter: fromPromise<Entry, Tokens>(async ({ input }) => {
            const reply = await enter(stage.request, 'd2', input)
            return reply.ok
              ? { kind: 'in', entered: reply.value }
              : { kind: reply.failure.kind === 'notLoggedIn' ? 'out' : 'unreachable' }
          }),
          leave: fromPromise<void, Tokens>(async ({ input: { token, chatToken } }) => {
            await stage.request.change(chatAccount.logout, {}, stage.newKey(), {
              token,
              ...(chatToken === null ? {} : { chatToken }),
            })
          }),
        },
      }),
      { input: { tokens }, ...options },
    ),
  )
const tokenOf = (stage: Stage<Venue>) => stage.memory().venue.command((ctx) => openSession(ctx, stage.me, 'main', 'd2'))
const stranger = { '999': 'who has no account has no login that could end' } as const
/** A page with a password or a code typed into it is not restored. */
const secret = { isRestored: false }

export const loginStories = [
  story({
    name: 'lock: away for too long, a wrong password, the right one, unlocked in another tab, logged out and in again',
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const minuteMs = 60_000
      const clocks = () => ({ serverMs: stage.memory().clock.now(), deviceMs: stage.memory().clock.now() })
      let mark: LockMark = { ...noMark, minutes: 1, touched: clocks() }
      const begin = (name: string) =>
        stage.walk(
          name,
          (options) =>
            createActor(autoLockLogic({ request: stage.request, clocks, shareMark: (shared) => (mark = shared) }), {
              input: { mark },
              ...options,
            }),
          secret,
        )
      const sight = () => ({ at: clocks(), mark })
      const tab = begin('tab')
      const tell = (type: 'login.restored' | 'login.begun' | 'login.ended' | 'mark.read' | 'touch') =>
        tab.tell({ type, sight: sight() })
      /** What was lost is sent again by the reader. */
      const attempt = async (name: string, given: string, expected: string) => {
        await stage.act('', () => tab.send({ type: 'unlock', proof: { password: given } }))
        const { failure } = tab.now().context
        if (failure !== null && failure.why.kind !== 'refused') tab.tell({ type: 'unlock', proof: { password: given } })
        await stage.pass(500)
        await stage.act(name, () => undefined, { tab: expected })
      }
      tell('login.restored')
      tell('touch')
      tell('mark.read')
      await stage.act('open', () => undefined, { tab: 'open' })
      await stage.pass(minuteMs, 1000)
      await stage.act('away for a minute', () => tell('mark.read'), { tab: 'locked.asking' })
      await attempt('a wrong password', 'wrong12', 'locked.asking')
      await attempt('the right one', password, 'open')
      await stage.pass(minuteMs, 1000)
      await stage.act('the first touch', () => tell('touch'), { tab: 'locked.asking' })
      mark = { ...mark, touched: clocks(), isLocked: false }
      await stage.act('unlocked in another tab', () => tell('mark.read'), { tab: 'open' })
      await stage.act('logged out', () => tell('login.ended'), { tab: 'away' })
      mark = { ...mark, isLocked: true }
      await stage.act('it was locked when the page was closed', () => tell('login.restored'), { tab: 'locked.asking' })
      await stage.act('logged in by hand', () => tell('login.begun'), { tab: 'open' })
    },
  }),
  story({
    name: 'login: a token that is good, one that is none, logged out here and elsewhere, ended by the venue',
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const token = await tokenOf(stage)
      const pages: ReturnType<typeof sessionOf>[] = []
      await stage.act(
        '',
        () =>
          void pages.push(
            sessionOf(stage, 'page', { token, chatToken: null }),
            sessionOf(stage, 'old', { token: 'x'.repeat(43), chatToken: null }),
            sessionOf(stage, 'new', null),
          ),
      )
      pages[0]?.tell({ type: 'retry' })
      await stage.pass(4000)
      await stage.act('restored', () => undefined, { page: 'loggedIn', old: 'ended.over', new: 'loggedOut' })
      const [page, old, next] = pages
      const user = page?.now().context.user
      if (page === undefined || old === undefined || next === undefined || user === null || user === undefined)
        throw new Error('nobody is logged in')
      await stage.act('the user has changed', () => page.tell({ type: 'user.changed', user }), { page: 'loggedIn' })
      await stage.act('logged in by the form', () => next.tell({ type: 'login.done', token, chatToken: null, user }), {
        new: 'loggedIn',
      })
      await stage.act('logged out elsewhere', () => next.tell({ type: 'logout.elsewhere' }), { new: 'loggedOut' })
      await stage.act('', () => next.tell({ type: 'login.elsewhere', tokens: { token, chatToken: null } }))
      await stage.pass(4000)
      await stage.act('logged in elsewhere', () => undefined, { new: 'loggedIn' })
      next.tell({ type: 'login.elsewhere', tokens: { token, chatToken: null } })
      next.tell({ type: 'logout.elsewhere' })
      next.tell({ type: 'login.elsewhere', tokens: { token, chatToken: null } })
      next.tell({ type: 'logout' })
      await stage.act('left while it was restored', () => undefined, { new: 'loggedOut' })
      await stage.act(
        'ended by the venue',
        () => page.tell({ type: 'session.ended', login: page.now().context.login, message: null, why: 'locked' }),
        { page: 'ended.leading' },
      )
      await stage.act('the form is shown', () => page.tell({ type: 'login.shown' }), { page: 'ended.over' })
      next.tell({ type: 'login.done', token: await tokenOf(stage), chatToken: null, user })
      await stage.act('logged out', () => next.tell({ type: 'logout' }), { new: 'loggedOut' })
    },
  }),
  story({
    name: 'login: a wrong password, a code that is asked for, a wrong one, the right one',
    settings,
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const session = createActor(sessionMachine, { input: { tokens: null } }).start()
      const form = stage.walk(
        'form',
        (options) => createActor(signInLogic({ request: stage.request, session }), options),
        secret,
      )
      const submit = (given: string, code: string | null) =>
        ({ type: 'submit', credentials: { ...typed, password: given, code } }) as const
      /** What was lost is sent again by the reader; a code that was used is none any more. */
      const attempt = async (name: string, given: string, code: string | null, expected: string) => {
        await stage.act('', () => form.send(submit(given, code)))
        const { failure } = form.now().context
        if (failure !== null && failure.kind !== 'refused') form.tell(submit(given, code))
        await stage.pass(500)
        await stage.act(name, () => undefined, { form: expected })
      }
      await attempt('a wrong password', 'wrong12', null, 'editing')
      await attempt('a code is asked for', password, null, 'proving')
      await stage.act('back', () => form.tell({ type: 'back' }), { form: 'editing' })
      await attempt('asked for again', password, null, 'proving')
      await attempt('a wrong code', password, '000000', 'proving')
      const code = await codeFor(stage.memory(), mail, 'login')
      form.tell(submit(password, code))
      await stage.pass(500)
      await stage.act('in', () => undefined, { form: 'entered' })
      session.stop()
    },
  }),
  story({
    except: { ...stranger, 'answer lost': 'a token is answered once: the next story has it' },
    name: 'login: a new account: a wrong code, a short password, made',
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const account = 'new@kontor.test'
      const session = createActor(sessionMachine, { input: { tokens: null } }).start()
      const services = { ...stage.ports, session }
      const form = stage.walk(
        'new',
        (options) => createActor(signUpLogic(services), { input: { needsCode: true }, ...options }),
        secret,
      )
      const open = stage.walk(
        'open',
        (options) => createActor(signUpLogic(services), { input: { needsCode: false }, ...options }),
        secret,
      )
      open.tell({ type: 'claim', claim: { account, areacode: null, code: '' } })
      await stage.act('no code is needed', () => undefined, { open: 'editing' })
      const code = await codeFor(stage.memory(), account)
      const claim = (given: string) => form.tell({ type: 'claim', claim: { account, areacode: null, code: given } })
      claim('000000')
      await stage.pass(500)
      await stage.act('a wrong code', () => undefined, { new: 'claiming' })
      claim(code)
      await stage.pass(500)
      form.tell({ type: 'back' })
      claim(code)
      await stage.pass(500)
      const signUp = (some: { password?: string; code?: string } = {}) =>
        ({
          type: 'submit',
          form: {
            kind: 'email',
            account,
            areacode: null,
            password,
            rePassword: some.password ?? password,
            code,
            key: stage.newKey(),
            areaCodeId: null,
            invitation: '',
            line: '',
            ...some,
          },
        }) as const
      await stage.act('a short password', () => form.send(signUp({ password: 'a' })), { new: 'editing' })
      await stage.act('a code that is none', () => form.send(signUp({ code: '000001' })), { new: 'claiming' })
      claim(code)
      await stage.pass(500)
      await stage.act('made', () => form.send(signUp()), { new: 'entered', open: 'editing' })
      session.stop()
    },
  }),
  story({
    except: stranger,
    name: 'login: a new account whose token does not arrive, and one whose line is cut behind it: both log in by the form',
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const session = createActor(sessionMachine, { input: { tokens: null } }).start()
      const sign = async (name: string, account: string) => {
        const form = stage.walk(
          name,
          (options) =>
            createActor(signUpLogic({ ...stage.ports, session }), { input: { needsCode: false }, ...options }),
          secret,
        )
        form.tell({ type: 'claim', claim: { account, areacode: null, code: '' } })
        const code = await codeFor(stage.memory(), account)
        return () =>
          form.send({
            type: 'submit',
            form: {
              kind: 'email',
              account,
              areacode: null,
              password,
              rePassword: password,
              code,
              key: stage.newKey(),
              areaCodeId: null,
              invitation: '',
              line: '',
            },
          })
      }
      const lost = await sign('lost', 'one@kontor.test')
      const cut = await sign('cut', 'two@kontor.test')
      await stage.act(
        'the answer is lost',
        async () => {
          stage.lose(true)
          lost()
          await stage.settle()
        },
        { lost: 'registered' },
      )
      stage.lose(false)
      const go = stage.hold()
      cut()
      await stage.settle()
      go()
      stage.cut()
      await stage.settle()
      stage.mend()
      await stage.act('the line is cut behind the answer', () => undefined, { cut: 'registered' })
      session.stop()
    },
  }),
  story({
    name: 'login: a forgotten password: a wrong code, a short password, set anew',
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const lost = stage.walk('lost', (options) => createActor(recoveryLogic(stage.ports), options), secret)
      const again = await codeFor(stage.memory(), mail, 'forget')
      const ask = (given: string) => lost.tell({ type: 'claim', claim: { account: mail, areacode: null, code: given } })
      ask('000000')
      await stage.pass(500)
      await stage.act('a wrong code for it', () => undefined, { lost: 'claiming' })
      ask(again)
      await stage.pass(500)
      lost.tell({ type: 'back' })
      ask(again)
      await stage.pass(500)
      const choose = (given: string) =>
        ({ type: 'submit', secret: { password: given, rePassword: given, key: stage.newKey() } }) as const
      await stage.act('too short', () => lost.send(choose('a')), { lost: 'choosing' })
      await stage.call('POST /api/user/forget', {
        account: mail,
        password: 'secret3',
        repassword: 'secret3',
        code: again,
      })
      await stage.act('the code was used elsewhere', () => lost.send(choose('secret2')), { lost: 'claiming' })
      await stage.pass(61_000, 1000)
      ask(await codeFor(stage.memory(), mail, 'forget'))
      await stage.pass(500)
      await stage.act('set anew', () => lost.send(choose('secret2')), { lost: 'done' })
    },
  }),
]
