import { message } from '#contract/chat/chat.ts'
import { encode } from '#contract/wire/coded.ts'
import { setConfig } from '#src/stores/config.ts'
import { aSetting } from '#tests/support/builders/setting.ts'
import { aMessage } from '#tests/support/builders/chat.ts'
import { openRoom, reply } from '#tests/support/chat/open-room.tsx'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

test('CHAT-128 an edited message says that it was edited, and leads to what it said before', async () => {
  const { stop } = await openRoom(
    [aMessage(1, { text: 'sell at 3,415', editedMs: 1_763_805_700_000 })],
    {},
    {
      '/chat/imGroupMessageRef/getMessageVersions': reply([
        { text: 'sell at 341', createMs: 1_763_805_600_000 },
        { text: 'sell at 3,415', createMs: 1_763_805_700_000 },
      ]),
    },
  )
  const log = within(await screen.findByRole('group', { name: 'Messages in Kowloon traders' }))
  expect(await log.findByText(/^edited/)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Actions for: sell at 3,415' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Edit history' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit history' }))
  await sheet.findByText('sell at 341')
  expect(sheet.getAllByRole('listitem').map(({ textContent }) => textContent.replace(/^.*?(?=sell)/, ''))).toEqual([
    'sell at 3,415',
    'sell at 341',
  ])
  stop()
})
test('CHAT-128 a text of mine is edited in a sheet and shown as the venue answers; of others only what is theirs can be read', async () => {
  setConfig({ setting: aSetting({ edit_ms: 900_000 }), verification: false })
  const mine = { fromUserId: '7', meFlag: true, cid: 'c1', createMs: Date.now() }
  const edited = aMessage(2, { ...mine, rev: 2, text: 'sell at 3,415', editedMs: Date.now() })
  const { asked, stop } = await openRoom(
    [aMessage(1, { text: 'hers' }), aMessage(2, { ...mine, text: 'sell at 341' })],
    {},
    { '/chat/imGroupMessageRef/editMessage': reply(encode(message, edited)) },
  )
  const log = within(await screen.findByRole('group', { name: 'Messages in Kowloon traders' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for: hers' }))
  await screen.findByRole('button', { name: 'Reply' })
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  fireEvent.click(screen.getByRole('button', { name: 'Actions for: sell at 341' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit message' }))
  fireEvent.change(sheet.getByRole('textbox'), { target: { value: 'sell at 3,415 ' } })
  fireEvent.click(sheet.getByRole('button', { name: 'Save' }))
  expect(await log.findByText('sell at 3,415')).toBeVisible()
  expect(asked.find(({ path }) => path.endsWith('editMessage'))?.body).toMatchObject({
    id: 'g1-2',
    text: 'sell at 3,415',
    mentions: [],
  })
  setConfig({ setting: null, verification: false })
  stop()
})
