import { languages } from '#contract/wire/languages.ts'
import { notificationSubject, type NotificationContent } from '#contract/wire/notification.ts'
import { pushPath, pushText } from '#server/features/notification/sending/text.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { readEnv } from '#server/operate/env.ts'
import { settingsOf } from '#server/settings.ts'
import { pathIn } from '#src/app/worker/push.ts'
import { sayingIn } from '#contract/notification/notification-saying.ts'
import { wayOf } from '#src/parts/notifications/saying.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'
import { pushBrowser, subscribed } from '#tests/support/push/push-browser.ts'
import { answerOf } from '#tests/support/people.ts'
import { i18nFor } from '#tests/support/render.tsx'
import { expect, test } from 'vitest'

const key = () => crypto.randomUUID()

test('PUSH-11 a login is subscribed once; said again it changes; another login of the same browser takes the subscription along', async () => {
  const v = await spotVenue(2)
  const { browser, caller, answer } = await subscribed(v, v.ann, { lang: 'hk' })
  expect(answerOf(answer).data).toEqual({
    key: expect.any(String),
    device: { digest: expect.stringMatching(/^[\da-f]{64}$/), lang: 'hk', hides: 0, is_failing: 0 },
  })
  await v.ask(
    'POST /api/notification/push/start',
    { ...browser.subscription, hides: 1 },
    { ...caller, lang: 'th' },
    key(),
  )
  expect(answerOf((await v.ask('GET /api/notification/push', {}, caller)).answer).message).toMatchObject({
    device: { lang: 'th', hides: 1 },
  })
  const ben = await subscribed(v, v.ben, { browser })
  expect([...v.venue.ctx.tables.pushes.all()].map(({ user }) => user)).toEqual([v.ben])
  expect(answerOf((await v.ask('GET /api/notification/push', {}, caller)).answer).message).toMatchObject({
    device: null,
  })
  await v.ask('POST /api/notification/push/end', {}, ben.caller, key())
  expect(v.venue.ctx.tables.pushes.count()).toBe(0)
})
test('PUSH-11 the list of logins tells which are sent notifications, and ends that for one of them; not for somebody else', async () => {
  const v = await spotVenue(2)
  const { caller } = await subscribed(v, v.ann, { device: 'd1' })
  await subscribed(v, v.ann, { device: 'd2' })
  const ben = await subscribed(v, v.ben)
  const logins = async () => Object(answerOf((await v.ask('GET /api/user/logins', {}, caller)).answer).message).list
  const [mine, other] = (await logins()).filter(({ push }: { push: number }) => push === 1)
  expect([mine.is_this, other.is_this]).toEqual([1, 0])
  const end = async (id: unknown, by: object) =>
    answerOf((await v.ask('POST /api/notification/push/end', { id }, by, key())).answer)
  expect((await end(other.id, ben.caller)).reason).toBe('not_found')
  expect((await end(other.id, caller)).data).toMatchObject({ device: { lang: 'en' } })
  expect((await logins()).map(({ push }: { push: number }) => push).toSorted()).not.toContain(undefined)
  expect((await logins()).filter(({ push }: { push: number }) => push === 1)).toHaveLength(1)
})

test.each([
  [{ endpoint: 'http://push.kontor.test/a' }, 'push_endpoint'],
  [{ endpoint: 'https://127.0.0.1/a' }, 'push_endpoint'],
  [{ endpoint: 'x'.repeat(2000) }, 'malformed'],
  [{ p256dh: `B${'A'.repeat(86)}` }, 'push_endpoint'],
  [{ p256dh: 'short' }, 'malformed'],
  [{ auth: 'short' }, 'malformed'],
  [{ more: 1 }, 'malformed'],
])('PUSH-11 a subscription with %j is refused: %s', async (changes, reason) => {
  const v = await spotVenue(1)
  const { caller } = await subscribed(v, v.ann)
  const { answer } = await v.ask(
    'POST /api/notification/push/start',
    { ...pushBrowser().subscription, hides: 0, ...changes },
    caller,
    key(),
  )
  expect(answerOf(answer).reason).toBe(reason)
})
test('PUSH-11 an API key and a visitor cannot subscribe', async () => {
  const v = await spotVenue(1)
  const start = async (caller: object) =>
    answerOf(
      (await v.ask('POST /api/notification/push/start', { ...pushBrowser().subscription, hides: 0 }, caller, key()))
        .answer,
    ).reason
  expect([
    await start({ user: v.ann, session: 'key', apiKey: { no: 'n', scope: 'trade' } }),
    await start({}),
    await start({ user: v.ann }),
  ]).toEqual(['key_scope', 'not_logged_in', 'not_logged_in'])
})

test('PUSH-12 PUSH=0 switches all of it off: no key, no subscription, nothing queued', async () => {
  const v = await spotVenue(1, { settings: settingsOf({ PUSH: '0' }) })
  const { answer, caller } = await subscribed(v, v.ann)
  expect(answerOf(answer).reason).toBe('push_off')
  expect(answerOf((await v.ask('GET /api/notification/push', {}, caller)).answer).message).toEqual({
    key: null,
    device: null,
  })
  expect([...v.venue.ctx.tables.settings.all()].filter(({ name }) => name === 'push_key')).toEqual([])
})
test('PUSH-12 a key of the environment takes the place of the stored one; a wrong one is refused without being told', () => {
  const pushKey = Buffer.alloc(32, 7).toString('base64url')
  const { ask, venue } = createMemoryVenue({
    settings: settingsOf({ PUSH_KEY: pushKey, MAIL_FROM: 'Kontor <no-reply@kontor.example>' }),
  })
  expect([
    venue.ctx.settings.notification,
    [...venue.ctx.tables.settings.all()].some(({ name }) => name === 'push_key'),
    typeof ask,
  ]).toEqual([{ hasPush: true, pushKey, pushContact: 'mailto:no-reply@kontor.example' }, false, 'function'])
  expect(() => readEnv({ PUSH_KEY: 'secret' })).toThrow('PUSH_KEY must be a private VAPID key, 32 bytes as base64url.')
  expect(() => readEnv({ PUSH_CONTACT: 'me' })).toThrow('PUSH_CONTACT must be an address like')
  expect(settingsOf({ ORIGINS: 'http://a.example, https://b.example' }).notification).toEqual({
    pushContact: 'https://b.example',
  })
})

const none = { ref: null, symbol: null, side: null, amount: null, coin: null, price: null, title: null }
const sides = { spot_filled: ['buy', 'sell'], lever_entered: ['long', 'short'] } as const
const contents = notificationSubject.options.flatMap((subject): NotificationContent[] =>
  (subject === 'spot_filled' || subject === 'lever_entered' ? sides[subject] : [null]).flatMap((side) => [
    {
      subject,
      side,
      ref: '7',
      symbol: 'BTC/USDT',
      amount: '-1234567.123456789',
      coin: 'USDT',
      price: '96000.00',
      title: 'Ben & Co',
    },
    { ...none, subject, side, ref: '7', amount: '0.00000001' },
  ]),
)
test.each(languages)(
  'PUSH-13 a push says of every subject exactly what the app says, and leads where it leads, in %s',
  async (lang) => {
    const i18n = await i18nFor(lang)
    const said = contents.map((content) => {
      const { key: sentence, params } = sayingIn(content, lang)
      return i18n.t(sentence, { ns: 'notification', ...params })
    })
    expect(contents.map((content) => pushText(content, lang, false).body)).toEqual(said)
    expect(contents.map((content) => pathIn(pushPath(content)))).toEqual(contents.map(wayOf))
  },
)
test('PUSH-13 a long title is cut by letters, not through one', () => {
  const { body } = pushText({ ...none, subject: 'news', title: '🪙'.repeat(500) }, 'en', false)
  expect(body).toBe(`${'🪙'.repeat(159)}…`)
})
