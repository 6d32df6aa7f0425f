import { groupRow, message, type Message } from '#contract/chat/chat.ts'
import { encode } from '#contract/wire/coded.ts'
import {
  emptyLog,
  gapIn,
  messageAt,
  newestIn,
  takeFresh,
  takeGroup,
  takeKept,
  takePage,
} from '#machines/chat/chat-log.ts'
import { chatCacheOf, ownCache, wipeChats } from '#src/actors/chat-cache.ts'
import { StartPage } from '#src/app/start-page.tsx'
import { ChatsPage } from '#src/features/chat/chats-page.tsx'
import { RoomPage } from '#src/features/chat/room-page.tsx'
import { dropTokens, storeTokens, useSession } from '#src/stores/session.ts'
import { aChatRow, aGroupRow, aMessage, anImGroup } from '#tests/support/builders/chat.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { live, showPage } from '#tests/support/page-services.tsx'
import { show } from '#tests/support/render.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NEVER, Subject } from 'rxjs'
import { afterEach, expect, test } from 'vitest'

const me = aUser().id
const other = me + 1
const enter = (id: number) => useSession.setState({ phase: 'in', token: 'token-token', user: aUser({ id }), login: 1 })
const keptBy = async (id: number) => ({
  chats: (await chatCacheOf(id).chats())?.chats.map(({ group }) => group.chatGroupName) ?? null,
  room: (await chatCacheOf(id).room('g1'))?.messages.map(({ n }) => n) ?? null,
})
afterEach(() => {
  wipeChats(me)
  wipeChats(other)
})

test('CHAT-85 the list stands there at once as it was left, with its time, until the venue tells it', async () => {
  enter(me)
  chatCacheOf(me).keepChats([aChatRow({ unread: 3, mentions: [9], isPinned: true })])
  await chatCacheOf(me).flush()
  const chats$ = new Subject<ReturnType<typeof live<readonly ReturnType<typeof aChatRow>[]>>>()
  const { stop } = await showPage(<ChatsPage />, {
    feeds: { chats$, unread$: NEVER, friend$: NEVER, apply$: NEVER },
    at: '/pages/chat/chat/chatGroupList',
    hasKept: true,
  })
  expect((await screen.findByRole('link', { name: /Kowloon traders/ })).textContent).toContain('3 unread messages')
  expect(screen.getByText(/^As of \d\d:\d\d · updating…$/)).toBeVisible()
  act(() => chats$.next(live([aChatRow({ id: 'g2', group: anImGroup({ id: 'g2', chatGroupName: 'Pearl River' }) })])))
  expect([screen.queryByText(/^As of/), screen.getAllByRole('link').map(({ textContent }) => textContent)]).toEqual([
    null,
    ['Pearl RiverNo messages'],
  ])
  await waitFor(async () => {
    await chatCacheOf(me).flush()
    expect((await keptBy(me)).chats).toEqual(['Pearl River'])
  })
  stop()
})
test('CHAT-85 another account sees none of it, writes none of it, and a logout wipes it', async () => {
  enter(me)
  chatCacheOf(me).keepChats([aChatRow()])
  chatCacheOf(me).keepRoom('g1', anImGroup(), [aMessage(10)])
  await chatCacheOf(me).flush()
  expect(await keptBy(me)).toEqual({ chats: ['Kowloon traders'], room: [10] })
  enter(other)
  expect(await keptBy(other)).toEqual({ chats: null, room: null })
  const mine = chatCacheOf(me)
  mine.keepChats([aChatRow({ group: anImGroup({ chatGroupName: 'of another login' }) })])
  await mine.flush()
  expect((await keptBy(me)).chats).toEqual(['Kowloon traders'])
  wipeChats(me)
  expect(await keptBy(me)).toEqual({ chats: null, room: null })
})

const onWire = (...messages: readonly Message[]) => ({
  code: 200,
  data: messages.map((each): unknown => encode(message, each)).toReversed(),
})
const groupOnWire = () => {
  const row: unknown = encode(groupRow, aGroupRow({ headN: 2, readN: 2 }))
  return typeof row === 'object' && row !== null && 'imGroup' in row ? row.imGroup : null
}
test('CHAT-85 a chat stands there at once as it was left; what was taken back since is gone as soon as the venue is heard', async () => {
  enter(me)
  chatCacheOf(me).keepRoom('g1', anImGroup({ headN: 2, readN: 2 }), [
    aMessage(1, { text: 'kept words' }),
    aMessage(2, { text: 'more of them' }),
  ])
  await chatCacheOf(me).flush()
  const shown = {
    hasKept: true,
    at: '/pages/chat/chat/chatGroup/chatting?chatGroupId=g1',
    feeds: { chats$: NEVER, roomOf: () => NEVER, typingIn: () => NEVER, chatGone$: NEVER },
  }
  const away = await showPage(<RoomPage />, shown)
  expect(await screen.findByText('kept words')).toBeTruthy()
  expect(screen.getByText(/^As of \d\d:\d\d · updating…$/)).toBeVisible()
  away.unmount()
  away.stop()
  const { stop } = await showPage(<RoomPage />, {
    ...shown,
    answers: {
      '/chat/imChatGroup/getChatGroupInfo': {
        code: 200,
        data: { imGroup: groupOnWire(), qrInfo: '', qrExpireMs: 0, serverNowMs: 0 },
      },
      '/chat/imGroupMessageRef/getChatGroupHistoryMessage': onWire(
        aMessage(1, { rev: 2, content: '{}', revoked: true, revokedBy: 'Ada' }),
        aMessage(2, { text: 'more of them' }),
      ),
      '/chat/imGroupUserRef/getChatGroupMembers': { code: 200, data: [] },
    },
  })
  expect(await screen.findByText('Ada took back a message')).toBeTruthy()
  await waitFor(() => expect([screen.queryByText('kept words'), screen.queryByText(/^As of/)]).toEqual([null, null]))
  stop()
})

test('CHAT-86 what was kept is shown and read again; the newer copy stays, and what the venue does not hold goes', () => {
  const whole = { from: 1, to: 3 }
  const told = takePage(takeGroup(emptyLog, anImGroup({ headN: 3 })), { around: 3 }, [
    aMessage(3, { rev: 2, text: 'told' }),
  ])
  const log = takeKept(
    told,
    [1, 2, 3, 4].map((n) => aMessage(n, { text: 'kept' })),
  )
  const words = (now: typeof log) => [1, 2, 3, 4].map((n) => messageAt(now, n)?.content ?? null)
  const [kept, newer] = ['{"text":"kept"}', '{"text":"told"}']
  // The page around 3 said nothing of 1 and 2: they are kept, shown, and read again.
  const begun = takeKept(
    takeGroup(emptyLog, anImGroup({ headN: 3 })),
    [1, 2, 3, 4].map((n) => aMessage(n, { text: 'kept' })),
  )
  expect([words(log)[2], words(begun), gapIn(begun, whole), newestIn(begun, 60)]).toEqual([
    newer,
    [kept, kept, kept, null],
    { before: 4 },
    [],
  ])
  const read = takePage(begun, { before: 4 }, [aMessage(2), aMessage(3)])
  expect([words(read), gapIn(read, whole), newestIn(read, 60).map(({ n }) => n)]).toEqual([
    [null, '{"text":"message 2"}', '{"text":"message 3"}', null],
    null,
    [3, 2],
  ])
  expect(newestIn(takeFresh(read), 60)).toEqual([])
})

test('CHAT-85 without a network the kept chats can be read on the page that says so, by who is logged in here alone', async () => {
  enter(me)
  localStorage.clear()
  storeTokens({ token: 'token-token', chatToken: null })
  chatCacheOf(me).keepChats([aChatRow({})])
  chatCacheOf(me).keepRoom('g1', anImGroup({}), [aMessage(1, { text: 'see you at nine' })])
  await chatCacheOf(me).flush()
  const { unmount } = await show(<StartPage why="start" again={() => {}} />)
  await userEvent.click(await screen.findByRole('button', { name: /Kowloon traders/ }))
  expect(await screen.findByText('see you at nine')).toBeVisible()
  unmount()
  dropTokens()
  expect(ownCache()).toBeNull()
})
