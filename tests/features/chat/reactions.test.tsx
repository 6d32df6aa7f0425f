import { message, type Message, type ReactionChange } from '#contract/chat/chat.ts'
import { encode } from '#contract/wire/coded.ts'
import { emptyLog, messageAt, takeEvent } from '#machines/chat/chat-log.ts'
import { aMessage } from '#tests/support/builders/chat.ts'
import { openRoom, reply } from '#tests/support/chat/open-room.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

const liked = (rev: number, count: number, mine: boolean): Message =>
  aMessage(1, { rev, text: 'first words', reactions: count === 0 ? [] : [{ kind: 'like', count, mine }] })
const change = (some: Partial<ReactionChange>): ReactionChange => ({
  n: 1,
  rev: 2,
  kind: 'like',
  count: 1,
  userId: '9',
  isOn: true,
  ...some,
})
const path = '/chat/imGroupMessageRef/reactToMessage'

test('CHAT-126 a reaction moves the copy that is held, once and in order; what is told to all alike does not lose it', () => {
  const take = (log: typeof emptyLog, some: Partial<ReactionChange>) =>
    takeEvent(log, { ev: 'chat.reactionChanged', v: change(some) }, '7')
  const told = (log: typeof emptyLog) =>
    (messageAt(log, 1)?.reactions ?? []).map(({ kind, count, mine }) => `${kind} ${count}${mine ? ' mine' : ''}`)
  const first = takeEvent(emptyLog, { ev: 'chat.message', v: aMessage(1) })
  const both = take(take(first, { userId: '7' }), { rev: 3, kind: 'wow' })
  expect(told(both)).toEqual(['like 1 mine', 'wow 1'])
  expect(told(take(both, { rev: 3, kind: 'wow', count: 5 }))).toEqual(['like 1 mine', 'wow 1'])
  const edited = takeEvent(both, { ev: 'chat.messageChanged', v: aMessage(1, { rev: 4, text: 'better' }) })
  expect(told(edited)).toEqual(['like 1 mine', 'wow 1'])
  expect(told(take(edited, { rev: 5, userId: '7', count: 0, isOn: false }))).toEqual(['wow 1'])
  expect(told(takeEvent(both, { ev: 'chat.messageChanged', v: aMessage(1, { rev: 4, revoked: true }) }))).toEqual([])
})
test('CHAT-126 a tap on a reaction shows it at once as on its way, and what is tapped meanwhile follows when the venue has answered', async () => {
  const answers: unknown[] = []
  const { asked, stop } = await openRoom(
    [aMessage(1, { text: 'first words' })],
    {},
    {
      get [path]() {
        return answers.shift() ?? reply(encode(message, liked(3, 0, false)))
      },
    },
  )
  const log = within(await screen.findByRole('group', { name: 'Messages in Kowloon traders' }))
  answers.push(reply(encode(message, liked(2, 1, true))))
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for: first words' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Like' }))
  const chip = log.getByRole('button', { name: 'Like: 1' })
  expect([chip.getAttribute('aria-pressed'), chip.hasAttribute('data-pending')]).toEqual(['true', true])
  act(() => chip.click())
  expect(log.queryByRole('button', { name: 'Like: 1' })).toBeNull()
  const wishes = () => asked.filter((call) => call.path === path).map(({ body }) => body['isOn'])
  await waitFor(() => expect(wishes()).toEqual([1, 0]))
  await waitFor(() => expect(log.queryByRole('button', { name: /Like/ })).toBeNull())
  stop()
})
test('CHAT-126 reactions of others are counted, and the menu leads to who they are', async () => {
  const { news$, stop } = await openRoom(
    [liked(2, 1, true)],
    {},
    {
      '/chat/imGroupMessageRef/getMessageReactions': reply([
        { kind: 'like', userId: '2', userName: 'Ada', userAvatar: null },
      ]),
    },
  )
  const log = within(await screen.findByRole('group', { name: 'Messages in Kowloon traders' }))
  await log.findByRole('button', { name: 'Like: 1' })
  act(() => news$.next({ type: 'event', event: { ev: 'chat.reactionChanged', v: change({ rev: 3, count: 2 }) } }))
  expect(log.getByRole('button', { name: 'Like: 2', pressed: true })).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Actions for: first words' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Reactions' }))
  expect(await within(await screen.findByRole('dialog', { name: 'Reactions' })).findByText('Ada')).toBeVisible()
  stop()
})
test('the menu of a message of mine in a group leads to who has read it', async () => {
  const { stop } = await openRoom(
    [aMessage(1, { text: 'first words', meFlag: true }), aMessage(2, { text: 'theirs' })],
    {},
    {
      '/chat/imGroupMessageRef/getMessageReaders': reply({
        readers: [{ userId: '2', userName: 'Ada', userAvatar: null }],
        seenBy: 5,
      }),
    },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for: theirs' }))
  expect(screen.queryByRole('button', { name: 'Read by' })).toBeNull()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for: first words' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Read by' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Read by' }))
  expect(await sheet.findByText('Read by 1 of 5')).toBeVisible()
  expect(sheet.getByRole('link', { name: /Ada/ })).toBeVisible()
  stop()
})
