import type { Event } from '#contract/events.ts'
import type { MemoryVenue } from '#server/memory.ts'

/** Records what is sent on the own channels of a venue, in wire form. */
export function ownEvents({ venue }: Pick<MemoryVenue, 'venue'>) {
  const events: { user: number; event: Event }[] = []
  venue.deliveries$.subscribe((all) => all.forEach(({ user, body }) => events.push({ user, event: JSON.parse(body) })))
  return (user: number, ev: Event['ev']) =>
    events.filter((each) => each.user === user && each.event.ev === ev).map(({ event }) => event)
}
