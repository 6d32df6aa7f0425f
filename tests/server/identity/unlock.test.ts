import { limits } from '#contract/wire/limits.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { answerOf, register } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

const lockedVenue = async () => {
  const venue = createMemoryVenue()
  const ann = await register(venue, 'ann@kontor.test')
  const unlock = async (password: string | undefined, user = ann) =>
    answerOf((await venue.ask('POST /api/user/unlock', password === undefined ? {} : { password }, { user })).answer)
  const login = async (password: string) =>
    answerOf(
      (await venue.ask('POST /api/user/login', { user_type: 'email', user_string: 'ann@kontor.test', password }))
        .answer,
    )
  return { venue, ann, unlock, login }
}

test('ALOCK-4 the venue says whether it is the login password; it changes nothing, and tells a visitor nothing', async () => {
  const { venue, ann, unlock } = await lockedVenue()
  const logins = () => venue.venue.ctx.tables.sessions.group('user', ann).length
  const before = logins()
  expect((await unlock(undefined)).reason).toBe('password_required')
  expect((await unlock('')).reason).toBe('password_required')
  expect(await unlock('wrong12')).toMatchObject({ reason: 'login_wrong', params: { left: limits.maxGuesses - 1 } })
  expect(await unlock('secret1')).toMatchObject({ type: 'ok', data: {} })
  expect(await unlock('wrong12')).toMatchObject({ reason: 'login_wrong', params: { left: limits.maxGuesses - 1 } })
  expect((await unlock('secret1', 0)).reason).toBe('not_logged_in')
  expect(logins()).toBe(before)
  expect(venue.venue.audit()).toEqual([])
})
test('ALOCK-4 K4 of many parallel guesses only five are compared; then the right password waits too, on this account alone, and logging in does not', async () => {
  const { venue, ann, unlock, login } = await lockedVenue()
  const ben = await register(venue, 'ben@kontor.test')
  const wrong = await Promise.all(Array.from({ length: 30 }, () => unlock('wrong12')))
  expect(wrong.filter(({ reason }) => reason === 'login_wrong')).toHaveLength(limits.maxGuesses)
  expect(await unlock('secret1')).toMatchObject({
    reason: 'account_locked',
    params: { until_ms: venue.clock.now() + 5 * 60_000 },
  })
  expect([(await unlock('secret1', ben)).type, (await login('secret1')).type]).toEqual(['ok', 'ok'])
  venue.clock.advance(5 * 60_000)
  expect((await unlock('secret1', ann)).type).toBe('ok')
})
