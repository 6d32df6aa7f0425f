import { systemCodes } from '#contract/chat/chat-content.ts'
import { beginOf, wordsOfTeaser } from '#src/features/chat/teaser.ts'
import { expect, test } from 'vitest'

test('CHAT-121 the menu of a message is called by how it begins, and says where it goes on', () => {
  expect(beginOf('See you at nine')).toBe('See you at nine')
  expect(beginOf('a'.repeat(40))).toBe('a'.repeat(40))
  expect(beginOf('Fine. The order book looks thin today, so let us wait')).toBe(
    'Fine. The order book looks thin today,…',
  )
  // A letter of two units is never cut in half.
  expect(beginOf('😀'.repeat(50))).toBe(`${'😀'.repeat(39)}…`)
})

test.each(Object.entries(systemCodes))(
  'CHAT-121 a chat that ends with the system line %s says what happened, between two people too',
  (kind, contentType) => {
    const last = { messageType: 'system', contentType, lastMsgContent: '', userName: '', revoked: false } as const
    for (const isGroup of [true, false])
      expect(wordsOfTeaser((key) => key)(last, isGroup, false)).toBe(`happened.${kind}`)
  },
)
