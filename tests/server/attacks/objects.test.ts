import { routeKeysOf } from '#server/core/routes.ts'
import { allCalls } from '#contract/endpoints.ts'
import { openHarness, type Harness } from './harness.ts'
import { callerOf, chatObjects, meFields, noChat, pin, type NamedObject, type Person } from './chat-objects.ts'
import { fieldsOf as shapesOf, goodValue } from './shapes.ts'
import { seededRandom } from '#server/core/random.ts'
import { leverActs, verify } from '#tests/support/lever-venue.ts'
import { optionActs } from '#tests/support/option-venue.ts'
import { passkeysOf } from '#server/identity/passkeys.ts'
import { makeApiKey } from '#server/identity/api-keys.ts'
import { makeHash } from '#server/identity/passwords.ts'
import { askPerson } from '#server/identity/asks.ts'
import { answerOf, register } from '#tests/support/people.ts'
import { newCid } from '#tests/support/chat/chat-venue.ts'
import { actsOf } from '#tests/support/spot-venue.ts'
import { triggerActs } from '#tests/support/trigger-venue.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

type Fields = Record<string, unknown>

let harness: Harness
let objects: Readonly<Record<string, NamedObject>>
let chats: Awaited<ReturnType<typeof chatObjects>>
let friend: Person

const upload = async ({ token }: Person) => {
  const { default: sharp } = await import('sharp')
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(picture)]), 'x.png')
  const { text } = await harness.sendRequest('POST', '/chat/fileServer/upload/kyc', {
    body: form,
    headers: { Authorization: token },
  })
  const uploaded: { data: { relativePath: string } } = JSON.parse(text)
  return uploaded.data.relativePath
}
const person = async (name: string): Promise<Person> => {
  const user = await register(harness, `${name}@kontor.test`)
  return { user, token: await harness.tokenOf(user) }
}
const cardOf = ({ user }: Person) => `A${user}`

/** Orders, positions, a stake, an API key and a login of one user, one for each call. */
const openObjects = async ({ user }: Person) => {
  const lever = leverActs(harness)
  await lever.mark(100_000)
  const option = optionActs(harness)
  await option.quote(100_000)
  const idOf = (answer: { data?: Fields }) => Number(answer.data?.['id'])
  const rest = async () =>
    idOf(await actsOf(harness).submit(user, { type: 1, kind: 'limit', amount: '0.01', target_price: '90000' }))
  const wait = { status: 0, target_price: '90000' }
  const { place, idsOf, tick } = triggerActs(harness)
  const stop = async (trigger_price: string) => {
    const legs = [{ role: 'stop', source: 'mark', trigger_price, amount: '0.001' }]
    return idsOf(await place(user, 'sell', legs))[0] ?? 0
  }
  const sold = await stop('99950')
  await actsOf(harness).submit(friend.user, { type: 1, amount: '0.001', target_price: '99900' })
  await tick(99_940)
  await lever.mark(100_000)
  const stopped = idOf(await lever.submit(user, { stop_loss_price: '99900' }))
  await lever.mark(99_890)
  await lever.mark(100_000)
  const hosted = await harness.ask('POST /api/lh/deposit', { config_id: 1, amount: '50' }, { user })
  const apiKey = await harness.venue.command((ctx) => makeApiKey(ctx, { user, name: 'bot', scope: 'read' }))
  const asked = await harness.venue.command((ctx) =>
    askPerson(ctx, { caseId: `kyc-${user}`, user, by: friend.user, text: 'Why?' }),
  )
  // A second login, whose pushes are ended after the first one itself.
  await harness.tokenOf(user)
  const logins = await harness.ask('GET /api/user/logins', {}, { user })
  const [login, other] = [...logins.body.matchAll(/"id":"([\w-]{22})"/g)].map(([, id = '']) => id)
  const [passkey] = await harness.venue.command((ctx) => {
    ctx.tables.passkeys.put({
      id: 'credential',
      user,
      rp: 'kontor.test',
      name: 'Phone',
      key: 'AAAA',
      counter: 0,
      transports: [],
      createdAt: ctx.now(),
      usedAt: null,
      isCopied: false,
    })
    return passkeysOf(ctx, user)
  })
  const alert = await harness.ask(
    'POST /api/alert/add',
    { match_id: 1, side: 'above', price: '900000', mode: 'once' },
    { user },
  )
  const hookOf = () =>
    harness.venue.command(({ tables, now }) => {
      const fresh = {
        id: tables.webhooks.nextId(),
        user,
        url: 'https://hooks.kontor.test/a',
        events: [],
        secret: 'AAAA',
      }
      return tables.webhooks.put({ ...fresh, old: null, at: now(), endedAt: null, status: null, lost: 0 }).id
    })
  return {
    'webhook.turn': await hookOf(),
    'webhook.end': await hookOf(),
    'webhook.redeliver': await hookOf(),
    'account.endApiKey': apiKey.key.id,
    'account.answer': asked.id,
    'account.endLogin': login ?? '',
    'push.end': other ?? '',
    'passkey.rename': passkey?.id ?? '',
    'passkey.end': passkey?.id ?? '',
    'program.order': await rest(),
    'spot.cancel': await rest(),
    'spot.cancelByPut': await rest(),
    'spot.amend': await rest(),
    'lever.close': idOf(await lever.submit(user)),
    'lever.reverse': idOf(await lever.submit(user)),
    'lever.cancel': idOf(await lever.submit(user, wait)),
    'alert.remove': Number(answerOf(alert.answer).data?.['id']),
    'lever.setStop': idOf(await lever.submit(user, wait)),
    'lever.amend': idOf(await lever.submit(user, wait)),
    'trigger.amend': await stop('90000'),
    'trigger.cancel': await stop('90000'),
    'trigger.receipt': sold,
    'lever.receipt': stopped,
    'finance.redeem': idOf(answerOf(hosted.answer)),
    'option.list': Number((await option.submit(user)).message['id']),
  }
}

/** Calls that name a file as proof of a payment: each person has a payee and a quote of their own. */
const paidThings = async (
  owner: Person,
  other: Person,
  file: string,
  none: string,
): Promise<Readonly<Record<string, NamedObject>>> => {
  const quotes = new Map<string, unknown>()
  for (const who of [owner, other]) {
    await harness.call(
      'POST /api/user/cash_save',
      { real_name: 'A', bank_name: 'HSBC', bank_account: '12345678' },
      { Authorization: who.token },
    )
    for (const [kind, account_id] of [['bank_in'], ['remittance', 'hkd']] as const) {
      const { text } = await harness.call(
        'POST /api/wallet/quote',
        { kind, from: 'HKD', to: 3, num: '1000', ...(account_id && { account_id }) },
        { Authorization: who.token },
      )
      const told: { message: { quote_id: string } } = JSON.parse(text)
      quotes.set(`${kind}|${who.user}`, told.message.quote_id)
    }
  }
  const hash = await makeHash(pin)
  await harness.venue.command(({ tables }) => {
    tables.users.put({ ...tables.users.need(owner.user), pin: hash })
    const row = tables.payMethods.one('user', String(owner.user))
    if (!row) throw new Error('no methods')
    tables.payMethods.put({ ...row, wechat_account: 'ann', wechat_qr_code: file })
    tables.moreMethods.put({ ...row, id: 41, way: 'bank' })
  })
  const base = { owner, other, name: file, none }
  const money = (kind: string, { user }: Person, img: unknown) => ({
    amount: '1000',
    quote_id: quotes.get(`${kind}|${user}`),
    imgs: [img],
  })
  return {
    'deposit.charge': { ...base, ask: (_, img) => ({ currency: 3, amount: '100', netType: 'TRC20', imgs: [img] }) },
    'deposit.chargeBank': { ...base, ask: (of, img) => ({ currency: 3, fiat: 'HKD', ...money('bank_in', of, img) }) },
    'deposit.remit': {
      ...base,
      ask: (of, img) => ({ account_id: 'hkd', payer_name: 'A', ...money('remittance', of, img) }),
    },
    'bank.addMore': {
      ...base,
      ask: (_, wechat_qr_code) => ({ way: 'we_chat', wechat_account: 'ann', wechat_qr_code, pay_password: pin }),
    },
    'bank.removeMore': { ...base, ask: (_, id) => ({ id, pay_password: pin }), name: 41, none: 888_888 },
    'bank.save': { ...base, ask: (_, alipay_qr_code) => ({ alipay_account: 'ann', alipay_qr_code }) },
  }
}

beforeAll(async () => {
  harness = await openHarness()
  const [ann, ben, cleo, dora] = [await person('ann'), await person('ben'), await person('cleo'), await person('dora')]
  await verify(harness.venue, [ann.user, ben.user])
  await harness.venue.command(({ tables }) => {
    for (const who of [ann, ben]) tables.kycs.put({ ...tables.kycs.need(`${who.user}:1`), card: cardOf(who) })
  })
  friend = dora
  const traded = Object.entries(await openObjects(ann)).map(([call, name]) => {
    const more =
      {
        'spot.amend': { target_price: '91000' },
        'lever.setStop': { stop_loss_price: '80000' },
        'lever.amend': { target_price: '91000' },
        'trigger.amend': { trigger_price: '91000' },
        'account.answer': { text: 'So.' },
        'passkey.rename': { name: 'Desk' },
        'passkey.end': { password: 'secret1' },
        'webhook.turn': { pay_password: pin },
      }[call] ?? {}
    return [
      call,
      {
        owner: ann,
        other: ben,
        ask: (_: Person, id: unknown) => ({ id, ...more }),
        name,
        none: typeof name === 'number' ? 888_888 : 'A'.repeat(12),
      },
    ] as const
  })
  const none = `kyc/${'A'.repeat(22)}.png`
  const [annFile, cleoFile] = [await upload(ann), await upload(cleo)]
  chats = await chatObjects(harness, { owner: ann, other: ben, friend, file: annFile, noFile: none })
  objects = {
    ...Object.fromEntries(traded),
    ...chats.objects,
    ...(await paidThings(ann, ben, annFile, none)),
    'kyc.primary': {
      owner: cleo,
      other: dora,
      ask: (of, front_pic) => ({ name: 'Ann', country: 'HK', card_id: cardOf(of), front_pic }),
      name: cleoFile,
      none,
    },
    'kyc.advanced': {
      owner: ann,
      other: ben,
      name: annFile,
      none,
      ask: (of, pic) => ({
        card_id: cardOf(of),
        address: 'Peel Street',
        front_pic: pic,
        reverse_pic: pic,
        hand_pic: pic,
      }),
    },
    'chat-account.updateUser': { owner: ann, other: ben, ask: (_, avatar) => ({ avatar }), name: annFile, none },
  }
})
afterAll(() => harness.close())

/** Calls that name an object of a user, by id or by the path of a file. */
// OTC has two parties and ads for everybody: E7 in features/otc/orders.test.ts asks for each of its calls.
// Products and plans belong to the venue: everyone may see and name them.
const catalogues = ['finance.product', 'follow.plan', 'follow.join', 'launch.product']
const naming = allCalls.filter(({ endpoint, feature, name }) => {
  if (feature === 'otc' || catalogues.includes(`${feature}.${name}`)) return false
  const { shape } = JSON.parse(JSON.stringify({ shape: fieldsOf(endpoint.input) }))
  // The desk works on cases of others; who may is held by DESK-1.
  // What takes a power is refused before it looks for anything.
  if (endpoint.who.startsWith('pw:') && feature === 'platform') return false
  const isById = shape.includes('id') && feature !== 'news' && feature !== 'desk'
  return isById || endpoint.refusals.includes('file_unknown') || shape.some((name: string) => name.endsWith('_pic'))
})
function fieldsOf(schema: object): string[] {
  const def = 'shape' in schema ? schema.shape : {}
  return typeof def === 'object' && def !== null ? Object.keys(def) : []
}
const calls = naming.map((route) => [`${route.feature}.${route.name}`, routeKeysOf(route)[0] ?? ''] as const)

test('AT29 every call that names an object of a user is tested with an object of another user', () => {
  expect(Object.keys(objects).toSorted()).toEqual(calls.map(([call]) => call).toSorted())
})
test.each(calls)(
  'AT29 %s answers for an object of another user byte for byte as for a missing one, and changes nothing',
  async (call, routeKey) => {
    const object = objects[call]
    if (!object) throw new Error(`nothing to name in ${call}`)
    const { owner, other, ask, name, none } = object
    const send = (of: Person, what: unknown, more: Fields = {}) =>
      harness.call(routeKey, { ...ask(of, what), ...more }, { Authorization: of.token })
    const before = harness.booked()
    const [foreign, missing] = [await send(other, name), await send(other, none)]
    expect([foreign.status, foreign.text]).toEqual([missing.status, missing.text])
    expect(foreign.headers.get('Ledger-Seq')).toBe(missing.headers.get('Ledger-Seq'))
    expect(['not_found', 'file_unknown']).toContain(foreign.answer.reason)
    expect(harness.booked()).toBe(before)
    const own = await send(owner, name)
    // Taking a packet always tells a reason.
    expect([call, own.answer.reason === 'ok' ? undefined : own.answer.reason]).toEqual([call, undefined])
  },
)
/**
 * Calls that name a chat in which somebody must have a place. `callInfo` tells of the own call, whatever it names.
 */
const chatFields = ['chatGroupId', 'chat', 'groupUserId', 'targetGroup']
const chatCalls = allCalls.flatMap(({ feature, name, endpoint }) => {
  const call = `${feature}.${name}`
  const field = fieldsOf(endpoint.input).find((each) => chatFields.includes(each))
  return feature.startsWith('chat-') && field !== undefined && call !== 'chat-account.callInfo'
    ? [[call, field, endpoint] as const]
    : []
})
test('AT29 the calls that name a chat are found', () => {
  expect(chatCalls.length).toBeGreaterThan(25)
})
test.each(chatCalls)(
  'AT29 %s answers for a chat of others byte for byte as for a missing one, and changes nothing',
  async (call, field, endpoint) => {
    const { owner, other } = objects['chat-groups.setName'] ?? {}
    if (!owner || !other) throw new Error('no people')
    const random = seededRandom(1)
    const others = Object.entries(shapesOf(endpoint))
      .filter(([name]) => !meFields[`${call}.${name}`])
      .map(([name, of]) => [name, /^(?:pageSize|limit)$/.test(name) ? 10 : goodValue(of, random)])
    const ask = (id: string) => {
      const named: Readonly<Record<string, unknown>> = {
        groupUserId: `${id}-${owner.user}`,
        targetGroup: [{ chatGroupId: id }],
      }
      const more = {
        ...(call === 'chat-messages.send' && { cid: newCid(), body: { text: 'x' } }),
        ...(call === 'chat-messages.revoke' && { id: `${id}-1` }),
      }
      return callerOf(harness)(call, { ...Object.fromEntries(others), ...more, [field]: named[field] ?? id }, other)
    }
    const before = harness.booked()
    const [foreign, missing] = [await ask(chats.group), await ask(noChat)]
    expect([foreign.status, foreign.text]).toEqual([missing.status, missing.text])
    expect(foreign.answer).toMatchObject({ reason: 'not_found' })
    expect(harness.booked()).toBe(before)
  },
)
test('AT25 no call has a field that names the acting user; the token decides', () => {
  const actorFields = [
    'user_id',
    'userId',
    'u_id',
    'uid',
    'fromUser',
    'createUser',
    'currentUserId',
    'role',
    'status_name',
    'powers',
    'kyc',
    'fee',
    'balance',
  ]
  /** These look somebody up, narrow the caller's own list, or name the account that the desk changes. */
  const others = [
    'otc.agent.user_id',
    'otc.ratings.user_id',
    'otc.merchantAds.user_id',
    'otc.block.user_id',
    'otc.orders.role',
    'spot.fills.role',
    'lever.fills.role',
    'desk.setUser.user_id',
    'desk.note.user_id',
    'desk.ask.user_id',
    'desk.setUser.powers',
  ]
  /** These name the member or the account that is acted on; who may is checked by the caller's place or power. */
  const people = ['chat-groups.setMemberType.userId', 'chat-groups.muteMember.userId', 'chat-account.setPower.userId']
  const allowed = [...others, ...people, ...Object.keys(meFields)]
  const taken = allCalls.flatMap(({ feature, name, endpoint }) =>
    fieldsOf(endpoint.input)
      .filter((field) => actorFields.includes(field) && !allowed.includes(`${feature}.${name}.${field}`))
      .map((field) => `${feature}.${name}.${field}`),
  )
  expect(taken).toEqual([])
})
test.each(Object.entries(meFields))(
  'W-13 %s names the caller: with another user the call is forbidden and changes nothing',
  async (path, fieldsAt) => {
    const { owner, other } = objects['chat-groups.setName'] ?? {}
    if (!owner || !other) throw new Error('no people')
    const [feature = '', call = '', field = ''] = path.split('.')
    const before = harness.booked()
    const { answer } = await callerOf(harness)(
      `${feature}.${call}`,
      { ...fieldsAt({ ...chats, friend: String(friend.user) }), [field]: String(other.user) },
      owner,
    )
    expect(answer.reason).toBe('forbidden')
    expect(harness.booked()).toBe(before)
  },
)
test('AT28 a link to a photo is valid for its reader, its time and its path only', async () => {
  const { owner, name } = objects['kyc.advanced'] ?? {}
  const { text } = await harness.call('GET /api/user/center2', {}, { Authorization: owner?.token ?? '' })
  const link = /\/upload\/kyc\/[^"]+/.exec(text)?.[0] ?? ''
  expect(link).toContain(String(name))
  const status = async (path: string) => (await harness.sendRequest('GET', path)).status
  expect(await status(link)).toBe(200)
  const changed = [
    link.replace(/u=\d+/, 'u=100002'),
    link.replace(/e=\d+/, 'e=9999999999999'),
    link.replace(/s=.*/, 's='),
    link.replace(/\?.*/, ''),
    link.replace(/[\w-]{22}\.png/, `${'A'.repeat(22)}.png`),
  ]
  expect(await Promise.all(changed.map(status))).toEqual([404, 404, 404, 404, 404])
  harness.clock.advance(2 * 3_600_000 + 1)
  expect(await status(link)).toBe(404)
})
