import { beginOf } from '#src/features/chat/teaser.ts'
import { expect, test } from 'vitest'

test('CHAT-121 the menu of a message is called by how it begins, and says where it goes on', () => {
  expect(beginOf('See you at nine')).toBe('See you at nine')
  expect(beginOf('a'.repeat(40))).toBe('a'.repeat(40))
  expect(beginOf('Fine. The order book looks thin today, so let us wait')).toBe('Fine. The order book looks thin today,…')
  // A letter of two units is never cut in half.
  expect(beginOf('😀'.repeat(50))).toBe(`${'😀'.repeat(39)}…`)
})
