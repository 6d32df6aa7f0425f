import { createHttp } from '#src/api/http.ts'
import { createRequest } from '#src/api/request.ts'
import { connectionLogic, type ConnectionPorts } from '#src/app/connection.actors.ts'
import type { TimeSample } from '#streams/kit/clock.ts'
import { socket$ } from '#streams/kit/socket.ts'
import { merge, Subject } from 'rxjs'
import { WebSocket } from 'ws'

type Options = Pick<ConnectionPorts, 'steadyMs' | 'onInvalidFrame' | 'time'> & {
  /** Of the venue, with its last slash. */
  readonly url: string
  readonly token: string
  /** Where its socket is; elsewhere there is none. */
  readonly path?: string
}

/** The line and the calls as the app puts them together, over real sockets to the venue at `url`. */
export function clientParts({ url, token, path = 'ws', ...ports }: Options) {
  const origin = url.slice(0, -1)
  const lines: WebSocket[] = []
  class FromHere extends WebSocket {
    constructor(at: string, protocols: string[]) {
      super(at, protocols, { origin })
      this.on('error', () => undefined)
      lines.push(this)
    }
  }
  const samples$ = new Subject<TimeSample>()
  const send = createHttp({
    caller: () => ({ token, chatToken: null, deviceMode: 'd1', login: 1, lang: 'en' }),
    steadyMs: ports.steadyMs,
    onSample: (sample) => samples$.next(sample),
    onSessionOver: () => undefined,
    fetch: (to, init) => fetch(new URL(String(to), url), init),
  })
  const adapter = connectionLogic({
    dial: () => socket$(`${url.replace('http', 'ws')}${path}`, { WebSocket: FromHere }),
    chance: () => 0.01,
    credentials: () => ({ login: 1, token, lang: 'en', device: 'd1', tab: 't1' }),
    ...ports,
  })
  const { read } = createRequest({ send, onTooOld: () => undefined })
  return { adapter, lines, read, samples$: merge(samples$, adapter.samples$) }
}
