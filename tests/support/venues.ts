import { createLocalBus } from '#server/bus/local.ts'
import type { Maybe } from '#server/core/maybe.ts'
import { routeKeysOf } from '#server/core/routes.ts'
import type { Store } from '#server/core/store-port.ts'
import { openUpload, saveUpload } from '#server/identity/uploads.ts'
import { openVenue, type Venue, type VenuePorts } from '#server/venue.ts'
import { ownFolder } from './folders.ts'

/** The value of a `Maybe` from a synchronous store. */
export function atOnce<T>(value: Maybe<T>): T {
  if (value instanceof Promise) throw new Error('the store is asynchronous')
  return value
}
/** A venue on a synchronous store. */
export const startVenue = (store: Store, ports: VenuePorts): Venue => atOnce(openVenue(store, ports))

/** The bus a gateway in the same process would use. */
export const busOf = (venue: Venue, given?: string) => {
  let folder = given
  // Few tests store files: the folder is made by the first.
  const dataFolder = () => (folder ??= ownFolder('bus'))
  return createLocalBus(venue, {
    save: (user, file) => saveUpload(venue.asyncCtx, { ...file, user, dataFolder: dataFolder() }),
    open: (path, query) => openUpload(venue.asyncCtx, path, query, dataFolder()),
  })
}

/** The changes of all public channels since the last drain. */
export const drained = ({ publisher }: Pick<Venue, 'publisher'>) => {
  const changes: { c: string; s: number; b: number | null; d: unknown }[] = []
  const end = publisher.listen((some) => changes.push(...some))
  publisher.drain(() => undefined)
  end()
  return changes
}
/** All entries of the journal as stored. */
export const storedEntries = (store: Pick<Store, 'entries'>, limit = 1_000_000) => atOnce(store.entries(0, limit))
/** Sequence and hash of the last stored entry. */
export const storedEnd = (store: Pick<Store, 'entries'>) => {
  const last = storedEntries(store).at(-1)
  return { seq: last?.seq ?? 0, hash: last?.hash ?? '' }
}

/** The route with a routing key like `POST /api/coin/trade`. */
export const routeAt = (venue: Venue, routeKey: string) => {
  const route = venue.routes.find((each) => routeKeysOf(each).includes(routeKey))
  if (!route) throw new Error(`no route ${routeKey}`)
  return route
}
