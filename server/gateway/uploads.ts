import { limits } from '#contract/wire/limits.ts'
import type { Bus, SizedFile } from '#server/bus/port.ts'
import type { Caller } from '#server/core/context.ts'
import type { Files } from '#server/core/files-port.ts'
import { Refusal } from '#server/core/refusal.ts'

/** A file as it came; `key` is the idempotency key of the upload. */
export type Upload = { folder: string; name: string; bytes: Buffer; key: string | null }
type Checked = Omit<SizedFile, 'bytes'> & { data: Buffer }

const maxPixels = 20_000_000
const formats: Readonly<Record<string, string>> = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }
/** The folder into which more than pictures may be sent. */
export const fileFolder = 'chat'
/** Checks the magic bytes of JPEG, PNG and WebP: only these may reach the decoder, which accepts many more formats. */
const isPicture = (bytes: Buffer) => {
  const head = bytes.toString('latin1', 0, 12)
  return head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n') || /^RIFF[^]{4}WEBP$/.test(head)
}

/** A picture: its format is detected by content, and it is re-encoded without metadata. */
async function readPicture({ bytes, ...file }: Upload): Promise<Checked> {
  if (bytes.length > limits.pictureBytes) throw new Refusal('file_too_large', { max: limits.pictureBytes })
  if (!isPicture(bytes)) throw new Refusal('file_type')
  // Loaded on first use, because the library is large and uploads are rare.
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { limitInputPixels: maxPixels, animated: false })
  const metadata = await picture.metadata().catch(() => null)
  const type = formats[metadata?.format ?? '']
  if (!metadata || type === undefined) throw new Refusal('file_type')
  const reencoded = await picture
    .rotate()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
  if (!reencoded) throw new Refusal('file_type')
  const { width, height } = reencoded.info
  return { ...file, suffix: metadata.format, type, data: reencoded.data, width, height }
}

/** Types that a player of the browser may open, by their first bytes; everything else is a download. */
const mediaOf = (bytes: Buffer): string | null => {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\x1aE\xdf\xa3')) return 'video/webm'
  if (/^.{4}ftyp/s.test(head)) return head.includes('M4A') ? 'audio/mp4' : 'video/mp4'
  if (head.startsWith('OggS')) return 'audio/ogg'
  if (/^RIFF[^]{4}WAVE$/.test(head)) return 'audio/wav'
  return head.startsWith('ID3') || /^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/.test(head) ? 'audio/mpeg' : null
}
const suffixOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin'
/** A file of the chat that is no picture, stored as it came. */
function readFile({ bytes, ...file }: Upload): Checked {
  if (bytes.length > limits.chatFileBytes) throw new Refusal('file_too_large', { max: limits.chatFileBytes })
  const type = mediaOf(bytes) ?? 'application/octet-stream'
  return { ...file, suffix: suffixOf(file.name), type, data: bytes, width: null, height: null }
}

/** Checks an uploaded file, stores its bytes, and then lets the venue register it: no row is without its file. */
export async function saveUpload(uploads: Bus['uploads'], files: Files, caller: Caller, upload: Upload) {
  const { folder, bytes } = upload
  if (bytes.length === 0) throw new Refusal('file_required')
  const { data, ...checked } = folder === fileFolder && !isPicture(bytes) ? readFile(upload) : await readPicture(upload)
  const file = { ...checked, bytes: data.length }
  const { id, stored } = await uploads.place(caller, file)
  if (stored) return stored
  await files.put(id, data)
  return uploads.keep(caller, id, file)
}
