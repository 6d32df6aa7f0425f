import { createServer, type IncomingMessage } from 'node:http'
import { isSameSecret } from '#server/core/secret-text.ts'
import type { Box } from './box.ts'
import type { PriceAct } from './prices.ts'
import type { Driver } from './timeline.ts'
import { calm, faultNames, isFault, weathers, type Fault, type Weather } from './faults.ts'
import type { BoxWeather } from './weather.ts'

type Body = Readonly<Record<string, unknown>>
type Controls = Pick<Box, 'timeline' | 'hash' | 'record' | 'act' | 'venue' | 'accounts'> & {
  driver: Driver
  weather: BoxWeather
}
/** A wish of the admin that makes no sense: answered with 400 and its sentence. */
class Wrong extends Error {}

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
const maxAdvanceMs = 400 * 86_400_000

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
const priceIn = ({ venue }: Controls, body: Body, act: string): PriceAct => {
  const market = textIn(body, 'market')
  if (!venue.ctx.markets.find(market)) throw new Wrong(`there is no market ${market}`)
  if (act === 'stale') return { act, market, ms: numberIn(body, 'ms') }
  return { act: 'jump', market, percent: numberIn(body, 'percent') }
}

/** Whether what happened to an account is what is waited for: its name, and the fields that are named of it. */
const isWanted = (text: string, ev: string, where: Body): boolean => {
  const event: unknown = JSON.parse(text)
  if (!isBody(event) || event['ev'] !== ev) return false
  return Object.entries(where).every(([name, value]) =>
    [event, event['v']].some((part) => isBody(part) && String(part[name]) === String(value)),
  )
}

/** What may be done to a box from outside of its exchange: to its clock, its network and its prices. */
function createControls(controls: Controls) {
  const { timeline, hash, record, act, venue, accounts, driver, weather } = controls
  const { now, turn, advance } = timeline
  const clockNow = () => ({ now: now(), speed: driver.speed() })
  const advanceTo = (to: number, isEnough?: () => boolean) => {
    if (to - now() > maxAdvanceMs) throw new Wrong('that is more than 400 days')
    const [from, before] = [performance.now(), timeline.beats()]
    return turn(async () => ({
      isMet: await advance(to, isEnough),
      ...clockNow(),
      beats: timeline.beats() - before,
      tookMs: Math.round(performance.now() - from),
    }))
  }
  const until = async (body: Body) => {
    const wanted = isBody(body['event']) ? body['event'] : {}
    const user = accounts[numberIn(wanted, 'user')]
    if (!user) throw new Wrong(`there are ${accounts.length} accounts, from 0 on`)
    const [ev, where] = [textIn(wanted, 'ev'), isBody(wanted['where']) ? wanted['where'] : {}]
    let met: string | null = null
    const heard = venue.deliveries$.subscribe((rows) => {
      for (const row of rows) if (met === null && row.user === user.id && isWanted(row.body, ev, where)) met = row.body
    })
    try {
      const found = await advanceTo(now() + numberIn(body, 'limitMs'), () => met !== null)
      const event: unknown = met === null ? null : JSON.parse(met)
      return { ...found, event }
    } finally {
      heard.unsubscribe()
    }
  }
  const posts: Readonly<Record<string, (body: Body) => unknown>> = {
    'clock/advance': (body) =>
      advanceTo(body['to'] === undefined ? now() + numberIn(body, 'ms') : numberIn(body, 'to')),
    'clock/until': until,
    'clock/pause': () => {
      driver.run(0)
      return clockNow()
    },
    'clock/speed': (body) => {
      const speed = numberIn(body, 'x')
      if (speed < 0 || speed > 1000) throw new Wrong('x must be from 0 to 1000')
      driver.run(speed)
      return clockNow()
    },
    'faults/set': (body) => {
      weather.set(weatherIn(body))
      return {}
    },
    'faults/once': (body) => {
      weather.once(faultIn(body, 'fault'), body['path'] === undefined ? '' : textIn(body, 'path'))
      return {}
    },
    'faults/cut_all': () => {
      weather.cutAll()
      return {}
    },
    'market/jump': (body) => act(priceIn(controls, body, 'jump')).then(() => ({})),
    'market/stale': (body) => act(priceIn(controls, body, 'stale')).then(() => ({})),
  }
  const gets: Readonly<Record<string, () => unknown>> = {
    clock: clockNow,
    hash: async () => ({ ...(await hash()), now: now() }),
    record,
    faults: weather.counts,
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
  const { posts, gets } = createControls(controls)
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
