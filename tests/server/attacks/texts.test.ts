import { openDoor, type Door } from './door.ts'
import { payloads } from './payloads.ts'
import { codeFor, register } from '#tests/support/people.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let door: Door
let user = 0
let mine: Record<string, string>
beforeAll(async () => {
  door = await openDoor()
  user = await register(door, 'ann@kontor.test')
  mine = { Authorization: await door.tokenOf(user) }
})
afterAll(() => door.close())

type Answer = Awaited<ReturnType<Door['call']>>
/** The text at this path of an answer, or the reason it was refused with. */
const textAt = ({ answer, text }: Answer, name: string): unknown => {
  if (answer.reason !== undefined) return answer.reason
  const at: { message?: unknown; data?: unknown } = JSON.parse(text)
  const from: unknown = typeof at.message === 'object' && at.message !== null ? at.message : at.data
  return typeof from === 'object' && from !== null ? Object.entries(from).find(([key]) => key === name)?.[1] : undefined
}
const center = async (name: string) => textAt(await door.call('GET /api/user/center', {}, mine), name)
const update = (fields: Record<string, unknown>) => door.call('POST /chat/imUser/updateUserInfo', fields, mine)

/** Every text of a person that is shown somewhere: how it is written, how it is read again, how long it may be. */
const kyc = (fields: Record<string, unknown>) => async () => {
  await door.venue.command(({ tables }) => {
    for (const row of tables.kycs.all()) tables.kycs.put({ ...row, status: 'none' })
  })
  return door.call('POST /api/user/real_name', { name: 'Ann', country: 'HK', card_id: 'A1234567', ...fields }, mine)
}
const places: readonly { name: string; most: number; write: (text: string) => Promise<Answer>; read: (told: Answer) => Promise<unknown> }[] = [
  { name: 'nickname', most: 20, write: (userName) => update({ userName }), read: () => center('nickname') },
  { name: 'signature', most: 60, write: (signature) => update({ signature }), read: async (told) => textAt(told, 'signature') },
  { name: 'address', most: 200, write: (address) => update({ address }), read: async (told) => textAt(told, 'address') },
  { name: 'name of the verification', most: 60, write: (name) => kyc({ name })(), read: () => center('name') },
  { name: 'country of the verification', most: 60, write: (country) => kyc({ country })(), read: () => center('country') },
  { name: 'address of the verification', most: 200, write: (address) => kyc({ address })(), read: async () => JSON.parse((await door.call('GET /api/user/center2', {}, mine)).text).message.primary.address },
]
test.each(places)('AT50 a script in the $name is text: it comes back as it went in, as JSON that no browser takes for a page', async ({ most, write, read }) => {
  const wrong: string[] = []
  let tried = 0
  for (const payload of payloads.filter((text) => text.length <= most)) {
    const told = await write(payload)
    const { answer: { reason } } = told
    if (reason === 'name_reserved') continue
    tried += 1
    const back = reason === undefined ? await read(told) : reason
    if (back !== payload.trim()) wrong.push(`${payload} came back as ${String(back)}`)
    if (told.headers.get('Content-Type') !== 'application/json; charset=utf-8' || told.headers.get('X-Content-Type-Options') !== 'nosniff') wrong.push(`${payload}: not as JSON`)
  }
  expect(wrong).toEqual([])
  expect(tried).toBeGreaterThan(most < 30 ? 20 : 100)
})
test('AT50 a script in the contact of the registration is text as well', async () => {
  const wrong: string[] = []
  for (const [at, payload] of payloads.slice(0, 12).entries()) {
    const mail = `line${at}@kontor.test`
    const code = await codeFor(door, mail)
    const { answer } = await door.call('POST /api/user/register', { type: 'email', user_string: mail, code, password: 'secret1', re_password: 'secret1', line_account: payload })
    const id = Number(answer.data?.['id'])
    const told = await door.call('GET /api/user/center', {}, { Authorization: await door.tokenOf(id) })
    if (textAt(told, 'line_account') !== payload.trim()) wrong.push(payload)
  }
  expect(wrong).toEqual([])
})
test('AT50 a script in a search, an account or a field’s name is not told again as anything but text', async () => {
  const wrong: string[] = []
  for (const payload of payloads) {
    const told = await Promise.all([
      door.call('GET /api/task/search', { keyword: payload }, mine),
      door.call('POST /api/news/list', { c_id: 4, keyword: payload }),
      door.call('GET /api/config/getSetting', { keyword: payload }),
      door.call('POST /api/sms_mail', { user_string: payload, type: 'register' }),
      door.call('POST /api/sms_mail', { user_string: 'a@b.cc', type: 'register', [payload]: 1 }),
      door.knock('GET', `/api/${encodeURIComponent(payload)}`),
      door.knock('GET', `/upload/${encodeURIComponent(payload)}`),
    ])
    for (const { headers, status, text } of told) {
      const isJson = headers.get('Content-Type') === 'application/json; charset=utf-8' || text === '' || headers.get('Content-Type')?.startsWith('text/plain') === true
      if (!isJson || status >= 500) wrong.push(`${payload}: ${status} ${headers.get('Content-Type')}`)
    }
  }
  expect(wrong).toEqual([])
  expect(payloads.length).toBeGreaterThanOrEqual(150)
})
test('AT58 what would be a command to a database is text, and every table stands', async () => {
  const commands = ["'; DROP TABLE users; --", "' OR '1'='1", '" OR ""="', "1; ATTACH DATABASE '/tmp/x' AS x", "') UNION SELECT body FROM users --", "\\'; --", "%' --", "_' ESCAPE '"]
  for (const text of commands) {
    const told = await update({ address: text })
    expect(textAt(told, 'address')).toBe(text)
    const found = await door.call('POST /api/news/list', { c_id: 4, lang: 'en', keyword: text })
    expect(found.answer.message).toMatchObject({ list: [], count: 0 })
    expect((await door.call('POST /api/wallet/list', { currency_name: text.slice(0, 20) }, mine)).answer.type).toBe('ok')
  }
  expect(await center('id')).toBe(user)
  expect(door.bugs).toEqual([])
})
