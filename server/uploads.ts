import type { Upload } from '#contract/platform.ts'
import type { Outside } from './handler.ts'
import { Refusal } from './refusal.ts'

/** Takes a picture in: decoded and written anew under a name of the server's. */
export const saveUpload = async (
  _outside: Outside,
  _file: { user: number; folder: string; name: string; bytes: Buffer },
): Promise<Upload> => {
  throw new Refusal('file_type')
}

/** A kept file by its signed link; null for anybody else. */
export const openUpload = async (
  _outside: Outside,
  _path: string,
  _query: URLSearchParams,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null> => null
