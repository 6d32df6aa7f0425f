import { productKinds, type DeskProduct, type ProductKind } from '#contract/desk/desk-tools.ts'
import { answerOf, register } from '#tests/support/people.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { expect, test } from 'vitest'

type Field = { name: string; value: string; is_fixed: number }
const fieldsIn = (value: unknown): Field[] => Object(value).fields ?? []
const valueOf = (product: unknown, name: string) => fieldsIn(product).find((field) => field.name === name)?.value
async function open() {
  const { venue, clock, ask } = createMemoryVenue({
    settings: { demo: true, demoReview: false, finance: {}, launch: { hasDemo: true }, mining: { hasDemo: true } },
  })
  const [ann, ben, cleo] = [
    await register({ ask }, 'ann@kontor.test'),
    await register({ ask }, 'ben@kontor.test'),
    await register({ ask }, 'cleo@kontor.test'),
  ]
  await venue.command(({ tables }) => {
    for (const user of [ben, cleo]) tables.users.put({ ...tables.users.need(user), powers: ['deskSettings'] })
  })
  const as = async (user: number, call: string, body: object) =>
    answerOf((await ask(call, body, { user }, crypto.randomUUID())).answer)
  const all = async (kind: ProductKind): Promise<{ list: DeskProduct[]; blank: unknown }> =>
    Object((await as(ben, 'GET /api/desk/products', { kind })).message)
  const set = async (
    kind: ProductKind,
    id: string | null,
    values: Record<string, string>,
    more: object = { reason: 'Season.' },
  ) =>
    as(ben, 'POST /api/desk/product', {
      kind,
      ...(id !== null && { id }),
      changes: Object.entries(values).map(([name, value]) => ({ name, value })),
      ...more,
    })
  /** The same, passed by a second person where it takes one; the product as it is then offered. */
  const save = async (kind: ProductKind, id: string | null, values: Record<string, string>) => {
    const made = Object((await set(kind, id, values)).message)
    if (made.waits !== null) await as(cleo, 'POST /api/desk/decide', { id: made.waits, decision: 'pass' })
    return (await all(kind)).list.find(({ name }) => name === made.name)
  }
  return { venue, clock, as, ann, ben, all, set, save }
}
/** Where people read what is offered. */
const pages: Readonly<Record<ProductKind, string>> = {
  hosting: 'lh/deposit/config',
  plan: 'project/projectList',
  launch: 'lh/send/config',
  machine: 'miner/list',
  seat: 'miner/seatList',
  pool: 'pledge/miner',
  coin: 'wallet/list',
  network: 'wallet/deposit_networks',
  account: 'remittance/remittanceList',
}
const isPresent = (text: string) => text !== ''

test('DESK-20 every kind is listed with all of its fields, and each value that stands there would be accepted again', async () => {
  const v = await open()
  for (const kind of productKinds) {
    const { list, blank } = await v.all(kind)
    expect([kind, list.length > 0, blank !== null]).toEqual([kind, true, kind !== 'coin'])
    for (const product of list) {
      const changes = fieldsIn(product)
        .filter(({ value }) => isPresent(value))
        .map(({ name, value }) => ({ name, value: `${value} `.trim(), expect: value }))
      const { reason } = await v.as(v.ben, 'POST /api/desk/product', { kind, id: product.id, changes, reason: 'Same.' })
      expect([kind, product.name, reason]).toEqual([kind, product.name, undefined])
    }
  }
})
test.each<[ProductKind, Record<string, string>, string]>([
  [
    'hosting',
    {
      coin: 'USDT',
      days: '14',
      dayRate: '0.002',
      min: '10',
      max: '500',
      total: '9000',
      rule: 'interest_1_5',
      isOpen: '1',
    },
    'USDT · 14',
  ],
  [
    'plan',
    { name: 'Harvest', days: '21', min: '25', max: '900', total: '50000', intro_en: 'Three weeks.', isOpen: '1' },
    'Harvest',
  ],
  ['launch', { name: 'NOVA', price: '0.4', num: '500000', least: '5', most: '900', intro_en: 'A new one.' }, 'NOVA'],
  ['machine', { name: 'Barn B2', power: '25', price: '300', daily: '0.00001', stock: '40', perUser: '4' }, 'Barn B2'],
  ['seat', { name: 'Delta', region: 'ca', places: '4', price: '30', stock: '9' }, 'Delta'],
  ['pool', { name: 'Brook', coin: 'USDT', min: '5', max: '50', total: '1000', isOpen: '1' }, 'Brook'],
])('DESK-20 a new product of kind %s is offered to people as it was written', async (kind, values, name) => {
  const v = await open()
  const made = await v.save(kind, null, values)
  expect(made?.name).toBe(name)
  expect(Object.keys(values).map((field) => [field, valueOf(made, field)])).toEqual(Object.entries(values))
  const offered = await v.as(v.ann, `GET /api/${pages[kind]}`, {})
  expect(JSON.stringify(offered.message)).toContain(kind === 'hosting' ? '"0.002"' : `"${name}"`)
})
test.each<[ProductKind, Record<string, string>, string]>([
  ['hosting', { dayRate: '0.06' }, 'dayRate'],
  ['hosting', { dayRate: '-1' }, 'dayRate'],
  ['hosting', { min: '1e3' }, 'min'],
  ['hosting', { min: '99999' }, 'min'],
  ['hosting', { days: '0' }, 'days'],
  ['hosting', { coin: 'ETH' }, 'coin'],
  ['hosting', { rule: 'breach_ratio', ratio: '0' }, 'ratio'],
  ['plan', { startMs: '2000000000000', endMs: '1900000000000' }, 'endMs'],
  ['plan', { name: 'Other' }, 'name'],
  ['machine', { perUser: '9999' }, 'perUser'],
  ['machine', { logo: 'https://elsewhere.example/x.svg' }, 'logo'],
  ['machine', { name: '' }, 'name'],
  ['seat', { places: '1.5' }, 'places'],
  ['pool', { max: '1' }, 'min'],
  ['launch', { name: 'BTC' }, 'name'],
  ['launch', { name: 'lower' }, 'name'],
  ['launch', { onlineAt: '1' }, 'onlineAt'],
  ['coin', { rate: '0.3' }, 'rate'],
  ['coin', { minNumber: '999999999', maxNumber: '1' }, 'minNumber'],
])('DESK-20 out of range is refused and changes nothing: %s %j', async (kind, values, named) => {
  const v = await open()
  const before = await v.all(kind)
  const product = before.list.find(({ fields, name }) => fields.length > 0 && name !== 'ORBT')
  const refused = await v.set(kind, product?.id ?? '', values)
  expect([refused.reason, Object(refused.params)?.name]).toEqual(['setting_range', named])
  expect(await v.all(kind)).toEqual(before)
})
test('DESK-20 a reason is needed, an old value is told, an unknown product or field is refused, and the log says what was changed', async () => {
  const v = await open()
  const rate = { dayRate: '0.003' }
  expect([
    (await v.set('hosting', '1', rate, {})).reason,
    (await v.set('hosting', '77', rate)).reason,
    (await v.set('hosting', '1', { taken: '0' })).reason,
    (await v.set('coin', null, {})).reason,
  ]).toEqual(['reason_required', 'not_found', 'keyword_unknown', 'not_found'])
  const moved = await v.as(v.ben, 'POST /api/desk/product', {
    kind: 'hosting',
    id: '1',
    changes: [{ name: 'dayRate', value: '0.003', expect: '0.9' }],
    reason: 'Why.',
  })
  expect(moved.reason).toBe('state_moved')
  await v.save('hosting', '1', rate)
  const { list } = Object((await v.as(v.ben, 'GET /api/desk/log', {})).message)
  expect(
    list.map(({ action, about, before, after, reason }: Record<string, unknown>) => [
      action,
      about,
      before,
      after,
      reason,
    ]),
  ).toEqual([
    ['pass', 'hosting USDT · 7', '{"dayRate":"0.0025"}', '{"dayRate":"0.003"}', null],
    ['propose', 'hosting USDT · 7', '{"dayRate":"0.0025"}', '{"dayRate":"0.003"}', 'Season.'],
  ])
})
test('DESK-20 what subscribers agreed to stays: name, price, launch and lock-up; the launch of a new coin comes when it was said', async () => {
  const v = await open()
  const made = await v.save('launch', null, { name: 'NOVA', price: '0.4' })
  const online = Number(valueOf(made, 'onlineAt'))
  await v.save('launch', made?.id ?? '', { onlineAt: String(online + 60_000) })
  v.clock.advance(online + 30_000 - v.clock.now())
  await v.venue.runDue()
  expect(v.venue.ctx.tables.coins.one('name', 'NOVA')).toBeUndefined()
  v.clock.advance(60_000)
  await v.venue.runDue()
  expect(v.venue.ctx.tables.coins.one('name', 'NOVA')?.scale).toBeGreaterThan(0)
  const [after] = (await v.all('launch')).list.filter(({ id }) => id === made?.id)
  expect(
    fieldsIn(after)
      .filter(({ name }) => ['name', 'price', 'num', 'startAt', 'endAt', 'onlineAt', 'day', 'hasMarket'].includes(name))
      .map(({ is_fixed }) => is_fixed),
  ).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
})
