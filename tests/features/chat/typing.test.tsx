import { chatLimits } from '#contract/chat/chat.ts'
import { aMessage } from '#tests/support/builders/chat.ts'
import { openRoom } from '#tests/support/chat/open-room.tsx'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

test('CHAT-147 who was typing is not any more as soon as what they typed is there', async () => {
  const [said, typedMs] = [aMessage(2, { text: 'Done' }), aMessage(2).createMs - 500]
  const { news$, typing$ } = await openRoom([aMessage(1)])
  await screen.findByText('message 1')
  act(() => news$.next({ type: 'confirmed' }))
  const type = (atMs: number) =>
    act(() => typing$.next({ userId: said.fromUserId, userName: 'Ada', untilMs: atMs + chatLimits.typingShownMs }))
  type(typedMs)
  expect(screen.getByText('Ada is typing…')).toBeVisible()
  act(() => news$.next({ type: 'event', event: { ev: 'chat.message', v: said } }))
  expect(await screen.findByText('Done')).toBeVisible()
  expect(screen.queryByText('Ada is typing…')).toBeNull()
  // What is typed afterwards is told again.
  type(said.createMs + 1000)
  expect(screen.getByText('Ada is typing…')).toBeVisible()
})
