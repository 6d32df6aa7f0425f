import * as z from 'zod/mini'
import { otcRole } from './otc-steps.ts'
import { flag, id, ms, time } from '#contract/wire/fields.ts'
import { dec } from '#contract/wire/money.ts'

// Additions to the wire of OTC: ratings, blocked people, splits in an appeal, floating prices and opening hours.

/** A party's rating of the other one after a completed order, with a short word. */
export const rating = z.object({ by: otcRole, is_good: flag, word: z.string(), at_ms: ms })
export type OtcRating = z.output<typeof rating>
/** How long after its end an order may be rated. */
export const ratingDays = 30
/** A rating as anybody may read it: of who gave it only the first letter is shown. */
export const ratingLine = z.object({ id, by: z.string(), is_good: flag, word: z.string(), create_time: time })
export type OtcRatingLine = z.output<typeof ratingLine>

export const blockedPerson = z.object({ user_id: id, nickname: z.string(), is_blocked: flag })
export type OtcBlocked = z.output<typeof blockedPerson>
/** A split of an order's coins, offered in an appeal; what the buyer does not get returns to the seller. */
export const offer = z.object({ no: z.int(), by: otcRole, to_buyer: dec, to_seller: dec, at_ms: ms })
export type OtcOffer = z.output<typeof offer>
/** The split that both agreed to, and how the escrow was paid. */
export const agreed = z.object({ to_buyer: dec, to_seller: dec, at_ms: ms })
export type OtcSplit = z.output<typeof agreed>

/** Distance of a floating price from the index, in per cent with at most two decimals; empty for a fixed price. */
export const margin = z.string().check(z.regex(/^(|-?(0|[1-9]\d?)(\.\d{1,2})?)$/))
const clock = '([01]\\d|2[0-3]):[0-5]\\d'
/** Opening hours of an ad in UTC, `09:00-17:30`; they may pass midnight. Empty: always open. */
export const hours = z.string().check(z.regex(new RegExp(`^(|${clock}-${clock})$`)))

const dayMinutes = 24 * 60
const minuteMs = 60_000
const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
const textOf = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const inDay = (minutes: number) => ((minutes % dayMinutes) + dayMinutes) % dayMinutes

/** True if the hours include this instant: from the first minute on, until the second one begins. Equal ends mean the whole day. */
export function isOpenAt(text: string, at: number): boolean {
  if (text === '') return true
  const from = minutesOf(text)
  const length = inDay(minutesOf(text.slice(6)) - from)
  return length === 0 || inDay(Math.floor(at / minuteMs) - from) < length
}
/** The next instant at which closed hours open. */
export function opensAt(text: string, at: number): number {
  const now = Math.floor(at / minuteMs)
  return text === '' ? at : (now + inDay(minutesOf(text) - now)) * minuteMs
}
/** The same hours in another zone, `minutes` ahead of where they are written. */
export const shiftHours = (text: string, minutes: number) =>
  text === '' ? '' : [text, text.slice(6)].map((each) => textOf(inDay(minutesOf(each) + minutes))).join('-')
