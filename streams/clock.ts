/** One question about the time; the first two instants are of this device's steady clock. */
export type TimeSample = { readonly askedAt: number; readonly answeredAt: number; readonly serverAt: number }
