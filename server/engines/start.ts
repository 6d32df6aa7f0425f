import type { Venue } from '../venue.ts'

/** Starts what runs by itself: prices, market maker, bars, reviews. */
export const startEngines = (_venue: Venue) => ({ stop: () => {} })
