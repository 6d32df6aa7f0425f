import { jsonIn } from '#contract/wire/json.ts'
import type { Wire } from '@kontor/inspector/wire'
import { noLine, partsOf, received, sent, type LineView } from './streams-of.ts'

type Part = ReturnType<typeof partsOf>[number]
/** Heartbeats are too many and tell too little for the log. */
const isQuiet = (part: Part) => part['k'] === 'hb' || part['m'] === 'hb'
const typeOf = (part: Part) => String(part['k'] ?? part['m'] ?? ('r' in part ? 'reply' : 'x' in part ? 'fault' : '?'))
const channelOf = ({ c, p }: Part) =>
  typeof c === 'string'
    ? c
    : typeof p === 'object' && p !== null && 'c' in p && typeof p.c === 'string'
      ? p.c
      : 'socket'

/** The frame without the messages of these channels; null when nothing is left of it. */
export const without: Wire['without'] = (frame, channels) => {
  const raw = jsonIn(frame)
  if (raw === undefined) return frame
  const parts: readonly unknown[] = Array.isArray(raw) ? raw : [raw]
  const isMuted = (part: unknown) =>
    typeof part === 'object' && part !== null && 'c' in part && channels.has(String(part.c))
  const left = parts.filter((part) => !isMuted(part))
  if (left.length === parts.length) return frame
  return left.length === 0 ? null : JSON.stringify(left)
}

/** Kontor's frames for the inspector, and what they tell of the channels. */
export const createWire = () => {
  let view: LineView = noLine
  const wire: Wire = {
    read: (frame) =>
      partsOf(frame)
        .filter((part) => !isQuiet(part))
        .map((part) => ({ channel: channelOf(part), type: typeOf(part), detail: part })),
    without,
    seen: (frame, way, at) => {
      view = way === 'up' ? sent(view, frame) : received(view, frame, at)
    },
    forget: () => {
      view = noLine
    },
    // The venue's own code for "restart": the client backs off and comes back.
    dropCode: 4000,
    refusal: () =>
      new Response(JSON.stringify({ type: 'error', message: 'too_many_requests' }), {
        status: 429,
        headers: { 'Content-Type': 'application/json', 'Retry-After': '1' },
      }),
  }
  return { wire, view: () => view }
}
