import { uploadFolders, type Upload } from '#contract/platform.ts'
import { limits } from '#contract/wire/limits.ts'
import { createHmac } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { linkOf, mayRead } from './links.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AsyncIdentityContext, IdentityContext } from './context.ts'
import type { FileRow } from './rows.ts'

const maxPixels = 20_000_000
const formats: Readonly<Record<string, string>> = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }
/** Checks the magic bytes of JPEG, PNG and WebP: only these may reach the decoder, which accepts many more formats. */
const isPicture = (bytes: Buffer) => {
  const head = bytes.toString('latin1', 0, 12)
  return head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n') || /^RIFF[^]{4}WEBP$/.test(head)
}
const isNoRoom = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOSPC' || thrown.code === 'EDQUOT')
const isFolder = (text: string) => uploadFolders.some((folder) => folder === text)
const pathForm = /^[a-z]+\/[\w-]+\.(jpeg|png|webp)$/
/** Files of the chat besides pictures: stored as they came, under a suffix that is letters and digits alone. */
const filePathForm = /^chat\/[\w-]+\.[a-z0-9]{1,8}$/

/**
 * Stores an uploaded picture: its format is detected by content, it is re-encoded without metadata, and saved under a
 * generated name.
 */
export async function saveUpload(
  asyncCtx: AsyncIdentityContext,
  file: { user: number; folder: string; name: string; bytes: Buffer; key?: string | null; dataFolder: string },
): Promise<Upload> {
  const { user, folder, bytes } = file
  if (!isFolder(folder)) throw new Refusal('folder_unknown')
  if (bytes.length === 0) throw new Refusal('file_required')
  if (folder === 'chat' && !isPicture(bytes)) return saveFile(asyncCtx, file)
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

  const id = `${folder}/${nameOf(asyncCtx.ctx, user, file.key ?? null)}.${metadata.format}`
  const stored = asyncCtx.ctx.tables.files.get(id)
  if (stored) return asyncCtx.command((ctx) => uploadViewOf(ctx, stored))
  checkQuota(asyncCtx.ctx, user, reencoded.data.length)
  const { width, height } = reencoded.info
  return keep(asyncCtx, file, { id, type, bytes: reencoded.data, width, height })
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
const download = 'application/octet-stream'
const suffixOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin'
/** Stores a file of the chat that is no picture, as it came. */
async function saveFile(
  asyncCtx: AsyncIdentityContext,
  file: { user: number; folder: string; name: string; bytes: Buffer; key?: string | null; dataFolder: string },
): Promise<Upload> {
  const { user, folder, bytes, name, key = null } = file
  if (bytes.length > limits.chatFileBytes) throw new Refusal('file_too_large', { max: limits.chatFileBytes })
  const id = `${folder}/${nameOf(asyncCtx.ctx, user, key)}.${suffixOf(name)}`
  const stored = asyncCtx.ctx.tables.files.get(id)
  if (stored) return asyncCtx.command((ctx) => uploadViewOf(ctx, stored))
  checkQuota(asyncCtx.ctx, user, bytes.length)
  return keep(asyncCtx, file, { id, type: mediaOf(bytes) ?? download, bytes, width: null, height: null })
}
/** Writes a file and its row; no row without its file. */
async function keep(
  asyncCtx: AsyncIdentityContext,
  { user, folder, name: given, dataFolder }: { user: number; folder: string; name: string; dataFolder: string },
  { id, type, bytes, width, height }: Pick<FileRow, 'id' | 'type' | 'width' | 'height'> & { bytes: Buffer },
): Promise<Upload> {
  const filePath = join(dataFolder, 'uploads', id)
  await mkdir(dirname(filePath), { recursive: true })
  await writeFile(filePath, bytes, { flush: true }).catch(async (thrown: unknown) => {
    await rm(filePath, { force: true })
    throw isNoRoom(thrown) ? new Refusal('read_only') : thrown
  })
  const size = bytes.length
  const name = given.replace(/[^\p{L}\p{N}._ -]/gu, '').slice(0, 100)
  return asyncCtx.command((ctx) => {
    // Files that came at the same time are counted now.
    if (!ctx.tables.files.get(id)) checkQuota(ctx, user, size)
    const row: FileRow = { id, user, folder, name, type, size, width, height, at: ctx.now(), isUsed: false }
    ctx.tables.files.put(row)
    return uploadViewOf(ctx, row)
  })
}

/**
 * Refuses a file beyond what one account may store; beyond what all may, the venue takes no more files, as on a full
 * disk.
 */
function checkQuota({ tables, settings }: Pick<IdentityContext, 'tables' | 'settings'>, user: number, size: number) {
  const { userFiles, userBytes, allBytes } = settings.identity.uploads
  const own = tables.files.group('user', user)
  const sum = (files: Iterable<FileRow>) => {
    let bytes = size
    for (const file of files) bytes += file.size
    return bytes
  }
  if (own.length >= userFiles || sum(own) > userBytes) throw new Refusal('file_quota')
  if (sum(tables.files.all()) > allBytes) throw new Refusal('read_only')
}

/**
 * A name that cannot be guessed. Under a key it follows from the key, so that an upload repeated after a lost answer
 * finds its file.
 */
const nameOf = ({ random, secret }: Pick<IdentityContext, 'random' | 'secret'>, user: number, key: string | null) =>
  key === null
    ? random.bytes(16).toString('base64url')
    : createHmac('sha256', secret).update(`upload|${user}|${key}`).digest().subarray(0, 16).toString('base64url')

/** An uploaded file in wire form, with a link for its owner. */
export const uploadViewOf = (
  ctx: Pick<IdentityContext, 'secret' | 'now'>,
  { id, user, name, size, width, height }: FileRow,
): Upload => ({
  url: linkOf(ctx, id, user),
  relativePath: id,
  fileName: name,
  fileSuffix: `.${id.split('.').at(-1)}`,
  fileSize: size,
  size,
  width,
  height,
  contentDuration: null,
})

/** Opens an uploaded file by its link; null if the file is unknown or the link gives no access. */
export async function openUpload(
  asyncCtx: AsyncIdentityContext,
  path: string,
  query: URLSearchParams,
  dataFolder: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string; isDownload: boolean } | null> {
  const row = asyncCtx.ctx.tables.files.get(path)
  if (!row || !(pathForm.test(path) || filePathForm.test(path)) || !mayRead(asyncCtx.ctx, path, query)) return null
  const bytes = await readFile(join(dataFolder, 'uploads', path)).catch(() => null)
  return bytes === null ? null : { bytes: new Uint8Array(bytes), type: row.type, isDownload: row.type === download }
}
