import { maxPasskeys, passkeyLifeMs } from '#contract/account/passkey.ts'
import { createForwarding } from '#server/gateway/proxy.ts'
import { isPlainAttestation } from '#server/identity/passkeys.ts'
import { fromBase32, hotp, stepAt, stepMs } from '#server/identity/totp.ts'
import { cbor, softAuthenticator, type Cbor } from '#tests/support/passkeys/authenticator.ts'
import { describe, expect, test } from 'vitest'
import { origin, passkeyVenue, unlocking } from './passkey-venue.ts'

const shown = {
  id: expect.stringMatching(/^[\w-]{22}$/),
  name: 'My phone',
  created_time: '2026-01-05 00:00:00',
  used_time: null,
  is_copied: 0,
}

describe('adding', () => {
  test('PASSKEY-1 a passkey is added with a name and the password, is listed without its key, and holds withdrawals', async () => {
    const { begin, confirm, list, ann, venue, clock } = await passkeyVenue({ identity: { credentialHoldMs: 1000 } })
    const device = softAuthenticator(origin)
    const options = await begin()
    expect(options).toMatchObject({
      rp: { id: 'kontor.test', name: 'Kontor' },
      authenticatorSelection: { userVerification: 'required' },
      excludeCredentials: [],
    })
    const answer = device.make(options)
    expect((await confirm(answer, { name: ' ' })).reason).toBe('title_required')
    expect((await confirm(answer, { password: 'wrong12' })).reason).toBe('old_password_wrong')
    expect((await confirm(answer)).data?.['list']).toEqual([shown])
    expect(await list()).toEqual([shown])
    expect(venue.ctx.tables.users.need(ann).withdrawUntil).toBe(clock.now() + 1000)
    expect(venue.ctx.tables.passkeys.need(device.id)).toMatchObject({
      user: ann,
      rp: 'kontor.test',
      transports: ['internal'],
      counter: 1,
    })
    expect((await begin()).excludeCredentials).toEqual([
      { id: device.id, type: 'public-key', transports: ['internal'] },
    ])
    expect(venue.audit()).toEqual([])
  })
  test('PASSKEY-2 a challenge is good once, for five minutes, for the one who asked and for the origin of the page', async () => {
    const { begin, confirm, ask, clock, added, anotherUser } = await passkeyVenue()
    const make = (options: Parameters<ReturnType<typeof softAuthenticator>['make']>[0], more: object = {}) =>
      softAuthenticator(origin).make(options, more)
    expect((await confirm(make(await begin(), { origin: 'https://kontor.test.evil.test' }))).reason).toBe(
      'passkey_wrong',
    )
    expect((await confirm(make(await begin(), { isVerified: false }))).reason).toBe('passkey_wrong')
    expect((await confirm(make(await begin(), { challenge: 'AAAA' }))).reason).toBe('passkey_wrong')
    expect((await confirm(make({ ...(await begin()), rp: { id: 'evil.test', name: '' } }))).reason).toBe(
      'passkey_wrong',
    )
    await begin()
    expect((await confirm('no JSON')).reason).toBe('passkey_wrong')
    const late = make(await begin())
    clock.advance(passkeyLifeMs)
    expect((await confirm(late)).reason).toBe('passkey_expired')
    const early = make(await begin())
    clock.advance(passkeyLifeMs - 1)
    expect((await confirm(early)).type).toBe('ok')
    expect((await confirm(early)).reason).toBe('passkey_expired')
    const ben = await anotherUser()
    const device = await added('Other')
    const options = await begin()
    expect((await confirm(make(options), {}, { user: ben })).reason).toBe('passkey_expired')
    const stolen = device.make(await begin({ user: ben }))
    expect((await confirm(stolen, {}, { user: ben })).reason).toBe('passkey_wrong')
    expect((await ask('passkeys/begin', {}, { user: 0 })).type).toBe('999')
  })
  test.each<[string, [string, Cbor][], boolean]>([
    ['none', [], true],
    ['packed', [['alg', -7]], true],
    ['packed', [['x5c', [Buffer.from('certificate')]]], false],
    ['tpm', [], false],
    ['fido-u2f', [], false],
    ['apple', [], false],
  ])(
    'AT59 an attestation that may bring a certificate is read no further, because whoever made it would choose whom the venue asks: %s %j',
    (format, statement, isPlain) => {
      const attestation = cbor(
        new Map<string, Cbor>([
          ['fmt', format],
          ['attStmt', new Map(statement)],
          ['authData', Buffer.alloc(37)],
        ]),
      )
      expect([isPlainAttestation(attestation.toString('base64url')), isPlainAttestation('AAAA')]).toEqual([
        isPlain,
        false,
      ])
    },
  )
  test('PASSKEY-3 an account has ten at most; each is renamed and ended by its owner alone, and ending holds withdrawals', async () => {
    const { added, ask, list, ann, venue, clock, anotherUser } = await passkeyVenue({
      identity: { credentialHoldMs: 1000 },
    })
    for (let n = 0; n < maxPasskeys; n += 1) await added(`Key ${n}`)
    expect(await ask('passkeys/begin')).toMatchObject({ reason: 'passkey_limit', params: { max: 10 } })
    const ben = await anotherUser()
    const [{ id }] = await list()
    expect((await ask('passkeys/rename', { id, name: 'Mine' }, { user: ben })).reason).toBe('not_found')
    expect((await ask('passkeys/end', { id, password: 'secret1' }, { user: ben })).reason).toBe('not_found')
    expect((await ask('passkeys/rename', { id, name: '' })).reason).toBe('title_required')
    expect((await ask('passkeys/rename', { id, name: 'x'.repeat(31) })).reason).toBe('malformed')
    expect((await ask('passkeys/rename', { id, name: 'Desk' })).type).toBe('ok')
    expect((await list())[0]).toMatchObject({ id, name: 'Desk' })
    expect((await ask('passkeys/end', { id })).reason).toBe('password_required')
    expect((await ask('passkeys/end', { id, password: 'wrong12' })).reason).toBe('old_password_wrong')
    clock.advance(5000)
    expect((await ask('passkeys/end', { id, password: 'secret1' })).type).toBe('ok')
    expect((await list()).map(({ name }) => name)).toEqual(
      Array.from({ length: maxPasskeys - 1 }, (_, n) => `Key ${n + 1}`),
    )
    expect(venue.ctx.tables.users.need(ann).withdrawUntil).toBe(clock.now() + 1000)
    expect((await ask('passkeys/end', { id, password: 'secret1' })).reason).toBe('not_found')
    expect(venue.ctx.tables.passkeyChallenges.group('user', ann)).toEqual([])
  })
  test.each([undefined, 'http://127.0.0.1:8080', 'https://[::1]', 'http://10.0.0.7'])(
    'PASSKEY-4 there are none on a page that is not ours or has no name of a host: %s',
    async (page) => {
      const { ask, added, login, offerOf } = await passkeyVenue()
      await added()
      expect((await ask('passkeys/begin', {}, { origin: page })).reason).toBe('passkey_off')
      const { reason, params } = await login({}, { origin: page })
      expect([reason, offerOf(params)]).toEqual(['code_required', null])
    },
  )
  test('PASSKEY-4 in production a page counts by the origins that are named, elsewhere also by the host that it was loaded from', () => {
    const { pageOriginOf } = createForwarding(false)
    const named = ['https://kontor.test']
    const asks = (page: string | undefined, isNamedOnly: boolean) =>
      pageOriginOf({ host: 'localhost:8080', ...(page !== undefined && { origin: page }) }, named, isNamedOnly)
    expect(
      ['https://kontor.test', 'http://localhost:8080', 'https://evil.test', undefined].map((page) => [
        asks(page, true),
        asks(page, false),
      ]),
    ).toEqual([
      ['https://kontor.test', 'https://kontor.test'],
      [null, 'http://localhost:8080'],
      [null, null],
      [null, null],
    ])
  })
})

describe('logging in', () => {
  test('PASSKEY-5 after the password the refusal offers the passkeys of the page, and a signature takes the place of the code, once', async () => {
    const { added, login, offered, list, clock, venue } = await passkeyVenue()
    expect((await login()).type).toBe('ok')
    const device = await added()
    const wrong = await login({ password: 'wrong12' })
    expect([wrong.reason, wrong.params]).toEqual(['login_wrong', undefined])
    const offer = await offered()
    expect(offer).toMatchObject({
      rpId: 'kontor.test',
      userVerification: 'required',
      allowCredentials: [{ id: device.id, type: 'public-key', transports: ['internal'] }],
    })
    clock.advance(60_000)
    const passkey = device.sign(offer)
    const both = await Promise.all([login({ passkey }), login({ passkey })])
    expect(both.map(({ type, reason }) => reason ?? type).toSorted()).toEqual(['ok', 'passkey_expired'])
    expect(await list()).toEqual([{ ...shown, used_time: '2026-01-05 00:01:00' }])
    const old = device.sign(await offered())
    clock.advance(passkeyLifeMs)
    expect((await login({ passkey: old })).reason).toBe('passkey_expired')
    expect((await login({ passkey: device.sign(await offered()), password: 'wrong12' })).reason).toBe('login_wrong')
    expect(venue.audit()).toEqual([])
  })
  test('PASSKEY-5 what another page, another key or nobody signed is refused, and each refusal offers a new challenge', async () => {
    const { added, login, offered, offerOf, anotherUser } = await passkeyVenue()
    const device = await added()
    const offer = await offered()
    const wrong = await login({ passkey: device.sign(offer, { origin: 'https://evil.test' }) })
    expect(wrong).toMatchObject({ reason: 'passkey_wrong', params: { left: 4 } })
    const next = offerOf(wrong.params)
    expect([next?.allowCredentials, next?.challenge === offer.challenge]).toEqual([offer.allowCredentials, false])
    expect((await login({ passkey: device.sign(await offered(), { isVerified: false }) })).reason).toBe('passkey_wrong')
    expect((await login({ passkey: softAuthenticator(origin).sign(await offered()) })).reason).toBe('passkey_wrong')
    const ben = await anotherUser()
    const bens = await added('Ben', { user: ben, device: 'b' })
    expect((await login({ passkey: bens.sign(await offered()) })).reason).toBe('passkey_wrong')
    expect((await login({ passkey: device.sign(await offered()) })).type).toBe('ok')
  })
  test('PASSKEY-6 of many guesses five are compared, then the right one is locked out too, and so is the authenticator app', async () => {
    const { added, login, offered } = await passkeyVenue()
    const device = await added()
    const wrong: (string | undefined)[] = []
    for (let n = 0; n < 7; n += 1)
      wrong.push((await login({ passkey: device.sign(await offered(), { origin: 'https://evil.test' }) })).reason)
    expect(wrong).toEqual([...Array<string>(5).fill('passkey_wrong'), 'totp_locked', 'totp_locked'])
    expect((await login({ passkey: device.sign(await offered()) })).reason).toBe('totp_locked')
  })
  test('PASSKEY-7 a counter that goes back refuses the passkey from then on, and the account is told', async () => {
    const { added, login, offered, offerOf, list } = await passkeyVenue()
    const device = await added()
    expect((await login({ passkey: device.sign(await offered(), { counter: 9 }) })).type).toBe('ok')
    const offer = await offered()
    const back = await login({ passkey: device.sign(offer, { counter: 9 }) })
    expect([back.reason, offerOf(back.params)]).toEqual(['passkey_copied', null])
    expect(await list()).toMatchObject([{ name: 'My phone', is_copied: 1 }])
    expect(offerOf((await login()).params)).toBeNull()
  })
  test('PASSKEY-7 a passkey that never counts is taken again and again', async () => {
    const { begin, confirm, login, offered } = await passkeyVenue()
    const device = softAuthenticator(origin)
    expect((await confirm(device.make(await begin(), { counter: 0 }))).type).toBe('ok')
    for (let n = 0; n < 2; n += 1)
      expect((await login({ passkey: device.sign(await offered(), { counter: 0 }) })).type).toBe('ok')
  })
  test('PASSKEY-8 the code stays good beside it, and is due even where codes are switched off', async () => {
    const { added, login, ask } = await passkeyVenue({ identity: { verification: '0' } })
    expect((await login()).type).toBe('ok')
    await added()
    expect((await login()).reason).toBe('code_required')
    expect((await login({ code: '000000' })).reason).toBe('code_expired')
    const sent = await ask('sms_mail', { user_string: 'ann@kontor.test', type: 'login' }, { user: 0 })
    expect((await login({ code: String(sent.data?.['demo_code']) })).type).toBe('ok')
  })
  test('PASSKEY-9 with an authenticator app its code is asked for at each change of passkeys, and a login takes either; the chat is not entered around them', async () => {
    const { ask, begin, confirm, added, login, offered, list, clock, anotherUser, memory } = await passkeyVenue()
    const key = fromBase32(String((await ask('totp/begin')).data?.['secret']))
    const code = () => {
      clock.advance(stepMs)
      return hotp(key, stepAt(clock.now()))
    }
    expect((await ask('totp/confirm', { password: 'secret1', totp: code() })).type).toBe('ok')
    const device = softAuthenticator(origin)
    const answer = device.make(await begin())
    expect((await confirm(answer)).reason).toBe('totp_required')
    expect((await confirm(answer, { totp: '000000' })).reason).toBe('totp_wrong')
    expect((await confirm(answer, { totp: code() })).type).toBe('ok')
    const asked = await login()
    expect(asked.reason).toBe('totp_required')
    expect((await login({ passkey: device.sign(await offered()) })).type).toBe('ok')
    expect((await login({ totp: code() })).type).toBe('ok')
    const [{ id }] = await list()
    expect((await ask('passkeys/end', { id, password: 'secret1' })).reason).toBe('totp_required')
    expect((await ask('passkeys/end', { id, password: 'secret1', totp: code() })).type).toBe('ok')
    const ben = await anotherUser()
    await added('Ben', { user: ben, device: 'b' })
    const chat = await memory.ask('POST /chat/sys/login', {
      mobile: 'ben@kontor.test',
      password: 'secret1',
      userDeviceId: 'd',
    })
    expect(chat.refused).toBe('totp_required')
  })
})

describe('unlocking a device that locked itself', () => {
  test('PASSKEY-14 the venue checks what a passkey signed: once, for five minutes, for this account, on this page and of this key', async () => {
    const { added, unlock, unlockOffer, clock, anotherUser, list, venue } = await passkeyVenue()
    expect(await unlockOffer()).toBeNull()
    const device = await added()
    const sign = async (more: object = {}) => device.sign(await unlocking(unlockOffer), more)
    const answer = await sign()
    const both = await Promise.all([unlock(answer), unlock(answer)])
    expect(both.map(({ type, reason }) => reason ?? type).toSorted()).toEqual(['ok', 'passkey_expired'])
    expect((await list())[0]?.used_time).toBe('2026-01-05 00:00:00')
    const late = await sign()
    clock.advance(passkeyLifeMs)
    expect((await unlock(late)).reason).toBe('passkey_expired')
    const early = await sign()
    clock.advance(passkeyLifeMs - 1)
    expect((await unlock(early)).type).toBe('ok')
    expect(await unlock(await sign({ origin: 'https://evil.test' }))).toMatchObject({
      reason: 'passkey_wrong',
      params: { left: 4 },
    })
    expect((await unlock(await sign({ isVerified: false }))).reason).toBe('passkey_wrong')
    expect((await unlock(await sign({ challenge: 'AAAA' }))).reason).toBe('passkey_wrong')
    await unlocking(unlockOffer)
    expect((await unlock('no JSON')).reason).toBe('passkey_wrong')
    const ben = await anotherUser()
    const bens = await added('Ben', { user: ben, device: 'b' })
    expect((await unlock(await sign(), { user: ben })).reason).toBe('passkey_expired')
    expect((await unlock(device.sign(await unlocking(() => unlockOffer({ user: ben }))), { user: ben })).reason).toBe(
      'passkey_wrong',
    )
    expect((await unlock(bens.sign(await unlocking(() => unlockOffer({ user: ben }))), { user: ben })).type).toBe('ok')
    expect(await unlockOffer({ origin: 'http://127.0.0.1:8080' })).toBeNull()
    expect((await unlock(await sign(), { user: 0 })).type).toBe('999')
    expect(venue.audit()).toEqual([])
  })
  test('PASSKEY-14 what was signed to unlock logs nobody in, and what was signed to log in unlocks nothing', async () => {
    const { added, unlock, unlockOffer, login, offered } = await passkeyVenue()
    const device = await added()
    const offer = await unlocking(unlockOffer)
    expect((await login({ passkey: device.sign(offer) })).reason).toBe('passkey_expired')
    expect((await unlock(device.sign(await offered()))).reason).toBe('passkey_wrong')
    expect((await login({ passkey: device.sign(await offered()) })).type).toBe('ok')
  })
  test('PASSKEY-15 wrong passwords and wrong signatures at the lock have one count and wait together; a login is not shut by them', async () => {
    const { added, ask, unlock, unlockOffer, login, offered, clock } = await passkeyVenue()
    const device = await added()
    const wrongPassword = () => ask('unlock', { password: 'wrong12' })
    expect([(await wrongPassword()).params, (await wrongPassword()).params]).toEqual([{ left: 4 }, { left: 3 }])
    for (const left of [2, 1, 0])
      expect((await unlock(device.sign(await unlocking(unlockOffer), { origin: 'https://evil.test' }))).params).toEqual(
        { left },
      )
    const right = () => unlocking(unlockOffer).then((offer) => unlock(device.sign(offer)))
    expect([(await right()).reason, (await wrongPassword()).reason]).toEqual(['account_locked', 'account_locked'])
    expect((await login({ passkey: device.sign(await offered()) })).type).toBe('ok')
    clock.advance(5 * 60_000)
    expect((await right()).type).toBe('ok')
    expect((await wrongPassword()).params).toEqual({ left: 4 })
  })
  test('PASSKEY-15 a passkey whose counter goes back unlocks nothing any more', async () => {
    const { added, unlock, unlockOffer } = await passkeyVenue()
    const device = await added()
    expect((await unlock(device.sign(await unlocking(unlockOffer), { counter: 9 }))).type).toBe('ok')
    expect((await unlock(device.sign(await unlocking(unlockOffer), { counter: 9 }))).reason).toBe('passkey_copied')
    expect(await unlockOffer()).toBeNull()
  })
})
