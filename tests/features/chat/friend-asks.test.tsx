import { friendInfo } from '#contract/chat/chat-friends.ts'
import type { Friend } from '#contract/chat/chat-people.ts'
import { ChatsPage } from '#src/features/chat/chats-page.tsx'
import { ProfilePage } from '#src/features/chat/friends/profile-page.tsx'
import { encode } from '#contract/wire/coded.ts'
import { reply } from '#tests/support/chat/open-room.tsx'
import { live, showPage } from '#tests/support/page-services.tsx'
import { act, screen } from '@testing-library/react'
import { BehaviorSubject, NEVER, of, Subject } from 'rxjs'
import { expect, test } from 'vitest'

test('CHAT-145 who is asked to be a friend sees so on the tab of friends, and when it was answered elsewhere', async () => {
  const asks$ = new BehaviorSubject(2)
  await showPage(<ChatsPage />, { at: '/pages/chat/chat/chatGroupList', feeds: { chats$: of(live([])), asks$ } })
  expect(await screen.findByRole('tab', { name: 'Friends 2' })).toBeVisible()
  act(() => asks$.next(0))
  expect(screen.getByRole('tab', { name: 'Friends' })).toBeVisible()
})
test('CHAT-145 the open profile of who was asked shows their answer at once', async () => {
  const person = (isFriend: boolean) =>
    reply(
      encode(friendInfo, {
        friendId: '2',
        friendName: '',
        userName: 'Ben',
        headImg: null,
        mobile: null,
        sex: 'unset',
        chatNumber: 'k2',
        address: null,
        signature: null,
        isFriend,
        isBlocked: false,
        isBot: false,
        isStaff: false,
        apply: isFriend ? null : 'mine',
        chatGroupId: null,
        qrInfo: '',
      }),
    )
  const answers: Record<string, unknown> = { '/chat/imUserFriend/getFriendInfo': person(false) }
  const friend$ = new Subject<Friend>()
  await showPage(<ProfilePage />, {
    at: '/pages/chat/chat/friends/friendHome?id=2',
    answers,
    feeds: { friend$, apply$: NEVER },
  })
  expect(await screen.findByText('Request sent. Waiting for an answer.')).toBeVisible()
  answers['/chat/imUserFriend/getFriendInfo'] = person(true)
  act(() =>
    friend$.next({
      id: '2',
      friendId: '2',
      friendName: '',
      userName: 'Ben',
      headImg: null,
      isFriend: true,
      isBlocked: false,
      isBot: false,
      isStaff: false,
    }),
  )
  expect(await screen.findByRole('button', { name: 'Send message' })).toBeVisible()
  expect(screen.queryByText('Request sent. Waiting for an answer.')).toBeNull()
})
