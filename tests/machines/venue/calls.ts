import { callLimits, type CallWish } from '#contract/chat/chat-call.ts'
import { chatCalls } from '#contract/chat/chat-calls.ts'
import { urlOf, type Endpoint } from '#contract/wire/endpoint.ts'
import type { MediaOrder, MediaInput } from '#machines/chat/call-model.ts'
import { callLogic } from '#src/features/chat/calls/call.actors.ts'
import { chatVenue, folk } from '#tests/support/chat/chat-venue.ts'
import { createActor, fromCallback } from 'xstate'
import type { VenueOptions } from './place.ts'
import { story } from './story.ts'

const { ann, ben } = folk
const open = async (options: VenueOptions) => {
  const chat = await chatVenue(options)
  return { ...chat, pair: await chat.single(ann, ben) }
}
const short = 'it takes longer than a call rings, so that the call is another one afterwards'
const [me, tab] = [String(ben), 'here']
const quiet = 'microphone.on + active.camera.off'
const stageOf = (stage: string) => `active.stage.${stage} + active.${quiet}`

export const callStories = [
  story({
    name: 'calls: placed, rung, answered here and elsewhere, connected, mended, lost, ended by each side and by time',
    except: {
      'line lost': short,
      'events gone': short,
      'answer lost': short,
      999: short,
      'venue restarted': short,
    },
    open,
    user: () => ben,
    play: async (stage) => {
      const { pair } = stage.harness
      // The devices are the test's: what they report is told by it.
      const media = fromCallback<MediaOrder, MediaInput>(() => undefined)
      const walked = stage.walk(
        'call',
        (options) =>
          createActor(callLogic({ ...stage.ports, serverNow: stage.now }, { me, tab, show: () => {} }, media), {
            input: { me, tab },
            ...options,
          }),
        { isRestored: false },
      )
      const wish: CallWish = { chatGroupId: pair, userId: String(ann), userName: 'Ann', avatar: null, media: 'voice' }
      const now = () => walked.now().context
      const call = (endpoint: Endpoint, fields: object, user: number = ann) =>
        stage.call(`POST ${urlOf(endpoint)}`, { ...fields }, user)
      const theirs = (more: object = {}) => ({ id: now().call?.id ?? '', tab: 'theirs', ...more })
      const place = (more: Partial<CallWish> = {}) =>
        walked.send({ type: 'place', wish: { ...wish, ...more }, key: stage.newKey() })
      const opened = () => walked.tell({ type: 'media.opened' })
      const dial = () => {
        place()
        opened()
      }
      const ring = () => call(chatCalls.place, { chatGroupId: pair, type: 1, tab: 'theirs' })
      const accept = () => {
        walked.send({ type: 'accept', media: 'voice', key: stage.newKey() })
        opened()
      }
      await stage.act('placed', dial, { call: stageOf('calling') })
      await stage.act('answered', () => call(chatCalls.answer, theirs()), { call: stageOf('connecting') })
      await stage.act('said', () =>
        call(chatCalls.say, theirs({ way: { kind: 'none', attempt: 1, sdp: '', again: 0, isMuted: 1, hasCamera: 0 } })),
      )
      await stage.act('connected', () => walked.tell({ type: 'line.up' }), { call: stageOf('talking.good') })
      await stage.act('told', () => call(chatCalls.connect, theirs()))
      walked.tell({ type: 'peer.told', isMuted: true, hasCamera: false })
      walked.send({ type: 'mute' })
      walked.send({ type: 'unmute' })
      walked.send({ type: 'showCamera' })
      walked.tell({ type: 'camera.opened' })
      walked.send({ type: 'turnCamera' })
      walked.send({ type: 'hideCamera' })
      walked.send({ type: 'showCamera' })
      walked.tell({ type: 'camera.failed', fault: 'absent' })
      walked.tell({ type: 'line.broken', atMs: stage.now() })
      walked.tell({ type: 'line.up' })
      walked.tell({ type: 'line.broken', atMs: stage.now() })
      await stage.act('', () => stage.pass(callLimits.mendMs + 2000))
      await stage.act('lost', () => undefined, { call: 'ended' })
      await stage.act('closed', () => walked.send({ type: 'dismiss' }), { call: 'idle' })

      await stage.act('rings', ring, { call: 'ringing' })
      await stage.act('declined', () => walked.send({ type: 'hangUp' }), { call: 'idle' })
      await stage.act('rings again', ring, { call: 'ringing' })
      await stage.act('taken back', () => call(chatCalls.end, theirs()), { call: 'idle' })
      await stage.act('rings once more', ring, { call: 'ringing' })
      await stage.act('accepted', accept, { call: stageOf('connecting') })
      await stage.act('hung up there', () => call(chatCalls.end, theirs()), { call: 'ended' })
      await stage.act('rings over the end', ring, { call: 'ringing' })
      await stage.act('accepted', accept, { call: stageOf('connecting') })
      await stage.act('hung up here', () => walked.send({ type: 'hangUp' }), { call: 'idle' })

      // The two call each other at once.
      await stage.act('no microphone', () => {
        place({ media: 'video' })
        walked.tell({ type: 'media.failed', fault: 'denied' })
      })
      await stage.act('called from the end', dial, { call: stageOf('calling') })
      await stage.act('hung up before an answer', () => walked.send({ type: 'hangUp' }), { call: 'idle' })
      await stage.act('left before it was placed', () => {
        place()
        walked.send({ type: 'hangUp' })
      })
      await stage.act('nobody there', () => {
        place({ chatGroupId: 'g999' })
        opened()
      })
      await stage.act('said and closed', () => walked.send({ type: 'dismiss' }), { call: 'idle' })
      await stage.act('rings', ring, { call: 'ringing' })
      await stage.act(
        'accepted without a microphone',
        () => {
          walked.send({ type: 'accept', media: 'voice', key: stage.newKey() })
          walked.tell({ type: 'media.failed', fault: 'absent' })
        },
        { call: 'ended' },
      )
      await stage.act('closed', () => walked.send({ type: 'dismiss' }), { call: 'idle' })
      await stage.act('rings', ring, { call: 'ringing' })
      await stage.act(
        'answered by another page first',
        () => {
          walked.send({ type: 'accept', media: 'voice', key: stage.newKey() })
          return call(chatCalls.answer, { id: now().call?.id ?? '', tab: 'other' }, ben)
        },
        { call: 'ended' },
      )
      await stage.act('over there', () => call(chatCalls.end, theirs()))
      await stage.act('closed', () => walked.send({ type: 'dismiss' }), { call: 'idle' })
      await stage.act('placed before this page was loaded', () =>
        call(chatCalls.place, { chatGroupId: pair, type: 1, tab }, ben),
      )
      await stage.act('gone on with', opened, { call: stageOf('calling') })
      await stage.act('hung up', () => walked.send({ type: 'hangUp' }), { call: 'idle' })
      const other = await stage.harness.single(folk.cleo, ann)
      await stage.act('they are in another call', async () => {
        await call(chatCalls.place, { chatGroupId: other, type: 1, tab: 'third' }, folk.cleo)
        dial()
      })
      await stage.act('busy', () => undefined, { call: 'ended' })
    },
  }),
]
