import { allCalls } from '#contract/endpoints.ts'
import { round as roundSchema } from '#contract/option/option.ts'
import { encode } from '#contract/wire/coded.ts'
import { askOlder } from '#server/gateway/older-ask.ts'
import { aRound } from '#tests/support/builders/round.ts'
import { contentCodes } from '#contract/chat/chat-content.ts'
import { sweepUploads } from '#server/identity/unused-uploads.ts'
import { defaultSettings, settingsOf } from '#server/settings.ts'
import { openGateway, type TestGateway } from '#tests/support/gateway.ts'
import { register } from '#tests/support/people.ts'
import { fieldOf } from '#tests/support/venue-client.ts'
import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Calls as compiled clients of the family send them.

let harness: TestGateway
let token = ''
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const openFor = (verification: '0' | '1') =>
  openGateway({
    settings: { identity: defaultSettings(true, settingsOf({ VERIFICATION: verification })).identity },
    isLegacy: true,
  })
beforeAll(async () => {
  harness = await openFor('0')
  ;({ token } = await harness.enter('calls@kontor.test'))
  await harness.call('POST', 'api/safe/update_password', pins, { Authorization: token })
})
afterAll(() => harness.stop())
const pins = { password: '246813', re_password: '246813' }

const phone = { 'User-Agent': 'Mozilla/5.0 (iPhone)' }
const form = async (path: string, fields: Record<string, string>, more: Record<string, string> = {}) => {
  const headers = { Authorization: token, ...phone, ...more }
  const answer = await fetch(new URL(path, harness.url), { method: 'POST', body: new URLSearchParams(fields), headers })
  const body: Record<string, unknown> = await answer.json()
  return body
}
const upload = async ({ url }: TestGateway, bytes: Buffer = picture, path = 'api/upload') => {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(bytes)], 'proof.png'))
  const answer: unknown = await (await fetch(new URL(path, url), { method: 'POST', body })).json()
  return answer
}
const chat = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const { answer, text } = await harness.call('POST', `chat/${path}`, body, {
    Authorization: token,
    ...phone,
    ...headers,
  })
  const whole: Record<string, unknown> = JSON.parse(text)
  return { ...whole, reason: answer.reason }
}

test('W-23 a picture that is sent without a token belongs to the first whose form names it, and goes after an hour if none does', async () => {
  const [used, left] = [fieldOf(await upload(harness), 'message'), fieldOf(await upload(harness), 'message')]
  const idOf = (url: unknown) => String(url).replace('/upload/', '')
  const { files } = harness.venue.ctx.tables
  expect([files.get(idOf(used))?.user, files.get(idOf(left))?.user]).toEqual([-1, -1])
  expect(await chat('imUser/updateUserInfo', { avatar: String(used) })).toMatchObject({ code: 200 })
  expect(files.get(idOf(used))).toMatchObject({ user: expect.any(Number), isUsed: true })
  expect(files.get(idOf(used))?.user).toBeGreaterThan(0)
  const other = await harness.enter('other@kontor.test')
  const stolen = await chat('imUser/updateUserInfo', { avatar: String(used) }, { Authorization: other.token })
  expect(stolen).toMatchObject({ reason: 'file_unknown' })
  harness.clock.advance(3_601_000)
  const gone: string[] = []
  await sweepUploads(harness.venue.asyncCtx, harness.venue.durable, { remove: async (id) => void gone.push(id) })
  expect(gone).toEqual([idOf(left)])
})
test('W-23 without a token only pictures of the app are taken, small ones, so many of an address, and only where no codes are asked for', async () => {
  expect(await upload(harness, picture, 'chat/fileServer/upload/kyc')).toMatchObject({ reason: 'not_logged_in' })
  const { uploads } = defaultSettings(true).identity
  expect(uploads.userFiles).toBeGreaterThan(20)
  const sent = await Promise.all(Array.from({ length: 21 }, () => upload(harness)))
  expect(sent.filter((answer) => fieldOf(answer, 'reason') === 'file_quota')).toHaveLength(1)
  const strict = await openFor('1')
  expect(await upload(strict)).toMatchObject({ reason: 'not_logged_in' })
  await strict.stop()
})
test('W-23 the sums of the assets are numbers to who is not this release', async () => {
  expect(await form('api/wallet/list', {})).toMatchObject({
    message: { change_wallet: { totle: expect.any(Number), usdt_totle: expect.any(Number) } },
  })
  expect(await form('api/wallet/list', {}, { 'App-Version': '110' })).toMatchObject({
    message: { change_wallet: { totle: expect.any(String), usdt_totle: expect.any(String) } },
  })
})
test('W-23 an empty mark of the language leaves it to what the browser accepts', async () => {
  const ask = async (accepted: string) => {
    const headers = { 'language-mark': '', 'Accept-Language': accepted }
    return (await harness.call('POST', 'api/wallet/list', {}, headers)).answer.message
  }
  const [english, japanese] = [await ask('en-GB,en;q=0.9'), await ask('ja')]
  expect(english).toMatch(/^[\x20-\x7e]+$/)
  expect(japanese).not.toBe(english)
})
const launch = async (name: string, headers: Record<string, string> = {}) => {
  const made = await chat('imChatGroup/launchChatGroup', { chatGroupName: name, chatGroupMembers: [] }, headers)
  return fieldOf(Reflect.get(made, 'data'), 'id')
}
/** Says something as this release does: older clients do so over a socket of their own. */
const say = async (chatGroupId: unknown) => {
  const message = {
    cid: randomUUID(),
    chat: `g${String(chatGroupId)}`,
    type: contentCodes.text,
    body: { text: 'hello' },
  }
  const said = await chat('imGroupMessageRef/sendMessage', message)
  expect(said).toMatchObject({ code: 200 })
  return String(fieldOf(Reflect.get(said, 'data'), 'id'))
}
test('W-23 groups are numbers to who is not this release, and are understood as such', async () => {
  for (const headers of [{ 'App-Version': '110' }, { 'User-Agent': 'bot' }])
    expect(await launch('Own', headers)).toMatch(/^g\d+$/)
  const chatGroupId = await launch('Numbered')
  expect(chatGroupId).toEqual(expect.any(Number))
  await say(chatGroupId)
  const renamed = { id: String(chatGroupId), chatGroupName: 'Renamed' }
  expect(await chat('imChatGroup/updateGroupName', renamed)).toMatchObject({ data: { id: chatGroupId } })
  const members: unknown = Reflect.get(await chat('imGroupUserRef/getChatGroupMembers', { chatGroupId }), 'data')
  const [member] = Array.isArray(members) ? members : []
  const groupUserId = String(fieldOf(member, 'userId'))
  expect(await chat('imUser/getGroupMemberInfo', { groupUserId })).toMatchObject({ data: { userId: groupUserId } })
  expect(await chat('imUser/getGroupMemberInfo', { groupUserId: '999999' })).toMatchObject({ reason: 'not_found' })
})
test.each([
  ['a packet', 'imGroupUserRef/validateTradePwd'],
  ['a top-up', 'imGroupUserRef/validatePayTradePwd'],
])('W-23 the password that is shown for %s allows one payment without it', async (_, path) => {
  const shown = { tradePwd: '246813', accountBalance: '5' }
  expect(await chat(path, shown)).toMatchObject({ code: 200 })
  const topUp = () => chat('imUser/toPayUserBalance', { payValue: '5', payWay: '1' })
  expect(await topUp()).toMatchObject({ code: 200 })
  expect(await topUp()).toMatchObject({ reason: 'pay_password_required' })
})
test.each([
  ['a whole user', 'imUser/updateUserInfo', { id: '7', userName: 'Ann Older', avatar: null, mobile: '', sex: 1 }],
  [
    'a record with its picture and status',
    'accountRecord/addUserAccountRecord',
    { tradeTitle: 'Tea', tradeValue: '5', tradeDirection: 'out', tradeIcon: '/static/trade/tea.png', tradeStatus: 1 },
  ],
  [
    'a group with a picture of the client',
    'imChatGroup/launchChatGroup',
    { chatGroupName: 'Older', chatGroupMembers: [], chatGroupAvatar: '/static/group.png', createTime: '' },
  ],
])('W-23 of the chat is taken: %s', async (_, path, body) => {
  expect(await chat(path, body)).toMatchObject({ code: 200 })
})
test('W-23 a message is shared by its id alone, and forwarded with its kind as a text', async () => {
  const [from, to] = [await launch('From'), await launch('To')]
  const msgId = await say(from)
  const shared = await chat('msgShare/addMsgShare', { msgId, content: 'hello', href: '/share' })
  expect(shared).toMatchObject({ code: 200, data: expect.any(String) })
  const forwarded = {
    targetGroup: [{ chatGroupId: to, chatGroupName: 'To' }],
    messageList: [{ id: msgId }],
    sendType: '1',
  }
  expect(await chat('imGroupUserRef/forwardMsg', forwarded)).toMatchObject({ code: 200, data: 1 })
})
test('W-23 a stake without a number of its round waits for the next one, one that names it or whose sender has gone does not', async () => {
  const { endpoint } = allCalls.find((call) => call.endpoint.path === 'microtrade/submit') ?? {}
  if (!endpoint) throw new Error('no such call')
  const next = aRound(19, 'scheduled')
  const outcome = { http: 400, replayed: false, ledgerSeq: 0, eventsHead: null, ack: null }
  const stake = async (more: object, { isGone = false, early = 20_000 } = {}) => {
    let at = next.open_ms - early
    const asked: number[] = []
    const { refused } = await askOlder(endpoint, {
      asked: { match_id: 1, currency_id: 3, type: 1, number: '10', ...more },
      key: null,
      now: () => at,
      later: async (ms) => void (at += ms),
      isGone: () => isGone,
      ask: async () => {
        asked.push(at - next.open_ms)
        const isOpen = at >= next.open_ms
        const params = { next: encode(roundSchema, next) }
        return { ...outcome, refused: isOpen ? null : 'round_closed', body: JSON.stringify({ params }) }
      },
    })
    return [refused, asked.length]
  }
  expect(await stake({})).toEqual([null, 2])
  expect(await stake({ round_no: 18 })).toEqual(['round_closed', 1])
  expect(await stake({}, { isGone: true })).toEqual(['round_closed', 1])
  expect(await stake({}, { early: 31_000 })).toEqual(['round_closed', 1])
})
test('W-23 the first candle comes a second after the connection, not sooner', async () => {
  const socket = io(harness.url, { transports: ['websocket'], reconnection: false })
  let beats = 0
  const shown = new Promise<number>((told) => socket.on('kline', () => told(beats)))
  await new Promise<void>((connected) => socket.on('connect', connected))
  const [buyer, seller] = [await register(harness, 'buys@kontor.test'), await register(harness, 'sells@kontor.test')]
  const order = { legal_id: 3, currency_id: 1, target_price: '100000', amount: '0.01' }
  await harness.ask('POST /api/coin/trade', { ...order, type: 2 }, { user: seller })
  await harness.ask('POST /api/coin/trade', { ...order, type: 1 }, { user: buyer })
  harness.venue.flush()
  const beating = setInterval(() => {
    beats += 1
    harness.beat()
  }, 20)
  // Four turns are a second.
  expect(await shown).toBeGreaterThan(4)
  clearInterval(beating)
  socket.close()
})
