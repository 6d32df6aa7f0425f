import type { Rooms } from '#server/core/context.ts'
import { openHouse } from './house.ts'
import { openNights } from './nights.ts'

/** What contracts need to be there: the house's book of lots and the deadline of the next night. */
export const openLever = (rooms: Rooms) => {
  openHouse(rooms.tables)
  openNights(rooms)
}
