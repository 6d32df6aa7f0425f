import type { Call, CallEnd, CallMedia, CallWish } from '#contract/chat/chat-call.ts'
import type { Failure } from '#contract/wire/reply.ts'
import type { Keyed } from '#machines/kit/step.ts'

/** Why a device cannot be used: it was not allowed, or there is none. */
export type DeviceFault = 'denied' | 'absent'
/** Why a call is over, as the page says it: what the venue says, or what only this device knows. */
export type CallOver = CallEnd | 'microphone' | 'noMicrophone' | 'elsewhere' | 'refused'
/** One change of a call on its way to the venue; an end needs no key, as it comes to the same however often it is told. */
export type CallChange = Keyed & {
  readonly does: 'place' | 'answer' | 'end'
  readonly id: string
  readonly chatGroupId: string
  readonly media: CallMedia
  readonly why: 'noWay' | 'lost' | null
}
export type CallNews =
  | { type: 'call.told'; call: Call }
  /** The venue knows of no call of this person: what ended it was not heard. */
  | { type: 'call.none' }
  /** The latest the server's clock can be. */
  | { type: 'clock.ticked'; now: number }
/** What the devices and the connection report. */
export type MediaReport =
  | { type: 'media.opened' }
  | { type: 'media.failed'; fault: DeviceFault }
  | { type: 'camera.opened' }
  | { type: 'camera.failed'; fault: DeviceFault }
  | { type: 'line.up' }
  | { type: 'line.broken'; atMs: number }
  | { type: 'peer.told'; isMuted: boolean; hasCamera: boolean }
/** What the devices and the connection are told. */
export type MediaOrder =
  | { type: 'call'; call: Call }
  | { type: 'mute'; isMuted: boolean }
  | { type: 'camera'; isOn: boolean }
  | { type: 'turn' }
export type MediaInput = { readonly media: CallMedia }
export type Input = { readonly me: string; readonly tab: string }
export type Context = Input & {
  readonly call: Call | null
  readonly wish: CallWish | null
  readonly step: CallChange | null
  readonly failure: Failure | null
  readonly over: CallOver | null
  /** With which the call is opened on this device. */
  readonly media: CallMedia
  readonly cameraFault: DeviceFault | null
  readonly brokenMs: number | null
  readonly peer: { readonly isMuted: boolean; readonly hasCamera: boolean }
}
export type Acts =
  | { type: 'place'; wish: CallWish; key: string }
  | { type: 'accept'; media: CallMedia; key: string }
  | { type: 'hangUp' }
  | { type: 'mute' }
  | { type: 'unmute' }
  | { type: 'showCamera' }
  | { type: 'hideCamera' }
  | { type: 'turnCamera' }
  | { type: 'dismiss' }

export const peerSide = ({ caller, called }: Call, me: string) => (caller.userId === me ? called : caller)
