import { closeCodes } from '#contract/wire/close.ts'
import { channels } from '#contract/endpoints.ts'
import { event } from '#contract/events.ts'
import type { Channels } from '#contract/wire/channels.ts'
import { bye, heartbeat, hello, push, reply } from '#contract/wire/down.ts'
import { authReply, pingReply, protocol, subReply, up } from '#contract/wire/up.ts'
import { contractVersion } from '#contract/wire/version.ts'
import { wireShape, type Json } from './schema.ts'
import { withWords } from './words.ts'

type Messages = Readonly<Record<string, Json>>
/** What the frames and channels are for. */
const texts: Readonly<Record<string, string>> = {
  'up.auth': 'The first frame: a login token or the secret of an API key.',
  'up.sub': 'Subscribes to a channel; `e` and `s` are the epoch and sequence held.',
  'up.unsub': 'Ends a subscription.',
  'up.rate': 'Asks for at most one frame per `ms` on a public channel.',
  'up.call': 'A call by its name, such as `spot.submit`, as an API key may make it over HTTP.',
  'up.ping': 'A probe, answered with the time.',
  'up.hb': 'The answer to a heartbeat; has no number and gets no reply.',
  'down.hello': 'Sent when the socket opens: limits and the time between heartbeats.',
  'down.hb': 'A heartbeat with the head of the own channel.',
  'down.bye': 'Sent before each close: why, and when to come back.',
  'down.push': 'A push on channel `c`: its kind `k`, epoch `e`, sequence `s`, base `b` and data `d`.',
  'down.reply': 'The answer to the request with the number `i`, or its refusal.',
  'reply.auth': 'The account, the epoch of its own channel and its head.',
  'reply.sub': 'Whether the subscription resumes or starts from a snapshot.',
  'reply.ping': 'The time of the venue.',
}
const families: Readonly<Record<string, string>> = {
  ticker: 'Last price and the last 24 hours of one market, or of all with `*`.',
  quotes: 'Index and mark prices of all markets.',
  depth:
    'The order book: the best fifty levels of each side. A delta carries absolute amounts, "0" removes a level; `cs` is the CRC-32 of the first ten of each side.',
  deals: 'Trades, newest first.',
  kline: 'The running candle of a market and period.',
  round: 'Option rounds of a market and length.',
}
const textOf = (name: string) => texts[name] ?? (name.startsWith('u.') ? `Own channel: ${name.slice(2)}.` : `${name}.`)
const message = (name: string, payload: Json): Json => ({
  name,
  title: name,
  summary: textOf(name),
  contentType: 'application/json',
  payload,
})
const messagesOf = (shapes: Readonly<Record<string, Json>>): Messages =>
  Object.fromEntries(Object.entries(shapes).map(([name, payload]) => [name, message(name, payload)]))

/** The options of a discriminated union, by the value of their discriminator `key`. */
const byTag = (prefix: string, options: readonly Json[], key: string): Readonly<Record<string, Json>> =>
  Object.fromEntries(options.map((option, at) => [`${prefix}${tagOf(option, key) ?? String(at)}`, option]))

const member = (json: Json | undefined, key: string): Json | undefined =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
    ? Object.entries(json).find(([name]) => name === key)?.[1]
    : undefined
const tagOf = (option: Json, key: string) => {
  const tag = member(member(member(option, 'properties'), key), 'const')
  return typeof tag === 'string' ? tag : null
}
const optionsOf = (shape: Json): readonly Json[] => {
  const options = member(shape, 'anyOf') ?? member(shape, 'oneOf')
  return Array.isArray(options) ? options : []
}

const upMessages = () => messagesOf(byTag('up.', optionsOf(wireShape(up)), 'm'))
const downMessages = () =>
  messagesOf({
    'down.hello': wireShape(hello),
    'down.hb': wireShape(heartbeat),
    'down.bye': wireShape(bye),
    'down.push': wireShape(push),
    'down.reply': wireShape(reply),
    'reply.auth': wireShape(authReply),
    'reply.sub': wireShape(subReply),
    'reply.ping': wireShape(pingReply),
  })

const partTexts: Readonly<Record<string, string>> = {
  market: 'A market such as `BTC-USDT`.',
  period: 'Length of a candle: 1min, 3min, 5min, 15min, 30min, 60min, 4hour, 1day, 1week or 1mon.',
  seconds: 'Length of a round in seconds.',
}
/** One channel family of the socket: what `d` of a push holds when `c` has this form. */
const familyOf = (family: string, { parts, snap, delta, class: kind }: Channels[string]): Json => ({
  address: [family, ...parts.map((part) => `{${part}}`)].join(':'),
  title: family,
  description: families[family] ?? `The channel ${family}.`,
  ...(parts.length > 0 && {
    parameters: Object.fromEntries(parts.map((part) => [part, { description: partTexts[part] ?? `The ${part}.` }])),
  }),
  messages: {
    snap: {
      name: `${family}.snap`,
      title: `${family}.snap`,
      summary: 'The state as of its sequence.',
      contentType: 'application/json',
      payload: wireShape(snap),
    },
    delta: {
      name: `${family}.delta`,
      title: `${family}.delta`,
      summary: 'What has changed since.',
      contentType: 'application/json',
      payload: wireShape(delta),
    },
  },
  'x-class': kind,
})
const ownChannel = (): Json => ({
  address: 'u:me',
  title: 'u:me',
  description: 'The events of the own account, numbered without a gap and kept for those who come back.',
  messages: messagesOf(byTag('', optionsOf(wireShape(event)), 'ev')),
  'x-class': 'stream',
})
const publicFamilies = (): Messages =>
  Object.fromEntries(Object.entries(channels).map(([family, each]) => [family, familyOf(family, each)]))

const refs = (messages: Messages): Json =>
  Object.keys(messages).map((name) => ({ $ref: `#/channels/socket/messages/${name}` }))

/** AsyncAPI knows an older JSON Schema, which has no `prefixItems`: a tuple is told as a list of fixed length. */
const withoutTuples = (json: Json): Json => {
  if (Array.isArray(json)) return json.map((each: Json) => withoutTuples(each))
  if (typeof json !== 'object' || json === null) return json
  const { prefixItems, items, ...rest } = Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, withoutTuples(value)]),
  )
  if (!Array.isArray(prefixItems)) return items === undefined ? rest : { ...rest, items }
  return { ...rest, items: { anyOf: prefixItems }, minItems: prefixItems.length, maxItems: prefixItems.length }
}

/** Every frame of the socket, as an AsyncAPI 3 document. */
export const asyncapi = (): Json => withWords('socket', withoutTuples(document()))
const document = (): Json => {
  const [sent, received] = [upMessages(), downMessages()]
  const security: Json = [{ $ref: '#/components/securitySchemes/token' }]
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Kontor',
      version: String(contractVersion.number),
      description:
        'One socket with the subprotocol `x1.json`: open, hello, auth, then subscriptions. No `Origin` is needed. A push names its channel in `c` and carries in `d` what that channel says. How to resume and to repair a book is told in docs/api.md.',
    },
    servers: {
      venue: {
        host: '{host}',
        protocol: 'wss',
        description: 'The venue that serves this document; `ws` without TLS.',
        variables: { host: { default: 'localhost:8080', description: 'Host and port.' } },
      },
    },
    defaultContentType: 'application/json',
    channels: {
      socket: {
        address: '/ws',
        title: 'The socket',
        description:
          'One WebSocket for everything: the frames of both directions. What a push carries in `d` is told by the channel it names in `c`.',
        messages: { ...sent, ...received },
        bindings: { ws: { method: 'GET' } },
        'x-protocol': protocol,
        'x-channel-classes': {
          ...Object.fromEntries(Object.entries(channels).map(([family, each]) => [family, each.class])),
          u: 'stream',
        },
        'x-close-codes': { ...closeCodes },
      },
      own: ownChannel(),
      ...publicFamilies(),
    },
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'password',
          description: 'A login token or the secret of an API key, in the frame `auth`; never in the address.',
        },
      },
    },
    operations: {
      up: {
        action: 'receive',
        summary: 'Frames from a client.',
        security,
        channel: { $ref: '#/channels/socket' },
        messages: refs(sent),
      },
      down: {
        action: 'send',
        summary: 'Frames from the venue.',
        security,
        channel: { $ref: '#/channels/socket' },
        messages: refs(received),
      },
    },
  }
}
