import { sessionMachine, type Entry, type SessionEvent, type Tokens } from '#machines/session/session.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { leaves, leavesOf } from '#tests/kit/walk.ts'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

const never = new Promise<never>(() => {})
const tokens: Tokens = { token: 'token-a', chatToken: null }
const user = aUser()
const entered: Entry = { kind: 'in', entered: { ...tokens, user } }
const done: SessionEvent = { type: 'login.done', token: 'token-a', user }

const startSession = (
  stored: Tokens | null,
  answers: (() => Promise<Entry>)[] = [],
  left: () => Promise<void> = () => never,
) => {
  const log: string[] = []
  const note = (what: string) => () => void log.push(what)
  const clock = new SimulatedClock()
  const logic = sessionMachine.provide({
    actors: {
      enter: fromPromise<Entry, Tokens>(({ input }) => {
        log.push(`ask ${input.token}`)
        return (answers.shift() ?? (() => never))()
      }),
      leave: fromPromise<void, Tokens>(({ input }) => (log.push(`leave ${input.token}`), left())),
    },
    actions: {
      announceEnd: note('announce'),
      showEnded: note('ended'),
      dropStored: note('drop'),
      broadcastLogin: note('tabs in'),
      broadcastLogout: note('tabs out'),
    },
  })
  return { actor: createActor(logic, { clock, input: { tokens: stored } }).start(), log, clock, logic }
}

describe('SES-8 every state is reached', () => {
  const walk = (stored: Tokens | null) =>
    getShortestPaths(startSession(null).logic, {
      input: { tokens: stored },
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
  // `deciding` is transient; `waiting` needs an answer and has a test of its own.
  const walked = leaves(sessionMachine).filter((leaf) => !['restoring.deciding', 'restoring.waiting'].includes(leaf))
  test.each(walked)('%s', (leaf) => expect(reached).toContain(leaf))
})

test('SES-9 without stored tokens nobody is logged in, and nobody is asked', () => {
  const { actor, log } = startSession(null)
  expect([actor.getSnapshot().value, log]).toEqual(['loggedOut', []])
})
test('SES-9 the server decides whose the stored tokens are', async () => {
  const { actor } = startSession(tokens, [async () => entered])
  expect(actor.getSnapshot().value).toEqual({ restoring: 'asking' })
  expect(actor.getSnapshot().context.user).toBeNull()
  const { context } = await waitFor(actor, (now) => now.matches('loggedIn'))
  expect(context).toMatchObject({ user, tokens })
})
test('SES-9 invalid stored tokens end the session without a redirect', async () => {
  const { actor, log } = startSession(tokens, [async () => ({ kind: 'out' })])
  await waitFor(actor, (now) => now.matches('ended'))
  expect(log).toEqual(['ask token-a', 'drop', 'announce'])
})
test('SES-9 without an answer the server is asked again, and nobody is logged out', async () => {
  const { actor, clock } = startSession(tokens, [async () => ({ kind: 'unreachable' }), async () => entered])
  await waitFor(actor, (now) => now.matches({ restoring: 'waiting' }))
  clock.increment(2999)
  expect(actor.getSnapshot().matches({ restoring: 'waiting' })).toBe(true)
  clock.increment(1)
  await waitFor(actor, (now) => now.matches('loggedIn'))
})
test('CF9 twenty replies that the login is over: one message, one redirect', () => {
  const { actor, log } = startSession(null)
  actor.send(done)
  for (let n = 0; n < 20; n += 1) actor.send({ type: 'session.ended', message: 'Log in.', login: 1 })
  expect(actor.getSnapshot().value).toEqual({ ended: 'leading' })
  expect(actor.getSnapshot().context).toMatchObject({ tokens: null, user: null })
  expect(log).toEqual(['tabs in', 'drop', 'announce', 'tabs out', 'ended'])
  actor.send({ type: 'login.shown' })
  expect(actor.getSnapshot().value).toEqual({ ended: 'over' })
})
test('CF10 the end of an earlier login is ignored', () => {
  const { actor, log } = startSession(null)
  actor.send(done)
  const { login } = actor.getSnapshot().context
  actor.send({ type: 'logout' })
  actor.send({ ...done, token: 'token-b' })
  actor.send({ type: 'session.ended', message: null, login })
  expect(actor.getSnapshot().value).toBe('loggedIn')
  expect(actor.getSnapshot().context.tokens?.token).toBe('token-b')
  expect(log).not.toContain('announce')
})
test('CF21 after a logout in another tab this one leaves at once, without a broadcast', () => {
  const { actor, log } = startSession(null)
  actor.send(done)
  log.length = 0
  actor.send({ type: 'logout.elsewhere' })
  expect(actor.getSnapshot().value).toBe('loggedOut')
  expect(log).toEqual([])
})
test('CF21 after a login in another tab this one asks the server whose the tokens are', () => {
  const { actor, log } = startSession(null)
  actor.send(done)
  actor.send({ type: 'login.elsewhere', tokens: { token: 'token-b', chatToken: null } })
  expect(actor.getSnapshot().value).toEqual({ restoring: 'asking' })
  expect(actor.getSnapshot().context.user).toBeNull()
  expect(log.at(-1)).toBe('ask token-b')
})
test('SES-10 the profile of another user is ignored', () => {
  const { actor } = startSession(null)
  actor.send(done)
  actor.send({ type: 'user.changed', user: aUser({ id: 8, nickname: 'Bob' }) })
  expect(actor.getSnapshot().context.user?.nickname).toBe('Ann')
  actor.send({ type: 'user.changed', user: aUser({ nickname: 'Anna' }) })
  expect(actor.getSnapshot().context.user?.nickname).toBe('Anna')
  expect(actor.getSnapshot().value).toBe('loggedIn')
})
test.each([
  ['taken', () => Promise.resolve()],
  ['lost', () => Promise.reject(new Error('no line'))],
])('SES-11 a logout that was %s by the server is one', async (_, left) => {
  const { actor } = startSession(null, [], left)
  actor.send(done)
  actor.send({ type: 'logout' })
  const { context } = await waitFor(actor, (now) => now.matches('loggedOut'))
  expect(context).toMatchObject({ tokens: null, user: null })
})
test('SES-11 a logout leaves the private pages before the server has answered', () => {
  const { actor, log } = startSession(null)
  actor.send(done)
  actor.send({ type: 'logout' })
  expect(actor.getSnapshot().value).toBe('leaving')
  expect(log).toEqual(['tabs in', 'drop', 'tabs out', 'leave token-a'])
})
