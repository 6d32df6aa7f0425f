import { allCalls } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { codeEnvelope, envelope, refusalName } from '#contract/wire/reply.ts'
import { decode } from '#contract/wire/coded.ts'
import { reason as reasonSchema, type Reason } from '#contract/wire/refusals.ts'
import type { Up } from '#contract/wire/up.ts'
import type { Bus } from '#server/bus/port.ts'
import type { Caller } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Limits } from './limits.ts'

/** Frames that are calls: they go the way of the call over HTTP, and are answered with its payload. */
type MessageFrame = Extract<Up, { m: 'msg.send' | 'msg.revoke' | 'msg.read' }>
export type CallFrame = MessageFrame | Extract<Up, { m: 'call' }>
export type CallAnswer = { r: unknown } | { reason: Reason; params: Record<string, unknown> }

const names = {
  'msg.send': ['chat-messages', 'send'],
  'msg.revoke': ['chat-messages', 'revoke'],
  'msg.read': ['chat-groups', 'readAll'],
} as const
const callOf = (method: MessageFrame['m']) => {
  const [feature, name] = names[method]
  return allCalls.find((call) => call.feature === feature && call.name === name)
}
const bodyOf = (frame: MessageFrame): unknown => {
  if (frame.m === 'msg.send') return frame.p
  const chatGroupId = frame.p.chat
  return frame.m === 'msg.revoke'
    ? { chatGroupId, id: `${chatGroupId}-${frame.p.n}` }
    : { chatGroupId, upTo: frame.p.upTo }
}
/** The answer of a call in the form of its frame. */
const replyOf = (method: MessageFrame['m'], data: unknown): unknown => {
  if (typeof data !== 'object' || data === null || method === 'msg.send') return data
  const field = (name: string): unknown => Reflect.get(data, name)
  return method === 'msg.revoke'
    ? { n: field('n'), rev: field('rev') }
    : { upTo: field('readN'), unread: field('unread') }
}

/** No venue has answered: the socket stays open, and whoever asked does not know the outcome. */
const unanswered = (thrown: unknown): Refusal => {
  if (thrown instanceof Refusal) return thrown
  throw thrown
}
/** Over HTTP a wait is told in seconds, on the socket in milliseconds. */
const faultOf = (named: unknown, params: Record<string, unknown>): CallAnswer => {
  const known = decode(reasonSchema, named)
  const { after } = params
  return {
    reason: known.success ? known.data : 'fault',
    params: typeof after === 'number' ? { ...params, after: after * 1000 } : params,
  }
}

/** The calls that a program may make by a frame: those of an API key, by their name. */
const byName = new Map(
  allCalls.flatMap((call) => (call.endpoint.scope === undefined ? [] : [[`${call.feature}.${call.name}`, call]])),
)
/** What an answer holds, without its envelope; null where it refuses. */
const valueIn = ({ wrap }: Endpoint, body: unknown): { value: unknown } | null => {
  if (wrap === 'chat') {
    const { code, data } = decode(codeEnvelope, body).data ?? {}
    return code === 200 ? { value: data } : null
  }
  const { type, message, data } = decode(envelope, body).data ?? {}
  return type === 'ok' ? { value: wrap === 'said' ? data : message } : null
}
type CallPorts = { readonly bus: Bus; readonly limits: Pick<Limits, 'call'> }
/** A call as over HTTP: the same rates, key and answer, without its envelope. */
async function askByName({ bus, limits }: CallPorts, caller: Caller, { name, key, ...p }: Named): Promise<CallAnswer> {
  const call = byName.get(name)
  if (!call) return { reason: 'method_unknown', params: {} }
  const { feature, endpoint } = call
  const asked = { call: { feature, name: call.name }, caller, body: p.in ?? {}, key: key ?? null }
  const outcome = await limits
    .call(endpoint, caller)
    .then(() => bus.ask({ ...asked, needsKey: false, isCounted: true }))
    .catch(unanswered)
  if (outcome instanceof Refusal) return faultOf(outcome.reason, outcome.params)
  const body: unknown = JSON.parse(outcome.body)
  const found = valueIn(endpoint, body)
  if (found) return { r: { ...found, ledger: outcome.ledgerSeq, ...(outcome.replayed && { replayed: true }) } }
  const { reason, params = {} } = decode(refusalName, body).data ?? {}
  return faultOf(reason, params)
}
type Named = Extract<Up, { m: 'call' }>['p']
/** Asks the venue what a frame asks for. Messages bear an id of their own, so no key is needed. */
export async function askByFrame(ports: CallPorts, caller: Caller, frame: CallFrame): Promise<CallAnswer> {
  if (frame.m === 'call') return askByName(ports, caller, frame.p)
  const { bus } = ports
  const call = callOf(frame.m)
  if (!call) return { reason: 'method_unknown', params: {} }
  const { feature, name } = call
  const command = { call: { feature, name }, caller, body: bodyOf(frame), key: null, needsKey: false }
  const outcome = await bus.ask(command).catch(unanswered)
  if (outcome instanceof Refusal) return { reason: outcome.reason, params: outcome.params }
  const answer = decode(codeEnvelope, JSON.parse(outcome.body))
  if (!answer.success) return { reason: 'fault', params: {} }
  const { code, data, reason, params = {} } = answer.data
  if (code === 200) return { r: replyOf(frame.m, data) }
  return faultOf(reason, params)
}

/**
 * How often a socket may tell a channel that its user is typing; what comes more often is dropped, because nobody waits
 * for an answer.
 */
const sayEveryMs = 3000
export function createSayer({ bus, now, maxChannels }: { bus: Bus; now: () => number; maxChannels: number }) {
  const saidAt = new Map<string, number>()
  return (channel: string, by: Caller) => {
    const at = now()
    if (at - (saidAt.get(channel) ?? -Infinity) < sayEveryMs) return
    if (saidAt.size >= maxChannels) saidAt.clear()
    saidAt.set(channel, at)
    bus.members.say(by, channel)
  }
}
