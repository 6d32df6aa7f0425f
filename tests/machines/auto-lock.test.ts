import {
  autoLockMachine,
  isProving,
  lockStateOf,
  noMark,
  type AutoLockEvent,
  type LockMark,
  type Proven,
  type UnlockProof,
} from '#machines/session/auto-lock.ts'
import { aLoss, aRefusal } from '#tests/support/builders/failure.ts'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'

const minuteMs = 60_000
const serverMs = 1_790_000_000_000
const deviceMs = 1_500_000_000_000
/** Both clocks, some milliseconds after the beginning of the test; the device's may have been turned. */
const clocks = (laterMs: number, turnedMs = 0) => ({
  serverMs: serverMs + laterMs,
  deviceMs: deviceMs + laterMs + turnedMs,
})
const marked = (changes: Partial<LockMark> = {}): LockMark => ({
  minutes: 5,
  touched: clocks(0),
  isLocked: false,
  ...changes,
})

/** The lock of one browser: tabs that share a mark. */
const aBrowser = (first: LockMark = marked()) => {
  let mark = first
  const answers: ((proven: Proven) => void)[] = []
  const asked: UnlockProof[] = []
  const openTab = () => {
    const actor = createActor(
      autoLockMachine.provide({
        actors: {
          prove: fromPromise<Proven, UnlockProof>(({ input }) => {
            asked.push(input)
            return new Promise((resolve) => answers.push(resolve))
          }),
        },
        actions: {
          shareMark: (_, shared) =>
            void (mark = {
              minutes: shared.mark.minutes,
              touched: shared.mark.touched,
              isLocked: shared.mark.isLocked,
            }),
        },
      }),
      { input: { mark } },
    ).start()
    const tell = (type: Exclude<AutoLockEvent['type'], 'unlock'>, laterMs: number, turnedMs = 0) =>
      actor.send({ type, sight: { at: clocks(laterMs, turnedMs), mark } })
    return { actor, tell, state: () => lockStateOf(actor.getSnapshot()) }
  }
  const answer = async (reply: Proven['reply'], laterMs: number) => {
    answers.shift()?.({ reply, at: clocks(laterMs) })
    await Promise.resolve()
    await Promise.resolve()
  }
  return { openTab, answer, asked, mark: () => mark }
}
const right = { ok: true, value: {} } as const
/** A tab in which somebody is, opened at the beginning. */
const anOpenTab = (mark = marked()) => {
  const browser = aBrowser(mark)
  const tab = browser.openTab()
  tab.tell('login.restored', 0)
  return { ...browser, ...tab }
}

describe('it locks after the time that was chosen without a touch', () => {
  test('ALOCK-1 not a second before, and each touch begins the time anew', () => {
    const { tell, state, mark } = anOpenTab()
    tell('mark.read', 5 * minuteMs - 1)
    expect(state()).toBe('open')
    tell('touch', 5 * minuteMs - 1)
    expect(mark()).toEqual(marked({ touched: clocks(5 * minuteMs - 1) }))
    tell('mark.read', 9 * minuteMs)
    expect(state()).toBe('open')
    tell('mark.read', 10 * minuteMs - 1)
    expect([state(), mark().isLocked]).toEqual(['locked', true])
  })
  test('ALOCK-1 the first touch after that locks, and is no touch', () => {
    const { tell, state, mark } = anOpenTab()
    tell('touch', 5 * minuteMs)
    expect([state(), mark()]).toEqual(['locked', marked({ isLocked: true })])
    tell('touch', 5 * minuteMs + 1)
    expect(mark()).toEqual(marked({ isLocked: true }))
  })
  test('ALOCK-1 who has chosen no time is never locked', () => {
    const { tell, state } = anOpenTab(noMark)
    tell('mark.read', 1000 * minuteMs)
    tell('touch', 1000 * minuteMs)
    expect(state()).toBe('open')
  })
})

describe('the time away survives a reload, and no clock of a device holds the lock off', () => {
  test.each([
    ['four minutes', 4, 0, 'open'],
    ['five minutes', 5, 0, 'locked'],
    ['five minutes, its clock turned back by a year', 5, -525_600, 'locked'],
    ['five minutes, its clock turned back to when it was closed', 5, -5, 'locked'],
    ['a minute, its clock turned back by ten', 1, -10, 'open'],
    ['a minute, its clock turned ahead by ten', 1, 10, 'locked'],
  ] as const)('ALOCK-2 closed for %s', (_, minutes, turned, state) => {
    const browser = aBrowser()
    const tab = browser.openTab()
    tab.tell('login.restored', minutes * minuteMs, turned * minuteMs)
    expect(tab.state()).toBe(state)
  })
  test('ALOCK-2 what was locked is locked after a reload, whatever the clocks say', () => {
    const browser = aBrowser(marked({ isLocked: true }))
    const tab = browser.openTab()
    tab.tell('login.restored', 0, -100 * minuteMs)
    expect(tab.state()).toBe('locked')
    tab.tell('mark.read', 0, -200 * minuteMs)
    expect(tab.state()).toBe('locked')
  })
  test('ALOCK-2 while the time of the server is unknown a restored login is locked', () => {
    const browser = aBrowser()
    const { actor, state } = browser.openTab()
    actor.send({ type: 'login.restored', sight: { at: { serverMs: 0, deviceMs }, mark: browser.mark() } })
    expect(state()).toBe('locked')
  })
  test('ALOCK-2 nothing is decided before it is known who is here; a login by hand begins open, whatever was before', () => {
    const browser = aBrowser(marked({ isLocked: true }))
    const tab = browser.openTab()
    tab.tell('mark.read', 60 * minuteMs)
    tab.tell('touch', 60 * minuteMs)
    expect([tab.state(), browser.mark().isLocked]).toEqual(['away', true])
    tab.tell('login.begun', 60 * minuteMs)
    expect([tab.state(), browser.mark()]).toEqual(['open', marked({ touched: clocks(60 * minuteMs) })])
  })
})

describe('all tabs lock together and unlock together', () => {
  const twoTabs = () => {
    const browser = aBrowser()
    const [one, two] = [browser.openTab(), browser.openTab()]
    for (const tab of [one, two]) tab.tell('login.restored', 0)
    return { ...browser, one, two, states: () => [one.state(), two.state()] }
  }
  test('ALOCK-3 a touch in one keeps both open', () => {
    const { one, two, states } = twoTabs()
    one.tell('touch', 4 * minuteMs)
    two.tell('mark.read', 6 * minuteMs)
    expect(states()).toEqual(['open', 'open'])
  })
  test('ALOCK-3 one locks, the other follows before a touch can count; the password in one opens both', async () => {
    const { one, two, states, answer, mark } = twoTabs()
    one.tell('mark.read', 5 * minuteMs)
    two.tell('touch', 5 * minuteMs)
    expect(states()).toEqual(['locked', 'locked'])
    one.actor.send({ type: 'unlock', proof: { password: 'secret1' } })
    two.tell('mark.read', 6 * minuteMs)
    expect(states()).toEqual(['locked', 'locked'])
    await answer(right, 6 * minuteMs)
    two.tell('mark.read', 6 * minuteMs)
    expect([states(), mark()]).toEqual([['open', 'open'], marked({ touched: clocks(6 * minuteMs) })])
  })
  test('ALOCK-3 a mark that is gone opens nothing', () => {
    const { one, states } = twoTabs()
    one.tell('mark.read', 5 * minuteMs)
    one.actor.send({ type: 'mark.read', sight: { at: clocks(5 * minuteMs), mark: noMark } })
    expect(states()[0]).toBe('locked')
  })
  test('ALOCK-3 another tab unlocks while this one asks: a refusal that comes later is nobody’s', async () => {
    const { one, two, answer, states } = twoTabs()
    for (const tab of [one, two]) tab.tell('mark.read', 5 * minuteMs)
    one.actor.send({ type: 'unlock', proof: { password: 'wrong12' } })
    two.actor.send({ type: 'unlock', proof: { password: 'secret1' } })
    await answer({ ok: false, failure: aRefusal('login_wrong') }, 5 * minuteMs)
    expect(one.actor.getSnapshot().context.failure).not.toBeNull()
    await answer(right, 5 * minuteMs)
    one.tell('mark.read', 5 * minuteMs)
    expect([states(), one.actor.getSnapshot().context.failure]).toEqual([['open', 'open'], null])
  })
})

describe('only the venue unlocks', () => {
  test('ALOCK-4 a wrong password, no answer, then the right one; no password is kept', async () => {
    const { actor, tell, state, answer, asked } = anOpenTab()
    tell('mark.read', 5 * minuteMs)
    const unlock = (password: string) => actor.send({ type: 'unlock', proof: { password } })
    unlock('wrong12')
    unlock('twice')
    expect([asked, isProving(actor.getSnapshot())]).toEqual([[{ password: 'wrong12' }], true])
    await answer({ ok: false, failure: aRefusal('login_wrong') }, 5 * minuteMs)
    expect([state(), isProving(actor.getSnapshot()), actor.getSnapshot().context.proof]).toEqual([
      'locked',
      false,
      null,
    ])
    unlock('secret1')
    expect(actor.getSnapshot().context.failure).toBeNull()
    await answer({ ok: false, failure: aLoss }, 5 * minuteMs)
    expect([state(), actor.getSnapshot().context.failure]).toEqual([
      'locked',
      { of: 'password', why: { kind: 'unknown', because: 'unreachable' } },
    ])
    unlock('secret1')
    await answer(right, 6 * minuteMs)
    expect([state(), actor.getSnapshot().context]).toEqual([
      'open',
      { mark: marked({ touched: clocks(6 * minuteMs) }), proof: null, shown: 'password', failure: null },
    ])
  })
  test('ALOCK-7 what a passkey signed is asked of the venue like a password: refused it stays locked and says of which, accepted it opens, and none of it is kept', async () => {
    const { actor, tell, state, answer, asked } = anOpenTab()
    tell('mark.read', 5 * minuteMs)
    const unlock = (passkey: string) => actor.send({ type: 'unlock', proof: { passkey } })
    unlock('{"id":"A"}')
    await answer({ ok: false, failure: aRefusal('passkey_wrong') }, 5 * minuteMs)
    expect([state(), actor.getSnapshot().context.failure, actor.getSnapshot().context.proof]).toEqual([
      'locked',
      { of: 'passkey', why: aRefusal('passkey_wrong') },
      null,
    ])
    actor.send({ type: 'unlock', proof: { password: 'wrong12' } })
    await answer({ ok: false, failure: aRefusal('login_wrong') }, 5 * minuteMs)
    expect(actor.getSnapshot().context.failure?.of).toBe('password')
    unlock('{"id":"B"}')
    await answer(right, 6 * minuteMs)
    expect([state(), asked]).toEqual([
      'open',
      [{ passkey: '{"id":"A"}' }, { password: 'wrong12' }, { passkey: '{"id":"B"}' }],
    ])
  })
  test('ALOCK-4 who logs out, or is logged out by the venue, leaves nothing locked', () => {
    const { tell, state, mark } = anOpenTab()
    tell('mark.read', 5 * minuteMs)
    tell('login.ended', 6 * minuteMs)
    expect([state(), mark()]).toEqual(['away', marked()])
  })
})
