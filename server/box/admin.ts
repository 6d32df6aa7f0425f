import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import { isSameSecret } from '#server/core/secret-text.ts'
import { Wrong, type Controls } from './controls.ts'
import { calm, faultNames, isFault, weathers, type Fault, type Weather } from './faults.ts'

type Body = Readonly<Record<string, unknown>>
const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)
const numberIn = (body: Body, name: string): number => {
  const value = body[name]
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Wrong(`${name} must be a number`)
  return value
}
const textIn = (body: Body, name: string): string => {
  const value = body[name]
  if (typeof value !== 'string') throw new Wrong(`${name} must be a text`)
  return value
}
const faultIn = (body: Body, name: string): Fault => {
  const fault = textIn(body, name)
  if (!isFault(fault)) throw new Wrong(`${fault} is no fault; there are ${faultNames.join(', ')}`)
  return fault
}
function weatherIn(body: Body): Weather {
  if (body['name'] !== undefined) {
    const named = weathers[textIn(body, 'name')]
    if (!named) throw new Wrong(`there is no such weather; there are ${Object.keys(weathers).join(', ')}`)
    return named
  }
  const chances = Object.keys(isBody(body['chances']) ? body['chances'] : {})
  const given = isBody(body['chances']) ? body['chances'] : {}
  for (const name of chances) faultIn({ name }, 'name')
  return {
    ms: body['ms'] === undefined ? calm.ms : numberIn(body, 'ms'),
    jitterMs: body['jitterMs'] === undefined ? calm.jitterMs : numberIn(body, 'jitterMs'),
    chances: Object.fromEntries(chances.map((name) => [name, numberIn(given, name)])),
  }
}
/** Every call of the admin by its path. */
function callsOf(controls: Controls) {
  const { clock, advanceTo, run, hash } = controls
  const done = async (work: unknown) => {
    await work
    return {}
  }
  const posts: Readonly<Record<string, (body: Body) => unknown>> = {
    'clock/advance': (body) =>
      advanceTo(body['to'] === undefined ? clock().now + numberIn(body, 'ms') : numberIn(body, 'to')),
    'clock/until': (body) => {
      const event = isBody(body['event']) ? body['event'] : {}
      const where = isBody(event['where']) ? event['where'] : {}
      const wanted = { user: numberIn(event, 'user'), ev: textIn(event, 'ev'), where }
      return controls.until(wanted, numberIn(body, 'limitMs'))
    },
    'clock/pause': () => run(0),
    'clock/speed': (body) => run(numberIn(body, 'x')),
    'faults/set': (body) => done(controls.weather(weatherIn(body))),
    'faults/once': (body) =>
      done(controls.once(faultIn(body, 'fault'), body['path'] === undefined ? '' : textIn(body, 'path'))),
    'faults/outage': (body) => done(controls.outage(numberIn(body, 'ms'))),
    'faults/cut_all': () => done(controls.cutAll()),
    'market/jump': (body) => done(controls.jump(textIn(body, 'market'), numberIn(body, 'percent'))),
    'market/halt': (body) => done(controls.halt(textIn(body, 'market'))),
    'market/resume': (body) => done(controls.resume(textIn(body, 'market'))),
    'market/stale': (body) => done(controls.stale(textIn(body, 'market'), numberIn(body, 'ms'))),
  }
  const gets: Readonly<Record<string, () => unknown>> = {
    clock,
    hash: async () => ({ ...(await hash()), now: clock().now }),
    record: controls.record,
    faults: controls.faults,
  }
  return { posts, gets }
}

const readBody = async (request: IncomingMessage): Promise<Body> => {
  let text = ''
  for await (const part of request) text += String(part)
  const value: unknown = text === '' ? {} : JSON.parse(text)
  if (!isBody(value)) throw new Wrong('the body must be a JSON object')
  return value
}
/** Only programs of this machine: no page of a browser, under no other name than that of this machine. */
const isLocal = ({ headers: { host = '', origin } }: IncomingMessage, isOpen: boolean) =>
  origin === undefined && (isOpen || /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(host))

/** Serves the controls on a port of their own, to who has the token. */
export async function openAdmin(
  controls: Controls,
  { token, bind, isOpen }: { token: string; bind: string; isOpen: boolean },
) {
  const { posts, gets } = callsOf(controls)
  const server = createServer((request, response) => {
    const say = (status: number, value: unknown) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      response.writeHead(status, {
        'Content-Type': typeof value === 'string' ? 'application/x-ndjson' : 'application/json',
      })
      response.end(text)
    }
    const answer = async () => {
      if (!isLocal(request, isOpen)) return say(403, { error: 'only programs of this machine may ask' })
      if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`))
        return say(401, { error: 'the token is wrong' })
      const name = (request.url ?? '').replace(/^\/sandbox\//, '')
      const post = request.method === 'POST' ? posts[name] : undefined
      const get = request.method === 'GET' ? gets[name] : undefined
      if (post) return say(200, await post(await readBody(request)))
      return get ? say(200, await get()) : say(404, { error: `there is no ${request.method} ${request.url}` })
    }
    answer().catch((thrown: unknown) =>
      thrown instanceof Wrong || thrown instanceof SyntaxError
        ? say(400, { error: thrown.message })
        : say(500, { error: String(thrown) }),
    )
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(0, bind, done)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
