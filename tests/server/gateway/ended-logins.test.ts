import { closeCodes } from '#contract/wire/close.ts'
import { openSession } from '#server/identity/callers.ts'
import { dial, openGateway, type TestGateway } from '#tests/support/gateway.ts'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'

let harness: TestGateway
const clients: { end: () => void }[] = []
beforeEach(async () => {
  harness = await openGateway()
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.end()
  await harness.stop()
})
const open = async () => {
  const client = await dial(harness.url)
  clients.push(client)
  await client.wait(({ k }) => k === 'hello')
  return client
}

test('K2 after the end of a login is committed no command runs with its token, however many are under way, and its sockets close within a second', async () => {
  const { user, token } = await harness.enter()
  const other = await harness.venue.command((ctx) => openSession(ctx, user, 'main', 'd2'))
  const line = await open()
  await line.ask('auth', { token: other, lang: 'en', device: 'd2', tab: 't1', v: 1 })
  const rename = (name: string) =>
    harness.call(
      'POST',
      'chat/imUser/updateUserInfo',
      { userName: name },
      { Authorization: other, 'Idempotency-Key': randomUUID() },
    )
  const names = () => harness.venue.ctx.tables.users.need(user).nickname
  const early = Array.from({ length: 40 }, (_, at) => rename(`Early ${at}`))
  const ending = harness.call(
    'POST',
    'api/user/logins/end_others',
    {},
    { Authorization: token, 'Idempotency-Key': randomUUID() },
  )
  const during = Array.from({ length: 40 }, (_, at) => rename(`During ${at}`))
  expect((await ending).answer.type).toBe('ok')
  const atEnd = names()
  const since = performance.now()
  expect([await line.closed, line.frames.find(({ k }) => k === 'bye')]).toMatchObject([
    closeCodes.loggedOut,
    { code: 999, why: 'ended' },
  ])
  expect(performance.now() - since).toBeLessThan(1000)
  const late = await Promise.all(Array.from({ length: 40 }, (_, at) => rename(`Late ${at}`)))
  await Promise.all([...early, ...during])
  expect(late.map(({ answer }) => answer.reason)).toEqual(Array.from({ length: 40 }, () => 'not_logged_in'))
  expect(names()).toBe(atEnd)
  const again = await open()
  again.send(JSON.stringify({ i: 1, m: 'auth', p: { token: other, lang: 'en', device: 'd2', tab: 't1', v: 1 } }))
  expect(await again.closed).toBe(closeCodes.tokenBad)
})
