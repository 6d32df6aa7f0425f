import { contentCodes } from '#contract/chat/chat-content.ts'
import { emoji, stickers } from '#server/features/platform/seed.ts'
import { chatVenue, folk, newCid, rowsIn, type ChatVenue } from '#tests/support/chat/chat-venue.ts'
import { aFileRow } from '#tests/support/builders/person-rows.ts'
import { existsSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'

const { ann, ben } = folk
let chat: ChatVenue
let pair: string
beforeEach(async () => {
  chat = await chatVenue()
  pair = await chat.single(ann, ben)
})
const post = async (path: string, body: object, user: number) =>
  Object((await chat.ask(`POST /chat/fileServer/${path}`, { ...body }, { user })).answer)
const offered = async (kind = 'sticker') =>
  rowsIn((await post('getSysFiles', { kind, pageSize: 100 }, ben)).data.records).map(({ url }) => String(url))
const sendOf = (relativePath: string, user: number = ann) =>
  chat.reasonOf(
    'messages.send',
    { cid: newCid(), chat: pair, type: contentCodes.sticker, body: { relativePath } },
    user,
  )
const said = async () => {
  const [row] = await chat.history(pair, ben, { limit: 1 })
  return [row?.['contentType'], JSON.parse(String(row?.['content']))]
}

test('CHAT-140 the venue has a set of stickers and of faces, each with its file', async () => {
  expect(await offered()).toEqual(stickers.map((name) => `/stickers/${name}.svg`))
  expect(await offered('emoji')).toEqual(emoji.map((name) => `/emoji/${name}.svg`))
  const files = [...(await offered()), ...(await offered('emoji'))]
  expect(files.filter((path) => !existsSync(`public${path}`))).toEqual([])
})
test('CHAT-141 a sticker of the set is sent as a message; any other file is none', async () => {
  expect(await sendOf('sticker/venue/hello.svg')).toBe('ok')
  expect(await said()).toEqual([
    14,
    { relativePath: 'sticker/venue/hello.svg', name: 'hello', url: '/stickers/hello.svg' },
  ])
  expect((await chat.line(pair, ben)).last).toMatchObject({ contentType: 14, lastMsgContent: '' })
  for (const path of ['avatar/venue/fox.svg', 'emoji/venue/smile.svg', `chat/p${ann}.png`, 'sticker/venue/none.svg'])
    expect(await sendOf(path)).toBe('file_unknown')
})
test('CHAT-142 who holds the power adds an upload to the set and takes it out; what was sent stays', async () => {
  const path = 'app/own.png'
  await chat.venue.command(({ tables }) => {
    tables.files.put(aFileRow(ann, path, 5, { type: 'image/png' }))
    tables.files.put(aFileRow(ben, 'app/bens.png', 5, { type: 'image/png' }))
  })
  const offer = async (relativePath: string, isOn: 0 | 1, user: number = ann) =>
    (await post('offerSticker', { relativePath, isOn }, user)).reason ?? 'ok'
  expect(await offer(path, 1)).toBe('forbidden')
  await chat.venue.command(({ tables }) => tables.users.put({ ...tables.users.need(ann), powers: ['deskNews'] }))
  expect(await offer('app/bens.png', 1)).toBe('file_unknown')
  expect(await offer('sticker/venue/hello.svg', 0)).toBe('file_unknown')
  expect(await offer(path, 1)).toBe('ok')
  expect(await offered()).toContain('/upload/app/own.png')
  expect(await sendOf(path, ben)).toBe('ok')
  expect(await offer(path, 0)).toBe('ok')
  expect(await offered()).not.toContain('/upload/app/own.png')
  expect(await sendOf(path, ben)).toBe('file_unknown')
  expect((await said())[1]).toMatchObject({ url: '/upload/app/own.png' })
})
