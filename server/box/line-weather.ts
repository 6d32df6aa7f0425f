import { setTimeout as sleep } from 'node:timers/promises'
import { closeCodes } from '#contract/wire/close.ts'
import type { SocketPorts } from '#server/gateway/socket.ts'
import { lateMs, lineFaults, type Draw } from './faults.ts'

/** The line of a socket, which can be cut. */
type Line = Parameters<NonNullable<SocketPorts['carry']>>[0]

/** A push, which nobody has asked for: a reply that is lost is a line that is broken. */
const pushes = ['{"c":', '[{"c":', '{"e":', '{"u":', '{"stream":']
const isPush = (text: string) => pushes.some((each) => text.startsWith(each))
/** So much of a push is looked at to see what it is about. */
const aboutLength = 200
/** When who is sent away may come back. */
const awayMs = 5000

/** So many pushes are lost at once where there is a gap. */
const gapPushes = 3
const sumOf = /"cs":(\d+)/
/** What may meet this push: only one with a checksum can have a wrong one, and no push logs in. */
const meets = (text: string) =>
  lineFaults.filter((fault) => fault !== 'auth_refused' && (fault !== 'wrong_sum' || sumOf.test(text)))

/** What happens to the pushes of sockets, and to their lines. */
export function createLineWeather(draw: Draw, pace: () => number, isOut: () => boolean) {
  const lines = new Set<Line>()
  const carry = (line: Line): Line => {
    let isSilent = false
    let held: string | null = null
    let left = 0
    let isSlow = false
    lines.add(line)
    const late = async (text: string) => {
      await sleep(lateMs / 3 / Math.max(1, pace()))
      if (!isSilent) line.send(text)
    }
    const send: Line['send'] = (text, isShared) => {
      if (isSilent) return
      if (isOut()) return line.cut()
      if (left > 0 && isPush(text)) {
        left -= 1
        return
      }
      const fault = isPush(text) ? draw(meets(text), text.slice(0, aboutLength)) : null
      if (fault === 'line_cut') return line.cut()
      if (fault === 'sent_away') {
        line.send(JSON.stringify({ k: 'bye', code: closeCodes.tooMany, msg: 'too many', after: awayMs }))
        return line.close(closeCodes.tooMany, 'too many')
      }
      if (fault === 'wrong_sum') return line.send(text.replace(sumOf, (_, sum: string) => `"cs":${Number(sum) ^ 1}`))
      if (fault === 'slow_reader') isSlow = true
      if (fault === 'gap') left = gapPushes - 1
      if (fault === 'half_open') isSilent = true
      if (fault === 'push_lost' || fault === 'half_open' || fault === 'gap') return
      if (fault === 'push_late') return void late(text)
      if (fault === 'push_swapped' && held === null) {
        held = text
        return
      }
      line.send(text, isShared)
      if (fault === 'push_twice') line.send(text, isShared)
      if (held !== null) line.send(held)
      held = null
    }
    return { ...line, send, unsentBytes: () => (isSlow ? Infinity : line.unsentBytes()) }
  }
  return {
    carry,
    cutAll: () => {
      for (const line of lines) line.cut()
      lines.clear()
    },
  }
}
