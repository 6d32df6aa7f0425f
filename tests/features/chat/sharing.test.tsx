import { contentCodes } from '#contract/chat/chat-content.ts'
import { mayWrite } from '#contract/chat/chat-mute.ts'
import { message, type Message } from '#contract/chat/chat.ts'
import { encode } from '#contract/wire/coded.ts'
import { FilesSheet } from '#src/features/chat/sharing/files-sheet.tsx'
import { GiveCardSheet } from '#src/features/chat/sharing/give-card-sheet.tsx'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { PacketCard } from '#src/features/chat/packets/packet-card.tsx'
import { useIsPast } from '#src/lib/use-is-past.ts'
import { aMessage, anImGroup } from '#tests/support/builders/chat.ts'
import { showPage } from '#tests/support/page-services.tsx'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

const reply = (data: unknown) => ({ code: 200, data })
const page = (...messages: readonly Message[]) => reply(messages.map((each): unknown => encode(message, each)))
const file = {
  url: '/upload/x',
  relativePath: 'chat/x',
  fileName: 'plan.pdf',
  fileSuffix: '.pdf',
  fileSize: 2048,
  contentDuration: null,
  subImgInfo: null,
  fileType: 'x',
  width: 3,
  height: 2,
}
const history = '/chat/imGroupMessageRef/getChatGroupHistoryMessage'

test('CHAT-74 what was sent is asked for by kind, and a tap leads to its message', async () => {
  const { asked, stop } = await showPage(<FilesSheet chat="g1" onClose={() => {}} />, {
    answers: { [history]: page(aMessage(8, { contentType: contentCodes.file, content: JSON.stringify(file) })) },
  })
  await waitFor(() =>
    expect(asked.at(-1)?.body).toEqual({
      chatGroupId: 'g1',
      contentType: contentCodes.image,
      pageNum: 1,
      pageSize: 30,
    }),
  )
  fireEvent.click(screen.getByRole('radio', { name: 'Files' }))
  expect((await screen.findByRole('link', { name: 'Save plan.pdf' })).getAttribute('download')).toBe('plan.pdf')
  expect(asked.at(-1)?.body).toEqual({ chatGroupId: 'g1', contentType: contentCodes.file, pageNum: 1, pageSize: 30 })
  fireEvent.click(screen.getByRole('button', { name: /^plan\.pdf/u }))
  expect(location.hash).toBe(`#${chatPaths.messageOf('g1', 8)}`)
  stop()
})
test('CHAT-74 a card is sent into the chosen chats; those that refuse stay chosen', async () => {
  const onClose = vi.fn<() => void>()
  const target = (id: string) => ({ id, chatGroupName: `Chat ${id}`, chatGroupAvatar: null, chatGroupType: 1 })
  const { asked, stop } = await showPage(<GiveCardSheet id="5" name="Ada" onClose={onClose} />, {
    answers: {
      '/chat/imChatGroup/getMyChatGroupListForForward': reply([target('g1'), target('g2'), target('g3')]),
      '/chat/imGroupUserRef/forwardFriendToGroup': reply({ n: 4 }),
    },
  })
  for (const name of ['Chat g1', 'Chat g3'])
    fireEvent.click(await screen.findByRole('checkbox', { name: new RegExp(name, 'u') }))
  fireEvent.click(screen.getByRole('button', { name: /^Send to chats/u }))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(asked.filter(({ path }) => path.endsWith('forwardFriendToGroup')).map(({ body }) => body)).toEqual([
    { chatGroupId: 'g1', friendId: '5' },
    { chatGroupId: 'g3', friendId: '5' },
  ])
  stop()
})
const muted = { maySend: false, mutedUntilMs: 1000 } as const
test.each([
  ['as the venue says', anImGroup({ maySend: true }), 0, true],
  ['while muted', anImGroup(muted), 999, false],
  ['when the mute is over', anImGroup(muted), 1000, true],
  ['when it is over in a group that is silent', anImGroup({ ...muted, chatGroupStatus: 'muted' }), 1000, false],
  ['as an admin of it', anImGroup({ ...muted, chatGroupStatus: 'muted', memberType: 'admin' }), 1000, true],
] as const)('CHAT-75 who may write: %s', (_, group, nowMs, may) => {
  expect(mayWrite(group, nowMs)).toBe(may)
})
test('CHAT-75 the end of a mute is noticed when it comes, also one of more days than a timer can wait', () => {
  vi.useFakeTimers({ now: 0 })
  const Shown = ({ atMs }: { readonly atMs: number }) => <p>{useIsPast(atMs, Date.now) ? 'over' : 'muted'}</p>
  const month = 30 * 86_400_000
  const { container, unmount } = render(<Shown atMs={month} />)
  act(() => void vi.advanceTimersByTime(month - 1))
  expect(container.textContent).toBe('muted')
  act(() => void vi.advanceTimersByTime(100))
  expect(container.textContent).toBe('over')
  unmount()
  vi.useRealTimers()
})
test.each([
  ['nothing else is known', {}, null, 'Open', 'Shares: 3'],
  ['it had ended when it was read', { redBagStatus: 'ended' }, null, 'Ended', 'Shares: 3'],
  ['a share was taken when it was read', { redBagStatus: 'active', takenNums: 1 }, null, 'Open', '1 of 3 taken'],
  [
    'it ended since',
    { redBagStatus: 'active', takenNums: 1 },
    { takenNums: 3, status: 'exhausted', rev: 4, isMine: true },
    'Ended',
    '3 of 3 taken',
  ],
  [
    'I had taken a share when it was read',
    { redBagStatus: 'active', takenNums: 1, takenByMe: true },
    null,
    'Received',
    '1 of 3 taken',
  ],
  [
    'I have taken a share since',
    { redBagStatus: 'active', takenNums: 0 },
    { takenNums: 1, status: 'active', rev: 2, isMine: true },
    'Received',
    '1 of 3 taken',
  ],
] as const)('CHAT-75 the card of a packet: %s', async (_, some, news, state, shares) => {
  const packet = {
    redBagId: 'p1',
    redBagRemark: 'Luck',
    redBagNums: 3,
    redBagType: 1,
    redBagRule: 1,
    fromUser: '2',
    shareHash: '',
    expireMs: Date.now() * 2,
    ...some,
  }
  const { stop } = await showPage(<PacketCard packet={packet} news={news} onOpen={() => {}} />)
  expect((await screen.findByRole('button')).textContent).toBe(`Luck${state}Red packet · ${shares}`)
  stop()
})
