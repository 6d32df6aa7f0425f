import { sessionMachine, type Entry, type SessionEvent, type Tokens } from '#machines/session.ts'
import { aUser } from '#tests/support/client-builders.ts'
import { leaves, leavesOf } from '#tests/support/walk.ts'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

const never = new Promise<never>(() => {})
const tokens: Tokens = { token: 'token-a', chatToken: null }
const user = aUser()
const entered: Entry = { kind: 'in', entered: { ...tokens, user } }
const done: SessionEvent = { type: 'login.done', token: 'token-a', user }

const begin = (kept: Tokens | null, answers: (() => Promise<Entry>)[] = []) => {
  const did: string[] = []
  const note = (what: string) => () => void did.push(what)
  const clock = new SimulatedClock()
  const logic = sessionMachine.provide({
    actors: {
      enter: fromPromise<Entry, Tokens>(({ input }) => (did.push(`ask ${input.token}`), (answers.shift() ?? (() => never))())),
      leave: fromPromise<void, Tokens>(({ input }) => (did.push(`leave ${input.token}`), never)),
    },
    actions: {
      announceEnd: note('announce'), showEnded: note('ended'), dropKept: note('drop'), tellTabsIn: note('tabs in'), tellTabsOut: note('tabs out'),
    },
  })
  return { actor: createActor(logic, { clock, input: { tokens: kept } }).start(), did, clock, logic }
}

describe('SES-8 every state is reached', () => {
  const walk = (kept: Tokens | null) =>
    getShortestPaths(begin(null).logic, {
      input: { tokens: kept },
      events: [
        done,
        { type: 'logout' },
        { type: 'session.ended', message: null, login: 1 },
        { type: 'login.elsewhere', tokens },
        { type: 'logout.elsewhere' },
        { type: 'login.shown' },
        { type: 'user.changed', user },
      ],
      serializeState: ({ value, context }) => JSON.stringify([value, Math.min(context.login, 3)]),
      limit: 200,
    }).flatMap(({ state }) => leavesOf(state.value))
  const reached = new Set([...walk(null), ...walk(tokens)])
  // `deciding` is left at once; `waiting` needs an answer, and has its own story.
  const walked = leaves(sessionMachine).filter((leaf) => !['restoring.deciding', 'restoring.waiting'].includes(leaf))
  test.each(walked)('%s', (leaf) => expect(reached).toContain(leaf))
})

test('SES-9 kept tokens are worth what the server says of them', async () => {
  const { actor } = begin(tokens, [async () => entered])
  expect(actor.getSnapshot().value).toEqual({ restoring: 'asking' })
  expect(actor.getSnapshot().context.user).toBeNull()
  const { context } = await waitFor(actor, (now) => now.matches('loggedIn'))
  expect(context).toMatchObject({ user, tokens })
})
test('SES-9 tokens that are over end the session quietly of any redirect', async () => {
  const { actor, did } = begin(tokens, [async () => ({ kind: 'out' })])
  await waitFor(actor, (now) => now.matches('ended'))
  expect(did).toEqual(['ask token-a', 'drop', 'announce'])
})
test('SES-9 without an answer it asks again, and nobody is thrown out', async () => {
  const { actor, clock } = begin(tokens, [async () => ({ kind: 'unreachable' }), async () => entered])
  await waitFor(actor, (now) => now.matches({ restoring: 'waiting' }))
  clock.increment(2999)
  expect(actor.getSnapshot().matches({ restoring: 'waiting' })).toBe(true)
  clock.increment(1)
  await waitFor(actor, (now) => now.matches('loggedIn'))
})
test('CF9 twenty answers that the login is over: one message, one redirect', () => {
  const { actor, did } = begin(null)
  actor.send(done)
  for (let n = 0; n < 20; n += 1) actor.send({ type: 'session.ended', message: 'Log in.', login: 1 })
  expect(actor.getSnapshot().value).toEqual({ ended: 'leading' })
  expect(actor.getSnapshot().context).toMatchObject({ tokens: null, user: null })
  expect(did).toEqual(['tabs in', 'drop', 'announce', 'tabs out', 'ended'])
  actor.send({ type: 'login.shown' })
  expect(actor.getSnapshot().value).toEqual({ ended: 'over' })
})
test('CF10 what was meant for an older login is not heard', () => {
  const { actor, did } = begin(null)
  actor.send(done)
  const { login } = actor.getSnapshot().context
  actor.send({ type: 'logout' })
  actor.send({ ...done, token: 'token-b' })
  actor.send({ type: 'session.ended', message: null, login })
  expect(actor.getSnapshot().value).toBe('loggedIn')
  expect(actor.getSnapshot().context.tokens?.token).toBe('token-b')
  expect(did).not.toContain('announce')
})
test('CF21 another tab logs out: this one leaves at once, and tells nobody', () => {
  const { actor, did } = begin(null)
  actor.send(done)
  did.length = 0
  actor.send({ type: 'logout.elsewhere' })
  expect(actor.getSnapshot().value).toBe('loggedOut')
  expect(did).toEqual([])
})
test('CF21 another tab logs in: this one asks whose the tokens are', () => {
  const { actor, did } = begin(null)
  actor.send(done)
  actor.send({ type: 'login.elsewhere', tokens: { token: 'token-b', chatToken: null } })
  expect(actor.getSnapshot().value).toEqual({ restoring: 'asking' })
  expect(actor.getSnapshot().context.user).toBeNull()
  expect(did.at(-1)).toBe('ask token-b')
})
test('SES-10 a profile of somebody else is not taken over', () => {
  const { actor } = begin(null)
  actor.send(done)
  actor.send({ type: 'user.changed', user: aUser({ id: 8, nickname: 'Bob' }) })
  expect(actor.getSnapshot().context.user?.nickname).toBe('Ann')
  actor.send({ type: 'user.changed', user: aUser({ nickname: 'Anna' }) })
  expect(actor.getSnapshot().context.user?.nickname).toBe('Anna')
  expect(actor.getSnapshot().value).toBe('loggedIn')
})
test('SES-11 logging out leaves the screens before the server has answered', () => {
  const { actor, did } = begin(null)
  actor.send(done)
  actor.send({ type: 'logout' })
  expect(actor.getSnapshot().value).toBe('leaving')
  expect(did).toEqual(['tabs in', 'drop', 'tabs out', 'leave token-a'])
})
