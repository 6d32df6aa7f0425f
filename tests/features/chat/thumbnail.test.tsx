import { contentCodes } from '#contract/chat/chat-content.ts'
import { aMessage } from '#tests/support/builders/chat.ts'
import { openRoom } from '#tests/support/chat/open-room.tsx'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

/** 350 parts of 750 of a screen of 390. */
const most = 182
test.each([
  ['wide', 2000, 1000],
  ['high', 800, 2400],
  ['of unknown size', null, null],
])('CHAT-146 a picture that is %s takes at most 350 parts of the width in the log', async (_, width, height) => {
  const content = JSON.stringify({
    url: '/upload/chat/a.png',
    relativePath: 'chat/a.png',
    fileName: 'a.png',
    fileSuffix: '.png',
    fileSize: 9,
    width,
    height,
  })
  await openRoom([aMessage(1, { contentType: contentCodes.image, content })])
  const { style } = await screen.findByRole('button', { name: 'Open photo' })
  const sides = [style.inlineSize, style.blockSize].map(Number.parseFloat)
  expect(Math.max(...sides)).toBe(most)
  expect(Math.min(...sides)).toBeGreaterThan(40)
})
