import { leverTicketMachine, ticketPhaseOf, noStop, type LeverTicket, type TicketEvent } from '#machines/lever-ticket.ts'
import { leaves, leavesOf } from '#tests/support/walk.ts'
import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

const ticket: LeverTicket = {
  side: 'long', entry: 'market', lots: '2', multiple: '10', target: '', takeProfit: { by: 'percent', text: '50' }, stopLoss: noStop,
}
const begin = (...events: readonly TicketEvent[]) => {
  const actor = createActor(leverTicketMachine, { input: { ticket } }).start()
  for (const event of events) actor.send(event)
  return actor
}
const look = { type: 'review', isRight: true, price: '100' } as const
const send = { type: 'confirm', price: '101' } as const

describe('LEV-18 every state', () => {
  const reached = getShortestPaths(leverTicketMachine, {
    input: { ticket },
    events: [look, { ...look, isRight: false }, send, { type: 'back' }, { type: 'done' }, { type: 'refused', movedTo: null }, { type: 'refused', movedTo: '105' }],
    serializeState: ({ value }) => JSON.stringify(value),
    limit: 100,
  }).flatMap(({ state }) => leavesOf(state.value))
  test.each(leaves(leverTicketMachine))('%s is reached', (leaf) => expect(reached).toContain(leaf))
})
test('LEV-18 a fault keeps the ticket open and shows itself; nothing is reviewed', () => {
  expect(begin({ ...look, isRight: false }).getSnapshot().value).toEqual({ editing: 'checked' })
})
test('LEV-18 the price that was seen at the tap travels along', () => {
  const { value, context } = begin(look, send).getSnapshot()
  expect([value, context.seen]).toEqual(['sent', '101'])
})
test('LEV-18 a price that is too old confirms nothing', () => {
  const actor = begin(look)
  expect(actor.getSnapshot().can({ type: 'confirm', price: null })).toBe(false)
  actor.send({ type: 'confirm', price: null })
  expect(actor.getSnapshot().value).toBe('reviewing')
})
test('LEV-18 a price that moved comes back to the same sheet with the new one; other refusals end it', () => {
  const { value, context } = begin(look, send, { type: 'refused', movedTo: '105' }).getSnapshot()
  expect([value, context.movedTo, context.seen]).toEqual(['reviewing', '105', '101'])
  expect(begin(look, send, { type: 'refused', movedTo: null }).getSnapshot().value).toBe('refused')
})
test('LEV-18 nothing is typed into a ticket that is being looked over; what was placed empties it, what was refused keeps it', () => {
  const sent = begin(look, { type: 'change', part: { lots: '9' } }, send)
  expect(sent.getSnapshot().context.ticket).toEqual(ticket)
  sent.send({ type: 'done' })
  expect(sent.getSnapshot().context.ticket).toEqual({ ...ticket, lots: '', takeProfit: noStop })
  const refused = begin(look, send, { type: 'refused', movedTo: null }, { type: 'back' })
  expect(refused.getSnapshot()).toMatchObject({ value: { editing: 'calm' }, context: { ticket, seen: null, movedTo: null } })
})
test('LEV-18 of the three fields of a stop the one typed last is kept', () => {
  const actor = begin({ type: 'link', stop: 'takeProfit', input: { by: 'price', text: '120' } }, { type: 'link', stop: 'takeProfit', input: { by: 'profit', text: '30' } })
  expect(actor.getSnapshot().context.ticket.takeProfit).toEqual({ by: 'profit', text: '30' })
})
test('LEV-18 a ticket that was left while nobody knew is emptied once it turns out to be placed', () => {
  const actor = begin(look, send, { type: 'back' }, { type: 'done' })
  expect(actor.getSnapshot()).toMatchObject({ value: { editing: 'calm' }, context: { ticket: { lots: '' } } })
})
test.each([
  ['sent', 'submitting', 'submitting'], ['sent', 'unknown', 'unknown'], ['placed', 'done', 'done'], ['refused', 'refused', 'refused'],
  ['reviewing', 'refused', 'editing'], [{ editing: 'calm' }, 'done', 'editing'],
] as const)('LEV-18 the review of a ticket that is %j, and its submit %s: %s', (value, submit, shown) => {
  expect(ticketPhaseOf(value, submit)).toBe(shown)
})
