import { HelpChatPage } from '#src/features/chat/help/help-chat-page.tsx'
import { DeskPage } from '#src/features/desk/desk-page.tsx'
import { groupRow, message } from '#contract/chat/chat.ts'
import { encode } from '#contract/wire/coded.ts'
import type { RoomNews } from '#streams/chat/room.ts'
import { aChatRow, aGroupRow, aMessage, anImGroup } from '#tests/support/builders/chat.ts'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { NEVER, of } from 'rxjs'
import { expect, test, vi } from 'vitest'

const reply = (data: unknown) => ({ code: 200, data })
const showHelp = async () => {
  const about = {
    id: 'g4',
    chatGroupName: 'Kontor Support',
    chatGroupType: 'single',
    peerUserId: '90101',
    peerIsBot: true,
    peerIsStaff: true,
    headN: 1,
    readN: 1,
  } as const
  const { imGroup } = Object(encode(groupRow, aGroupRow(about)))
  return showPage(<HelpChatPage />, {
    at: '/pages/help/center/chat',
    feeds: {
      chats$: of(live([aChatRow({ id: 'g4', group: anImGroup(about) })])),
      roomOf: () => of<RoomNews>({ type: 'confirmed' }),
      typingIn: () => NEVER,
      chatGone$: NEVER,
    },
    answers: {
      '/chat/sys/getAppConfig': reply([{ configKey: 'appAdministrator', configValue: '90101' }]),
      '/chat/imChatGroup/createSingleChat': reply({ id: 'g4', chatGroupType: 0, createUser: '1' }),
      '/chat/imChatGroup/getChatGroupInfo': reply({ imGroup, qrInfo: '', qrExpireMs: 0, serverNowMs: 0 }),
      '/chat/imGroupMessageRef/getChatGroupHistoryMessage': reply([
        encode(message, aMessage(1, { chatGroupId: 'g4', text: 'Welcome' })),
      ]),
    },
  })
}
test('CHAT-84 the page opens the chat with the customer service, says who answers, and sends a question by a tap', async () => {
  const { services, asked, stop } = await showHelp()
  const add = vi.spyOn(services.outbox, 'add').mockResolvedValue(true)
  await screen.findByText('Bot · people on request')
  expect(asked.find(({ path }) => path.endsWith('createSingleChat'))?.body).toEqual({ toUser: '90101' })
  const topics = within(screen.getByRole('list', { name: 'Common questions' })).getAllByRole('button')
  expect(topics.map(({ textContent }) => textContent)).toEqual([
    'Deposits',
    'Withdrawals',
    'OTC orders',
    'Identity verification',
    'Passwords and locks',
    'Talk to a person',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Talk to a person' }))
  expect(add.mock.calls.map(([{ chat, kind, body }]) => ({ chat, kind, body }))).toEqual([
    { chat: 'g4', kind: 'text', body: { text: 'Talk to a person' } },
  ])
  stop()
})

test('what is written while a message is being stored is the next message; what could not be stored comes back before it', async () => {
  const { services, stop } = await showHelp()
  const stores: ((isStored: boolean) => void)[] = []
  const add = vi.spyOn(services.outbox, 'add').mockImplementation(() => new Promise((done) => void stores.push(done)))
  const field = await screen.findByRole('textbox', { name: 'Message' })
  const send = (text: string) => {
    fireEvent.change(field, { target: { value: text } })
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  }
  send('one')
  send('two')
  fireEvent.change(field, { target: { value: 'three' } })
  await act(async () => stores[0]?.(true))
  expect(field).toHaveValue('three')
  await act(async () => stores[1]?.(false))
  expect(field).toHaveValue('two\nthree')
  const sent = add.mock.calls.map(([{ cid, body }]) => ({ cid, text: body['text'] }))
  expect(sent.map(({ text }) => text)).toEqual(['one', 'two'])
  expect(new Set(sent.map(({ cid }) => cid)).size).toBe(2)
  stop()
})

test('CHAT-83 the desk reads a conversation, sees who answers it, and what is typed stays until it is sent', async () => {
  const person = { id: 100_002, nickname: 'Ann', account: 'an***@kontor.test' }
  const talk = {
    id: 'g4',
    user: person,
    status: 'taken',
    agent: { ...person, id: 100_003, nickname: 'Ben' },
    last_text: 'hello',
    last_ms: 1000,
    unanswered_ms: 1000,
    opened_ms: 1000,
    rev: 2,
  }
  const full = {
    ...talk,
    messages: [encode(message, aMessage(1, { chatGroupId: 'g4', text: 'hello' }))],
    has_more: false,
    is_own: false,
    is_mine: false,
    server_now_ms: 2000,
  }
  const answers: Record<string, unknown> = {
    '/api/desk/index': said({
      me: person,
      powers: ['deskService'],
      queues: [],
      gaps: [],
      service: { open: 1, oldest_ms: 1000 },
      server_now_ms: 2000,
    }),
    '/api/desk/service': said({ list: [talk], count: 1, page: 1, limit: 20, server_now_ms: 2000 }),
    '/api/desk/talk': said(full),
  }
  const { asked } = await showPage(<DeskPage />, { answers, at: '/pages/desk/index?tab=service' })
  fireEvent.click(await screen.findByRole('button', { name: /Ann.*hello.*answered by Ben/ }))
  const field = await screen.findByLabelText('Answer')
  screen.getByText('Ben answers this conversation. If you write, you take it over.')
  fireEvent.change(field, { target: { value: ' On its way. ' } })
  answers['/api/desk/talk'] = { type: 'error', message: 'Moved.', reason: 'state_moved' }
  fireEvent.click(screen.getByRole('button', { name: 'Take over and send' }))
  await waitFor(() =>
    expect(
      asked.filter(({ path, body }) => path === '/api/desk/talk' && 'text' in Object(body)).map(({ body }) => body),
    ).toEqual([{ id: 'g4', text: 'On its way.', take: 1 }]),
  )
  await screen.findByRole('alert')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Answer').value).toBe(' On its way. ')
})
