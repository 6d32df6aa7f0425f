import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Files } from '#server/core/files-port.ts'
import { Refusal } from '#server/core/refusal.ts'

const isNoRoom = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOSPC' || thrown.code === 'EDQUOT')

/** Uploaded files in the folder `uploads` of a data folder. */
export function createFileFolder(dataFolder: () => string): Files {
  const pathOf = (id: string) => join(dataFolder(), 'uploads', id)
  return {
    put: async (id, bytes) => {
      const path = pathOf(id)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, bytes, { flush: true }).catch(async (thrown: unknown) => {
        await rm(path, { force: true })
        throw isNoRoom(thrown) ? new Refusal('read_only') : thrown
      })
    },
    get: async (id) => {
      const bytes = await readFile(pathOf(id)).catch(() => null)
      return bytes && new Uint8Array(bytes)
    },
    remove: (id) => rm(pathOf(id), { force: true }),
  }
}
