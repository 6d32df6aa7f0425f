import type { Rooms } from '../handler.ts'
import { openHouse } from '../lever-house.ts'
import { openNights } from '../lever-nights.ts'

/** What contracts need to be there: the house's book of lots and the deadline of the next night. */
export const openLever = (rooms: Rooms) => {
  openHouse(rooms.tables)
  openNights(rooms)
}
