import * as z from 'zod/mini'
import { flag, sid } from '#contract/wire/fields.ts'
import { toSend } from './desk-batch.ts'
import { deskAccount } from './desk-cases.ts'

/** How people are told apart on a network: each has an address, or all share one and each has a memo. */
export const depositWays = ['pool', 'memo'] as const
export const depositWay = z.enum(depositWays)

/** Most addresses of one file, and the file's longest text. */
export const maxPoolRows = 1000
export const maxPoolText = 50_000
/** With so few free addresses the desk is warned. */
export const poolLow = 20

/** Addresses of a network: those that nobody has yet, and those given to people since the last rotation. */
export const deskPool = z.object({
  id: sid,
  name: z.string(),
  way: depositWay,
  is_open: flag,
  free: z.int(),
  given: z.int(),
  waits: z.nullable(sid),
})
export type DeskPool = z.output<typeof deskPool>

/** What keeps money from moving, or will soon. `about`: the network or account, where it is about one. */
const moneyGaps = ['one_desk', 'no_network', 'no_account', 'pool_empty', 'pool_low', 'stray', 'lost'] as const
export const moneyGap = z.object({ gap: z.enum(moneyGaps), about: z.string() })
export type MoneyGap = z.output<typeof moneyGap>

/** The ways in and out as the desk sees them. */
export const deskMoney = z.object({ pools: z.array(deskPool), gaps: z.array(moneyGap) })
export type DeskMoney = z.output<typeof deskMoney>

/** Withdrawals of a network that are decided to be sent and stand in no batch: `count` of all, and the oldest. */
export const readyNetwork = z.object({
  network: z.string(),
  count: z.int(),
  list: z.array(z.extend(toSend, { user: deskAccount, is_own: flag })),
})
export type ReadyNetwork = z.output<typeof readyNetwork>
