import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** What a server process is asked for; it answers each with what it is and costs at that moment. */
export type Order =
  | { do: 'look' }
  /** Updates a second from now on. */
  | { do: 'publish'; perSecond: number }
  /** So many events for every account from this number on. */
  | { do: 'tell'; from: number; times: number }
  /**
   * For the bare server: what to send to all, at which millisecond, again and again; and how it answers the n-th frame
   * of a client.
   */
  | { do: 'replay'; lengthMs: number; frames: readonly { at: number; text: string }[] }
  | { do: 'answers'; replies: readonly string[][] }
export type Look = {
  port: number
  atMs: number
  cpuMs: number
  rss: number
  sockets: number
  published: number
  tokens: readonly string[]
}
const isLook = (value: unknown): value is Look => typeof value === 'object' && value !== null && 'cpuMs' in value

/** A server in a process of its own, so that its processor time is its own. */
export async function startServer(file: 'push-venue.ts' | 'push-bare.ts', accounts: number) {
  const profile = process.env['PUSH_PROFILE']
  const execArgv = [
    '--disable-warning=ExperimentalWarning',
    ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
  ]
  const child: ChildProcess = fork(join(import.meta.dirname, file), [String(accounts)], {
    execArgv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const hear = async (): Promise<Look> => {
    const said: unknown[] = await once(child, 'message')
    const [look] = said
    if (!isLook(look)) throw new Error('the server said something else')
    return look
  }
  const first = await hear()
  return {
    port: first.port,
    tokens: first.tokens,
    ask: (order: Order): Promise<Look> => {
      const answer = hear()
      child.send(order)
      return answer
    },
    stop: async () => {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}
export type Server = Awaited<ReturnType<typeof startServer>>

/** The server's side: says what it is, then obeys and says it again. Ends when nobody listens any more. */
export function serveOrders(
  port: number,
  sockets: () => number,
  published: () => number,
  tokens: readonly string[],
  obey: (order: Order) => Promise<unknown> | void,
) {
  const look = (some: readonly string[] = []): Look => {
    const { user, system } = process.cpuUsage()
    return {
      port,
      atMs: performance.now(),
      cpuMs: (user + system) / 1000,
      rss: process.memoryUsage.rss(),
      sockets: sockets(),
      published: published(),
      tokens: some,
    }
  }
  process.on('message', (order: Order) => void Promise.resolve(obey(order)).then(() => process.send?.(look())))
  process.on('disconnect', () => process.exit(0))
  process.send?.(look(tokens))
}
