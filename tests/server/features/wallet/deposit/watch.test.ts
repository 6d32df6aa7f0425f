import { memoOf } from '#contract/wallet/deposit-memo.ts'
import { poolAddressId, poolId } from '#server/features/wallet/deposit/rows.ts'
import { signatureOf } from '#server/features/wallet/deposit/signature.ts'
import { tron, usdt, walletVenue } from '#tests/server/features/wallet/wallet-venue.ts'
import { register } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

const secret = 's'.repeat(40)
const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const txid = `0x${'ab'.repeat(32)}`
const said = {
  network: 'ERC20',
  coin: 'USDT',
  txid,
  output: 0,
  address: evm,
  amount: '100',
  confirmations: 1,
  state: 'seen',
}

/** A live venue in which Ann has an address of the pool on ERC20 (12 confirmations, fee 1), and Tron has a memo. */
async function watched(fourEyesAbove = '10000') {
  const v = await walletVenue({
    settings: {
      demoReview: false,
      deposit: { hasDemoAddresses: false, watchSecret: secret },
      desk: { fourEyesAbove },
    },
  })
  await v.venue.command(({ tables }) => {
    const coin = tables.coins.need(usdt)
    const deposits = {
      ERC20: { way: 'pool', address: '', fee: '1', isOpen: true },
      TRC20: { way: 'memo', address: tron, fee: '0', isOpen: true },
    } as const
    tables.coins.put({
      ...coin,
      networks: coin.networks.map((each) =>
        each.name === 'ERC20' || each.name === 'TRC20' ? { ...each, deposit: deposits[each.name] } : each,
      ),
    })
    const row = { pool: poolId(usdt, 'ERC20'), network: 'ERC20', generation: 1, n: 1, address: evm, user: v.ann }
    tables.depositAddresses.put({ ...row, id: poolAddressId(row) })
    tables.depositPools.put({ id: row.pool, generation: 1, size: 1, given: 1 })
  })
  const start = v.spot(v.ann)
  const tell = async (more: object = {}, { key = secret, lateMs = 0 } = {}) => {
    v.clock.advance(1)
    const body = JSON.stringify({ at_ms: v.venue.ctx.now() - lateMs, list: [{ ...said, ...more }] })
    return (await v.call('POST /api/watch/deposits', { body, signature: signatureOf(key, body) }, 0)).reason
  }
  const rows = async (): Promise<unknown[]> => Object((await v.call('GET /api/charge_mention/log2')).message).data
  const gained = () => {
    const free = (text: string) => BigInt(text.split('+')[0] ?? '0')
    return free(v.spot(v.ann)) - free(start)
  }
  const strays = () => v.venue.ctx.tables.chainDeposits.group('trouble', 'all').length
  return { ...v, tell, rows, gained, strays }
}

test('DEP-15 a person sees confirmations grow; the deposit is credited once, when it is done and confirmed enough', async () => {
  const v = await watched()
  await v.tell()
  expect(await v.rows()).toMatchObject([
    { status: 1, amount: '99', sent: '100', confirmations: 1, needed: 12, netType: 'ERC20' },
  ])
  await v.tell({ confirmations: 7 })
  await v.tell({ confirmations: 11, state: 'done' })
  expect([await v.rows(), v.gained()]).toMatchObject([[{ status: 1, confirmations: 11 }], 0n])
  for (let n = 0; n < 3; n += 1) await v.tell({ confirmations: 40 + n, state: 'done' })
  await v.tell({ txid: txid.toUpperCase().replace('0X', '0x'), confirmations: 60, state: 'done' })
  expect(v.gained()).toBe(99_00000000n)
  expect(await v.rows()).toMatchObject([{ status: 2, daozhang_num: '99', confirmations: 12 }])
  const whys = v.received.flatMap(({ event }) => (event.ev === 'deposit.changed' ? [event.why] : []))
  expect(whys).toEqual(['asked', 'confirmed', 'confirmed', 'confirmed', 'passed'])
  expect(v.venue.audit()).toEqual([])
})
test('DEP-15 two outputs of one transaction are two deposits; one that was credited by hand is not credited again', async () => {
  const v = await watched()
  for (const output of [0, 1]) await v.tell({ output, confirmations: 12, state: 'done' })
  expect(v.gained()).toBe(198_00000000n)
  const byHand = `0x${'cd'.repeat(32)}`
  await v.venue.command(({ tables }) => tables.credits.put({ id: `tx:ERC20:${'cd'.repeat(32)}`, ref: 'deposit:9' }))
  await v.tell({ txid: byHand, confirmations: 12, state: 'done' })
  await v.tell({ txid: byHand, confirmations: 13, state: 'done' })
  expect([v.gained(), v.strays(), (await v.rows()).length]).toEqual([198_00000000n, 1, 3])
  expect((await v.rows())[0]).toMatchObject({ status: 3, remark: 'duplicate' })
})
test('DEP-16 one that vanishes is told and not credited; it may come back, and is credited then', async () => {
  const v = await watched()
  await v.tell({ confirmations: 3 })
  await v.tell({ confirmations: 0, state: 'vanished' })
  expect([await v.rows(), v.gained()]).toMatchObject([[{ status: 3, remark: 'vanished' }], 0n])
  await v.tell({ confirmations: 12, state: 'done' })
  expect([(await v.rows()).length, v.gained(), v.strays()]).toEqual([2, 99_00000000n, 0])
  // After it was credited nothing is taken back: the desk is told.
  await v.tell({ confirmations: 0, state: 'vanished' })
  expect([v.gained(), v.strays()]).toEqual([99_00000000n, 1])
  expect(v.venue.audit()).toEqual([])
})
test('DEP-16 a word that is older than the last one changes nothing', async () => {
  const v = await watched()
  await v.tell({ confirmations: 3 })
  expect(await v.tell({ confirmations: 0, state: 'vanished' }, { lateMs: 60_000 })).toBeUndefined()
  expect(await v.rows()).toMatchObject([{ status: 1, confirmations: 3 }])
  expect(await v.tell({ confirmations: 9 }, { lateMs: 400_000 })).toBe('too_late')
})
test('DEP-17 nobody is believed without the secret, and a memo or an address of nobody is told to the desk alone', async () => {
  const v = await watched()
  expect(await v.tell({}, { key: 't'.repeat(40) })).toBe('not_found')
  expect(await v.rows()).toEqual([])
  expect(await v.tell({ network: 'SOL' })).toBe('line_wrong')
  const shared = { network: 'TRC20', address: tron, confirmations: 20, state: 'done' }
  await v.tell({ ...shared, memo: memoOf(v.ann).slice(1) })
  await v.tell({ ...shared, output: 1, amount: '5', memo: memoOf(v.ann) })
  expect([v.gained(), v.strays()]).toEqual([0n, 2])
  await v.tell({ ...shared, output: 2, memo: memoOf(v.ann) })
  expect(v.gained()).toBe(100_00000000n)
})
test('DEP-17 what the desk keeps from being credited stays so', async () => {
  const v = await watched()
  await v.tell()
  await v.venue.command(({ tables }) => tables.users.put({ ...tables.users.need(v.ben), powers: ['deskMoney'] }))
  const [row] = [...v.venue.ctx.tables.deposits.all()]
  const decide = (decision: string) =>
    v.call('POST /api/desk/decide', { id: `deposit-${row?.id}`, decision, reason: 'Stolen.' }, v.ben)
  expect((await decide('pass')).reason).toBe('step_refused')
  await decide('reject')
  await v.tell({ confirmations: 12, state: 'done' })
  await v.tell({ confirmations: 13, state: 'done' })
  expect([v.gained(), v.strays(), (await v.rows()).length]).toEqual([0n, 1, 1])
})
test('DEP-19 above the sum for two people a watcher credits nothing: it waits, done, until two have passed it', async () => {
  const v = await watched('98')
  await v.venue.command(({ tables }) => {
    for (const user of [v.ben, v.ann]) tables.users.put({ ...tables.users.need(user), powers: ['deskMoney'] })
  })
  const cleo = await register(v, 'cleo@kontor.test')
  await v.venue.command(({ tables }) => tables.users.put({ ...tables.users.need(cleo), powers: ['deskMoney'] }))
  const decide = async (by: number) => {
    const { message, reason } = await v.call('POST /api/desk/decide', { id: 'deposit-1', decision: 'pass' }, by)
    return reason ?? Object(message).status
  }
  await v.tell({ confirmations: 11, state: 'done' })
  expect(await decide(v.ben)).toBe('step_refused')
  for (let n = 0; n < 3; n += 1) await v.tell({ confirmations: 12 + n, state: 'done' })
  expect([v.gained(), await v.rows(), v.strays()]).toMatchObject([0n, [{ status: 1, confirmations: 12 }], 0])
  expect([await decide(v.ann), await decide(v.ben), await decide(v.ben), v.gained()]).toEqual([
    'own_case',
    'open',
    'second_needed',
    0n,
  ])
  expect(await decide(cleo)).toBe('passed')
  await v.tell({ confirmations: 40, state: 'done' })
  expect([v.gained(), v.strays(), (await v.rows()).length]).toEqual([99_00000000n, 0, 1])
  await v.tell({ confirmations: 0, state: 'vanished' })
  expect([v.gained(), v.strays(), v.venue.audit()]).toEqual([99_00000000n, 1, []])
})
test('DEP-19 what waits for two people and vanishes is credited by nobody', async () => {
  const v = await watched('98')
  await v.tell({ confirmations: 12, state: 'done' })
  await v.tell({ confirmations: 0, state: 'vanished' })
  await v.venue.command(({ tables }) => tables.users.put({ ...tables.users.need(v.ben), powers: ['deskMoney'] }))
  const pass = { id: 'deposit-1', decision: 'pass' }
  expect((await v.call('POST /api/desk/decide', pass, v.ben)).reason).toBe('step_refused')
  expect([v.gained(), await v.rows()]).toMatchObject([0n, [{ status: 3, remark: 'vanished' }]])
})
test('DEP-19 a network counts as watched once a watcher has told of it', async () => {
  const v = await watched()
  const flags = async () =>
    Object((await v.call('GET /api/wallet/deposit_networks', { currency: usdt })).message).list.map(
      (each: Readonly<Record<string, unknown>>) => [each['network'], each['is_watched']],
    )
  expect(await flags()).toEqual([
    ['TRC20', 0],
    ['ERC20', 0],
  ])
  await v.tell()
  expect(await flags()).toEqual([
    ['TRC20', 0],
    ['ERC20', 1],
  ])
})
