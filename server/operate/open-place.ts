import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openSqlite } from '#server/store/sqlite.ts'
import type { Place } from './move.ts'

/** Opens a store by what the operator calls it: the address of a database, or a data folder. */
export async function openPlace(where: string, shard = 's01'): Promise<Place> {
  if (!/^postgres(?:ql)?:\/\//.test(where)) {
    const folder = resolve(where)
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
    return { name: `The data folder ${folder}`, store: openSqlite(join(folder, 'venue.db')) }
  }
  const { openPostgres } = await import('#server/store/postgres.ts')
  const { store } = openPostgres(
    { url: where, shard },
    {
      onDeposed: (thrown) => {
        throw thrown
      },
    },
  )
  return { name: 'The database', store }
}
