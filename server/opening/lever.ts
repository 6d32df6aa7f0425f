import type { Rooms } from '../handler.ts'
import { openNights } from '../lever-nights.ts'

/** What contracts need to be there: the deadline of the next night. */
export const openLever = (rooms: Rooms) => openNights(rooms)
