import { openHarness, type Harness } from './harness.ts'
import { payloads } from './payloads.ts'
import { codeFor, register } from '#tests/support/people.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let harness: Harness
let user = 0
let headers: Record<string, string>
beforeAll(async () => {
  harness = await openHarness()
  user = await register(harness, 'ann@kontor.test')
  headers = { Authorization: await harness.tokenOf(user) }
})
afterAll(() => harness.close())

type Answer = Awaited<ReturnType<Harness['call']>>
/** A text of an answer by its field name, or the reason of a refusal. */
const textAt = ({ answer, text }: Answer, name: string): unknown => {
  if (answer.reason !== undefined) return answer.reason
  const at: { message?: unknown; data?: unknown } = JSON.parse(text)
  const from: unknown = typeof at.message === 'object' && at.message !== null ? at.message : at.data
  return typeof from === 'object' && from !== null ? Object.entries(from).find(([key]) => key === name)?.[1] : undefined
}
const center = async (name: string) => textAt(await harness.call('GET /api/user/center', {}, headers), name)
const update = (fields: Record<string, unknown>) => harness.call('POST /chat/imUser/updateUserInfo', fields, headers)

/** Submits a verification with these fields; the level is reset first. */
const kyc = (fields: Record<string, unknown>) => async () => {
  await harness.venue.command(({ tables }) => {
    for (const row of tables.kycs.all()) tables.kycs.put({ ...row, status: 'none' })
  })
  return harness.call(
    'POST /api/user/real_name',
    { name: 'Ann', country: 'HK', card_id: 'A1234567', ...fields },
    headers,
  )
}
/** Every text of a user that is shown somewhere: how it is written and read, and its maximum length. */
const textFields: readonly {
  name: string
  max: number
  write: (text: string) => Promise<Answer>
  read: (answer: Answer) => Promise<unknown>
}[] = [
  { name: 'nickname', max: 20, write: (userName) => update({ userName }), read: () => center('nickname') },
  {
    name: 'signature',
    max: 60,
    write: (signature) => update({ signature }),
    read: async (answer) => textAt(answer, 'signature'),
  },
  {
    name: 'address',
    max: 200,
    write: (address) => update({ address }),
    read: async (answer) => textAt(answer, 'address'),
  },
  { name: 'name of the verification', max: 60, write: (name) => kyc({ name })(), read: () => center('name') },
  {
    name: 'country of the verification',
    max: 60,
    write: (country) => kyc({ country })(),
    read: () => center('country'),
  },
  {
    name: 'address of the verification',
    max: 200,
    write: (address) => kyc({ address })(),
    read: async () =>
      JSON.parse((await harness.call('GET /api/user/center2', {}, headers)).text).message.primary.address,
  },
]
test.each(textFields)(
  'AT50 a script in the $name is only text: it is returned unchanged, as JSON with nosniff',
  async ({ max, write, read }) => {
    const failures: string[] = []
    let tried = 0
    for (const payload of payloads.filter((text) => text.length <= max)) {
      const answer = await write(payload)
      const {
        answer: { reason },
      } = answer
      if (reason === 'name_reserved') continue
      tried += 1
      const back = reason === undefined ? await read(answer) : reason
      if (back !== payload.trim()) failures.push(`${payload} came back as ${String(back)}`)
      if (
        answer.headers.get('Content-Type') !== 'application/json; charset=utf-8' ||
        answer.headers.get('X-Content-Type-Options') !== 'nosniff'
      )
        failures.push(`${payload}: not as JSON`)
    }
    expect(failures).toEqual([])
    expect(tried).toBeGreaterThan(max < 30 ? 20 : 100)
  },
)
test('AT50 a script in the contact field of the registration is only text', async () => {
  const failures: string[] = []
  for (const [at, payload] of payloads.slice(0, 12).entries()) {
    const mail = `line${at}@kontor.test`
    const code = await codeFor(harness, mail)
    const { answer } = await harness.call('POST /api/user/register', {
      type: 'email',
      user_string: mail,
      code,
      password: 'secret1',
      re_password: 'secret1',
      line_account: payload,
    })
    const id = Number(answer.data?.['id'])
    const profile = await harness.call('GET /api/user/center', {}, { Authorization: await harness.tokenOf(id) })
    if (textAt(profile, 'line_account') !== payload.trim()) failures.push(payload)
  }
  expect(failures).toEqual([])
})
test('AT50 a script in a search, an account or a field name is answered only as JSON or plain text', async () => {
  const failures: string[] = []
  for (const payload of payloads) {
    const answers = await Promise.all([
      harness.call('GET /api/task/search', { keyword: payload }, headers),
      harness.call('POST /api/news/list', { c_id: 4, keyword: payload }),
      harness.call('GET /api/config/getSetting', { keyword: payload }),
      harness.call('POST /api/sms_mail', { user_string: payload, type: 'register' }),
      harness.call('POST /api/sms_mail', { user_string: 'a@b.cc', type: 'register', [payload]: 1 }),
      harness.sendRequest('GET', `/api/${encodeURIComponent(payload)}`),
      harness.sendRequest('GET', `/upload/${encodeURIComponent(payload)}`),
    ])
    for (const { headers, status, text } of answers) {
      const isJson =
        headers.get('Content-Type') === 'application/json; charset=utf-8' ||
        text === '' ||
        headers.get('Content-Type')?.startsWith('text/plain') === true
      if (!isJson || status >= 500) failures.push(`${payload}: ${status} ${headers.get('Content-Type')}`)
    }
  }
  expect(failures).toEqual([])
  expect(payloads.length).toBeGreaterThanOrEqual(150)
})
test('AT58 SQL in a text is only text, and no table is harmed', async () => {
  const commands = [
    "'; DROP TABLE users; --",
    "' OR '1'='1",
    '" OR ""="',
    "1; ATTACH DATABASE '/tmp/x' AS x",
    "') UNION SELECT body FROM users --",
    "\\'; --",
    "%' --",
    "_' ESCAPE '",
  ]
  for (const text of commands) {
    const answer = await update({ address: text })
    expect(textAt(answer, 'address')).toBe(text)
    const found = await harness.call('POST /api/news/list', { c_id: 4, lang: 'en', keyword: text })
    expect(found.answer.message).toMatchObject({ list: [], count: 0 })
    expect(
      (await harness.call('POST /api/wallet/list', { currency_name: text.slice(0, 20) }, headers)).answer.type,
    ).toBe('ok')
  }
  expect(await center('id')).toBe(user)
  expect(harness.bugs).toEqual([])
})
