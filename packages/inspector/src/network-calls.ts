import type { Fate } from './bad-line.ts'
import type { Mask } from './mask.ts'
import type { Recorder } from './recorder.ts'

/** What becomes of the next change: sent as usual, refused here, or done by the venue and its answer lost. */
export type Wish = 'pass' | 'refuse' | 'lose'
type Ports = {
  readonly recorder: Recorder
  readonly page: typeof globalThis
  readonly mask: Mask
  readonly refusal: () => Response
  readonly fateOf: (direction: 'up' | 'down') => Fate
  readonly later: (ms: number, work: () => void) => void
}

const urlOf = (asked: RequestInfo | URL) =>
  typeof asked === 'string' ? asked : asked instanceof URL ? asked.href : asked.url

/** `fetch` of the page, logged and spoiled. */
export function createCalls({ recorder, page, mask: { lineOf, maskedText }, refusal, fateOf, later }: Ports) {
  const native = page.fetch
  let answer: Wish = 'pass'
  let inFlight = 0
  const hooked: typeof fetch = async (asked, init) => {
    const { pathname } = new URL(urlOf(asked), page.location.href)
    const method = init?.method ?? 'GET'
    const from = recorder.nowMs()
    const body = typeof init?.body === 'string' ? lineOf(maskedText(init.body)) : ''
    const told = (type: string, detail: string) =>
      recorder.log({
        kind: 'call',
        from: type === 'call' ? 'app' : pathname,
        to: type === 'call' ? pathname : 'app',
        type,
        detail,
        actor: null,
      })
    const wish = method === 'GET' ? 'pass' : answer
    told('call', `${method} ${body}`.trim())
    inFlight += 1
    recorder.changed()
    try {
      if (wish === 'refuse') {
        answer = 'pass'
        told('429', 'refused here')
        return refusal()
      }
      const [waitMs] = fateOf('up')
      if (waitMs === undefined) throw new TypeError('the call was lost')
      await new Promise<void>((resolve) => later(waitMs, resolve))
      const response = await native(asked, init)
      const [backMs] = fateOf('down')
      await new Promise<void>((resolve) => later(backMs ?? 0, resolve))
      if (wish === 'lose') answer = 'pass'
      if (wish === 'lose' || backMs === undefined) throw new TypeError('the answer was lost')
      told(String(response.status), `${Math.round(recorder.nowMs() - from)} ms`)
      return response
    } catch (thrown) {
      told('✗', thrown instanceof Error ? thrown.message : 'failed')
      throw thrown
    } finally {
      inFlight -= 1
      recorder.changed()
    }
  }
  return {
    native,
    fetch: hooked,
    wish: (next: Wish) => {
      answer = next
    },
    wished: () => answer,
    inFlight: () => inFlight,
  }
}
