import { lapseEntry, optionEntry, optionRound, settleRounds } from '#server/features/option/deadlines.ts'
import type { CommandContext } from '#server/core/context.ts'
import { reviewKyc } from '#server/features/kyc/handlers.ts'
import { chargeNights, leverNight } from '#server/features/lever/nights.ts'

/** What each kind of deadline does when it is due: kind -> work on the thing it names. */
export const deadlineWork: Readonly<Record<string, (ctx: CommandContext, ref: string) => void>> = {
  kycReview: reviewKyc,
  [leverNight]: chargeNights,
  [optionEntry]: lapseEntry,
  [optionRound]: settleRounds,
}
