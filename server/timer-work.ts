import { lapseEntry, optionEntry, optionRound, settleRounds } from './engines/rounds.ts'
import type { Rooms } from './handler.ts'
import { reviewKyc } from './handlers/kyc.ts'
import { chargeNights, leverNight } from './lever-nights.ts'

/** What each kind of deadline does when it is due: kind -> work on the thing it names. */
export const timerWork: Readonly<Record<string, (rooms: Rooms, ref: string) => void>> = {
  kycReview: reviewKyc,
  [leverNight]: chargeNights,
  [optionEntry]: lapseEntry,
  [optionRound]: settleRounds,
}
