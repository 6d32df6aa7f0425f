import { packet as packetSchema, type Packet } from '#contract/chat/chat-packet.ts'
import { encode } from '#contract/wire/coded.ts'
import { PacketCompose } from '#src/features/chat/packets/packet-compose.tsx'
import { PacketSheet } from '#src/features/chat/packets/packet-sheet.tsx'
import { anImGroup, aPacket } from '#tests/support/builders/chat.ts'
import { showPage } from '#tests/support/page-services.tsx'
import type { RoomNews } from '#streams/chat/room.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { NEVER, ReplaySubject } from 'rxjs'
import { expect, test } from 'vitest'

const content = {
  redBagId: 'p1',
  redBagRemark: 'Luck',
  redBagNums: 3,
  redBagType: 1,
  redBagRule: 1,
  fromUser: '2',
  shareHash: 'h',
  expireMs: 4_000_000_000_000,
}
const [read, take] = ['/chat/imGroupUserRef/getRedBagReceiveList', '/chat/imGroupUserRef/receviceRedBagForGroup']
const wire = (packet: Packet | null): unknown => (packet === null ? null : encode(packetSchema, packet))

test.each([
  [
    'taken by others meanwhile',
    -2,
    'packet_gone',
    aPacket({ status: 'exhausted', takenNums: 3, rev: 4 }),
    'All gone.',
    [],
  ],
  [
    'expired meanwhile',
    -3,
    'packet_expired',
    aPacket({ status: 'expired', refundValue: '10', rev: 2 }),
    'This packet has expired.',
    ['10.00 USDT'],
  ],
  ['I was removed', -3, 'not_member', null, 'You are not in this group.', []],
  ['for somebody else', -3, 'packet_not_named', aPacket(), 'This packet is for someone else.', []],
  [
    'mine, and the list cannot be read again',
    1,
    'ok',
    aPacket({ takenNums: 1, myValue: '3.21', rev: 2 }),
    '3.21 USDT',
    ['3.21 USDT'],
  ],
] as const)('CF31 a packet that changes under the tap: %s', async (_, data, reason, packet, sentence, told) => {
  const answers: Record<string, unknown> = { [read]: { code: 200, data: [], packet: wire(aPacket()) } }
  const { asked, stop } = await showPage(<PacketSheet content={content} chat="g1" isGroup onClose={() => {}} />, {
    answers,
  })
  const open = await screen.findByRole('button', { name: 'Open' })
  answers[take] = { code: 200, data, reason, packet: wire(packet) }
  // What is read afterwards comes late or not at all.
  delete answers[read]
  fireEvent.click(open)
  expect(await screen.findByText(sentence)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Open' })).toBe(null))
  const amounts = document.body.textContent.match(/-?\d+\.\d\d USDT/gu) ?? []
  expect([amounts, asked.filter(({ path }) => path === take).length]).toEqual([told, 1])
  stop()
})

test('an open packet follows what others take of it, also for who neither sent it nor took', async () => {
  const told = (taken: number, rev: number) => ({
    code: 200,
    data: [],
    packet: wire(aPacket({ takenNums: taken, rev })),
  })
  const answers: Record<string, unknown> = { [read]: told(1, 2) }
  const room$ = new ReplaySubject<RoomNews>(1)
  const { stop } = await showPage(<PacketSheet content={content} chat="g1" isGroup onClose={() => {}} />, {
    answers,
    feeds: { roomOf: () => room$, packet$: NEVER },
  })
  expect(await screen.findByText(/1 of 3 taken/)).toBeVisible()
  answers[read] = told(2, 3)
  const v = { redBagId: 'p1', n: 1, takenNums: 2, status: 'active', rev: 3 } as const
  act(() => room$.next({ type: 'event', event: { ev: 'chat.packetChanged', v } }))
  expect(await screen.findByText(/2 of 3 taken/)).toBeVisible()
  stop()
})

test('FORM-23 a packet that was begun stands there again after a detour, as to set the fund password', async () => {
  sessionStorage.clear()
  const typed = ['12.5', '2', 'Luck']
  for (const there of [['', '3', ''], typed]) {
    const { stop, unmount } = await showPage(<PacketCompose group={anImGroup()} members={[]} onClose={() => {}} />)
    const fields = ['Total', 'Number of shares', 'Wishes'].map((name) =>
      screen.getByRole<HTMLInputElement>('textbox', { name }),
    )
    expect(fields.map(({ value }) => value)).toEqual(there)
    for (const [at, field] of fields.entries()) fireEvent.change(field, { target: { value: typed[at] } })
    fireEvent.click(screen.getByRole('button', { name: 'Set' }))
    expect(location.hash).toContain('/changePayPassword')
    stop()
    unmount()
  }
})

test('CHAT-144 the composer of a packet says what leaves, what a share comes to and how much room the words have, and counts by one', async () => {
  sessionStorage.clear()
  const { stop } = await showPage(
    <PacketCompose group={anImGroup({ memberCounts: 5 })} members={[]} onClose={() => {}} />,
  )
  fireEvent.change(screen.getByRole('textbox', { name: 'Total' }), { target: { value: '20' } })
  expect(screen.getByText('4.00 USDT each on average, never less than 0.01')).toBeVisible()
  expect(screen.getByRole('button', { name: 'One share more' })).toBeDisabled()
  fireEvent.click(screen.getByRole('button', { name: 'One share fewer' }))
  expect(screen.getByRole('textbox', { name: 'Number of shares' })).toHaveValue('4')
  fireEvent.click(screen.getByRole('radio', { name: 'Equal' }))
  expect(screen.getByText('5.00 USDT each')).toBeVisible()
  fireEvent.change(screen.getByRole('textbox', { name: 'Wishes' }), { target: { value: 'Luck' } })
  expect(screen.getByText('4 of 30')).toBeVisible()
  expect(screen.getByText('20.00 USDT')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Seal 20.00 USDT in 4 shares' })).toBeVisible()
  stop()
})
