import type { Services } from '#src/actors/services.tsx'
import { createInspection } from '@kontor/inspector/inspection'
import type { Charts } from '@kontor/inspector/chart'
import { mask } from './mask.ts'
import { createWire } from './wire.ts'

const createWatched = (services: Services) => {
  const { wire, view } = createWire()
  const roots = () => [services.startup, services.session, services.connection, ...services.outbox.lanes()]
  return { services, view, inspection: createInspection({ roots, mask, wire }) }
}
export type Watched = ReturnType<typeof createWatched>

const all = new WeakMap<Services, Watched>()
/** One for the page: the inspector beside the app goes on with what the page of the inspector has seen. */
export const watchedOf = (services: Services): Watched => {
  const found = all.get(services) ?? createWatched(services)
  all.set(services, found)
  return found
}

/** The charts of all machines, in a file of their own. */
export const loadCharts = async (): Promise<Charts> => (await import('virtual:charts')).default
