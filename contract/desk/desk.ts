import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, id, ms, sid, str, typed, whole } from '#contract/wire/fields.ts'
import { typedDec } from '#contract/wire/money.ts'
import { listed, pg } from '#contract/wire/paging.ts'
import { spec } from '#contract/wire/spec.ts'
import {
  caseDecision,
  caseKind,
  caseStatus,
  deskAccount,
  deskCase,
  deskCaseFull,
  deskLog,
  deskPower,
  deskPowers,
} from './desk-cases.ts'
import {
  deskProduct,
  deskProducts,
  productKind,
  serviceTalk,
  serviceTalkFull,
  talkStatus,
  agentLevels,
  deskHouse,
  deskMarkets,
  deskNews,
  deskPerson,
  deskSetting,
  deskUser,
  newsText,
  publishedNews,
} from './desk-tools.ts'
import { moneyGap } from './desk-money.ts'
import { moneyCalls } from './desk-money-calls.ts'
import { chatLimits } from '../chat/chat.ts'

/** Calls of the desk are hidden: to a caller without one of the powers they answer `not_found`, whatever the fields. */
const anyPower = `pw:${deskPowers.join('|')}` as const
const caseRead = 'pw:deskKyc|deskMoney|deskAppeal|deskLaunch|deskUser|deskSettings|grantPower'
const hidden = { wrap: 'plain', isHidden: true } as const

const reason = typed(300)
const caseOwner = z.enum(['mine', 'free'])
export type CaseOwner = z.output<typeof caseOwner>
const lockKind = z.enum(['account', 'trade', 'withdraw'])

export const desk = {
  home: read({
    ...hidden,
    method: 'GET',
    path: 'desk/index',
    who: anyPower,
    input: z.strictObject({}),
    output: z.object({
      me: deskAccount,
      powers: z.array(deskPower),
      queues: z.array(z.object({ kind: caseKind, open: z.int(), oldest_ms: z.nullable(ms) })),
      /** Conversations that wait for an answer; null without the power to answer them. */
      service: z.nullable(z.object({ open: z.int(), oldest_ms: z.nullable(ms) })),
      /** What is missing before money can move; empty without the power to see it, and in the demo. */
      gaps: z.array(moneyGap),
      server_now_ms: ms,
    }),
    refusals: ['not_found'],
  }),
  cases: read({
    ...hidden,
    method: 'GET',
    path: 'desk/cases',
    who: caseRead,
    /** An addition: `whose` lists open cases that the caller has taken, or that nobody has. */
    input: z.strictObject({
      kind: caseKind,
      status: z.optional(caseStatus),
      keyword: typed(60),
      whose: z.optional(caseOwner),
      ...pg,
    }),
    output: z.extend(listed(deskCase), { server_now_ms: ms }),
    refusals: ['not_found'],
  }),
  case: read({
    ...hidden,
    method: 'GET',
    path: 'desk/case',
    who: caseRead,
    input: z.strictObject({ id: sid }),
    output: deskCaseFull,
    refusals: ['not_found'],
  }),
  decide: change({
    ...hidden,
    method: 'POST',
    path: 'desk/decide',
    who: caseRead,
    input: z.strictObject({
      id: sid,
      decision: caseDecision,
      reason,
      expect: z.optional(z.int()),
      txid: typed(128),
      credited: typedDec,
    }),
    output: deskCase,
    refusals: [
      'not_found',
      'reason_required',
      'own_case',
      'state_moved',
      'step_refused',
      'second_needed',
      'txid_required',
      'amount_required',
      'amount_step',
      'amount_above_max',
      'credited_before',
      'too_early',
      'totp_unset',
    ],
  }),
  assign: change({
    description:
      'Addition. Take an open case, hand it to a colleague who may decide it, or, without `to`, give it back.',
    ...hidden,
    method: 'POST',
    path: 'desk/assign',
    who: caseRead,
    /** `from` is whose it was when it was read; 0 for nobody. */
    input: z.strictObject({ id: sid, to: z.optional(id), from: z.optional(whole) }),
    output: deskCase,
    refusals: ['not_found', 'own_case', 'state_moved', 'step_refused'],
  }),
  ask: change({
    description:
      'Addition. Ask a person of an open case for more; the case waits for the answer, and comes back with it.',
    ...hidden,
    method: 'POST',
    path: 'desk/ask',
    who: caseRead,
    /** Without `user_id` the person of the case is asked. */
    input: z.strictObject({ id: sid, user_id: z.optional(id), text: typed(500) }),
    output: deskCase,
    refusals: ['not_found', 'own_case', 'reason_required', 'step_refused'],
  }),
  service: read({
    ...hidden,
    method: 'GET',
    path: 'desk/service',
    who: 'pw:deskService',
    input: z.strictObject({ status: z.optional(talkStatus), ...pg }),
    output: z.extend(listed(serviceTalk), { server_now_ms: ms }),
    refusals: ['not_found'],
  }),
  talk: read({
    ...hidden,
    method: 'GET',
    path: 'desk/talk',
    who: 'pw:deskService',
    /** The newest messages, or those before number `before`. */
    input: z.strictObject({ id: sid, before: z.optional(id) }),
    output: serviceTalkFull,
    refusals: ['not_found'],
  }),
  answer: change({
    ...hidden,
    method: 'POST',
    path: 'desk/talk',
    who: 'pw:deskService',
    /** `take`: also when somebody else answers this conversation. */
    input: z.strictObject({ id: sid, text: str(chatLimits.text), take: z.optional(flag) }),
    output: serviceTalk,
    refusals: ['not_found', 'content_empty', 'own_case', 'state_moved'],
  }),
  closeTalk: change({
    ...hidden,
    method: 'POST',
    path: 'desk/talk/close',
    who: 'pw:deskService',
    input: z.strictObject({ id: sid, take: z.optional(flag) }),
    output: serviceTalk,
    refusals: ['not_found', 'own_case', 'state_moved', 'step_refused'],
  }),
  products: read({
    ...hidden,
    method: 'GET',
    path: 'desk/products',
    who: 'pw:deskSettings',
    input: z.strictObject({ kind: productKind }),
    output: deskProducts,
    refusals: ['not_found'],
  }),
  setProduct: change({
    ...hidden,
    method: 'POST',
    path: 'desk/product',
    who: 'pw:deskSettings',
    /** Without an id a new product; `expect` is the value that was read. */
    input: z.strictObject({
      kind: productKind,
      id: z.optional(sid),
      changes: z
        .array(
          z.strictObject({ name: z.string().check(z.maxLength(40)), value: str(2000), expect: z.optional(z.string()) }),
        )
        .check(z.maxLength(40)),
      reason,
    }),
    output: deskProduct,
    refusals: ['not_found', 'keyword_unknown', 'setting_range', 'reason_required', 'state_moved'],
  }),
  ...moneyCalls,
  note: change({
    description: 'Addition. Write a note about a case or a person into the log, for whoever decides next.',
    ...hidden,
    method: 'POST',
    path: 'desk/note',
    who: caseRead,
    input: z.strictObject({ case_id: z.optional(sid), user_id: z.optional(id), text: reason }),
    output: deskLog,
    refusals: ['not_found', 'reason_required'],
  }),
  log: read({
    ...hidden,
    method: 'GET',
    path: 'desk/log',
    who: 'pw:deskSettings',
    input: z.strictObject({ kind: z.optional(caseKind), by: z.optional(id), ...pg }),
    output: listed(deskLog),
    refusals: ['not_found'],
  }),
  settings: read({
    ...hidden,
    method: 'GET',
    path: 'desk/settings',
    who: 'pw:deskSettings',
    input: z.strictObject({}),
    output: z.array(deskSetting),
    refusals: ['not_found'],
  }),
  setSetting: change({
    ...hidden,
    method: 'POST',
    path: 'desk/settings',
    who: 'pw:deskSettings',
    input: z.strictObject({
      name: z.string().check(z.maxLength(60)),
      value: z.string().check(z.maxLength(40)),
      reason,
      expect: z.optional(z.string()),
    }),
    output: deskSetting,
    refusals: ['not_found', 'keyword_unknown', 'setting_range', 'reason_required', 'state_moved'],
  }),
  house: read({
    ...hidden,
    method: 'GET',
    path: 'desk/house',
    who: 'pw:deskSettings',
    input: z.strictObject({}),
    output: z.array(deskHouse),
    refusals: ['not_found'],
  }),
  users: read({
    ...hidden,
    method: 'GET',
    path: 'desk/users',
    who: 'pw:deskUser',
    input: z.strictObject({ keyword: typed(60), ...pg }),
    output: listed(deskUser),
    refusals: ['not_found', 'keyword_required'],
  }),
  person: read({
    ...hidden,
    description: 'Addition. Read one person: account, balances, newest bookings, devices, cases and acts of the desk.',
    method: 'GET',
    path: 'desk/user',
    who: 'pw:deskUser',
    input: z.strictObject({ id }),
    output: deskPerson,
    refusals: ['not_found'],
  }),
  setUser: change({
    ...hidden,
    method: 'POST',
    path: 'desk/user',
    who: 'pw:deskUser',
    input: z.strictObject({
      user_id: id,
      what: z.optional(lockKind),
      until_ms: z.optional(whole),
      level: z.optional(whole.check(z.maximum(agentLevels))),
      powers: z.optional(z.array(deskPower).check(z.maxLength(deskPowers.length))),
      reason,
    }),
    output: deskUser,
    refusals: ['not_found', 'reason_required', 'own_case'],
  }),
  markets: read({
    ...hidden,
    method: 'GET',
    path: 'desk/markets',
    who: 'pw:deskSettings',
    input: z.strictObject({}),
    output: deskMarkets,
    refusals: ['not_found'],
  }),
  halt: change({
    ...hidden,
    method: 'POST',
    path: 'desk/halt',
    who: 'pw:deskSettings',
    /** Without a market all trading halts or resumes. */
    input: z.strictObject({ market: z.optional(z.string().check(z.maxLength(30))), halt: flag, reason }),
    output: deskMarkets,
    refusals: ['not_found', 'reason_required'],
  }),
  outage: change({
    description: 'Addition. Declare an outage: the deadlines of open OTC orders move later by its length.',
    ...hidden,
    method: 'POST',
    path: 'desk/outage',
    who: 'pw:deskSettings',
    /** An outage of the past 24 hours, after the last declared one. */
    input: z.strictObject({ from_ms: ms, to_ms: ms, reason }),
    output: z.object({ orders: z.int() }),
    refusals: ['not_found', 'reason_required', 'setting_range'],
  }),
  news: read({
    ...hidden,
    method: 'GET',
    path: 'desk/news',
    who: 'pw:deskNews',
    input: z.strictObject({ c_id: z.optional(id), ...pg }),
    output: listed(deskNews),
    refusals: ['not_found'],
  }),
  publish: change({
    ...hidden,
    method: 'POST',
    path: 'desk/news',
    who: 'pw:deskNews',
    input: z.strictObject({
      id: z.optional(id),
      c_id: z.optional(id),
      texts: z.optional(z.array(newsText).check(z.maxLength(7))),
      top: z.optional(flag),
      link: typed(300),
      sorts: z.optional(whole),
      notify: z.optional(flag),
      remove: z.optional(flag),
      reason,
    }),
    output: publishedNews,
    refusals: ['not_found', 'title_required', 'reason_required'],
  }),
}

export const deskSpec = spec({ calls: desk, events: [], channels: {} })
