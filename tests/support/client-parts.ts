import { createHttp } from '#src/api/http.ts'
import { createRequest } from '#src/api/request.ts'
import { connectionLogic, type ConnectionPorts } from '#src/actors/connection.actors.ts'
import type { TimeSample } from '#streams/kit/clock.ts'
import { socket$ } from '#streams/kit/socket.ts'
import { merge, Subject } from 'rxjs'
import { WebSocket } from 'ws'

type Options = Pick<ConnectionPorts, 'steadyMs' | 'onInvalidFrame' | 'time'> & {
  /** URL of the server, with a final slash. */
  readonly url: string
  readonly token: string
  /** Path of the socket; any other path has none. */
  readonly path?: string
}

/** The connection and the calls as the app assembles them, over real sockets to the server at `url`. */
export function clientParts({ url, token, path = 'ws', ...ports }: Options) {
  const origin = url.slice(0, -1)
  const lines: WebSocket[] = []
  class SocketWithOrigin extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, { origin })
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
    dial: () => socket$(`${url.replace('http', 'ws')}${path}`, { WebSocket: SocketWithOrigin }),
    chance: () => 0.01,
    credentials: () => ({ login: 1, token, lang: 'en', device: 'd1', tab: 't1' }),
    ...ports,
  })
  const { read } = createRequest({ send, onTooOld: () => undefined })
  return { adapter, lines, read, samples$: merge(samples$, adapter.samples$) }
}
