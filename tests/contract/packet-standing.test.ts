import { packetStanding, type Packet, type TakeReason } from '#contract/chat/chat-packet.ts'
import { aPacket } from '#tests/support/builders/chat.ts'
import { expect, test } from 'vitest'

const now = 4_000_000_000_000 - 1
const cases: readonly (readonly [TakeReason, Partial<Packet>])[] = [
  ['ok', {}],
  ['ok', { redBagType: 'single', fromUser: '3' }],
  ['ok', { receiveUsers: [{ userId: '5' }, { userId: '2' }] }],
  ['packet_taken', { myValue: '1', status: 'exhausted' }],
  ['packet_gone', { status: 'exhausted', expireMs: now }],
  ['packet_expired', { status: 'expired' }],
  ['packet_expired', { expireMs: now, redBagType: 'single' }],
  ['packet_own', { redBagType: 'single' }],
  ['packet_not_named', { receiveUsers: [{ userId: '5' }] }],
]
test.each(cases)('one rule tells both sides what taking a packet comes to: %s of %o', (standing, some) => {
  expect(packetStanding(aPacket(some), '2', now)).toBe(standing)
})
