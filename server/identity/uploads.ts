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
const isNoRoom = (thrown: unknown) => thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOSPC' || thrown.code === 'EDQUOT')
const isFolder = (text: string) => uploadFolders.some((folder) => folder === text)
const pathForm = /^[a-z]+\/[\w-]+\.(jpeg|png|webp)$/

/** Stores an uploaded picture: its format is detected by content, it is re-encoded without metadata, and saved under a generated name. */
export async function saveUpload(
  asyncCtx: AsyncIdentityContext,
  file: { user: number; folder: string; name: string; bytes: Buffer; key?: string | null; dataFolder: string },
): Promise<Upload> {
  const { user, folder, bytes } = file
  if (!isFolder(folder)) throw new Refusal('folder_unknown')
  if (bytes.length === 0) throw new Refusal('file_required')
  if (bytes.length > limits.pictureBytes) throw new Refusal('file_too_large', { max: limits.pictureBytes })
  if (!isPicture(bytes)) throw new Refusal('file_type')
  // Loaded on first use, because the library is large and uploads are rare.
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { limitInputPixels: maxPixels, animated: false })
  const metadata = await picture.metadata().catch(() => null)
  const type = formats[metadata?.format ?? '']
  if (!metadata || type === undefined) throw new Refusal('file_type')
  const reencoded = await picture.rotate().toBuffer({ resolveWithObject: true }).catch(() => null)
  if (!reencoded) throw new Refusal('file_type')

  const id = `${folder}/${nameOf(asyncCtx.ctx, user, file.key ?? null)}.${metadata.format}`
  const stored = asyncCtx.ctx.tables.files.get(id)
  if (stored) return asyncCtx.command((ctx) => viewOf(ctx, stored))
  checkQuota(asyncCtx.ctx, user, reencoded.data.length)
  const filePath = join(file.dataFolder, 'uploads', id)
  await mkdir(dirname(filePath), { recursive: true })
  await writeFile(filePath, reencoded.data, { flush: true }).catch(async (thrown: unknown) => {
    await rm(filePath, { force: true })
    throw isNoRoom(thrown) ? new Refusal('read_only') : thrown
  })
  const { width, height } = reencoded.info
  const size = reencoded.data.length
  const name = file.name.replace(/[^\p{L}\p{N}._ -]/gu, '').slice(0, 100)
  return asyncCtx.command((ctx) => {
    // Files that came at the same time are counted now.
    if (!ctx.tables.files.get(id)) checkQuota(ctx, user, size)
    const row: FileRow = { id, user, folder, name, type, size, width, height, at: ctx.now(), isUsed: false }
    ctx.tables.files.put(row)
    return viewOf(ctx, row)
  })
}

/** Refuses a file beyond what one account may store; beyond what all may, the venue takes no more files, as on a full disk. */
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

/** A name that cannot be guessed. Under a key it follows from the key, so that an upload repeated after a lost answer finds its file. */
const nameOf = ({ random, secret }: Pick<IdentityContext, 'random' | 'secret'>, user: number, key: string | null) =>
  key === null ? random.bytes(16).toString('base64url') : createHmac('sha256', secret).update(`upload|${user}|${key}`).digest().subarray(0, 16).toString('base64url')

const viewOf = (ctx: Pick<IdentityContext, 'secret' | 'now'>, { id, user, name, size, width, height }: FileRow): Upload => ({
  url: linkOf(ctx, id, user), relativePath: id, fileName: name, fileSuffix: `.${id.split('.').at(-1)}`, fileSize: size, size, width, height, contentDuration: null,
})

/** Opens an uploaded file by its link; null if the file is unknown or the link gives no access. */
export async function openUpload(
  asyncCtx: AsyncIdentityContext,
  path: string,
  query: URLSearchParams,
  dataFolder: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null> {
  const row = asyncCtx.ctx.tables.files.get(path)
  if (!row || !pathForm.test(path) || !mayRead(asyncCtx.ctx, path, query)) return null
  const bytes = await readFile(join(dataFolder, 'uploads', path)).catch(() => null)
  return bytes === null ? null : { bytes: new Uint8Array(bytes), type: row.type }
}
