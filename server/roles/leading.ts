import { createBusHost, type HostPorts } from '#server/bus/host.ts'
import type { Maybe } from '#server/core/maybe.ts'
import type { readPriceFeeds } from '#server/features/market/prices/sources/list.ts'
import { createUploads } from '#server/identity/uploads.ts'
import type { Base } from './base.ts'
import { startCare, startTrading, type Started } from './venue.ts'

export type LeadPorts = {
  named: ReturnType<typeof readPriceFeeds>
  /** Rejects when the venue fails before the work is done, which may then never end. */
  unlessFailed: <T>(work: Maybe<T>) => Promise<T>
}
/**
 * A venue that leads, with its end of the bus; `begin` lets prices in, and what looks after the store and the people.
 */
export function hostVenue(
  base: Base,
  started: Started,
  { named, unlessFailed }: LeadPorts,
  limits?: HostPorts['limits'],
) {
  const { venue, failpoint } = started
  const host = createBusHost(venue, { uploads: createUploads(venue.asyncCtx), limits })
  const parts: { stop: () => unknown }[] = []
  return {
    host,
    begin: async () => {
      parts.push(startTrading(base, venue, named))
      // The generated price history must be durable before the first request is accepted.
      venue.flush()
      await unlessFailed(venue.durable())
      parts.push(startCare(base, started))
      failpoint('duringStart')
    },
    /** Ends what decides by itself. */
    rest: async () => {
      for (const part of parts.toReversed()) await part.stop()
    },
    /** Stores what is decided, and closes the store. */
    stop: async () => {
      host.stop()
      await venue.stop()
    },
  }
}
