import { aFileRow } from '#tests/support/builders/person-rows.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { settingsOf } from '#server/settings.ts'
import { readEnv } from '#server/operate/env.ts'
import { answerOf, register } from '#tests/support/people.ts'
import { avatars } from '#server/features/platform/seed.ts'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

const pairsOf = (answer: unknown) =>
  Object.fromEntries(
    (Object(answer).data ?? []).map(({ configKey, configValue }: Record<string, string>) => [configKey, configValue]),
  )

test('HELP-1 the operator names the app, its picture, the addresses of its links, its packages and its own service; clients are told', async () => {
  const env = {
    APP_NAME: 'Börse Nord',
    LOGO_ICON: '/own/logo.png',
    SHARE_URL: 'https://nord.example/floor/',
    ANDROID_URL: 'https://nord.example/app.apk',
    CUSTOMER_URL: 'https://help.nord.example/',
    TABS: 'home,spot, chat,assets',
  }
  const { ask } = createMemoryVenue({ settings: settingsOf(readEnv(env)) })
  expect(pairsOf((await ask('POST /chat/sys/getAppConfig')).answer)).toMatchObject({
    appName: 'Börse Nord',
    logoIcon: '/own/logo.png',
    shareURL: 'https://nord.example/floor/',
  })
  expect(answerOf((await ask('GET /api/config/getSetting', { keyword: 'name' })).answer).message).toEqual({
    name: 'Börse Nord',
  })
  expect(answerOf((await ask('GET /api/config/getSetting', { keyword: 'tabs' })).answer).message).toEqual({
    tabs: ['home', 'spot', 'chat', 'assets'],
  })
  expect(answerOf((await ask('GET /api/task/download')).answer).message).toMatchObject({
    android_url: 'https://nord.example/app.apk',
    ios_url: null,
    h5_url: 'https://nord.example/floor/',
  })
  expect(answerOf((await ask('POST /api/set/get_customer_url')).answer).message).toMatchObject({
    customer_url: env.CUSTOMER_URL,
  })
  expect(answerOf((await createMemoryVenue().ask('POST /api/set/get_customer_url')).answer).message).toMatchObject({
    customer_url: null,
  })
})
test('HELP-1 people read the name of the operator wherever the venue names itself: texts, authenticator, invitations, chats', async () => {
  const harness = createMemoryVenue({
    settings: { ...settingsOf(readEnv({ APP_NAME: 'Börse & Co' })), chat: { hasBots: true } },
  })
  const ann = await register(harness, 'ann@kontor.test')
  const said = async (place: string, body: object = {}) =>
    answerOf((await harness.ask(place, body, { user: ann })).answer)
  expect(await said('POST /api/user/totp/begin')).toMatchObject({
    data: {
      uri: expect.stringMatching(
        /^otpauth:\/\/totp\/B%C3%B6rse%20%26%20Co%3Aann%40kontor\.test\?secret=[A-Z2-7]+&issuer=B%C3%B6rse%20%26%20Co$/,
      ),
    },
  })
  expect(await said('GET /api/user/my_share')).toMatchObject({
    message: { share_title: 'Trade with me on Börse & Co' },
  })
  const { tables } = harness.venue.ctx
  expect([...tables.news.all()].filter(({ title, content }) => `${title} ${content}`.includes('Kontor'))).toEqual([])
  expect([...tables.news.all()].some(({ title }) => title === 'Welcome to Börse & Co')).toBe(true)
  expect(
    [...tables.users.all(), ...tables.chats.all()]
      .map((row) => ('nickname' in row ? row.nickname : row.name))
      .filter((name) => /Kontor|Börse/.test(name ?? '')),
  ).toEqual(['Börse & Co Support', 'Börse & Co Welcome'])
})
test.each([
  { APP_NAME: '<b>Nord</b>' },
  { APP_NAME: 'x'.repeat(25) },
  { LOGO_ICON: '//evil.example/a.svg' },
  { LOGO_ICON: 'https://evil.example/a.svg' },
  { LOGO_ICON: 'javascript:alert(1)' },
  { LOGO_ICON: '/../a.svg?x' },
  { SHARE_URL: 'javascript:alert(1)/' },
  { SHARE_URL: 'https://nord.example' },
  { SHARE_URL: 'https://nord.example/?a=/' },
  { ANDROID_URL: 'http://nord.example/app.apk' },
  { CUSTOMER_URL: 'http://help.nord.example/' },
  { CUSTOMER_URL: 'https://ann:pw@help.nord.example/' },
  { CUSTOMER_URL: 'javascript:alert(1)' },
  { TABS: 'spot,home,assets' },
  { TABS: 'home,spot,spot' },
  { TABS: 'home,moon,assets' },
  { TABS: 'home,spot,contracts,finance,chat,assets' },
])('HELP-1 a name, a picture or an address that could do harm stops the start: %j', (env) => {
  expect(() => readEnv(env)).toThrow(/^(?:APP_NAME|LOGO_ICON|SHARE_URL|ANDROID_URL|CUSTOMER_URL|TABS) must be/)
})
test('HELP-1 the public settings tell what each feature is really set to', async () => {
  const otc = { bail: '5', feeRate: '0.02', payMinutes: [10], confirmMinutes: 7, unfinishedMax: 1 }
  const { ask } = createMemoryVenue({
    settings: { otc, withdraw: { perDay: 9 }, minVersionCode: 105, ...settingsOf({ KEEP_DAYS: '45' }) },
  })
  expect(answerOf((await ask('GET /api/config/getSetting', {})).answer).message).toMatchObject({
    otc: { bail: '5', fee_rate: '0.02', pay_minutes: [10], confirm_minutes: 7, unfinished_max: 1 },
    red_packet: { max: 200, scale: 2, hours: 24 },
    revoke_ms: 120_000,
    edit_ms: 900_000,
    withdraw_per_day: 9,
    min_version_code: 105,
    keep_days: 45,
  })
})
test.each([
  ['the demo', { DEMO: '1' }, true],
  ['a live venue without text messages', { NODE_ENV: 'production' }, false],
  ['a live venue with them', { NODE_ENV: 'production', SMS_WEBHOOK: 'https://sms.example/' }, true],
])('HELP-1 the settings of %s say whether an account may begin with a phone number', async (_, env, phone) => {
  const { ask } = createMemoryVenue({ settings: settingsOf(env) })
  expect(answerOf((await ask('GET /api/config/getSetting', {})).answer).message).toMatchObject({
    features: { phone: Number(phone) },
  })
})
test('HELP-2 a client below the oldest version that may change anything is told to update, a program is not', async () => {
  const { ask } = createMemoryVenue({ settings: { minVersionCode: 101 } })
  const forcedFor = async (appVersion: number | null) => {
    const newest = Object((await ask('POST /chat/sys/getLatestVersion', { platFrom: 0 }, { appVersion })).answer).data
    const download = answerOf((await ask('GET /api/task/download', {}, { appVersion })).answer).message
    return [newest.force, Object(download).force]
  }
  expect([await forcedFor(100), await forcedFor(101), await forcedFor(null)]).toEqual([
    [1, 1],
    [0, 0],
    [0, 0],
  ])
})
test('HELP-3 files of a folder are the own ones, newest first, page by page; those of the venue are for everybody', async () => {
  const harness = createMemoryVenue()
  const [ann, ben] = [await register(harness, 'ann@kontor.test'), await register(harness, 'ben@kontor.test')]
  await harness.venue.command(({ tables }) => {
    const put = (user: number, id: string, at: number) => tables.files.put(aFileRow(user, id, at))
    for (const [n, name] of ['a', 'b', 'c'].entries()) put(ann, `chat/${name}.png`, n)
    put(ben, 'chat/d.png', 9)
    put(ann, 'kyc/e.png', 9)
    put(0, 'sticker/f.png', 1)
    put(0, 'emoji/g.png', 2)
  })
  const dir = async (body: object) =>
    Object((await harness.ask('POST /chat/fileServer/getByDir', body, { user: ann })).answer)
  const namesIn = ({
    files,
    nextMarker,
  }: {
    readonly files: readonly { readonly relativePath: string }[]
    readonly nextMarker: string | null
  }) => [files.map(({ relativePath }) => relativePath), nextMarker]
  expect(namesIn((await dir({ prefixDir: 'chat', limit: 2 })).data)).toEqual([
    ['chat/c.png', 'chat/b.png'],
    'chat/b.png',
  ])
  expect(namesIn((await dir({ prefixDir: 'chat', limit: 2, nextMarker: 'chat/b.png' })).data)).toEqual([
    ['chat/a.png'],
    null,
  ])
  expect((await dir({ prefixDir: 'etc/passwd' })).reason).toBe('folder_unknown')
  const own = async (body: object) =>
    Object((await harness.ask('POST /chat/fileServer/getSysFiles', body, { user: ben })).answer).data
  const offered = (await own({ kind: 'avatar' })).records
  expect(offered.map(({ url }: { readonly url: string }) => url)).toEqual(avatars.map((name) => `/avatars/${name}.svg`))
  expect(avatars.filter((name) => !existsSync(`public/avatars/${name}.svg`))).toEqual([])
  expect(
    (await own({ pageSize: 100 })).records
      .map(({ relativePath }: { readonly relativePath: string }) => relativePath)
      .filter((path: string) => !path.includes('/venue/')),
  ).toEqual(['emoji/g.png', 'sticker/f.png'])
  // A picture of the venue can be anybody's; one of somebody else cannot.
  const take = async (avatar: string) =>
    Object((await harness.ask('POST /chat/imUser/updateUserInfo', { avatar }, { user: ben })).answer)
  for (const path of ['avatar/venue/fox.svg', '/avatars/moon.svg'])
    expect((await take(path)).data.avatar).toBe(`/avatars/${path.includes('fox') ? 'fox' : 'moon'}.svg`)
  for (const path of ['chat/a.png', 'emoji/g.png', '/avatars/none.svg'])
    expect((await take(path)).reason).toBe('file_unknown')
  expect(await own({ kind: 'sticker', pageSize: 1 })).toMatchObject({
    total: 19,
    pageNum: 1,
    pageSize: 1,
    records: [{ relativePath: 'sticker/venue/hello.svg' }],
  })
})
