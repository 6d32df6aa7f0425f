import * as z from 'zod/mini'
import { lock } from './account.ts'
import { deskAccount, deskPower } from './desk-cases.ts'
import { newsItem } from './news.ts'
import { flag, id, ms, str, time } from '#contract/wire/fields.ts'
import { lang } from '#contract/wire/lang.ts'
import { dec } from '#contract/wire/money.ts'

/** A setting that the desk may change while the venue runs. `value`, `min`, `max` and `initial` as text; a switch is 0 or 1. */
export const deskSetting = z.object({
  name: z.string(), type: z.enum(['decimal', 'whole', 'switch']), value: z.string(), min: z.string(), max: z.string(), initial: z.string(),
})
export type DeskSetting = z.output<typeof deskSetting>

/** An account with its locks and powers. */
export const deskUser = z.extend(deskAccount, {
  kyc: z.int(), agent_level: z.int(), powers: z.array(deskPower), lock, created_ms: ms, worth: dec,
})
export type DeskUser = z.output<typeof deskUser>
export const agentLevels = 3

/** Whether a market takes new orders. `is_open` is false for one that is not listed for trade at all. */
export const deskMarket = z.object({ market: z.string(), last: dec, is_open: flag, is_halted: flag, is_stale: flag })
export type DeskMarket = z.output<typeof deskMarket>
export const deskMarkets = z.object({ all_halted: flag, list: z.array(deskMarket) })

/** The house's account in one coin: what it may have paid and owe at most, both, and what it may still promise. */
export const deskHouse = z.object({ currency_name: z.string(), limit: dec, paid: dec, promised: dec, room: dec })
export type DeskHouse = z.output<typeof deskHouse>

/** One text in one language, as it is written at the desk. */
export const newsText = z.object({ lang, title: str(120), content: str(2500) })
export type NewsText = z.output<typeof newsText>
/** A text with all its translations; `id` is that of any of them. */
export const deskNews = z.object({
  id, c_id: id, top: flag, sorts: z.int(), link: z.nullable(z.string()), create_time: time, texts: z.array(newsText),
})
export type DeskNews = z.output<typeof deskNews>
export const publishedNews = z.object({ list: z.array(newsItem) })
