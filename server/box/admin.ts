import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import { isSameSecret } from '#server/core/secret-text.ts'
import { readAct, type ActName } from './acts.ts'
import type { BoxState, Controls } from './controls.ts'
import { isFields, numberIn, textIn, Wrong, type Fields } from './fields.ts'
import { calm, faultNames, isFault, weathers, type Fault, type Weather } from './faults.ts'

const faultIn = (body: Fields, name: string): Fault => {
  const fault = textIn(body, name)
  if (!isFault(fault)) throw new Wrong(`${fault} is no fault; there are ${faultNames.join(', ')}`)
  return fault
}
function weatherIn(body: Fields): Weather {
  if (body['name'] !== undefined) {
    const named = weathers[textIn(body, 'name')]
    if (!named) throw new Wrong(`there is no such weather; there are ${Object.keys(weathers).join(', ')}`)
    return named
  }
  const chances = Object.keys(isFields(body['chances']) ? body['chances'] : {})
  const given = isFields(body['chances']) ? body['chances'] : {}
  for (const name of chances) faultIn({ name }, 'name')
  return {
    ms: body['ms'] === undefined ? calm.ms : numberIn(body, 'ms'),
    jitterMs: body['jitterMs'] === undefined ? calm.jitterMs : numberIn(body, 'jitterMs'),
    chances: Object.fromEntries(chances.map((name) => [name, numberIn(given, name)])),
  }
}
/** What is done to the exchange, by its path. */
const acts: Readonly<Record<string, ActName>> = {
  'market/jump': 'jump',
  'market/stale': 'stale',
  'market/halt': 'halt',
  'market/resume': 'resume',
  'market/quotes': 'quotes',
  'account/end_key': 'end_key',
  'clock/jump': 'clock',
}
/** Snapshots by their names, which count from 1 on. */
function createShelf({ snapshot, restore }: Controls) {
  const kept = new Map<string, BoxState>()
  return {
    snapshot: async () => {
      const name = String(kept.size + 1)
      kept.set(name, await snapshot())
      return { snapshot: name }
    },
    restore: async (name: string) => {
      const found = kept.get(name)
      if (!found) throw new Wrong(`there is no snapshot ${name}`)
      await restore(found)
      return {}
    },
  }
}
/** Every call of the admin by its path. */
function callsOf(controls: Controls) {
  const shelf = createShelf(controls)
  const { clock, advanceTo, run, hash } = controls
  const done = async (work: unknown) => {
    await work
    return {}
  }
  const posts: Record<string, (body: Fields) => unknown> = {
    'clock/advance': (body) =>
      advanceTo(body['to'] === undefined ? clock().now + numberIn(body, 'ms') : numberIn(body, 'to')),
    'clock/until': (body) => {
      const event = isFields(body['event']) ? body['event'] : {}
      const where = isFields(event['where']) ? event['where'] : {}
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
    snapshot: shelf.snapshot,
    restore: (body) => shelf.restore(textIn(body, 'snapshot')),
    'venue/restart': () => done(controls.restart()),
  }
  for (const [path, name] of Object.entries(acts)) posts[path] = (body) => done(controls.act(readAct(name, body)))
  const gets: Readonly<Record<string, () => unknown>> = {
    clock,
    hash: async () => ({ ...(await hash()), now: clock().now }),
    record: controls.record,
    faults: controls.faults,
  }
  return { posts, gets }
}

const readBody = async (request: IncomingMessage): Promise<Fields> => {
  let text = ''
  for await (const part of request) text += String(part)
  const value: unknown = text === '' ? {} : JSON.parse(text)
  if (!isFields(value)) throw new Wrong('the body must be a JSON object')
  return value
}
/** Only programs of this machine: no page of a browser, under no other name than that of this machine. */
const isLocal = ({ headers: { host = '', origin } }: IncomingMessage, isOpen: boolean) =>
  origin === undefined && (isOpen || /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(host))

/** Serves the controls on a port of their own, to who has the token. */
export async function openAdmin(
  controls: Controls,
  { token, bind, port, isOpen }: { token: string; bind: string; port: number; isOpen: boolean },
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
    server.listen(port, bind, done)
  })
  const address = server.address()
  const heard = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${heard}/`,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
