import {
  leverTicketMachine,
  ticketPhaseOf,
  noStop,
  type LeverTicket,
  type TicketEvent,
} from '#machines/lever/lever-ticket.ts'
import { leaves, leavesOf } from '#tests/kit/walk.ts'
import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

const ticket: LeverTicket = {
  side: 'long',
  entry: 'market',
  lots: '2',
  multiple: '10',
  target: '',
  takeProfit: { by: 'percent', text: '50' },
  stopLoss: noStop,
}
const startTicket = (...events: readonly TicketEvent[]) => {
  const actor = createActor(leverTicketMachine, { input: { ticket } }).start()
  for (const event of events) actor.send(event)
  return actor
}
const review = { type: 'review', isValid: true, price: '100' } as const
const confirm = { type: 'confirm', price: '101' } as const

describe('LEV-18 every state', () => {
  const reached = getShortestPaths(leverTicketMachine, {
    input: { ticket },
    events: [
      review,
      { ...review, isValid: false },
      confirm,
      { type: 'back' },
      { type: 'done' },
      { type: 'refused', movedTo: null },
      { type: 'refused', movedTo: '105' },
    ],
    serializeState: ({ value }) => JSON.stringify(value),
    limit: 100,
  }).flatMap(({ state }) => leavesOf(state.value))
  test.each(leaves(leverTicketMachine))('%s is reached', (leaf) => expect(reached).toContain(leaf))
})
test('LEV-18 an invalid ticket stays open and shows its errors; no review opens', () => {
  expect(startTicket({ ...review, isValid: false }).getSnapshot().value).toEqual({ editing: 'checked' })
})
test('LEV-18 the price that was seen at the tap is sent along', () => {
  const { value, context } = startTicket(review, confirm).getSnapshot()
  expect([value, context.seen]).toEqual(['sent', '101'])
})
test('LEV-18 a stale price cannot be confirmed', () => {
  const actor = startTicket(review)
  expect(actor.getSnapshot().can({ type: 'confirm', price: null })).toBe(false)
  actor.send({ type: 'confirm', price: null })
  expect(actor.getSnapshot().value).toBe('reviewing')
})
test('LEV-18 a moved price returns to the review with the new one; other refusals end it', () => {
  const { value, context } = startTicket(review, confirm, { type: 'refused', movedTo: '105' }).getSnapshot()
  expect([value, context.movedTo, context.seen]).toEqual(['reviewing', '105', '101'])
  expect(startTicket(review, confirm, { type: 'refused', movedTo: null }).getSnapshot().value).toBe('refused')
})
test('LEV-18 a ticket under review cannot be edited; it is cleared when placed and stays when refused', () => {
  const sent = startTicket(review, { type: 'change', part: { lots: '9' } }, confirm)
  expect(sent.getSnapshot().context.ticket).toEqual(ticket)
  sent.send({ type: 'done' })
  expect(sent.getSnapshot().context.ticket).toEqual({ ...ticket, lots: '', takeProfit: noStop })
  const refused = startTicket(review, confirm, { type: 'refused', movedTo: null }, { type: 'back' })
  const context = { ticket, seen: null, movedTo: null }
  expect(refused.getSnapshot()).toMatchObject({ value: { editing: 'unchecked' }, context })
})
test('LEV-18 of the three fields of a stop the one typed last is stored', () => {
  const actor = startTicket(
    { type: 'changeStop', stop: 'takeProfit', input: { by: 'price', text: '120' } },
    { type: 'changeStop', stop: 'takeProfit', input: { by: 'profit', text: '30' } },
  )
  expect(actor.getSnapshot().context.ticket.takeProfit).toEqual({ by: 'profit', text: '30' })
})
test('LEV-18 a ticket left while its outcome was unknown is cleared once it turns out to be placed', () => {
  const actor = startTicket(review, confirm, { type: 'back' }, { type: 'done' })
  expect(actor.getSnapshot()).toMatchObject({ value: { editing: 'unchecked' }, context: { ticket: { lots: '' } } })
})
test.each([
  ['sent', 'submitting', 'submitting'],
  ['sent', 'unknown', 'unknown'],
  ['placed', 'done', 'done'],
  ['refused', 'refused', 'refused'],
  ['reviewing', 'refused', 'editing'],
  [{ editing: 'unchecked' }, 'done', 'editing'],
] as const)('LEV-18 ticket %j and submit %s: the review shows %s', (value, submit, shown) => {
  expect(ticketPhaseOf(value, submit)).toBe(shown)
})
