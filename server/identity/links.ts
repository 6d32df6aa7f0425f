import { createHmac } from 'node:crypto'
import { Refusal } from '#server/core/refusal.ts'
import { isSameSecret } from '#server/core/secret-text.ts'
import { nobody, type FileRow } from './rows.ts'
import type { IdentityContext } from './context.ts'

const lifeMs = 3_600_000
/** The owner of files that the venue itself offers, and the folder of its pictures, which are served with the app. */
export const venueUser = 0
export const venuePictures = 'avatar/venue/'
/** Sets of pictures that are served with the app: where their files lie, by what their paths begin with. */
const served: Readonly<Record<string, string>> = {
  [venuePictures]: '/avatars/',
  'sticker/venue/': '/stickers/',
  'emoji/venue/': '/emoji/',
}
const publicFolders = new Set(['avatar', 'app'])
const signOf = (secret: string, path: string, user: number, expires: number) =>
  createHmac('sha256', secret).update(`file|${path}|${user}|${expires}`).digest('base64url')

/**
 * A link to an uploaded file: signed for one reader and expiring; files in public folders (avatars) need no signature.
 */
export const linkOf = ({ secret, now }: Pick<IdentityContext, 'secret' | 'now'>, path: string, reader: number) => {
  const [folder = ''] = path.split('/')
  for (const [begin, folderOf] of Object.entries(served))
    if (path.startsWith(begin)) return `${folderOf}${path.slice(begin.length)}`
  if (publicFolders.has(folder)) return `/upload/${path}`
  // Rounded to whole hours, so that the same picture keeps its URL for a while.
  const expires = (Math.floor(now() / lifeMs) + 2) * lifeMs
  return `/upload/${path}?u=${reader}&e=${expires}&s=${signOf(secret, path, reader, expires)}`
}

/** True when a link with this query gives access to this path now. */
export const mayRead = (
  { secret, now }: Pick<IdentityContext, 'secret' | 'now'>,
  path: string,
  query: URLSearchParams,
) => {
  const [folder = ''] = path.split('/')
  if (publicFolders.has(folder)) return true
  const user = Number(query.get('u'))
  const expires = Number(query.get('e'))
  if (!Number.isSafeInteger(user) || !Number.isSafeInteger(expires) || expires < now()) return false
  return isSameSecret(query.get('s') ?? '', signOf(secret, path, user, expires))
}

const pathOf = (text: string) => text.replace(/^.*\/upload\//, '').replace(/\?.*$/, '')
/** The picture that an avatar field names: an upload of the same account, or one that the venue offers to everybody. */
export const pictureOf = (ctx: Pick<IdentityContext, 'tables'>, user: number, text: string): FileRow => {
  const offered = ctx.tables.files.get(pathOf(text.replace(/^\/avatars\//, venuePictures)))
  return offered?.user === venueUser && offered.folder === 'avatar' ? offered : fileOf(ctx, user, text)
}

/** A sticker that the venue offers. */
export const stickerOf = ({ tables }: Pick<IdentityContext, 'tables'>, path: string): FileRow => {
  const row = tables.files.get(path)
  if (row?.user !== venueUser || row.folder !== 'sticker') throw new Refusal('file_unknown')
  return row
}

/**
 * The upload that a file field names by path or link, which is used from now on; refuses with `file_unknown` unless the
 * same account uploaded it. Of `nobody` it belongs to the first who names it.
 */
export const fileOf = ({ tables }: Pick<IdentityContext, 'tables'>, user: number, text: string): FileRow => {
  const row = tables.files.get(pathOf(text))
  if (!row || (row.user !== user && (row.user !== nobody || user === venueUser))) throw new Refusal('file_unknown')
  return row.isUsed === false ? tables.files.put({ ...row, user, isUsed: true }) : row
}
