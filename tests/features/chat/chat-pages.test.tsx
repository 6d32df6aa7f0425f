import { withFaces, withFacesCut } from '#src/features/chat/faces.ts'
import { hostOf, partsOf } from '#src/features/chat/rich-text.tsx'
import { mentionAt, mentionsIn, withMention } from '#src/features/chat/mentions.ts'
import { Avatar } from '#src/features/chat/avatar.tsx'
import { ChatsPage } from '#src/features/chat/chats-page.tsx'
import { RoomPage } from '#src/features/chat/room-page.tsx'
import { dropChatDraft, putDraft } from '#src/stores/chat-drafts.ts'
import type { Message } from '#contract/chat/chat.ts'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { encode } from '#contract/wire/coded.ts'
import { urlOf } from '#contract/wire/endpoint.ts'
import type { RoomNews } from '#streams/chat/room.ts'
import { aChatRow, aMessage, anImGroup } from '#tests/support/builders/chat.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { live, showPage } from '#tests/support/page-services.tsx'
import { anOtcOrder } from '#tests/support/otc/otc-builders.ts'
import type { OtcOrder } from '#contract/otc/otc-order.ts'
import type { OtcOrderNews } from '#streams/own-feeds.ts'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { BehaviorSubject, NEVER, of, Subject } from 'rxjs'
import { reply, groupOnWire, page, someMember, openRoom } from '#tests/support/chat/open-room.tsx'
import { expect, test, vi } from 'vitest'

test('CHAT-61 the list shows the last message, unread, mention, mute, pin and the draft, and filters by name', async () => {
  const rows = [
    aChatRow({
      id: 'g1',
      unread: 9,
      mentions: [10],
      isPinned: true,
      last: {
        id: '',
        n: 10,
        createTime: '',
        createMs: Date.now(),
        lastMsgContent: 'the wall is thinning',
        messageType: 'user',
        contentType: 1,
        userName: 'Ada',
        revoked: false,
      },
    }),
    aChatRow({
      id: 'g2',
      group: anImGroup({ id: 'g2', chatGroupName: 'Mei', chatGroupType: 'single' }),
      last: {
        id: '',
        n: 3,
        createTime: '',
        createMs: Date.now(),
        lastMsgContent: '',
        messageType: 'user',
        contentType: 1,
        userName: 'Mei',
        revoked: true,
      },
    }),
    aChatRow({
      id: 'g3',
      group: anImGroup({ id: 'g3', chatGroupName: 'Pearl River', chatGroupType: 'single' }),
      isMuted: true,
      unread: 214,
    }),
  ]
  putDraft(aUser().id, 'g3', { text: 'Did you get it', cid: 'c', replyTo: null, atMs: 1 })
  const { stop } = await showPage(<ChatsPage />, {
    feeds: { chats$: of(live(rows)), unread$: of(9), friend$: NEVER, apply$: NEVER },
    at: '/pages/chat/chat/chatGroupList',
  })
  const links = await screen.findAllByRole('link')
  expect(links.map(({ textContent }) => textContent.replace(/\d\d:\d\d/, '00:00'))).toEqual([
    'Kowloon tradersPinned@you Ada: the wall is thinning00:0099 unread messages',
    'MMeiMei took back a message00:00',
    'PPearl RiverNotifications offDraft Did you get it214214 unread messages',
  ])
  stop()
})
test('one search above the list finds chats at once, and people and messages of all chats by the venue; a message leads to its place', async () => {
  const rows = [
    aChatRow({ id: 'g1' }),
    aChatRow({ id: 'g2', group: anImGroup({ id: 'g2', chatGroupName: 'Harbour', chatGroupType: 'single' }) }),
  ]
  const person = {
    id: '9',
    userName: 'Harbour Mei',
    avatar: null,
    mobile: null,
    address: null,
    chatNumber: '100009',
    isFriend: false,
    isBot: false,
    isStaff: false,
  }
  const list = [aMessage(4, { text: 'the harbour is closed', chatGroupId: 'g1' })]
  const { asked, stop } = await showPage(<ChatsPage />, {
    feeds: { chats$: of(live(rows)), unread$: of(0), friend$: NEVER, apply$: NEVER },
    at: '/pages/chat/chat/chatGroupList',
    answers: {
      [urlOf(chatFriends.searchUser)]: reply(encode(chatFriends.searchUser.output, [person])),
      [urlOf(chatMessages.search)]: reply(encode(chatMessages.search.output, { list, isAll: false })),
    },
  })
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'harbour' } })
  await screen.findByText('Harbour Mei')
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Chats',
    'People',
    'Messages',
  ])
  expect(screen.getByRole('link', { name: /the harbour is closed/ }).getAttribute('href')).toContain(
    'chatGroupId=g1&n=4',
  )
  expect(screen.getByText('Only the newest messages were searched.')).toBeTruthy()
  expect(asked.filter(({ path }) => path === urlOf(chatMessages.search)).map(({ body }) => body)).toEqual([
    { keyWord: 'harbour' },
  ])
  stop()
})
test('CHAT-62 an open chat shows its messages by number and who wrote them; a new one comes by the log, and a revoke blanks it and every quote of it', async () => {
  const { news$, stop } = await openRoom([
    aMessage(1, { text: 'first words' }),
    aMessage(2, { fromUserId: '3', userName: 'Ben', text: 'an answer', replyTo: { n: 1, userName: 'Ada' } }),
  ])
  const log = await screen.findByRole('group', { name: 'Messages in Kowloon traders' })
  await within(log).findByText('an answer')
  expect(within(log).getAllByText('first words').length).toBe(2)
  act(() => news$.next({ type: 'event', event: { ev: 'chat.message', v: aMessage(3, { text: 'and a third' }) } }))
  expect(await within(log).findByText('and a third')).toBeTruthy()
  act(() =>
    news$.next({
      type: 'event',
      event: { ev: 'chat.messageChanged', v: aMessage(1, { rev: 2, content: '{}', revoked: true, revokedBy: 'Ada' }) },
    }),
  )
  expect(within(log).queryAllByText('first words').length).toBe(0)
  expect(within(log).getAllByText('Ada took back a message').length).toBe(2)
  stop()
})
test('CHAT-63 what people write is text: markup stays text, and a link names the host it really leads to and asks before it leaves', async () => {
  const open = vi.spyOn(globalThis, 'open').mockReturnValue(null)
  const { container, stop } = await openRoom([
    aMessage(1, { text: '<img src=x onerror=alert(1)> https://kontor.example.evil.test/login' }),
  ])
  fireEvent.click(await screen.findByRole('button', { name: 'https://kontor.example.evil.test/login' }))
  expect([container.querySelectorAll('img').length, screen.getByText('kontor.example.evil.test').tagName]).toEqual([
    0,
    'SMALL',
  ])
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave Kontor for kontor.example.evil.test?' })
  expect(open).toHaveBeenCalledTimes(0)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Open link' }))
  expect(open.mock.calls).toEqual([['https://kontor.example.evil.test/login', '_blank', 'noopener,noreferrer']])
  stop()
})
test.each([
  [
    'see https://a.test/x, please',
    [
      ['see ', null],
      ['https://a.test/x', 'a.test'],
      [', please', null],
    ],
  ],
  ['https://аpple.test/', [['https://аpple.test/', 'xn--pple-43d.test']]],
  ['https://bank.test@evil.test/', [['https://bank.test@evil.test/', null]]],
  ['javascript:alert(1) data:text/html,x', [['javascript:alert(1) data:text/html,x', null]]],
])('CHAT-63 the parts of %s', (text, parts) => {
  expect(partsOf(text).map(({ text: part, host }) => [part, host])).toEqual(parts)
  expect(hostOf('javascript:alert(1)')).toBe(null)
})
test.each([
  ['good luck face[wink] face[赞]', 'good luck 😉 👍', 'good luck 😉 👍'],
  ['face[Smile]face[nobody knows] face[unheard]', '🙂face[nobody knows] [unheard]', '🙂face[nobody knows] [unheard]'],
  ['cut off face[wi', 'cut off face[wi', 'cut off …'],
])('CHAT-68 names of emoji in %s', (text, whole, preview) => {
  expect([withFaces(text), withFacesCut(text)]).toEqual([whole, preview])
})
test('CHAT-68 a name of an emoji is an emoji in the message, in a quote of it and in the list of chats; in a link it stays', async () => {
  const { stop } = await openRoom([
    aMessage(1, { text: 'face[cake] for all https://a.test/face[cake]' }),
    aMessage(2, { fromUserId: '3', userName: 'Ben', text: 'thanks', replyTo: { n: 1, userName: 'Ada' } }),
  ])
  const log = await screen.findByRole('group', { name: 'Messages in Kowloon traders' })
  expect(await within(log).findByText('🎂 for all', { exact: false, selector: 'span[dir]' })).toBeTruthy()
  expect(within(log).getByRole('button', { name: 'https://a.test/face[cake' })).toBeTruthy()
  expect(within(log).getAllByText(/^🎂 for all/u).length).toBe(2)
  stop()
  const last = {
    id: '',
    n: 1,
    createTime: '',
    createMs: Date.now(),
    lastMsgContent: 'see you face[bye]',
    messageType: 'user',
    contentType: 1,
    userName: 'Ada',
    revoked: false,
  } as const
  const list = await showPage(<ChatsPage />, {
    feeds: { chats$: of(live([aChatRow({ last })])), unread$: of(0), friend$: NEVER, apply$: NEVER },
    at: '/pages/chat/chat/chatGroupList',
  })
  expect(await screen.findByText('Ada: see you 👋')).toBeTruthy()
  list.stop()
})
test('CHAT-64 who may not write is told why, and a draft stays with its chat', async () => {
  const { stop } = await openRoom([aMessage(1)], { maySend: false, chatGroupStatus: 'muted' })
  expect(await screen.findByText('Only admins may write here now.')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBe(null)
  stop()
})
test('CHAT-65 a name after @ is offered, written out and told to the venue; everyone is named by admins only', () => {
  const members = [someMember('2', 'Ada'), someMember('3', 'Ben')]
  expect([mentionAt('hello @Ad', 9), mentionAt('mail@Ad', 7), mentionAt('@', 1)]).toEqual([
    { from: 6, to: 9, word: 'Ad' },
    null,
    { from: 0, to: 1, word: '' },
  ])
  expect(withMention('hello @Ad', { from: 6, to: 9, word: 'Ad' }, 'Ada')).toBe('hello @Ada ')
  expect([
    mentionsIn('@Ada and @Benjamin', members, 'everyone', false),
    mentionsIn('@everyone', members, 'everyone', true),
    mentionsIn('@everyone', members, 'everyone', false),
  ]).toEqual([['2'], 'all', []])
})
test('CHAT-65 the offered names are gone through by the arrows and chosen by Enter, which sends nothing', async () => {
  const { asked, stop } = await openRoom([aMessage(1)])
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  fireEvent.change(box, { target: { value: 'hi @', selectionEnd: 4 } })
  fireEvent.select(box)
  const list = await screen.findByRole('list', { name: 'Mention' })
  expect(within(list).getAllByRole('button')[0]).toHaveAttribute('aria-current', 'true')
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(box.value).toBe('hi @Ada ')
  expect(asked.filter(({ path }) => path.includes('sendMessage'))).toEqual([])
  stop()
})
test('one person has one colour, in the list of chats and in the chat', async () => {
  const chats = [aChatRow({ id: 's-9', group: anImGroup({ id: 's-9', chatGroupType: 'single', peerUserId: '2' }) })]
  const { container, stop } = await showPage(<ChatsPage />, {
    feeds: { chats$: of(live(chats)) },
    at: '/pages/chat/chat/chatGroupList',
  })
  await screen.findAllByRole('link')
  const { container: own } = render(<Avatar id="2" name="Ada" picture={null} />)
  const toneIn = (within: Element) => within.querySelector('[data-tone]')?.getAttribute('data-tone')
  expect(toneIn(container)).toBe(toneIn(own))
  stop()
})
test('OTC-32 a single chat shows the open orders with its person, and may be written in again when an order was taken', async () => {
  const about = { chatGroupType: 'single', peerUserId: '2', maySend: false } as const
  const orders$ = new BehaviorSubject(live<readonly OtcOrder[]>([]))
  const orderNews$ = new Subject<OtcOrderNews>()
  const info = { imGroup: groupOnWire(about), qrInfo: '', qrExpireMs: 0, serverNowMs: 0 }
  const answers: Record<string, unknown> = {
    '/chat/imChatGroup/getChatGroupInfo': reply(info),
    '/chat/imGroupMessageRef/getChatGroupHistoryMessage': page(),
  }
  const { stop } = await showPage(<RoomPage />, {
    at: '/pages/chat/chat/chatGroup/chatting?chatGroupId=g1',
    answers,
    feeds: {
      chats$: of(live([aChatRow({ group: anImGroup(about) })])),
      roomOf: () => new Subject<RoomNews>(),
      typingIn: () => NEVER,
      chatGone$: NEVER,
      otcOrders$: orders$,
      otcOrderNews$: orderNews$,
    },
  })
  await screen.findByText('You cannot write here: you are not friends and have no open order together.')
  answers['/chat/imChatGroup/getChatGroupInfo'] = reply({ ...info, imGroup: groupOnWire({ ...about, maySend: true }) })
  const order = anOtcOrder({ may: ['pay'] })
  act(() => {
    orders$.next(live([order, anOtcOrder({ id: '8', seller: { ...order.seller, user_id: 3, chat_user_id: '3' } })]))
    orderNews$.next({ order, why: 'taken' })
  })
  expect((await screen.findByRole('link', { name: /Your turn/ })).getAttribute('href')).toBe('#/pages/otc/detail?id=7')
  expect(screen.queryAllByText(/^Order C/).length).toBe(1)
  await waitFor(() => expect(screen.queryByText(/You cannot write here/)).toBe(null))
  stop()
})
test('OTC-32 a link to somebody opens the chat with them, and says so when the two may not write', async () => {
  const answers: Record<string, unknown> = {
    '/chat/imChatGroup/createSingleChat': { code: 422, reason: 'not_friend', msg: 'No.' },
  }
  const at = '/pages/chat/chat/chatGroup/chatting?with=2'
  const first = await showPage(<RoomPage />, { at, answers })
  await screen.findByText('Nothing was written here, and only friends and the two sides of an open order may begin.')
  first.stop()
  first.unmount()
  answers['/chat/imChatGroup/createSingleChat'] = reply({ id: 'g1', chatGroupType: 0, createUser: '1' })
  const second = await showPage(<RoomPage />, { at, answers })
  await waitFor(() => expect(location.hash).toBe('#/pages/chat/chat/chatGroup/chatting?chatGroupId=g1'))
  expect(second.asked.filter(({ path }) => path.endsWith('createSingleChat')).map(({ body }) => body)).toEqual([
    { toUser: '2' },
  ])
  second.stop()
})
test('CHAT-92 a room has one polite voice: it says messages of others once, a burst in one sentence, the next one again, and neither history nor what one wrote', async () => {
  const { news$, stop } = await openRoom([aMessage(1), aMessage(2), aMessage(3)])
  await screen.findByText('message 3')
  const voices = () =>
    [...document.querySelectorAll('[role="status"], [role="log"], [aria-live]')].filter(
      (each) => each.getAttribute('aria-live') !== 'off',
    )
  await waitFor(() => expect(voices()).toHaveLength(1))
  const [voice] = voices()
  const heard: string[] = []
  const listener = new MutationObserver(() => {
    if (voice?.textContent !== '') heard.push(voice?.textContent ?? '')
  })
  listener.observe(document.body, { subtree: true, childList: true, characterData: true })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const come = async (...some: readonly Message[]) => {
    for (const each of some) act(() => news$.next({ type: 'event', event: { ev: 'chat.message', v: each } }))
    await act(async () => vi.advanceTimersByTime(1000))
  }
  await come()
  expect(heard).toEqual([])
  await come(aMessage(4))
  await come(aMessage(5, { meFlag: true, fromUserId: '1' }))
  await come(aMessage(6))
  await come(aMessage(7), aMessage(8, { meFlag: true, fromUserId: '1' }), aMessage(9))
  vi.useRealTimers()
  listener.disconnect()
  expect(heard.filter((each, at) => each !== heard[at - 1] || at === 0)).toEqual(['1 new message', '2 new messages'])
  expect(voices()).toHaveLength(1)
  stop()
})
test('CHAT-93 a window made narrower keeps the log that it shows, with its place and what one was writing', async () => {
  let isWide = true
  const hear = new Set<() => void>()
  const before = window.matchMedia
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes('min-width') && isWide,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
      addEventListener: (_: string, on: () => void) => hear.add(on),
      removeEventListener: () => {},
    })
  const { stop } = await openRoom([aMessage(1), aMessage(2)])
  const log = await screen.findByRole('group', { name: /Kowloon traders/ })
  const field = screen.getByRole('textbox', { name: 'Message' })
  expect(await screen.findByRole('region', { name: 'Community' })).toBeVisible()
  isWide = false
  act(() => hear.forEach((on) => on()))
  expect(screen.queryByRole('region', { name: 'Community' })).toBeNull()
  expect([
    screen.getByRole('group', { name: /Kowloon traders/ }) === log,
    screen.getByRole('textbox', { name: 'Message' }) === field,
  ]).toEqual([true, true])
  window.matchMedia = before
  stop()
})
test('CHAT-123 the finger that opened the menu by holding a message chooses nothing of it when it lifts', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { stop } = await openRoom([aMessage(1, { text: 'first words' })])
  const words = within(await screen.findByRole('group', { name: 'Messages in Kowloon traders' })).getByText(
    'first words',
  )
  const touch = { bubbles: true, cancelable: true }
  words.dispatchEvent(Object.assign(new MouseEvent('pointerdown', touch), { pointerType: 'touch' }))
  act(() => void vi.advanceTimersByTime(500))
  const reply = await screen.findByRole('button', { name: 'Reply' })
  const lift = (target: Element) =>
    act(() =>
      ['pointerup', 'click'].forEach((type) => target.dispatchEvent(new MouseEvent(type, { ...touch, detail: 1 }))),
    )
  lift(reply)
  expect(screen.getByRole('button', { name: 'Reply' })).toBe(reply)
  act(() => void reply.dispatchEvent(new MouseEvent('pointerdown', touch)))
  lift(reply)
  expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull()
  dropChatDraft(aUser().id, 'g1')
  vi.useRealTimers()
  stop()
})
test('CHAT-94 who answers a message writes next: the focus goes to the field', async () => {
  const { stop } = await openRoom([aMessage(1, { text: 'first words' })])
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for: first words' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Reply' }))
  const field = screen.getByRole('textbox', { name: 'Message' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  // Kept with the chat, it would stand in the rooms of the next tests.
  dropChatDraft(aUser().id, 'g1')
  stop()
})
