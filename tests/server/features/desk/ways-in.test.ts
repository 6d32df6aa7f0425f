import { addressOn } from '#contract/market/market-address.ts'
import { memoOf } from '#contract/wallet/deposit-memo.ts'
import { deskVenue } from './desk-venue.ts'
import { expect, test } from 'vitest'

const usdt = 3
/** Addresses of EVM networks whose checksums hold: as many as asked for. */
const evms = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => addressOn('ERC20', `0x${(from + at).toString(16).padStart(40, '0')}`) ?? '')
const tron = 'TA4Y62o6YC2Zsck9rZVGTvqW1AQ7X9zTnj'

/** A live venue: no addresses for play money. Ben proposes, Cleo passes. */
async function live(verification?: '0') {
  const venue = await deskVenue({
    deposit: { hasDemoAddresses: false },
    identity: { operators: ['ben@kontor.test', 'cleo@kontor.test'], ...(verification && { verification }) },
  })
  const { as, ann, ben, cleo } = venue
  await venue.command(({ tables }) => {
    for (const { id } of tables.houseAccounts.all()) tables.houseAccounts.remove(id)
  })
  const decide = async (waits: unknown, by = cleo, decision = 'pass') =>
    as(by, 'POST /api/desk/decide', { id: waits, decision, reason: 'Read.' })
  const product = async (kind: string, id: string | null, values: Record<string, string>) =>
    as(ben, 'POST /api/desk/product', {
      kind,
      ...(id !== null && { id }),
      changes: Object.entries(values).map(([name, value]) => ({ name, value })),
      reason: 'Opening.',
    })
  const set = async (kind: string, id: string | null, values: Record<string, string>) => {
    const { message, reason } = await product(kind, id, values)
    if (reason !== undefined) return reason
    return (await decide(Object(message).waits)).reason
  }
  const propose = (id: string, csv: string, rotate = 0) =>
    as(ben, 'POST /api/desk/pool', { id, csv, rotate, reason: 'New keys.' })
  const waitsOf = (id: string, message: unknown): unknown =>
    Object(Object(message).pools.find((pool: unknown) => Object(pool).id === id)).waits
  const pool = async (id: string, csv: string, rotate = 0) => {
    const { message, reason } = await propose(id, csv, rotate)
    return reason ?? (await decide(waitsOf(id, message))).reason
  }
  const networks = async (user = ann, network?: string) =>
    Object(
      (await as(user, 'GET /api/wallet/deposit_networks', { currency: usdt, ...(network && { network }) })).message,
    )
  const addressOf = async (user: number, network = 'ERC20'): Promise<unknown> =>
    (await networks(user, network)).list.find((each: unknown) => Object(each).network === network)?.address
  const gaps = async () =>
    Object((await as(ben, 'GET /api/desk/index', {})).message).gaps.map((each: unknown) =>
      [Object(each).gap, Object(each).about].join(' ').trim(),
    )
  await venue.hold(ben, ['deskSettings', 'deskMoney'])
  await venue.hold(cleo, ['deskSettings', 'deskMoney'])
  return { ...venue, decide, product, set, propose, waitsOf, pool, networks, addressOf, gaps }
}

test('DEP-10 a live venue has no way in until two people have opened one, and the desk is told what is missing', async () => {
  const v = await live()
  expect(await v.networks()).toEqual({ list: [], has_company: 0, has_remittance: 0 })
  expect((await v.as(v.ann, 'POST /api/wallet/get_in_address', { currency: usdt })).reason).toBe('network_unknown')
  expect(await v.gaps()).toEqual(['no_network', 'no_account'])
  const { message } = await v.product('network', 'USDT-ERC20', { isOpen: '1', fee: '1.5', confirmations: '30' })
  const { waits } = Object(message)
  expect((await v.networks()).list).toEqual([])
  expect((await v.decide(waits, v.ben)).reason).toBe('second_needed')
  await v.decide(waits)
  expect(await v.gaps()).toEqual(['no_account', 'pool_empty USDT · ERC20'])
  expect((await v.networks(v.ann, 'ERC20')).list).toEqual([
    {
      currency: usdt,
      network: 'ERC20',
      min: '20',
      fee: '1.5',
      confirmations: 30,
      address: null,
      memo: null,
      has_memo: 0,
      is_exhausted: 1,
      is_watched: 0,
    },
  ])
  expect((await v.as(v.ann, 'POST /api/wallet/get_in_address', { currency: usdt })).reason).toBe('pool_empty')
  await v.pool('USDT-ERC20', evms(21).join('\n'))
  expect(await v.gaps()).toEqual(['no_account'])
  await v.addressOf(v.ann)
  expect(await v.gaps()).toEqual(['no_account', 'pool_low USDT · ERC20'])
  expect(Object((await v.as(v.ann, 'GET /api/desk/money', {})).message)).not.toHaveProperty('gaps')
})
test('DEP-11 an address of a pool is given once, kept, and never given to another; after a rotation each has a new one', async () => {
  const v = await live()
  await v.set('network', 'USDT-ERC20', { isOpen: '1' })
  const [first = '', second = '', third = ''] = evms(3)
  expect(await v.pool('USDT-ERC20', `address\r\n${first}\r\n${second}\r\n`)).toBeUndefined()
  expect((await v.networks()).list[0].address).toBeNull()
  const [mine, same] = await Promise.all([v.addressOf(v.ann), v.addressOf(v.ann)])
  expect([mine, same, await v.addressOf(v.ben), await v.addressOf(v.ann)]).toEqual([first, first, second, first])
  expect((await v.as(v.ann, 'POST /api/wallet/get_in_address', { currency: usdt })).message).toEqual({ ERC20: first })
  expect(await v.addressOf(v.cleo)).toBeNull()
  await v.pool('USDT-ERC20', third)
  expect(await v.addressOf(v.cleo)).toBe(third)
  const [fourth = ''] = evms(1, 9)
  await v.pool('USDT-ERC20', fourth, 1)
  expect([await v.addressOf(v.ben), await v.addressOf(v.ann)]).toEqual([fourth, null])
  expect(v.venue.audit()).toEqual([])
})
test('DEP-11 a client that names no network means the first that is open', async () => {
  const v = await live('0')
  for (const [at, network] of ['ERC20', 'BSC'].entries()) {
    await v.set('network', `USDT-${network}`, { isOpen: '1' })
    await v.pool(`USDT-${network}`, evms(1, 1 + at).join('\n'))
  }
  await v.as(v.ann, 'POST /api/wallet/get_in_address', { currency: usdt })
  const told = { currency: usdt, amount: '50', account: 'a wallet' }
  expect((await v.as(v.ann, 'POST /api/wallet/charge_req', told)).reason).toBe('proof_required')
})
test.each([
  ['a broken checksum', `${evms(1)[0]}\n0x52908400098527886e0F7030069857D2E4169EE7`, 2],
  ['an address of another network', `address\n${evms(1)[0]}\n${tron}`, 3],
  ['one that stands there twice', `${evms(1)[0]}\n\n${evms(1)[0]}`, 3],
  ['one that is known', evms(1, 100)[0] ?? '', 1],
  ['nothing', 'address\n', 1],
])('DEP-12 a file with %s names the line, and nothing of it is taken', async (_, csv, line) => {
  const v = await live()
  await v.pool('USDT-ERC20', evms(1, 100).join())
  const { message, reason, ...more } = await v.propose('USDT-ERC20', csv)
  expect([reason, JSON.stringify([message, more])]).toEqual(['line_wrong', expect.stringContaining(`Line ${line} `)])
  const { pools } = Object((await v.as(v.ben, 'GET /api/desk/money', {})).message)
  expect(pools.find((pool: unknown) => Object(pool).id === 'USDT-ERC20')).toMatchObject({ free: 1, waits: null })
})
test('DEP-12 of a file that is rejected nothing is kept, and what a person took meanwhile does not undo one that waits', async () => {
  const v = await live()
  await v.set('network', 'USDT-ERC20', { isOpen: '1' })
  await v.pool('USDT-ERC20', evms(2).join('\n'))
  const waits = v.waitsOf('USDT-ERC20', (await v.propose('USDT-ERC20', evms(2, 5).join('\n'))).message)
  await v.addressOf(v.ann)
  expect((await v.decide(waits)).reason).toBeUndefined()
  const again = v.waitsOf('USDT-ERC20', (await v.propose('USDT-ERC20', evms(2, 8).join('\n'))).message)
  await v.decide(again, v.cleo, 'reject')
  expect([...v.venue.ctx.tables.depositAddresses.all()].map(({ address }) => address)).toEqual([
    ...evms(2),
    ...evms(2, 5),
  ])
  const kept = [...v.venue.ctx.tables.deskActs.all()].flatMap(({ act }) =>
    act.call === 'addPool' ? act.input.csv : [],
  )
  expect(kept).toEqual(['', '', ''])
})
test('DEP-9 a shared address has a memo for each person, and only where a transfer can carry one', async () => {
  const v = await live()
  expect(await v.set('network', 'USDT-ERC20', { way: 'memo', address: evms(1)[0] ?? '' })).toBe('setting_range')
  expect(await v.set('network', 'USDT-TRC20', { way: 'memo', address: `${tron.slice(0, -1)}k` })).toBe('setting_range')
  await v.set('network', 'USDT-TRC20', { way: 'memo', address: tron, isOpen: '1' })
  const { list } = await v.networks(v.ann, 'TRC20')
  expect(list).toMatchObject([{ network: 'TRC20', address: tron, memo: memoOf(v.ann), has_memo: 1 }])
  expect((await v.as(v.ann, 'POST /api/wallet/get_in_address', { currency: usdt })).reason).toBe('network_unknown')
  await v.hold(v.ben, ['deskUser'])
  const found = (await v.as(v.ben, 'GET /api/desk/users', { keyword: memoOf(v.ann) })).message
  expect(Object(found).list).toMatchObject([{ id: v.ann }])
})
test('DEP-13 a bank account is offered once two people have opened it; a wrong IBAN or bounds that turn around are refused', async () => {
  const v = await live()
  const account = {
    fiat: 'EUR',
    country: 'DE',
    payeeName: 'KONTOR GMBH',
    payeeAddress: 'Kontorstrasse 1, Hamburg',
    bankName: 'Hanse Bank',
    bankAddress: 'Alster 1, Hamburg',
    account: '0532013000',
    iban: 'DE89370400440532013000',
    min: '50',
    max: '9000',
    hours: '09:00-17:00 CET',
    isOpen: '1',
  }
  expect(await v.set('account', null, { ...account, iban: 'DE88370400440532013000' })).toBe('setting_range')
  expect(await v.set('account', null, { ...account, min: '9001' })).toBe('setting_range')
  expect((await v.networks()).has_remittance).toBe(0)
  await v.set('account', null, account)
  expect((await v.networks()).has_remittance).toBe(1)
  expect(Object((await v.as(v.ann, 'GET /api/remittance/remittanceList', {})).message).list).toMatchObject([
    { fiat: 'EUR', payee_name: 'KONTOR GMBH', min_amount: '50', max_amount: '9000', hours: '09:00-17:00 CET' },
  ])
  expect(await v.gaps()).toEqual(['no_network'])
  const [{ id } = { id: '' }] = [...v.venue.ctx.tables.houseAccounts.all()]
  // Closing takes nothing from anybody and waits for nobody.
  expect(Object((await v.product('account', id, { isOpen: '0' })).message)).toMatchObject({ waits: null, is_open: 0 })
  expect((await v.networks()).has_remittance).toBe(0)
})
