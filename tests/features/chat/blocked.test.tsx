import { FriendList } from '#src/features/chat/friends/friend-list.tsx'
import { showPage } from '#tests/support/page-services.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NEVER } from 'rxjs'
import { expect, test } from 'vitest'

const reply = (data: unknown) => ({ code: 200, data })
const blocked = (friendId: string, friendName: string, userName: string) => ({
  id: `r${friendId}`,
  friendId,
  friendName,
  userName,
  headImg: null,
  isFriend: 0,
  isBlocked: 1,
  isBot: 0,
  isStaff: 0,
})
const listOf = async (people: readonly object[]) => {
  await showPage(<FriendList />, {
    feeds: { friend$: NEVER, apply$: NEVER },
    answers: {
      '/chat/imUserFriend/getMyFriendList': reply({ myFriendList: [] }),
      '/chat/imUserFriend/checkFriendApply': reply([]),
      '/chat/imUserFriend/getMyBlockList': reply(people),
    },
  })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Blocked people' }))
  return within(await screen.findByRole('dialog', { name: 'Blocked people', hidden: true }))
}

test('CHAT-120 everybody one has blocked is found in one list, also who is no friend, with the way to unblock them', async () => {
  const list = await listOf([blocked('7', '', 'Ada'), blocked('8', 'Bob from work', 'Bob')])
  await list.findByText('Ada')
  expect(
    list.getAllByRole('link', { hidden: true }).map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    [expect.stringContaining('Ada'), '#/pages/chat/chat/friends/friendHome?id=7'],
    [expect.stringContaining('Bob from work'), '#/pages/chat/chat/friends/friendHome?id=8'],
  ])
})
test('CHAT-120 a list of nobody says so', async () => {
  const list = await listOf([])
  expect(await list.findByText('You have blocked nobody.')).toBeVisible()
})
