import { createServer, request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { openPort } from './open-port.ts'

const cookie = /(?:^|; )gateway=(\d+)/
/**
 * One address before several gateways, as a balancer with sticky sessions: each new visitor of a page goes to the next
 * gateway and stays there; calls of programs go to each in turn.
 */
export async function openFront(urls: readonly string[]) {
  let visitors = 0
  let calls = 0
  const isPage = ({ headers }: IncomingMessage) => (headers.accept ?? '').includes('text/html')
  const aimOf = (asked: IncomingMessage) => {
    const known = cookie.exec(asked.headers.cookie ?? '')?.[1]
    const n = known === undefined ? (isPage(asked) ? visitors++ : calls++) : Number(known)
    const at = n % urls.length
    const { hostname, port } = new URL(urls[at] ?? '')
    return { host: hostname, port: Number(port), isNew: known === undefined && isPage(asked), at }
  }
  const server = createServer((asked, answer) => {
    const { host, port, isNew, at } = aimOf(asked)
    const { method, url, headers } = asked
    const passed = request({ host, port, method, path: url, headers }, (told) => {
      answer.writeHead(told.statusCode ?? 502, {
        ...told.headers,
        ...(isNew && { 'Set-Cookie': `gateway=${at}; Path=/` }),
      })
      told.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.on('error', () => passed.destroy()).pipe(passed)
  })
  server.on('upgrade', (asked, socket, head) => {
    const { host, port } = aimOf(asked)
    const onward = connect({ host, port }, () => {
      const lines = asked.rawHeaders.flatMap((name, n, all) => (n % 2 ? [] : [`${name}: ${all[n + 1]}`]))
      onward.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    for (const end of [onward, socket]) end.on('error', () => undefined)
    onward.on('close', () => socket.destroy())
    socket.on('close', () => onward.destroy())
  })
  const { url } = await openPort(server)
  return {
    url,
    /** How many pages went to a gateway for the first time. */
    visitors: () => visitors,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
