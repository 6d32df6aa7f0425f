/** Room on the disk that is kept back, so that what is decided when the disk becomes full can still be stored (SF6). */
export type Reserve = {
  /** Gives the room back to the disk; false if there was none. */
  release: () => boolean
  /** Takes the room again; false while the disk has too little. */
  refill: () => boolean
}
export const noReserve: Reserve = { release: () => false, refill: () => true }
