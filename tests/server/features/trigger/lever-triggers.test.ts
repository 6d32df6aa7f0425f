import { recomputeLever } from '#contract/lever/lever-receipt.ts'
import { lever } from '#contract/lever/lever.ts'
import { recomputeTrigger } from '#contract/trigger/trigger-receipt.ts'
import { triggers } from '#contract/trigger/trigger.ts'
import { decode } from '#contract/wire/coded.ts'
import { answerOf } from '#tests/support/people.ts'
import { triggerVenue } from '#tests/support/trigger-venue.ts'
import { expect, test } from 'vitest'

/** A position of Ann: ten lots long at 100,000 with leverage 50. */
const stand = async (order: Record<string, unknown> = {}) => {
  const harness = await triggerVenue(3)
  const { lever: acts, ann, tick, ask, post, list, place, venue } = harness
  await tick(100_000)
  const opened = await acts.submit(ann, { share: 10, multiple: 50, ...order })
  expect(opened).toMatchObject({ type: 'ok' })
  const id = Number(opened.data?.['id'])
  const parent = { kind: 'position', id }
  const close = (legs: readonly Record<string, unknown>[]) => place(ann, 'close', legs, { parent })
  const position = async (which = id) => (await acts.positions(ann)).message.data.find((row) => row['id'] === which)
  const legs = async () =>
    (await list(ann)).toReversed().map(({ role, status, size, why }) => [role, status, Object(size).left, why])
  /** Works out again what was told of a firing and of the closing that it made. */
  const recomputed = async (trigger: unknown, closed: unknown) => {
    const told = answerOf((await ask('GET /api/trigger/receipt', { id: trigger }, { user: ann })).answer)
    const receipt = decode(triggers.receipt.output, told.message)
    const path = `POST /api/${lever.receipt.path}`
    const closing = decode(
      lever.receipt.output,
      answerOf((await ask(path, { id: closed }, { user: ann })).answer).message,
    )
    if (!receipt.success || !closing.success) throw new Error('no receipt')
    return [recomputeTrigger(receipt.data).agrees, recomputeLever(closing.data).agrees].flatMap((agrees) =>
      Object.entries(agrees).flatMap(([what, isRight]) => (isRight ? [] : [what])),
    )
  }
  return { ...harness, id, parent, close, position, legs, post, recomputed, opened, venue }
}

test('TR-4 a trailing stop follows the best mark, never back, and closes at its distance from it', async () => {
  const { close, idsOf, find, tick, ann, position, recomputed, id, venue } = await stand()
  const [trail] = idsOf(await close([{ role: 'stop', trail: { by: 'percent', distance: '2' } }]))
  await tick(104_000)
  await tick(103_000)
  expect(await find(ann, trail)).toMatchObject({
    status: 'armed',
    source: 'mark',
    trail: { extreme: '104000.00', trigger_now: '101920.00' },
  })
  await tick(101_920.01)
  expect(await find(ann, trail)).toMatchObject({ status: 'armed' })
  await tick(101_920)
  expect(await find(ann, trail)).toMatchObject({ status: 'done', made: { amount: '10' }, size: { left: '0' } })
  expect(await position()).toMatchObject({ status: 3, close_reason: 'stop_loss', ended_why: 'trail' })
  expect(await recomputed(trail, id)).toEqual([])
  expect(venue.audit()).toEqual([])
})
test('TR-4 a trailing stop with an activation price begins where that was reached', async () => {
  const { close, idsOf, find, tick, ann, post } = await stand()
  const [trail] = idsOf(
    await close([{ role: 'stop', trail: { by: 'amount', distance: '500', activate_price: '101000' } }]),
  )
  await tick(99_000)
  expect(await find(ann, trail)).toMatchObject({ status: 'armed', trail: { extreme: null, trigger_now: null } })
  await tick(101_200)
  await tick(101_300)
  expect(await find(ann, trail)).toMatchObject({ trail: { extreme: '101300.00', trigger_now: '100800.00' } })
  // Another distance keeps what was seen.
  await tick(101_100)
  expect(await post(ann, 'trigger/amend', { id: trail, distance: '300' })).toMatchObject({
    data: { trail: { extreme: '101300.00', trigger_now: '101000.00' } },
  })
  await tick(101_000)
  expect(await find(ann, trail)).toMatchObject({ status: 'done' })
})
test('TR-6 TR-10 several targets close their parts, the stop what is left, and nothing outlives the position', async () => {
  const { close, tick, legs, position, setStop, ann, id, venue } = await stand()
  await close([
    { role: 'profit', trigger_price: '101000', share: 4 },
    { role: 'profit', trigger_price: '102000', share: 4 },
    { role: 'stop', trigger_price: '98000' },
  ])
  expect(await position()).toMatchObject({ triggers: 2, stop_loss_price: '98000' })
  await tick(101_000)
  expect(await legs()).toEqual([
    ['profit', 'done', '0', null],
    ['profit', 'armed', '4', null],
    ['stop', 'armed', '6', null],
  ])
  expect(await position()).toMatchObject({ share: 6, status: 1 })
  expect(await setStop(ann, id, { stop_loss_price: '99000', target_profit_price: '' })).toMatchObject({ type: 'ok' })
  await tick(98_500)
  expect(await position()).toMatchObject({ status: 3, close_reason: 'stop_loss' })
  expect(await legs()).toEqual([
    ['profit', 'done', '0', null],
    ['profit', 'cancelled', '0', 'position'],
    ['stop', 'done', '0', null],
  ])
  expect(venue.audit()).toEqual([])
})
test('TR-5 a close is never refused because of triggers, and cuts what they would close', async () => {
  const { close, tick, legs, position, lever: acts, ann, id, venue } = await stand()
  await close([
    { role: 'stop', trigger_price: '98000', share: 8 },
    { role: 'stop', trigger_price: '97000', share: 8 },
    { role: 'profit', trigger_price: '103000' },
  ])
  expect(await acts.close(ann, id, { share: 5 })).toMatchObject({ type: 'ok' })
  expect(await legs()).toEqual([
    ['stop', 'armed', '5', null],
    ['stop', 'armed', '5', null],
    ['profit', 'armed', '5', null],
  ])
  await tick(98_000)
  expect(await position()).toMatchObject({ status: 3 })
  expect(await legs()).toEqual([
    ['stop', 'done', '0', null],
    ['stop', 'cancelled', '0', 'position'],
    ['profit', 'cancelled', '0', 'position'],
  ])
  expect(venue.audit()).toEqual([])
})
test('TR-10 the stop and the target that older clients know are triggers, whichever call has set them', async () => {
  const { close, idsOf, find, ann, id, setStop, position, post, legs, opened } = await stand({
    stop_loss_price: '95000',
  })
  expect(opened).toMatchObject({ data: { stop_loss_price: '95000' } })
  expect(await legs()).toEqual([['stop', 'armed', '10', null]])
  const [target] = idsOf(await close([{ role: 'profit', trigger_price: '110000' }]))
  expect(await position()).toMatchObject({ target_profit_price: '110000', stop_loss_price: '95000' })
  expect(await close([{ role: 'profit', trigger_price: '111000' }])).toMatchObject({ reason: 'legs_over' })
  await post(ann, 'trigger/amend', { id: target, trigger_price: '109000' })
  expect(await position()).toMatchObject({ target_profit_price: '109000' })
  await setStop(ann, id, { target_profit_price: '108000', stop_loss_price: '' })
  expect(await find(ann, target)).toMatchObject({ trigger_price: '108000.00', status: 'armed' })
  expect((await legs())[0]).toEqual(['stop', 'cancelled', '0', 'user'])
  await post(ann, 'trigger/cancel', { id: target })
  expect(await position()).toMatchObject({ target_profit_price: '0', stop_loss_price: '0' })
})
test('TR-11 an entry at a price holds margin and fee, opens there, and what protects it is armed with it', async () => {
  const { place, tick, ann, money, list, lever: acts, venue } = await stand()
  const before = money(ann)
  const placed = await place(
    ann,
    'open_short',
    [
      { role: 'entry', trigger_price: '99000', share: 5 },
      { role: 'stop', trigger_price: '101000' },
      { role: 'profit', trigger_price: '97000', share: 2 },
    ],
    { multiple: 10 },
  )
  expect(placed).toMatchObject({ type: 'ok' })
  expect(money(ann).all).toBe(before.all)
  expect(money(ann).held - before.held).toBeGreaterThan(0n)
  await tick(98_990)
  const found = (await acts.positions(ann)).message.data.find(({ type }) => type === 2)
  expect(found).toMatchObject({ status: 1, share: 5, stop_loss_price: '101000', triggers: 1 })
  expect((await list(ann)).map(({ status, role }) => [role, status])).toEqual([
    ['profit', 'armed'],
    ['stop', 'armed'],
    ['entry', 'done'],
  ])
  await tick(97_000)
  await tick(101_000)
  expect((await list(ann)).map(({ status }) => status)).toEqual(['done', 'done', 'done'])
  expect(venue.audit()).toEqual([])
})
test('EQ-1 to place and to cancel an entry changes nothing about the equity of the account', async () => {
  const { place, idsOf, ann, post, call } = await stand()
  const equity = async () => Object((await call(ann, 'deal', { legal_id: 3, currency_id: 1 })).message)['all_levers']
  const before = await equity()
  expect(Number(before)).toBeGreaterThan(900)
  const placed = await place(ann, 'open_long', [{ role: 'entry', trigger_price: '101000', share: 5 }], { multiple: 10 })
  expect(placed).toMatchObject({ type: 'ok' })
  expect(await equity()).toBe(before)
  await post(ann, 'trigger/cancel', { id: idsOf(placed)[0] })
  expect(await equity()).toBe(before)
})
test('TR-10 whoever is liquidated keeps no triggers, and a stop before that price closes first', async () => {
  const { close, tick, legs, position, lever: acts, ann, place, list, venue } = await stand({ share: 20, multiple: 50 })
  await place(ann, 'open_long', [{ role: 'entry', trigger_price: '120000', share: 1 }], { multiple: 10 })
  await close([{ role: 'profit', trigger_price: '105000' }])
  await tick(50_000)
  expect(await position()).toMatchObject({ status: 3, close_reason: 'liquidated' })
  expect((await list(ann)).map(({ status, why }) => [status, why])).toEqual([
    ['cancelled', 'liquidated'],
    ['cancelled', 'liquidated'],
  ])
  expect(venue.audit()).toEqual([])
  expect(acts).toBeDefined()
  expect(await legs()).toHaveLength(2)
})
test('TR-8 the stop goes before the liquidation that the same mark would make', async () => {
  const { close, tick, position, venue } = await stand({ share: 20, multiple: 50 })
  await close([{ role: 'stop', trigger_price: '99000' }])
  await tick(50_000)
  expect(await position()).toMatchObject({ status: 3, close_reason: 'stop_loss' })
  expect(venue.audit()).toEqual([])
})
test('LIM-1 an entry that waits is amended under its id, with the difference of its hold', async () => {
  const { lever: acts, ann, money, call, venue } = await stand()
  const entry = await acts.submit(ann, { status: 0, target_price: '95000', share: 2 })
  const before = money(ann).held
  const moved = await call(ann, 'amend', { id: entry.data?.['id'], target_price: '96000', share: 4 })
  expect(moved).toMatchObject({ data: { id: entry.data?.['id'], price: '96000', share: 4, status: 0 } })
  expect(money(ann).held).toBeGreaterThan(before)
  expect(await call(ann, 'amend', { id: entry.data?.['id'], share: 100_000 })).toMatchObject({ type: 'error' })
  expect(venue.audit()).toEqual([])
})
test('TR-14 an entry that waits until an instant ends at it, told why', async () => {
  const { lever: acts, ann, clock, venue, position, money } = await stand()
  const free = money(ann).free
  const expires_ms = venue.now() + 10_000
  const order = { status: 0, target_price: '95000', share: 2 }
  expect(await acts.submit(ann, { ...order, tif: 'gtd' })).toMatchObject({ reason: 'expiry_bad' })
  expect(await acts.submit(ann, { ...order, tif: 'ioc' })).toMatchObject({ reason: 'price_moved' })
  const entry = await acts.submit(ann, { ...order, tif: 'gtd', expires_ms })
  expect(entry).toMatchObject({ data: { expires_ms } })
  clock.advance(10_000)
  await venue.runDue()
  venue.flush()
  expect(await position(Number(entry.data?.['id']))).toMatchObject({
    status: 4,
    close_reason: null,
    ended_why: 'expired',
  })
  expect(money(ann).free).toBe(free)
  expect(venue.audit()).toEqual([])
})
test('TR-3 the stop of an entry that waits is judged by the price of that entry, placed and amended', async () => {
  const { lever: acts, ann, place, idsOf, post } = await stand()
  const entry = await acts.submit(ann, { status: 0, target_price: '95000', share: 2 })
  const parent = { kind: 'position', id: Number(entry.data?.['id']) }
  const legs = (trigger_price: string) => [{ role: 'stop', trigger_price }]
  expect(await place(ann, 'close', legs('96000'), { parent })).toMatchObject({ reason: 'stop_wrong_side' })
  const placed = await place(ann, 'close', legs('94000'), { parent })
  expect(placed).toMatchObject({ data: { triggers: [{ status: 'dormant' }] } })
  const [id] = idsOf(placed)
  expect(await post(ann, 'trigger/amend', { id, trigger_price: '95001' })).toMatchObject({ reason: 'stop_wrong_side' })
  expect(await post(ann, 'trigger/amend', { id, trigger_price: '93000' })).toMatchObject({ type: 'ok' })
})
