import { limits } from '#contract/wire/limits.ts'
import { AttachSheet } from '#src/features/chat/sharing/attach-sheet.tsx'
import { show } from '#tests/support/render.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

const picture = (name: string) => new File([name], name, { type: 'image/gif' })
const note = new File(['text'], 'note.txt', { type: 'text/plain' })
/** The sheet over some files; what it sends, in order. */
async function open(files: readonly File[]) {
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
  const sent: unknown[] = []
  const onClose = vi.fn<() => void>()
  const send = {
    text: async (text: string) => sent.push(text) > 0,
    file: async ({ name }: File, kind: string, more: object = {}) => sent.push([name, kind, more]) > 0,
    card: async () => true,
    location: async () => true,
    sticker: async () => true,
    newCid: () => 'cid',
  }
  await show(<AttachSheet files={files} send={send} onSent={() => undefined} onClose={onClose} />)
  return { sent, onClose }
}

test('CHAT-133 files are looked at before they are sent: one is taken out, and the caption goes with the last photo', async () => {
  const { sent, onClose } = await open([picture('a.gif'), picture('b.gif'), picture('c.gif')])
  expect(screen.getByRole('button', { name: 'Send 3 files' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Do not send b.gif' }))
  await userEvent.type(screen.getByLabelText('Caption'), ' At the sea ')
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Send 2 files' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([
    ['a.gif', 'image', { seconds: null, text: '' }],
    ['c.gif', 'image', { seconds: null, text: 'At the sea' }],
  ])
})
test('CHAT-133 the caption of a file that cannot hold one is sent after it; a long one is refused and kept', async () => {
  const { sent, onClose } = await open([note])
  await userEvent.click(screen.getByLabelText('Caption'))
  await userEvent.paste('x'.repeat(5001))
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  await userEvent.clear(screen.getByLabelText('Caption'))
  await userEvent.type(screen.getByLabelText('Caption'), 'Read this')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([['note.txt', 'file', { seconds: null, text: '' }], 'Read this'])
})
test('CHAT-133 a file that is too large stays in the sheet with its caption; the others are sent', async () => {
  const large = new File([], 'film.mp4', { type: 'video/mp4' })
  Object.defineProperty(large, 'size', { value: limits.chatFileBytes + 1 })
  const { sent, onClose } = await open([large, note])
  await userEvent.click(screen.getByRole('button', { name: 'Send 2 files' }))
  await waitFor(() => expect(sent).toEqual([['note.txt', 'file', { seconds: null, text: '' }]]))
  await userEvent.type(screen.getByLabelText('Caption'), 'My film')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(screen.getByText('film.mp4')).toBeVisible()
  expect(screen.getByLabelText('Caption')).toHaveValue('My film')
  expect(onClose).not.toHaveBeenCalled()
})
