import { contentCodes } from '#contract/chat/chat-content.ts'
import { FacesAndStickers } from '#src/features/chat/stickers/faces-and-stickers.tsx'
import { aMessage } from '#tests/support/builders/chat.ts'
import { openRoom, reply } from '#tests/support/chat/open-room.tsx'
import { showPage } from '#tests/support/page-services.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

const upload = (name: string, path = `sticker/venue/${name}.svg`) => ({
  url: `/stickers/${name}.svg`,
  relativePath: path,
  fileName: name,
  fileSuffix: '.svg',
  fileSize: 1,
  size: 1,
  width: 1,
  height: 1,
  contentDuration: null,
})
const open = async (mayOffer: boolean) => {
  const onSticker = vi.fn<(sticker: { readonly relativePath: string }) => void>()
  const records = [upload('hello'), upload('rocket'), upload('own', 'app/own.png')]
  const answers = {
    '/chat/fileServer/getSysFiles': reply({ records, total: 3, pageNum: 1, pageSize: 100 }),
    '/chat/sys/checkUserPower': reply(mayOffer),
    '/chat/fileServer/offerSticker': reply(records[2]),
  }
  const shown = await showPage(<FacesAndStickers onEmoji={() => undefined} onSticker={onSticker} />, { answers })
  await userEvent.click(screen.getByRole('radio', { name: 'Stickers' }))
  await screen.findByRole('button', { name: 'To the moon' })
  return { ...shown, onSticker }
}

test('CHAT-143 a sticker is sent with one tap, and those sent last stand first the next time', async () => {
  const { onSticker } = await open(false)
  expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'To the moon' }))
  expect(onSticker).toHaveBeenCalledWith(expect.objectContaining({ relativePath: 'sticker/venue/rocket.svg' }))
  const recent = screen.getByRole('region', { name: 'Recent' })
  expect(
    within(recent)
      .getAllByRole('button')
      .map((each) => each.getAttribute('aria-label')),
  ).toEqual(['To the moon'])
  expect(screen.queryByRole('button', { name: 'Add a sticker' })).toBeNull()
})
test('CHAT-143 who may add to the set is offered to, and takes out what was added, never what came with Kontor', async () => {
  const { asked } = await open(true)
  expect(await screen.findByRole('button', { name: 'Add a sticker' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Take out of the set' }))
  expect(asked.find(({ path }) => path === '/chat/fileServer/offerSticker')?.body).toEqual({
    relativePath: 'app/own.png',
    isOn: 0,
  })
})
test('CHAT-143 a sticker in the log is a picture with its name, and no bubble', async () => {
  const content = JSON.stringify({ url: '/stickers/hello.svg', relativePath: 'sticker/venue/hello.svg', name: 'hello' })
  await openRoom([aMessage(1, { contentType: contentCodes.sticker, content })])
  const picture = await screen.findByRole('img', { name: 'Hello' })
  expect(picture.closest('[data-kind]')?.getAttribute('data-kind')).toBe('sticker')
})
