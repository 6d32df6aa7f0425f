import { uploadFolders, type Upload } from '#contract/platform/platform.ts'
import { createHmac } from 'node:crypto'
import { linkOf, mayRead } from './links.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AsyncIdentityContext, IdentityContext } from './context.ts'
import { nobody, type FileRow } from './rows.ts'

/** A file before it is stored, as the gateway has read it; `key` is the idempotency key of the upload. */
type Sized = { folder: string; name: string; key: string | null } & Pick<FileRow, 'type' | 'width' | 'height'> & {
    suffix: string
    bytes: number
  }
const isFolder = (text: string) => uploadFolders.some((folder) => folder === text)
const download = 'application/octet-stream'
const pathForm = /^[a-z]+\/[\w-]+\.(jpeg|png|webp)$/
/** Files of the chat besides pictures: stored as they came, under a suffix that is letters and digits alone. */
const filePathForm = /^chat\/[\w-]+\.[a-z0-9]{1,8}$/
const typeForm = new RegExp(`^(?:image/(?:jpeg|png|webp)|(?:audio|video)/[a-z0-9]+|${download})$`)

/** What an address may send before it says who it is. */
const nobodys = { files: 20, bytes: 4 * 1024 ** 2, folder: 'app' }
type From = { user: number; address: string }
const ownerOf = ({ user }: From) => (user === 0 ? nobody : user)

/**
 * Refuses a file beyond what one account may store, or one address that has none; beyond what all may, the venue takes
 * no more files, as on a full disk.
 */
function checkQuota({ tables, settings }: Pick<IdentityContext, 'tables' | 'settings'>, caller: From, size: number) {
  const { userFiles, userBytes, allBytes } = settings.identity.uploads
  const owner = ownerOf(caller)
  const own = tables.files.group('user', owner)
  if (owner === nobody) {
    if (size > nobodys.bytes) throw new Refusal('file_too_large', { max: nobodys.bytes })
    if (own.filter(({ from }) => from === caller.address).length >= nobodys.files) throw new Refusal('file_quota')
  }
  if (own.length >= userFiles || own.reduce((sum, file) => sum + file.size, size) > userBytes)
    throw new Refusal('file_quota')
  if (tables.files.sum() + size > allBytes) throw new Refusal('read_only')
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

/** What the venue knows of uploaded files: who may store how much, their names, and who may read them. */
export const createUploads = (asyncCtx: AsyncIdentityContext) => ({
  /** Whether a folder takes files of who has not logged in: of older clients, whose uploads bear no token. */
  isOpenTo: ({ user }: From, folder: string) =>
    user === 0 && folder === nobodys.folder && asyncCtx.ctx.settings.identity.verification === '0',
  check: (_caller: From, folder: string) => {
    if (!isFolder(folder)) throw new Refusal('folder_unknown')
  },
  place: async (caller: From, { folder, suffix, key, bytes }: Sized) => {
    const { ctx, command } = asyncCtx
    if (!isFolder(folder)) throw new Refusal('folder_unknown')
    const id = `${folder}/${nameOf(ctx, ownerOf(caller), key)}.${suffix}`
    const row = ctx.tables.files.get(id)
    if (row) return { id, stored: await command((inside) => uploadViewOf(inside, row)) }
    checkQuota(ctx, caller, bytes)
    return { id, stored: null }
  },
  keep: (caller: From, id: string, { folder, name: given, type, bytes: size, width, height }: Sized) =>
    asyncCtx.command((ctx) => {
      const user = ownerOf(caller)
      const before = ctx.tables.files.get(id)
      const isFit = (pathForm.test(id) || filePathForm.test(id)) && id.startsWith(`${folder}/`) && typeForm.test(type)
      if (!isFit || (before && before.user !== user)) throw new Error(`not a file of ${user}: ${id}`)
      // Files that came at the same time are counted now.
      if (!before) checkQuota(ctx, caller, size)
      const name = given.replace(/[^\p{L}\p{N}._ -]/gu, '').slice(0, 100)
      const row: FileRow = { id, user, folder, name, type, size, width, height, at: ctx.now(), isUsed: false }
      ctx.tables.files.put(user === nobody ? { ...row, from: caller.address } : row)
      return uploadViewOf(ctx, row)
    }),
  find: (path: string, query: string) => {
    const row = asyncCtx.ctx.tables.files.get(path)
    const isPath = pathForm.test(path) || filePathForm.test(path)
    if (!row || !isPath || !mayRead(asyncCtx.ctx, path, new URLSearchParams(query))) return null
    return { id: path, type: row.type, isDownload: row.type === download }
  },
})
