import { emptyLog, messageAt, takeDrop, takeEvent } from '#machines/chat/chat-log.ts'
import { contentOf } from '#contract/chat/chat-content.ts'
import { aMessage } from '#tests/support/builders/chat.ts'
import { openRoom, reply } from '#tests/support/chat/open-room.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

test('CHAT-132 what was deleted for oneself stays so when a newer copy is told to all', () => {
  const told = takeEvent(emptyLog, { ev: 'chat.message', v: aMessage(1) })
  const dropped = takeDrop(told, 1)
  const later = takeEvent(dropped, { ev: 'chat.messageChanged', v: aMessage(1, { rev: 2, text: 'edited words' }) })
  const message = messageAt(later, 1)
  expect([message?.rev, message?.content, message && contentOf(message).kind]).toEqual([2, '{}', 'dropped'])
})
test('CHAT-132 a message is deleted for oneself after a question, and a quote of it says so', async () => {
  const { asked, stop } = await openRoom(
    [
      aMessage(1, { text: 'first words' }),
      aMessage(2, { fromUserId: '3', userName: 'Ben', text: 'an answer', replyTo: { n: 1, userName: 'Ada' } }),
    ],
    {},
    { '/chat/imGroupMessageRef/deleteMessageForMe': reply({ n: 1 }) },
  )
  const log = within(await screen.findByRole('group', { name: 'Messages in Kowloon traders' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for: first words' }))
  fireEvent.click(await screen.findByRole('button', { name: /^Delete for me/ }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this message for you?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete for me' }))
  await waitFor(() => expect(log.queryByText('first words')).toBeNull())
  expect(log.getByText('You deleted this message').closest('button')).toHaveTextContent('Ada')
  expect(log.getAllByRole('button', { name: /^Actions for/ }).length).toBe(1)
  expect(asked.find(({ path }) => path.endsWith('deleteMessageForMe'))?.body).toEqual({
    id: 'g1-1',
    chatGroupId: 'g1',
  })
  stop()
})
