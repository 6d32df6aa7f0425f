import { sweepUploads } from '#server/identity/unused-uploads.ts'
import { filesIn } from '#tests/support/venues.ts'
import { register } from '#tests/support/people.ts'
import { openHarness } from './harness.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

const dayMs = 86_400_000

test('FILE-8 after a day an unused file is gone with its row; used ones, those of chats and those of older releases stay', async () => {
  const harness = await openHarness()
  onTestFinished(() => harness.close())
  const { venue, clock, dataFolder, call, sendRequest } = harness
  const token = await harness.tokenOf(await register(harness, 'ann@kontor.test'))
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const upload = async (folder: string) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'x.png')
    const { text } = await sendRequest('POST', `/chat/fileServer/upload/${folder}`, {
      body: form,
      headers: { Authorization: token },
    })
    const answer: { data: { relativePath: string } } = JSON.parse(text)
    return answer.data.relativePath
  }
  const [unused, old, avatar, chat] = [
    await upload('avatar'),
    await upload('avatar'),
    await upload('avatar'),
    await upload('chat'),
  ]
  await venue.command(({ tables }) => {
    const { isUsed: _, ...row } = tables.files.need(old)
    tables.files.put(row)
  })
  expect(
    (
      await call(
        'POST /chat/imUser/updateUserInfo',
        { avatar },
        { Authorization: token, 'Idempotency-Key': '01890000-0000-4000-8000-000000000001' },
      )
    ).answer.code,
  ).toBe(200)
  const sweep = () => sweepUploads(venue.asyncCtx, venue.durable, filesIn(dataFolder))
  const onDisk = async () =>
    (await readdir(join(dataFolder, 'uploads', 'avatar'))).map((name) => `avatar/${name}`).toSorted()
  clock.advance(dayMs)
  expect(await sweep()).toBe(0)
  clock.advance(1)
  expect(await sweep()).toBe(1)
  expect(await onDisk()).toEqual([avatar, old].toSorted())
  expect(
    [...venue.ctx.tables.files.all()]
      .map(({ id }) => id)
      .filter((id) => !id.includes('/venue/'))
      .toSorted(),
  ).toEqual([avatar, chat, old].toSorted())
  expect(venue.ctx.tables.files.get(unused)).toBeUndefined()
  expect(await sweep()).toBe(0)
})
