import * as z from 'zod/mini'
import { call, callMedia, callWay } from './chat-call.ts'
import { memberOnly } from './chat-groups.ts'
import { change, read } from '#contract/wire/endpoint.ts'
import { sid } from '#contract/wire/fields.ts'
import { spec } from '#contract/wire/spec.ts'

const post = { method: 'POST', who: 'in', wrap: 'chat' } as const
const tab = z.string().check(z.maxLength(64))
const which = z.strictObject({ id: sid, tab })

export const chatCalls = {
  place: change({
    description: 'Addition. Call a friend; if they are calling at that moment, it answers them.',
    ...post,
    path: 'imCall/place',
    input: z.strictObject({ chatGroupId: sid, type: callMedia, tab }),
    output: call,
    refusals: [...memberOnly, 'call_off', 'call_single', 'call_friend', 'call_active'],
  }),
  answer: change({
    description: 'Addition. Answer a call on one page; the others stop ringing.',
    ...post,
    path: 'imCall/answer',
    input: which,
    output: call,
    refusals: ['not_found', 'call_over', 'call_elsewhere', 'call_active'],
  }),
  connect: change({
    description: 'Addition. Tell that the two devices have found a way to each other.',
    ...post,
    path: 'imCall/connect',
    input: which,
    output: call,
    refusals: ['not_found', 'call_over', 'call_elsewhere'],
  }),
  say: change({
    description: 'Addition. Say how the own device is reached, for the other side to read; nothing of it is stored.',
    ...post,
    path: 'imCall/say',
    input: z.strictObject({ id: sid, tab, way: callWay }),
    isSecret: true,
    output: call,
    refusals: ['not_found', 'call_over', 'call_elsewhere'],
  }),
  end: change({
    description: 'Addition. Decline a call, take it back or hang up; a call that has ended stays as it is.',
    ...post,
    path: 'imCall/end',
    input: z.strictObject({ id: sid, tab, why: z.optional(z.enum(['noWay', 'lost'])) }),
    output: call,
    refusals: ['not_found', 'call_elsewhere'],
  }),
  /** Asking also tells the venue that the page is there. */
  mine: read({
    description: 'Addition. Read the call that the account is in, and how the other side is reached.',
    ...post,
    path: 'imCall/mine',
    input: z.strictObject({}),
    output: z.object({ call: z.nullable(call), way: z.nullable(callWay) }),
    refusals: [],
  }),
}

export const chatCallsSpec = spec({
  about: 'Voice and video calls between two people.',
  calls: chatCalls,
  events: [],
  channels: {},
})
