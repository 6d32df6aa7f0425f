import { aMessage } from '#tests/support/builders/chat.ts'
import { openRoom, reply } from '#tests/support/chat/open-room.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

const bar = () => screen.queryByRole('button', { name: /^To the pinned message/ })

test('CHAT-130 what is pinned stands above the room, the newest first; a tap goes to it and shows the one before', async () => {
  const { news$, stop } = await openRoom(
    [aMessage(1, { text: 'first words' }), aMessage(2, { text: 'second words' })],
    { pins: { rev: 1, ns: [2, 1] } },
  )
  const log = within(await screen.findByRole('group', { name: 'Messages in Kowloon traders' }))
  await log.findByText('second words')
  await waitFor(() => expect(bar()).toHaveAccessibleName('To the pinned message: second words'))
  fireEvent.click(bar() ?? document.body)
  expect(log.getByText('second words').closest('[data-found]')).not.toBeNull()
  expect(bar()).toHaveAccessibleName('To the pinned message: first words')
  act(() => news$.next({ type: 'event', event: { ev: 'chat.pinsChanged', v: { rev: 3, ns: [] } } }))
  expect(bar()).toBeNull()
  // What comes late says nothing new.
  act(() => news$.next({ type: 'event', event: { ev: 'chat.pinsChanged', v: { rev: 2, ns: [1] } } }))
  expect(bar()).toBeNull()
  stop()
})
test('CHAT-130 an admin pins from the menu of a message, a member does not', async () => {
  const answers = { '/chat/imGroupMessageRef/pinMessage': reply({ rev: 1, ns: [1] }) }
  const menu = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Actions for: first words' }))
    await screen.findByRole('button', { name: 'Reply' })
    return screen.queryByRole('button', { name: 'Pin' })
  }
  const member = await openRoom([aMessage(1, { text: 'first words' })], {}, answers)
  expect(await menu()).toBeNull()
  member.stop()
  member.unmount()
  const { asked, stop } = await openRoom([aMessage(1, { text: 'first words' })], { memberType: 'admin' }, answers)
  fireEvent.click((await menu()) ?? document.body)
  await waitFor(() => expect(bar()).toHaveAccessibleName('To the pinned message: first words'))
  expect(asked.find(({ path }) => path.endsWith('pinMessage'))?.body).toEqual({
    id: 'g1-1',
    chatGroupId: 'g1',
    isOn: 1,
  })
  stop()
})
