import { spawn, spawnSync } from 'node:child_process'
import { createServer, type Socket } from 'node:net'
import { endsWithUs } from './ends-with-us.ts'
import { freePort } from './open-port.ts'

/** A message server on a port of its own that can be lost and come again. */
export type Nats = { url: string; name: string; kill: () => Promise<void>; start: () => Promise<void> }

export const hasNats = spawnSync('nats-server', ['--version']).status === 0

/** A real server, where the machine has one. */
export async function openRealNats(): Promise<Nats> {
  const port = await freePort()
  let child: ReturnType<typeof spawn> | null = null
  let callOff = () => {}
  const start = async () => {
    const made = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    })
    child = made
    callOff = endsWithUs(made.pid)
    let said = ''
    await new Promise<void>((done, fail) => {
      made.once('exit', (code) => fail(new Error(`nats-server ended with ${code}: ${said}`)))
      made.stderr?.on('data', (some: Buffer) => {
        said += some.toString()
        if (said.includes('ready')) done()
      })
    })
  }
  await start()
  const kill = () =>
    new Promise<void>((done) => {
      callOff()
      if (!child || child.exitCode !== null || child.signalCode !== null) return done()
      child.once('exit', () => done())
      child.kill('SIGKILL')
    })
  return { url: `nats://127.0.0.1:${port}`, name: 'nats-server', kill, start }
}

type Line = { socket: Socket; subs: Map<string, string> }
const info = JSON.stringify({ server_id: 'S', version: '2.9.0', proto: 1, headers: true, max_payload: 1_048_576 })

/** Plays a server of the NATS protocol: subscriptions by exact subject, messages in the order of each connection. */
export async function openPlayedNats(): Promise<Nats> {
  const port = await freePort()
  const lines = new Set<Line>()
  const deliver = (subject: string, payload: Buffer) => {
    for (const { socket, subs } of lines)
      for (const [sid, wanted] of subs)
        if (wanted === subject)
          socket.write(
            Buffer.concat([Buffer.from(`MSG ${subject} ${sid} ${payload.length}\r\n`), payload, Buffer.from('\r\n')]),
          )
  }
  const take = (line: Line, command: string, payload: Buffer) => {
    const [verb = '', one = '', two = ''] = command.split(' ')
    if (verb === 'PING') line.socket.write('PONG\r\n')
    if (verb === 'SUB') line.subs.set(command.split(' ').at(-1) ?? two, one)
    if (verb === 'UNSUB') line.subs.delete(one)
    if (verb === 'PUB') deliver(one, payload)
  }
  const server = createServer((socket) => {
    const line: Line = { socket, subs: new Map() }
    let bytes = Buffer.alloc(0)
    lines.add(line)
    socket.on('error', () => undefined)
    socket.on('close', () => lines.delete(line))
    socket.write(`INFO ${info}\r\n`)
    socket.on('data', (some: Buffer) => {
      bytes = Buffer.concat([bytes, some])
      for (;;) {
        const end = bytes.indexOf('\r\n')
        if (end < 0) return
        const command = bytes.toString('utf8', 0, end)
        const size = command.startsWith('PUB ') ? Number(command.split(' ').at(-1)) : null
        const whole = end + 2 + (size === null ? 0 : size + 2)
        if (bytes.length < whole) return
        take(line, command, bytes.subarray(end + 2, Math.max(end + 2, whole - 2)))
        bytes = bytes.subarray(whole)
      }
    })
  })
  const start = () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await start()
  const kill = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      for (const { socket } of lines) socket.destroy()
    })
  return { url: `nats://127.0.0.1:${port}`, name: 'played', kill, start }
}
