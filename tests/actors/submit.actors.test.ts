import type { Endpoint } from '#contract/wire/endpoint.ts'
import { session } from '#contract/session/session.ts'
import { spot } from '#contract/spot/spot.ts'
import { createRequest, type SentCall } from '#src/api/request.ts'
import type { RawReply } from '#src/api/understand.ts'
import { createSubmit } from '#src/actors/submit.actors.ts'
import { resolveIntents } from '#src/app/resolve-intents.ts'
import { formatTime } from '#src/lib/format.ts'
import type { Intent, IntentStore } from '#src/stores/intents.ts'
import { useToasts } from '#src/stores/toasts.ts'
import { i18nFor } from '#tests/support/render.tsx'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { encode } from '#contract/wire/coded.ts'
import { describe, expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'

type Answer = (sent: SentCall) => RawReply | null | Promise<RawReply | null>
const said = (body: unknown, status = 200): RawReply => ({ status, retryAfterMs: null, body })
const wired = encode(spot.cancel.output, aSpotOrder({ status: 'cancelled', rev: 2 }))
const done = { type: 'ok', message: 'Cancelled.', data: wired }
const ofKey = (state: string, answer?: unknown) =>
  said({ type: 'ok', message: { state, ...(answer === undefined ? {} : { status: 200, answer }) } })

const aStore = (mayKeep = true) => {
  const kept: Intent[] = []
  const log: string[] = []
  const intents: IntentStore = {
    list: () => [...kept],
    put: (intent) => {
      if (!mayKeep) return false
      if (!kept.some(({ key }) => key === intent.key)) kept.push(intent)
      log.push(JSON.stringify(intent))
      return true
    },
    drop: (key) => void kept.splice(0, kept.length, ...kept.filter((intent) => intent.key !== key)),
  }
  return { intents, log }
}

/** The world answers each call in turn; an answer that is missing never comes. */
const begin = <E extends Endpoint<'changes'>>(
  endpoint: E,
  answers: Answer[],
  { mayKeep = true, nowMs = () => 0 }: { mayKeep?: boolean; nowMs?: () => number } = {},
) => {
  const sent: SentCall[] = []
  const { intents, log } = aStore(mayKeep)
  const request = createRequest({
    send: (call) => {
      sent.push(call)
      return Promise.resolve((answers.shift() ?? (() => new Promise<never>(() => {})))(call))
    },
  })
  const submit = createSubmit({ request, intents, nowMs }, endpoint)
  return { submit, sent, intents, log, request, actor: createActor(submit.logic).start() }
}
const keysOf = (sent: readonly SentCall[], path: string) =>
  sent.filter(({ url }) => url.endsWith(path)).map(({ key }) => key)

test('WISH-3 a wish is kept before it leaves, and dropped once it is settled', async () => {
  const seen: number[] = []
  const look: Answer = () => {
    seen.push(world.intents.list().length)
    return said(done)
  }
  const world = begin(spot.cancel, [look])
  const { actor, submit, intents } = world
  actor.send({ type: 'submit', intent: submit.intentOf({ id: 1 }, 'k1') })
  await waitFor(actor, (now) => now.matches('done'))
  expect(seen).toEqual([1])
  expect(intents.list()).toEqual([])
  expect(submit.valueOf('k1')).toMatchObject({ id: 1, status: 'cancelled' })
})
test('CF19 what cannot be kept does not leave', async () => {
  const { actor, submit, sent } = begin(spot.cancel, [], { mayKeep: false })
  actor.send({ type: 'submit', intent: submit.intentOf({ id: 1 }, 'k1') })
  const { context } = await waitFor(actor, (now) => now.matches('refused'))
  expect(context.failure).toMatchObject({ kind: 'refused', reason: 'storage_full' })
  expect(sent).toEqual([])
})
test('WISH-4 no password and no code is ever kept', () => {
  const { submit } = begin(session.register, [])
  const { body } = submit.intentOf(
    { type: 'email', user_string: 'a@b.cd', password: 'secret1', re_password: 'secret1', code: '123456' },
    'k1',
  )
  expect(body).toEqual({ type: 'email', user_string: 'a@b.cd' })
})
describe('an answer that was lost', () => {
  test('CF11 done after all: asked by its key, nothing sent twice', async () => {
    const { actor, submit, sent, intents } = begin(spot.cancel, [() => null, () => ofKey('done', done)])
    actor.send({ type: 'submit', intent: submit.intentOf({ id: 1 }, 'k1') })
    await waitFor(actor, (now) => now.matches('done'))
    expect(keysOf(sent, 'coin/cancel')).toEqual(['k1'])
    expect(sent[1]?.body).toEqual({ key: 'k1' })
    expect(submit.valueOf('k1')).toMatchObject({ status: 'cancelled' })
    expect(intents.list()).toEqual([])
  })
  test('CF12 never seen a moment after the tap: sent again under the same key', async () => {
    const { actor, submit, sent } = begin(spot.cancel, [() => null, () => ofKey('unseen'), () => said(done)])
    actor.send({ type: 'submit', intent: submit.intentOf({ id: 1 }, 'k1') })
    await waitFor(actor, (now) => now.matches('done'))
    expect(keysOf(sent, 'coin/cancel')).toEqual(['k1', 'k1'])
  })
  test('CF12 never seen long after the tap: withdrawn, not sent', async () => {
    let now = 0
    const lose: Answer = () => {
      now = 60_000
      return null
    }
    const { actor, submit, sent } = begin(spot.cancel, [lose, () => ofKey('burnt')], { nowMs: () => now })
    actor.send({ type: 'submit', intent: submit.intentOf({ id: 1 }, 'k1') })
    const { context } = await waitFor(actor, (at) => at.matches('refused'))
    expect(context.failure).toMatchObject({ reason: 'submit_failed' })
    expect(sent[1]?.body).toEqual({ key: 'k1', burn: 1 })
    expect(keysOf(sent, 'coin/cancel')).toEqual(['k1'])
  })
  test('CF8 the login ends in the middle: the wish is kept with its key', async () => {
    const over = said({ type: '999', message: 'Log in.' })
    const { actor, submit, intents } = begin(spot.cancel, [() => over, () => over])
    actor.send({ type: 'submit', intent: submit.intentOf({ id: 1 }, 'k1') })
    const now = await waitFor(actor, (at) => at.matches({ submitting: 'unknown' }))
    expect(now.context.failure).toEqual({ kind: 'notLoggedIn' })
    expect(intents.list().map(({ key }) => key)).toEqual(['k1'])
  })
})
test('CF11 restored in the middle the same wish leaves under the same key', async () => {
  const { actor, submit, sent } = begin(spot.cancel, [])
  actor.send({ type: 'submit', intent: submit.intentOf({ id: 1, expect: 'waiting' }, 'k1') })
  const kept = actor.getPersistedSnapshot()
  actor.stop()
  const later = begin(spot.cancel, [])
  createActor(later.submit.logic, { snapshot: kept }).start()
  await vi.waitFor(() => expect(later.sent).toHaveLength(1))
  expect(later.sent[0]).toMatchObject({ key: 'k1', body: sent[0]?.body })
})
describe('wishes of a page that is gone', () => {
  const intent: Intent = { key: 'k9', method: 'POST', path: 'coin/cancel', body: { id: 1 }, atMs: 0 }
  const settled = async (answers: Answer[]) => {
    const { intents, request, sent } = begin(spot.cancel, answers)
    intents.put(intent)
    await resolveIntents({ request, intents })
    return { left: intents.list().length, sent }
  }
  test('WISH-5 each is asked about, withdrawn if it never arrived, and settled', async () => {
    const { left, sent } = await settled([() => ofKey('done', done)])
    expect(left).toBe(0)
    expect(sent.map(({ url, body }) => [url, body])).toEqual([['/api/key/status', { key: 'k9', burn: 1 }]])
    expect((await settled([() => ofKey('burnt')])).left).toBe(0)
  })
  test.each<[string, Answer]>([
    ['still at work', () => ofKey('running')],
    ['no answer', () => null],
    ['not logged in', () => said({ type: '999' })],
  ])('WISH-5 %s: it stays open', async (_, answer) => expect((await settled([answer])).left).toBe(1))
  test.each<[string, RawReply]>([
    ['done.', ofKey('done', done)],
    ['not carried out. Nothing has changed.', ofKey('burnt')],
    ['Not possible now.', ofKey('done', { type: 'error', message: 'x', reason: 'step_refused', params: {} })],
  ])('WISH-10 what became of one is told with what it was and when: %s', async (end, answer) => {
    useToasts.setState({ toasts: [] })
    await settled([() => answer])
    const [told] = useToasts.getState().toasts
    const i18n = await i18nFor('en')
    expect(i18n.t(told?.text ?? '', told?.params ?? {})).toBe(`Order request (${formatTime(0)}): ${end}`)
  })
  test('WISH-6 one that a living page takes care of is left alone', async () => {
    const { actor, submit, sent, request, intents } = begin(spot.cancel, [])
    actor.send({ type: 'submit', intent: submit.intentOf({ id: 1 }, 'k1') })
    await resolveIntents({ request, intents })
    expect(keysOf(sent, 'key/status')).toEqual([])
  })
})
