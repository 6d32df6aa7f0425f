import { fromBase32, hotp, stepAt } from '#server/identity/totp.ts'
import { defaultSettings, settingsOf } from '#server/settings.ts'
import { allCalls } from '#contract/endpoints.ts'
import { expect, test } from 'vitest'
import { deskVenue } from './desk-venue.ts'

test('DESK-60 outside of the demo no call of the desk is answered before its caller has a second factor; to others it does not exist', async () => {
  const { as, ann, ben, hold, clock } = await deskVenue({ identity: { deskFactor: true } })
  await hold(ben, ['deskSettings', 'deskMoney', 'deskKyc'])
  const reasons = async (user: number) => {
    const found = new Set<string | undefined>()
    for (const { feature, endpoint } of allCalls) {
      if (feature !== 'desk' || !['pw:deskSettings', 'pw:deskMoney'].includes(endpoint.who)) continue
      found.add((await as(user, `${endpoint.method} /api/${endpoint.path}`, { nonsense: 1 })).reason)
    }
    return [...found]
  }
  expect(await reasons(ben)).toEqual(['desk_factor'])
  expect(await reasons(ann)).toEqual(['not_found'])
  expect((await as(ben, 'GET /api/desk/index', {})).reason).toBe('desk_factor')
  expect((await as(ben, 'POST /api/wallet/list', {})).type).toBe('ok')
  const { data } = await as(ben, 'POST /api/user/totp/begin', {})
  expect((await as(ben, 'GET /api/desk/index', {})).reason).toBe('desk_factor')
  const totp = hotp(fromBase32(String(data?.['secret'])), stepAt(clock.now()))
  expect((await as(ben, 'POST /api/user/totp/confirm', { password: 'secret1', totp })).type).toBe('ok')
  expect((await as(ben, 'GET /api/desk/index', {})).type).toBe('ok')
})

test('DESK-60 a passkey does as well, and the demo asks for neither unless it is told to', async () => {
  const { as, ben, hold, venue } = await deskVenue({ identity: { deskFactor: true } })
  await hold(ben, ['deskKyc'])
  const at = venue.now()
  await venue.command(({ tables }) =>
    tables.passkeys.put({
      id: 'key',
      user: ben,
      rp: 'kontor.test',
      name: 'Phone',
      key: 'key',
      counter: 0,
      transports: [],
      createdAt: at,
      usedAt: null,
      isCopied: false,
    }),
  )
  expect((await as(ben, 'GET /api/desk/index', {})).type).toBe('ok')
  const asks = (demo: boolean, env: Record<string, string>) =>
    defaultSettings(demo, settingsOf({ ...env, DEMO: demo ? '1' : '0' })).identity.deskFactor
  expect([
    asks(true, {}),
    asks(true, { DESK_FACTOR: '1' }),
    asks(false, {}),
    asks(false, { DESK_FACTOR: '0' }),
  ]).toEqual([false, true, true, true])
})
