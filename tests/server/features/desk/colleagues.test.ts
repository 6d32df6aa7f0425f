import { askedDays } from '#contract/account/account-asked.ts'
import { expect, test } from 'vitest'
import { deskVenue } from './desk-venue.ts'

type Venue = Awaited<ReturnType<typeof deskVenue>>
const staffed = async (settings = {}) => {
  const venue = await deskVenue(settings)
  await venue.hold(venue.ben, ['deskKyc', 'deskSettings'])
  await venue.hold(venue.cleo, ['deskKyc'])
  return venue
}
const caseOf = async (venue: Venue, user: number) =>
  (await venue.as(user, 'GET /api/desk/case', { id: venue.annCase })).message
const cases = async (venue: Venue, user: number, more: object) =>
  (await venue.as(user, 'GET /api/desk/cases', { kind: 'kyc', ...more })).message
const assign = (venue: Venue, user: number, body: object) =>
  venue.as(user, 'POST /api/desk/assign', { id: venue.annCase, ...body })
const ask = (venue: Venue, user: number, body: object = { text: 'A clearer photo, please.' }) =>
  venue.as(user, 'POST /api/desk/ask', { id: venue.annCase, ...body })
const asked = async (venue: Venue, user: number) => (await venue.as(user, 'GET /api/user/asked', {})).message

test('a case is taken, handed to a colleague who may decide it and given back, each in the log, and listed by whose it is', async () => {
  const venue = await staffed()
  const { ben, cleo, ann } = venue
  expect(await caseOf(venue, ben)).toMatchObject({ assigned: null, colleagues: [{ id: ben }, { id: cleo }] })
  expect((await assign(venue, ben, { to: ben, from: 0 })).message).toMatchObject({ assigned: { id: ben } })
  expect(await cases(venue, ben, { whose: 'mine' })).toMatchObject({ count: 1 })
  expect(await cases(venue, cleo, { whose: 'mine' })).toMatchObject({ count: 0 })
  expect(await cases(venue, cleo, { whose: 'free' })).toMatchObject({ count: 0 })
  // Who read it while it was free is told that it is not.
  expect((await assign(venue, cleo, { to: cleo, from: 0 })).reason).toBe('state_moved')
  expect((await assign(venue, ben, { to: ann, from: ben })).reason).toBe('not_found')
  expect((await assign(venue, ben, { to: cleo, from: ben })).message).toMatchObject({ assigned: { id: cleo } })
  expect((await assign(venue, cleo, { from: cleo })).message).toMatchObject({ assigned: null })
  expect(await cases(venue, cleo, { whose: 'free' })).toMatchObject({ count: 1 })
  const { message: log } = await venue.as(ben, 'GET /api/desk/log', { kind: 'kyc' })
  expect(log).toMatchObject({ count: 3, list: [{ action: 'assign', by: { id: cleo } }, { by: { id: ben } }, {}] })
})

test('whose a case was ends with its decision, and a decided case is given to nobody', async () => {
  const venue = await staffed()
  await assign(venue, venue.ben, { to: venue.ben })
  await venue.as(venue.cleo, 'POST /api/desk/decide', { id: venue.annCase, decision: 'pass' })
  expect([...venue.venue.ctx.tables.deskAssigned.all()]).toEqual([])
  expect((await assign(venue, venue.ben, { to: venue.ben })).reason).toBe('step_refused')
  expect(await caseOf(venue, venue.ben)).toMatchObject({ assigned: null })
})

test('asked for more, the person is told, answers in words and files, and the case comes back with them', async () => {
  const venue = await staffed()
  const { ann, ben } = venue
  expect((await ask(venue, ben, { text: ' ' })).reason).toBe('reason_required')
  expect((await ask(venue, ben)).message).toMatchObject({ signals: ['asked', 'new_account'] })
  expect(venue.eventsOf(ann, 'account.asked')).toMatchObject([
    { v: { open: 1, asked: { kind: 'kyc', ref: String(ann), text: 'A clearer photo, please.' } }, why: 'asked' },
  ])
  expect(venue.eventsOf(ann, 'notification.added')).toMatchObject([
    { v: { notification: { subject: 'asked_more', title: 'A clearer photo, please.' } } },
  ])
  const [line] = [...venue.venue.ctx.tables.asks.group('user', ann)]
  expect(await asked(venue, ann)).toMatchObject({
    list: [{ id: line?.id, until_ms: (line?.at ?? 0) + 7 * 86_400_000 }],
  })
  const answer = (user: number, body: object) => venue.as(user, 'POST /api/user/asked', { id: line?.id, ...body })
  expect((await answer(venue.cleo, { text: 'Mine.' })).reason).toBe('not_found')
  expect((await answer(ann, {})).reason).toBe('content_empty')
  expect((await answer(ann, { files: 'kyc/foreign.png' })).reason).toBe('file_unknown')
  expect((await answer(ann, { text: 'Here it is.' })).reason).toBeUndefined()
  expect(await asked(venue, ann)).toMatchObject({ list: [] })
  expect((await answer(ann, { text: 'Twice.' })).reason).toBe('not_found')
  expect(await caseOf(venue, ben)).toMatchObject({
    signals: ['answered', 'new_account'],
    asked: [{ by: { id: ben }, user: { id: ann }, answer: 'Here it is.', is_open: 0 }],
    may_ask: [{ id: ann }],
  })
})

test('a second question takes the place of one that was not answered, and the decision closes what is open', async () => {
  const venue = await staffed()
  const { ann, ben } = venue
  await ask(venue, ben)
  await ask(venue, ben, { text: 'And proof of address.' })
  expect(await asked(venue, ann)).toMatchObject({ list: [{ text: 'And proof of address.' }] })
  await venue.as(ben, 'POST /api/desk/decide', { id: venue.annCase, decision: 'pass' })
  expect(await asked(venue, ann)).toMatchObject({ list: [] })
  expect(venue.eventsOf(ann, 'account.asked').at(-1)).toMatchObject({ v: { open: 0, asked: null }, why: 'closed' })
  expect((await ask(venue, ben)).reason).toBe('step_refused')
  expect(await caseOf(venue, ben)).toMatchObject({
    may_ask: [],
    asked: [{ text: 'And proof of address.', is_open: 0 }, { is_open: 0 }],
  })
})

test('without an answer a question ends by itself, and the case waits no longer', async () => {
  const venue = await staffed()
  await ask(venue, venue.ben)
  venue.clock.advance(askedDays * 86_400_000)
  expect(await asked(venue, venue.ann)).toMatchObject({ list: [] })
  expect(await caseOf(venue, venue.ben)).toMatchObject({
    signals: ['new_account'],
    asked: [{ is_open: 0, answer: null }],
  })
})

test('nobody takes or asks about a case of their own, and the review of the demo leaves one alone about which people ask', async () => {
  const venue = await staffed({ demoReview: true })
  await venue.hold(venue.ann, ['deskKyc'])
  expect((await assign(venue, venue.ann, { to: venue.ann })).reason).toBe('own_case')
  expect((await ask(venue, venue.ann)).reason).toBe('own_case')
  await ask(venue, venue.ben)
  venue.clock.advance(3_600_000)
  await venue.runDue()
  expect(venue.statusesOf(venue.ann)).toEqual(['underReview'])
})
