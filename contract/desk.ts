import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { id, ms, sid, typed } from '#contract/wire/fields.ts'
import { listed, pg } from '#contract/wire/paging.ts'
import { spec } from '#contract/wire/spec.ts'
import { caseDecision, caseKind, caseStatus, deskAccount, deskCase, deskCaseFull, deskLog, deskPower, deskPowers } from './desk-cases.ts'

/** Calls of the desk are hidden: to a caller without one of the powers they answer `not_found`, whatever the fields. */
const anyPower = `pw:${deskPowers.join('|')}` as const
const caseRead = 'pw:deskKyc|deskMoney|deskAppeal|deskLaunch'
const hidden = { wrap: 'plain', isHidden: true } as const

export const desk = {
  home: read({
    ...hidden, method: 'GET', path: 'desk/index', who: anyPower,
    input: z.strictObject({}),
    output: z.object({
      me: deskAccount, powers: z.array(deskPower), queues: z.array(z.object({ kind: caseKind, open: z.int(), oldest_ms: z.nullable(ms) })), server_now_ms: ms,
    }),
    refusals: ['not_found'],
  }),
  cases: read({
    ...hidden, method: 'GET', path: 'desk/cases', who: caseRead,
    input: z.strictObject({ kind: caseKind, status: z.optional(caseStatus), keyword: typed(60), ...pg }),
    output: z.extend(listed(deskCase), { server_now_ms: ms }), refusals: ['not_found'],
  }),
  case: read({
    ...hidden, method: 'GET', path: 'desk/case', who: caseRead,
    input: z.strictObject({ id: sid }), output: deskCaseFull, refusals: ['not_found'],
  }),
  decide: change({
    ...hidden, method: 'POST', path: 'desk/decide', who: caseRead,
    input: z.strictObject({ id: sid, decision: caseDecision, reason: typed(300), expect: z.optional(z.int()) }),
    output: deskCase, refusals: ['not_found', 'reason_required', 'own_case', 'state_moved', 'step_refused'],
  }),
  log: read({
    ...hidden, method: 'GET', path: 'desk/log', who: 'pw:deskSettings',
    input: z.strictObject({ kind: z.optional(caseKind), by: z.optional(id), ...pg }),
    output: listed(deskLog), refusals: ['not_found'],
  }),
}

export const deskSpec = spec({ calls: desk, events: [], channels: {} })
