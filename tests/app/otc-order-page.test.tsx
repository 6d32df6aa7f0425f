import { RoomBeside } from '#src/features/chat/room-beside.tsx'
import { aChatRow, anImGroup } from '#tests/support/builders/chat.ts'
import { page, reply, groupOnWire } from '#tests/support/chat/open-room.tsx'
import { live, showPage } from '#tests/support/page-services.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { NEVER, of } from 'rxjs'
import { expect, test } from 'vitest'

const group = { chatGroupType: 'single', chatGroupName: 'Ben', peerUserId: '9' } as const
const show = (hasChat: boolean) =>
  showPage(<RoomBeside user="9" name="Ben" />, {
    feeds: {
      chats$: of(live(hasChat ? [aChatRow({ group: anImGroup(group) })] : [])),
      roomOf: () => NEVER,
      typingIn: () => NEVER,
      chatGone$: NEVER,
      dropped$: NEVER,
    },
    answers: {
      '/chat/imChatGroup/getChatGroupInfo': reply({
        imGroup: groupOnWire(group),
        qrInfo: '',
        qrExpireMs: 0,
        serverNowMs: 0,
      }),
      '/chat/imGroupMessageRef/getChatGroupHistoryMessage': page(),
      '/chat/imChatGroup/createSingleChat': reply({ id: 'g1', chatGroupType: 0, createUser: '7' }),
    },
  })

test('the chat of an order stands beside it, with a heading below that of the page and without the order in it', async () => {
  await show(true)
  expect(await screen.findByRole('heading', { level: 2, name: 'Ben' })).toBeVisible()
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
})
test('a chat that does not exist yet begins when it is asked for, and not by looking at the order', async () => {
  const { asked } = await show(false)
  const begin = await screen.findByRole('button', { name: 'Chat with Ben' })
  expect(asked.filter(({ path }) => path.includes('createSingle'))).toEqual([])
  fireEvent.click(begin)
  await waitFor(() => expect(asked.filter(({ path }) => path.toLowerCase().includes('single'))).toHaveLength(1))
  expect(await screen.findByRole('heading', { level: 2, name: 'Ben' })).toBeVisible()
})
