import { isPacketAhead, packetStanding, packetStatus, type Packet } from '#contract/chat/chat-packet.ts'
import { packetMachine, packetNow, type PacketChange } from '#machines/chat/packet.ts'
import type { News } from '#machines/kit/follow.ts'
import { aStep } from '#tests/support/a-step.ts'
import { aPacket } from '#tests/support/builders/chat.ts'
import { NEVER, Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { createActor, fromEventObservable } from 'xstate'

const me = '7'
const never = new Promise<never>(() => {})
const start = (copy: Packet) => {
  const told$ = new Subject<News<Packet>>()
  const sent: PacketChange[] = []
  const logic = packetMachine(me).provide({
    actors: {
      watch: fromEventObservable<News<Packet>, { copy: Packet }>(() => told$),
      step: aStep<PacketChange, Packet>(
        (change) => (sent.push(change), never),
        () => NEVER,
      ),
    },
  })
  const actor = createActor(logic, { input: { copy } }).start()
  return { actor, told$, sent, take: () => actor.send({ type: 'act', act: null, key: 'k1' }) }
}
const states = {
  ok: 'open',
  packet_taken: 'taken',
  packet_gone: 'gone',
  packet_expired: 'expired',
  packet_own: 'own',
  packet_not_named: 'notNamed',
} as const

test('PACKET-1 the state of a packet is what the rule of the venue says of it, and a share is taken only where it says so', () => {
  const seen = new Set<string>()
  for (const status of packetStatus.options)
    for (const redBagType of ['single', 'group'] as const)
      for (const fromUser of [me, '2'])
        for (const receiveUsers of [[], [{ userId: me }], [{ userId: '3' }]])
          for (const myValue of [null, '1'])
            for (const now of [1, 3000]) {
              const copy = aPacket({ status, redBagType, fromUser, receiveUsers, myValue, expireMs: 2000 })
              const { actor, told$, sent, take } = start(copy)
              told$.next({ type: 'clock.ticked', now })
              const standing = packetStanding(copy, me, now)
              seen.add(standing)
              expect(actor.getSnapshot().matches({ life: states[standing] })).toBe(true)
              expect(packetNow(actor.getSnapshot().context, me)).toBe(standing)
              take()
              expect(sent.length).toBe(standing === 'ok' ? 1 : 0)
            }
  expect([...seen].toSorted()).toEqual(Object.keys(states).toSorted())
})
test('PACKET-1 a newer copy moves a packet while its share is on its way; an older one and another packet do not', () => {
  const { actor, told$, take, sent } = start(aPacket({ rev: 2 }))
  take()
  take()
  const copies = [aPacket({ rev: 1, status: 'expired' }), aPacket({ redBagId: 'p2', rev: 9, status: 'expired' })]
  for (const copy of copies) told$.next({ type: 'copy.received', copy, why: null })
  expect(actor.getSnapshot().value).toEqual({ life: 'open', hand: { stepping: 'sending' } })
  const copy = aPacket({ rev: 3, status: 'exhausted', takenNums: 3 })
  expect(isPacketAhead(actor.getSnapshot().context.copy, copy)).toBe(true)
  told$.next({ type: 'copy.received', copy, why: null })
  expect([actor.getSnapshot().value, sent.length]).toEqual([{ life: 'gone', hand: { stepping: 'sending' } }, 1])
})
