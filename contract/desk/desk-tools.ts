import * as z from 'zod/mini'
import { lock } from '#contract/account/account.ts'
import { deviceLogin } from '#contract/account/account-security.ts'
import { log } from '#contract/assets/assets.ts'
import { message } from '../chat/chat.ts'
import { deskAccount, deskCase, deskLog, deskPower } from './desk-cases.ts'
import { newsItem } from '#contract/news/news.ts'
import { flag, id, ms, sid, str, time } from '#contract/wire/fields.ts'
import { accountKind } from '#contract/wire/booking.ts'
import { lang } from '#contract/wire/lang.ts'
import { dec } from '#contract/wire/money.ts'

/** The case of a change that waits for a second person; null where none does. */
const waits = z.nullable(sid)

/**
 * A setting that the desk may change while the venue runs. `value`, `min`, `max` and `initial` as text; a switch is 0
 * or 1.
 */
export const deskSetting = z.object({
  name: z.string(),
  type: z.enum(['decimal', 'whole', 'switch']),
  value: z.string(),
  min: z.string(),
  max: z.string(),
  initial: z.string(),
  waits,
})
export type DeskSetting = z.output<typeof deskSetting>

/** An account with its locks and powers. */
export const deskUser = z.extend(deskAccount, {
  kyc: z.int(),
  agent_level: z.int(),
  powers: z.array(deskPower),
  lock,
  created_ms: ms,
  worth: dec,
  waits,
})
export type DeskUser = z.output<typeof deskUser>
export const agentLevels = 3

/**
 * All that the desk knows of one person. `balances`: accounts in which there is something. `logs`: the newest bookings.
 * `cases`: the newest of each kind that the reader may decide. `acts`: of the desk, on the account and in these cases.
 */
export const deskPerson = z.object({
  user: deskUser,
  balances: z.array(z.object({ account: accountKind, currency_name: z.string(), free: dec, held: dec })),
  logs: z.array(log),
  devices: z.array(deviceLogin),
  cases: z.array(deskCase),
  acts: z.array(deskLog),
  server_now_ms: ms,
})
export type DeskPerson = z.output<typeof deskPerson>

/** Whether a market takes new orders. `is_open` is false for one that is not listed for trade at all. */
export const deskMarket = z.object({
  market: z.string(),
  last: dec,
  is_open: flag,
  is_halted: flag,
  is_stale: flag,
  waits,
})
export type DeskMarket = z.output<typeof deskMarket>
/** `all_waits`: that of all trading. */
export const deskMarkets = z.object({ all_halted: flag, all_waits: waits, list: z.array(deskMarket) })

/** The house's account in one coin: what it may have paid and owe at most, both, and what it may still promise. */
export const deskHouse = z.object({ currency_name: z.string(), limit: dec, paid: dec, promised: dec, room: dec })
export type DeskHouse = z.output<typeof deskHouse>

/** One text in one language, as it is written at the desk. */
export const newsText = z.object({ lang, title: str(120), content: str(2500) })
/** A text with all its translations; `id` is that of any of them. */
export const deskNews = z.object({
  id,
  c_id: id,
  top: flag,
  sorts: z.int(),
  link: z.nullable(z.string()),
  create_time: time,
  texts: z.array(newsText),
})
export type DeskNews = z.output<typeof deskNews>
export const publishedNews = z.object({ list: z.array(newsItem) })

/**
 * Where a conversation with the customer service stands. `waiting`: nobody answers it yet; `taken`: one operator does.
 */
export const talkStatus = z.enum(['waiting', 'taken', 'closed'])
export type TalkStatus = z.output<typeof talkStatus>
/** Which status may follow which. A person who writes again opens a closed one. */
export const talkMoves = {
  waiting: ['taken', 'closed'],
  taken: ['closed'],
  closed: ['waiting'],
} as const satisfies Record<TalkStatus, readonly TalkStatus[]>

/**
 * One conversation, as the desk sees it; `id` is that of its chat. `unanswered_ms`: since when the person waits for an
 * answer.
 */
export const serviceTalk = z.object({
  id: sid,
  user: deskAccount,
  status: talkStatus,
  agent: z.nullable(deskAccount),
  last_text: z.string(),
  last_ms: ms,
  unanswered_ms: z.nullable(ms),
  opened_ms: ms,
  rev: z.int(),
})
export type ServiceTalk = z.output<typeof serviceTalk>

/**
 * A conversation with its messages, newest first, as the customer service sees them. `is_own`: the reader is the
 * person; `is_mine`: the reader answers it.
 */
export const serviceTalkFull = z.extend(serviceTalk, {
  messages: z.array(message),
  has_more: z.boolean(),
  is_own: z.boolean(),
  is_mine: z.boolean(),
  server_now_ms: ms,
})
export type ServiceTalkFull = z.output<typeof serviceTalkFull>

/**
 * What the desk may offer: hosting products, plans, new coins, machines, seats and pledge pools; the rules of coins;
 * and the ways in: networks by which a coin is deposited, accounts of the venue to which people transfer.
 */
export const productKinds = [
  'hosting',
  'plan',
  'launch',
  'machine',
  'seat',
  'pool',
  'coin',
  'network',
  'account',
] as const
export const productKind = z.enum(productKinds)
export type ProductKind = z.output<typeof productKind>

/**
 * One field of a product, as text: a decimal within its bounds, a whole number, a switch (0 or 1), an instant in ms, a
 * word of a list, a line,
 * or a longer text. Empty where `is_optional`. `is_fixed`: it does not change any more.
 */
export const productField = z.object({
  name: z.string(),
  type: z.enum(['decimal', 'whole', 'switch', 'instant', 'choice', 'line', 'text']),
  value: z.string(),
  min: z.string(),
  max: z.string(),
  choices: z.array(z.string()),
  is_optional: flag,
  is_fixed: flag,
})
export type ProductField = z.output<typeof productField>
/**
 * A product as the desk sees it; `running` counts what was bought of it and has not ended, on the terms of its
 * purchase.
 */
export const deskProduct = z.object({
  kind: productKind,
  id: sid,
  name: z.string(),
  is_open: flag,
  running: z.int(),
  fields: z.array(productField),
  waits,
})
export type DeskProduct = z.output<typeof deskProduct>
/** All products of a kind, and the fields of a new one; null where none is made here. */
export const deskProducts = z.object({ list: z.array(deskProduct), blank: z.nullable(z.array(productField)) })
export type DeskProducts = z.output<typeof deskProducts>
