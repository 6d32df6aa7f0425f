import { createBusHost, type HostPorts } from '#server/bus/host.ts'
import type { Bus } from '#server/bus/port.ts'
import type { Maybe } from '#server/core/maybe.ts'
import { routeKeysOf } from '#server/core/routes.ts'
import type { Store } from '#server/core/store-port.ts'
import { createUploads } from '#server/identity/uploads.ts'
import { createFileFolder } from '#server/store/file-folder.ts'
import { openVenue, type Venue, type VenuePorts } from '#server/venue.ts'
import { ownFolder } from './folders.ts'

/** The value of a `Maybe` from a synchronous store. */
export function atOnce<T>(value: Maybe<T>): T {
  if (value instanceof Promise) throw new Error('the store is asynchronous')
  return value
}
/** A venue on a synchronous store. */
export const startVenue = (store: Store, ports: VenuePorts): Venue => atOnce(openVenue(store, ports))

/** The venue's end of the bus. */
export const hostOf = (venue: Venue, every?: HostPorts['every']) =>
  createBusHost(venue, { uploads: createUploads(venue.asyncCtx), every })
/** The bus a gateway in the same process would use; without `every` nothing ticks. */
export const busOf = (venue: Venue, every: HostPorts['every'] = () => () => undefined): Bus =>
  hostOf(venue, every).open('own')
/** What a gateway in the same process works with; without `every` nothing ticks. */
export const reachOf = (venue: Venue, { every, folder }: { every?: HostPorts['every']; folder?: string } = {}) => ({
  bus: busOf(venue, every),
  now: venue.now,
  files: filesIn(folder),
})
/** Where uploaded files are kept: few tests store any, so the folder is made by the first. */
export const filesIn = (given?: string) => {
  let folder = given
  return createFileFolder(() => (folder ??= ownFolder('files')))
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
