import { closeCodes } from '#contract/wire/close.ts'
import { channels, event } from '#contract/endpoints.ts'
import { bye, heartbeat, hello, push, reply } from '#contract/wire/down.ts'
import { authReply, pingReply, protocol, subReply, up } from '#contract/wire/up.ts'
import { contractVersion } from '#contract/wire/version.ts'
import { wireShape, type Json } from './schema.ts'

type Messages = Readonly<Record<string, Json>>
const message = (name: string, payload: Json): Json => ({ name, contentType: 'application/json', payload })
const messagesOf = (shapes: Readonly<Record<string, Json>>): Messages =>
  Object.fromEntries(Object.entries(shapes).map(([name, payload]) => [name, message(name, payload)]))

/** The options of a discriminated union, by the value of their discriminator `key`. */
const byTag = (prefix: string, options: readonly Json[], key: string): Readonly<Record<string, Json>> =>
  Object.fromEntries(options.map((option, at) => [`${prefix}${tagOf(option, key) ?? String(at)}`, option]))

const member = (json: Json | undefined, key: string): Json | undefined =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? Object.entries(json).find(([name]) => name === key)?.[1] : undefined
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
    ...byTag('u.', optionsOf(wireShape(event)), 'ev'),
    ...Object.fromEntries(
      Object.entries(channels).flatMap(([family, { snap, delta }]) => [
        [`${family}.snap`, wireShape(snap)],
        [`${family}.delta`, wireShape(delta)],
      ]),
    ),
  })

const refs = (messages: Messages): Json => Object.keys(messages).map((name) => ({ $ref: `#/channels/socket/messages/${name}` }))

/** Every frame of the socket, as an AsyncAPI 3 document. */
export const asyncapi = (): Json => {
  const [sent, received] = [upMessages(), downMessages()]
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Kontor',
      version: String(contractVersion.number),
      description: 'One socket. A frame that pushes names its channel in `c` and carries in `d` what the family of the channel says.',
    },
    channels: {
      socket: {
        address: '/ws',
        messages: { ...sent, ...received },
        bindings: { ws: { method: 'GET' } },
        'x-protocol': protocol,
        'x-channel-classes': { ...Object.fromEntries(Object.entries(channels).map(([family, each]) => [family, each.class])), u: 'stream' },
        'x-close-codes': { ...closeCodes },
      },
    },
    operations: {
      up: { action: 'receive', channel: { $ref: '#/channels/socket' }, messages: refs(sent) },
      down: { action: 'send', channel: { $ref: '#/channels/socket' }, messages: refs(received) },
    },
  }
}
