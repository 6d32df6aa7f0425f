import { createHash } from 'node:crypto'
import { moveWithdrawal } from '#server/features/wallet/withdraw/settle.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import type { Store } from '#server/core/store-port.ts'
import { pin, tron, usdt, walletVenue } from '#tests/server/features/wallet/wallet-venue.ts'
import { answerOf, register } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

type Body = Readonly<Record<string, unknown>>
const live = { demoReview: false, deposit: { hasDemoAddresses: false }, withdraw: { perDay: 9 } }
const tx = (n: number) => String(n).repeat(64)
const lines = (...ids: readonly number[]) => ids.map((id) => `${id},${tx(id)}`).join('\n')
const why = 'Signed nowhere.'

/** Cleo and Dora decide about money; Ann withdraws 100, 101 and so on by Tron, and Cleo has decided to send them. */
async function batchDesk({
  count = 2,
  settings = {},
  store,
}: {
  count?: number
  settings?: object
  store?: Store
} = {}) {
  const v = await walletVenue({ settings: { ...live, ...settings }, ...(store && { store }) })
  const { call, venue, ann } = v
  const [cleo, dora] = [await register(v, 'cleo@kontor.test'), await register(v, 'dora@kontor.test')]
  const hold = (user: number, powers: readonly string[]) =>
    venue.command(({ tables }) => tables.users.put({ ...tables.users.need(user), powers }))
  await hold(cleo, ['deskMoney', 'deskSettings'])
  await hold(dora, ['deskMoney'])
  const act = (route: string, body: Body, by = cleo, key = crypto.randomUUID()) =>
    call(`POST /api/desk/${route}`, body, by, key)
  const decide = (id: string, decision: string, by = cleo, more: Body = {}) =>
    act('decide', { id, decision, ...(decision === 'reject' && { reason: why }), ...more }, by)
  const out = (number: string, user = ann) =>
    call('POST /api/wallet/out', { currency: usdt, number, address: tron, pay_password: pin }, user)
  const enter = async (user: number) =>
    call(
      'POST /api/wallet/addaddress',
      { currency_id: usdt, address: tron, netType: 'TRC20', pay_password: pin, code: await v.code(user) },
      user,
    )
  await enter(ann)
  for (let n = 0; n < count; n += 1) {
    await out(String(100 + n))
    await decide(`withdraw-${n + 1}`, 'send')
  }
  const make = (ids: readonly number[], by = cleo, key = crypto.randomUUID()) =>
    act('batch', { network: 'TRC20', ids }, by, key)
  const tell = (csv: string, by = cleo, id = 'batch-1') => act('batch/txids', { id, csv }, by)
  const dissolve = (by = cleo, id = 'batch-1') => act('batch/dissolve', { id, reason: why }, by)
  const read = async (id: string, by = cleo) => Object((await call('GET /api/desk/case', { id }, by)).message)
  const ready = async () => Object((await call('GET /api/desk/ready', {}, cleo)).message)
  const sent = async () =>
    Object((await call('GET /api/charge_mention/log3', { limit: 20 })).message).data.map((row: Body) => [
      row['id'],
      row['status'],
      row['txid'],
    ])
  const log = async (): Promise<string[]> =>
    Object((await call('GET /api/desk/log', { limit: 50 }, cleo)).message).list.map((line: Body) =>
      [line['action'], line['case_id'], Object(line['by']).id === cleo ? 'cleo' : 'dora'].join(' '),
    )
  return { ...v, cleo, dora, hold, act, decide, out, enter, make, tell, dissolve, read, ready, sent, log }
}

test('DESK-31 what is decided to be sent is put in a batch by one, and sent once a second person passes its transactions', async () => {
  const v = await batchDesk()
  const before = v.spot(v.ann)
  await v.out('50')
  expect(await v.ready()).toMatchObject([
    { network: 'TRC20', count: 2, list: [{ id: 1, coin: 'USDT', address: tron, amount: '99', is_own: 0 }, { id: 2 }] },
  ])
  expect((await v.make([1, 2])).message).toMatchObject({
    id: 'batch-1',
    status: 'open',
    title: '#1 · TRC20 · 199 USDT',
  })
  const file = `id,coin,address,memo,amount\n1,USDT,${tron},,99\n2,USDT,${tron},,100\n`
  const { batch } = await v.read('batch-1')
  expect(batch).toMatchObject({ state: 'made', sha256: createHash('sha256').update(file).digest('hex') })
  expect(await v.ready()).toEqual([])
  expect((await v.tell(`id,txid\n${lines(2, 1)}\n`)).message).toMatchObject({ signals: ['first_approval'] })
  expect((await v.decide('batch-1', 'pass')).reason).toBe('second_needed')
  expect(await v.sent()).toEqual([
    [3, 1, null],
    [2, 1, null],
    [1, 1, null],
  ])
  expect((await v.decide('batch-1', 'pass', v.dora)).message).toMatchObject({ status: 'passed' })
  expect(await v.sent()).toEqual([
    [3, 1, null],
    [2, 2, tx(2)],
    [1, 2, tx(1)],
  ])
  expect([before, v.spot(v.ann)]).toEqual(['979900000000+20100000000', '974900000000+5000000000'])
  for (const again of [v.decide('batch-1', 'pass', v.dora), v.tell(lines(1, 2)), v.dissolve()])
    expect((await again).reason).toMatch(/step_refused|not_found/)
  expect(await v.log()).toEqual([
    'pass batch-1 dora',
    'pass withdraw-2 dora',
    'pass withdraw-1 dora',
    'batch.tell batch-1 cleo',
    'batch.make batch-1 cleo',
    'send withdraw-2 cleo',
    'send withdraw-1 cleo',
  ])
  expect(v.venue.audit()).toEqual([])
})
test('DESK-31 what stands in an open batch is not decided, sent alone or put in another; one key makes one batch', async () => {
  const v = await batchDesk({ count: 3 })
  const key = crypto.randomUUID()
  const made = await v.make([1, 2], v.cleo, key)
  expect(await v.make([1, 2], v.cleo, key)).toEqual(made)
  for (const decision of ['pass', 'reject', 'send'])
    expect((await v.decide('withdraw-1', decision, v.dora)).reason).toBe('step_refused')
  expect(await v.read('withdraw-1')).toMatchObject({ may: [], signals: expect.arrayContaining(['in_batch']) })
  expect((await v.make([3, 1])).reason).toBe('state_moved')
  expect((await v.act('batch', { network: 'ERC20', ids: [3] })).reason).toBe('state_moved')
  expect(await v.ready()).toMatchObject([{ count: 1, list: [{ id: 3 }] }])
  expect(v.venue.ctx.tables.withdrawBatches.count()).toBe(1)
  // What waits for a batch may still be sent alone, or not at all.
  expect((await v.decide('withdraw-3', 'pass', v.dora, { txid: tx(9) })).message).toMatchObject({ status: 'passed' })
  expect(v.venue.audit()).toEqual([])
})
test.each([
  ['of another batch', `${lines(1)}\n7,${tx(2)}`, 2],
  ['that stands there twice', `id,txid\n${lines(1, 1)}`, 3],
  ['without a transaction', `${lines(1)}\n\n2,`, 3],
  ['whose transaction is unreadable', `1,<b>\n${lines(2)}`, 1],
  ['whose transaction has paid another', `${lines(1)}\n2,0x${tx(3).toUpperCase()}`, 2],
])('DESK-32 a line %s is named, and nothing of the file is taken', async (_, csv, line) => {
  const v = await batchDesk()
  await v.out('60')
  await v.decide('withdraw-3', 'pass', v.cleo, { txid: tx(3) })
  await v.make([1, 2])
  const { reason, ...more } = await v.tell(csv)
  expect([reason, JSON.stringify(more)]).toEqual(['txid_line_wrong', expect.stringContaining(`Line ${line} `)])
  expect((await v.read('batch-1')).batch).toMatchObject({ state: 'made', items: [{ txid: null }, { txid: null }] })
})
test('DESK-32 a transaction that another open batch was told is refused, until that batch is told another', async () => {
  const v = await batchDesk()
  await v.make([1])
  await v.make([2])
  await v.tell(`1,${tx(7)}`)
  expect(await v.tell(`2,0x${tx(7)}`, v.cleo, 'batch-2')).toMatchObject({
    reason: 'txid_line_wrong',
    params: { line: 1 },
  })
  await v.tell(`1,${tx(8)}`)
  expect((await v.tell(`2,${tx(7)}`, v.cleo, 'batch-2')).type).toBe('ok')
})
test('DESK-32 a batch is told whole: what has no transaction yet is named', async () => {
  const v = await batchDesk()
  await v.make([1, 2])
  const { reason, ...more } = await v.tell(lines(2))
  expect([reason, JSON.stringify(more)]).toEqual(['txids_missing', expect.stringContaining('such as 1')])
})
test('DESK-33 a batch is dissolved while nothing is told; what a second person rejects is told anew by either', async () => {
  const v = await batchDesk()
  await v.make([1, 2])
  expect((await v.dissolve(v.dora)).message).toMatchObject({ status: 'cancelled', reason: why })
  expect(await v.ready()).toMatchObject([{ count: 2 }])
  await v.make([1, 2], v.dora)
  await v.tell(`1,${tx(8)}\n2,${tx(9)}`, v.cleo, 'batch-2')
  expect((await v.dissolve(v.dora, 'batch-2')).reason).toBe('step_refused')
  expect((await v.decide('batch-2', 'reject', v.dora)).message).toMatchObject({ status: 'open' })
  expect((await v.decide('batch-2', 'pass', v.dora)).reason).toBe('step_refused')
  await v.tell(lines(1, 2), v.dora, 'batch-2')
  expect((await v.decide('batch-2', 'pass', v.dora)).reason).toBe('second_needed')
  await v.decide('batch-2', 'pass')
  expect(await v.sent()).toEqual([
    [2, 2, tx(2)],
    [1, 2, tx(1)],
  ])
  expect(v.venue.audit()).toEqual([])
})
test('L12 no other way decides what stands in an open batch, and the audit tells one that has left it', async () => {
  const v = await batchDesk()
  await v.make([1, 2])
  const { withdrawals } = v.venue.ctx.tables
  for (const step of ['pass', 'reject'] as const)
    await expect(
      v.venue.command((ctx) => moveWithdrawal(ctx, withdrawals.need(1), step, { txid: tx(1) })),
    ).rejects.toMatchObject({ reason: 'step_refused' })
  expect(v.venue.audit()).toEqual([])
  await v.venue.command(({ tables }) => tables.withdrawals.put({ ...withdrawals.need(1), send: { batch: null } }))
  expect(v.venue.audit()).toEqual([{ rule: 'L12', at: 'withdraw_batches:1' }])
})
test('DESK-5 nobody makes, tells or passes a batch that pays them', async () => {
  const v = await batchDesk({ count: 1 })
  await v.hold(v.ann, ['deskMoney'])
  expect((await v.make([1], v.ann)).reason).toBe('own_case')
  await v.make([1])
  expect((await v.tell(lines(1), v.ann)).reason).toBe('own_case')
  await v.tell(lines(1))
  expect((await v.decide('batch-1', 'pass', v.ann)).reason).toBe('own_case')
  expect(await v.read('batch-1', v.ann)).toMatchObject({ may: [], is_own: 1 })
})
test('DESK-12 above the setting two people decide that a withdrawal is sent', async () => {
  const v = await batchDesk({ count: 0, settings: { desk: { fourEyesAbove: '50' } } })
  await v.out('100')
  await v.decide('withdraw-1', 'send')
  expect((await v.decide('withdraw-1', 'send')).reason).toBe('second_needed')
  expect(await v.ready()).toEqual([])
  await v.decide('withdraw-1', 'send', v.dora)
  expect(await v.ready()).toMatchObject([{ count: 1 }])
})
test('DESK-33 a restart at any step loses nothing, and the next step is taken after it', async () => {
  const store = openSqlite(':memory:')
  const { cleo, dora, ann, venue } = await batchDesk({ store })
  venue.flush()
  const step = async (user: number, route: string, body: Body) => {
    const again = createMemoryVenue({ store, settings: live })
    const { message } = answerOf((await again.ask(route, body, { user }, crypto.randomUUID())).answer)
    again.venue.flush()
    return [Object(message).status ?? message, again.venue.audit()]
  }
  const decide = (by: number, decision: string) =>
    step(by, 'POST /api/desk/decide', { id: 'batch-2', decision, reason: why })
  const made = { network: 'TRC20', ids: [1, 2] }
  expect(await step(cleo, 'POST /api/desk/batch', made)).toEqual(['open', []])
  expect(await step(dora, 'POST /api/desk/batch/dissolve', { id: 'batch-1', reason: why })).toEqual(['cancelled', []])
  expect(await step(cleo, 'POST /api/desk/batch', made)).toEqual(['open', []])
  expect(await step(cleo, 'POST /api/desk/batch/txids', { id: 'batch-2', csv: lines(1, 2) })).toEqual(['open', []])
  expect(await decide(dora, 'reject')).toEqual(['open', []])
  expect(await step(cleo, 'POST /api/desk/batch/txids', { id: 'batch-2', csv: lines(1, 2) })).toEqual(['open', []])
  expect(await decide(dora, 'pass')).toEqual(['passed', []])
  const [list] = await step(ann, 'GET /api/charge_mention/log3', {})
  expect(Object(list).data).toMatchObject([
    { status: 2, txid: tx(2) },
    { status: 2, txid: tx(1) },
  ])
  const [all] = await step(cleo, 'GET /api/desk/cases', { kind: 'batch', status: 'cancelled' })
  expect(all).toMatchObject({ count: 1, list: [{ id: 'batch-1' }] })
})
test('DESK-31 in the demo nothing is signed elsewhere, so there are no batches', async () => {
  const v = await batchDesk({ count: 0, settings: { deposit: { hasDemoAddresses: true } } })
  await v.out('100')
  expect(await v.read('withdraw-1')).toMatchObject({ may: ['pass', 'reject'] })
  const { queues } = Object((await v.call('GET /api/desk/index', {}, v.cleo)).message)
  expect(queues.map(({ kind }: Body) => kind)).not.toContain('batch')
})
