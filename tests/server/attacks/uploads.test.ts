import { limits } from '#contract/wire/limits.ts'
import { openHarness, type Harness } from './harness.ts'
import { register } from '#tests/support/people.ts'
import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

let harness: Harness
let token = ''
let picture: Buffer
beforeAll(async () => {
  harness = await openHarness()
  token = await harness.tokenOf(await register(harness, 'ann@kontor.test'))
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
})
afterAll(() => harness.close())

type Told = { code: number; reason?: string; data?: { url: string; relativePath: string; fileName: string } }
const read = (text: string): Told => JSON.parse(text)
const send = async (
  bytes: Buffer,
  name = 'x.png',
  type = 'image/png',
  headers: Record<string, string> = { Authorization: token },
) => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const response = await harness.sendRequest('POST', '/chat/fileServer/upload/kyc', { body: form, headers })
  return { status: response.status, ...read(response.text) }
}
const chunk = (kind: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}
/** A picture of a few bytes that claims to have this side length. */
const bomb = (side: number) => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const text = (some: string) => Buffer.from(some, 'latin1')
const script = '<script>alert(1)</script>'

test.each([
  ['SVG', text(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>`)],
  [
    'SVG with entity declarations',
    text('<?xml version="1.0"?><!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
  ],
  ['HTML', text(`<!doctype html>${script}`)],
  ['PDF', text(`%PDF-1.7\n${script}`)],
  ['GIF', text(`GIF89a/*${script}*/`)],
  ['an archive', text('PK\x03\x04')],
  ['only the head of a JPEG', text(`\xff\xd8\xff\xe0${script}`)],
  ['only the head of a PNG', text(`\x89PNG\r\n\x1a\n${script}`)],
  ['only the head of a WebP', text(`RIFF\x24\x00\x00\x00WEBP${script}`)],
  ['a picture of 50,000 × 50,000', bomb(50_000)],
])('AT52 %s with the name and type of a picture is refused', async (_, bytes) => {
  expect(await send(bytes)).toMatchObject({ status: 200, reason: 'file_type' })
})
test('AT52 a picture of 21 megapixels is refused', async () => {
  const large = await sharp({ create: { width: 5250, height: 4000, channels: 3, background: 'teal' } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  expect(await send(large)).toMatchObject({ reason: 'file_type' })
})
test('CHAT-20 a file of the chat that is no picture is kept as it came, and opened as a download that runs nothing', async () => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(text(`<!doctype html>${script}`))], { type: 'text/html' }), '../page.html')
  const { data } = read(
    (
      await harness.sendRequest('POST', '/chat/fileServer/upload/chat', {
        body: form,
        headers: { Authorization: token },
      })
    ).text,
  )
  expect(data?.relativePath).toMatch(/^chat\/[\w-]{22}\.html$/)
  const opened = await harness.sendRequest('GET', String(data?.url))
  const heads = ['content-type', 'content-disposition', 'x-content-type-options'].map((name) =>
    opened.headers.get(name),
  )
  expect(heads).toEqual(['application/octet-stream', 'attachment', 'nosniff'])
  expect((await harness.sendRequest('GET', String(data?.relativePath && `/upload/${data.relativePath}`))).status).toBe(
    404,
  )
  await rm(join(harness.dataFolder, 'uploads'), { recursive: true })
})
test('AT52 refused files are not stored', async () => {
  expect(await readdir(harness.dataFolder)).toEqual([])
})
test('AT52 metadata and bytes appended to a picture are not stored', async () => {
  const jpeg = await sharp(picture)
    .jpeg()
    .withExif({ IFD0: { ImageDescription: script, Copyright: 'canary-exif' } })
    .toBuffer()
  expect(jpeg.toString('latin1')).toContain('canary-exif')
  const stored = await send(Buffer.concat([jpeg, text(`${script}PK\x03\x04 canary-tail`)]), 'x.html', 'text/html')
  const answer = await fetchStored(stored.data?.url ?? '')
  expect(answer.headers.get('Content-Type')).toBe('image/jpeg')
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(answer.text).not.toMatch(/script|canary|PK/)
})
const fetchStored = (url: string) => harness.sendRequest('GET', url)
test.each([
  ['../../../etc/passwd.png', /^[^/\\]*$/],
  ['..\\..\\x.png', /^[^/\\]*$/],
  ['x.png.html', /^x\.png\.html$/],
  ['<img src=x onerror=alert(1)>.png', /^[^<>="]*$/],
  ['x\u202egnp.exe', /^[^\u202e]*$/],
  [`${'x'.repeat(5000)}.png`, /^.{1,100}$/],
  ['con.png\u0000.php', /^con.png.php$/],
])('AT53 a file named %s is stored under a generated name', async (name, expectedName) => {
  const { data } = await send(picture, name)
  expect(data?.relativePath).toMatch(/^kyc\/[\w-]{22}\.png$/)
  expect(data?.fileName).toMatch(expectedName)
})
test.each(['kyc%2f..%2f..', '..', 'KYC', '__proto__', 'constructor', '%ff', 'kyc%00'])(
  'AT53 the folder %s is refused',
  async (folder) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(picture)]), 'x.png')
    const { status, text: body } = await harness.sendRequest('POST', `/chat/fileServer/upload/${folder}`, {
      body: form,
      headers: { Authorization: token },
    })
    expect([status < 500, ['folder_unknown', 'unknown_route'].includes(String(read(body).reason))]).toEqual([
      true,
      true,
    ])
  },
)
test('AT52 a body without a length is read only up to the size limit of pictures', async () => {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (to) => {
      sent += 1024 * 1024
      to.enqueue(new Uint8Array(1024 * 1024))
    },
  })
  const response = await harness.sendRequest('POST', '/chat/fileServer/upload/kyc', {
    body,
    duplex: 'half',
    headers: { Authorization: token, 'Content-Type': 'multipart/form-data; boundary=x' },
  })
  expect(read(response.text)).toMatchObject({ reason: 'file_too_large' })
  expect(sent).toBeLessThan(limits.pictureBytes + 4 * 1024 * 1024)
})
test.each([10, 50, 99])(
  'CF27 an upload cut at %i per cent is refused and leaves nothing; sent again under its key, also twice, it is one file',
  async (percent) => {
    const key = randomUUID()
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'x.png')
    const whole = new Response(form)
    const type = whole.headers.get('Content-Type') ?? ''
    const bytes = new Uint8Array(await whole.arrayBuffer())
    const headers = { Authorization: token, 'Idempotency-Key': key, 'Content-Type': type }
    const put = (body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>) =>
      harness.sendRequest('POST', '/chat/fileServer/upload/kyc', { body, duplex: 'half', headers })
    const files = async () => [
      [...harness.venue.ctx.tables.files.all()].length,
      (await readdir(join(harness.dataFolder, 'uploads', 'kyc')).catch(() => [])).length,
    ]
    const before = await files()
    const part = bytes.slice(0, Math.floor((bytes.length * percent) / 100))
    // The line is cut with an error, or just ends early.
    const cut = new ReadableStream<Uint8Array>({
      start: (to) => to.enqueue(part),
      pull: (to) => to.error(new Error('cut')),
    })
    const faults = harness.faults.length
    expect([read((await put(cut)).text).reason, read((await put(part)).text).reason]).toEqual([
      'file_required',
      'file_required',
    ])
    expect([await files(), harness.faults.length]).toEqual([before, faults])
    const links = [read((await put(bytes)).text).data?.relativePath, read((await put(bytes)).text).data?.relativePath]
    expect(links).toEqual([expect.stringMatching(/kyc\/[\w-]+\.png$/), links[0]])
    expect(await files()).toEqual(before.map((count) => count + 1))
  },
)
test('AT24 a visitor, a locked account and mismatched tokens cannot upload files', async () => {
  const [ann, ben] = [await register(harness, 'ben@kontor.test'), await register(harness, 'cleo@kontor.test')]
  const headers = { Authorization: await harness.tokenOf(ann), TOKEN_OA: await harness.tokenOf(ben, 'chat') }
  expect((await send(picture, 'x.png', 'image/png', {})).reason).toBe('not_logged_in')
  expect((await send(picture, 'x.png', 'image/png', headers)).reason).toBe('token_mismatch')
  await harness.venue.command(({ tables, now }) =>
    tables.users.put({ ...tables.users.need(ann), accountUntil: now() + 1000 }),
  )
  expect((await send(picture, 'x.png', 'image/png', { Authorization: headers.Authorization })).reason).toBe(
    'account_locked',
  )
})
test('QUOTA-2 an account stores as many files and bytes as it may, all accounts together as many as there is room for; the rest is refused and leaves no file', async () => {
  const tight = await openHarness({
    settings: { identity: { uploads: { userFiles: 2, userBytes: 10_000, allBytes: 10_000 } } },
  })
  const tokens = [
    await tight.tokenOf(await register(tight, 'ann@kontor.test')),
    await tight.tokenOf(await register(tight, 'ben@kontor.test')),
  ]
  const put = async (who: number) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'x.png')
    const response = await tight.sendRequest('POST', '/chat/fileServer/upload/kyc', {
      body: form,
      headers: { Authorization: tokens[who] ?? '' },
    })
    return read(response.text).reason ?? 'ok'
  }
  expect([await put(0), await put(0), await put(0), await put(1)]).toEqual(['ok', 'ok', 'file_quota', 'ok'])
  const { files } = tight.venue.ctx.tables
  await tight.venue.command(() => {
    for (const row of Array.from(files.all())) files.put({ ...row, size: 3333 })
  })
  expect(await put(1)).toBe('read_only')
  expect(await readdir(`${tight.dataFolder}/uploads/kyc`)).toHaveLength(3)
  await tight.close()
})
