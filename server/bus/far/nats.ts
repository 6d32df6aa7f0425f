import { randomBytes } from 'node:crypto'
import { connect } from '@nats-io/transport-node'
import type { Wire } from './wire.ts'

/** Servers take no message above one megabyte: longer ones are sent in parts. */
const partBytes = 512 * 1024
/** A message whose last part never came is given up. */
const maxOpen = 64
const codes = { whole: 1, part: 2, last: 3 }
const headBytes = 9

/** Puts together what was sent in parts; parts of one sender come in order. */
function createParts() {
  const open = new Map<string, Buffer[]>()
  return (data: Uint8Array): string | null => {
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    if (bytes[0] === codes.whole) return bytes.toString('utf8', 1)
    const id = bytes.toString('latin1', 1, headBytes)
    const parts = open.get(id) ?? []
    open.set(id, parts)
    parts.push(bytes.subarray(headBytes))
    if (bytes[0] === codes.last) {
      open.delete(id)
      return Buffer.concat(parts).toString()
    }
    const [oldest] = open.keys()
    if (open.size > maxOpen && oldest !== undefined) open.delete(oldest)
    return null
  }
}
/** A message as what is sent: whole behind one byte, or in parts that bear its id. */
export function partsOf(text: string): Uint8Array[] {
  const bytes = Buffer.from(text)
  if (bytes.length <= partBytes) return [Buffer.concat([Buffer.of(codes.whole), bytes])]
  const id = randomBytes(headBytes - 1)
  const count = Math.ceil(bytes.length / partBytes)
  return Array.from({ length: count }, (_, n) =>
    Buffer.concat([
      Buffer.of(n === count - 1 ? codes.last : codes.part),
      id,
      bytes.subarray(n * partBytes, (n + 1) * partBytes),
    ]),
  )
}

type Ports = {
  /** Addresses, comma-separated: `nats://user:password@host:port`. */
  url: string
  name: string
  onFault: (thrown: unknown) => void
}
/** Messages over NATS. A connection that is lost is made anew for ever; what was published meanwhile may be lost. */
export async function openNats({ url, name, onFault }: Ports): Promise<Wire> {
  const addresses = url.split(',').map((each) => new URL(each.trim()))
  const [first] = addresses
  const user = decodeURIComponent(first?.username ?? '')
  const pass = decodeURIComponent(first?.password ?? '')
  const connection = await connect({
    servers: addresses.map(({ host }) => host),
    name,
    ...(user !== '' && (pass === '' ? { token: user } : { user, pass })),
    ...(first?.protocol === 'tls:' && { tls: {} }),
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    reconnectJitter: 100,
    timeout: 2000,
    pingInterval: 1000,
    maxPingOut: 2,
  })
  let isUp = true
  const watch = async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') isUp = false
      if (type === 'reconnect') isUp = true
    }
    isUp = false
  }
  watch().catch(onFault)
  return {
    publish: (subject, text) => {
      // What is published while there is no connection would be late: it is lost, as anything may be.
      if (isUp && !connection.isClosed()) for (const part of partsOf(text)) connection.publish(subject, part)
    },
    subscribe: (subject, take) => {
      const partOf = createParts()
      const subscription = connection.subscribe(subject, {
        callback: (fault, message) => {
          if (fault) return onFault(fault)
          try {
            const text = partOf(message.data)
            if (text !== null) take(text)
          } catch (thrown) {
            onFault(thrown)
          }
        },
      })
      return () => subscription.unsubscribe()
    },
    isUp: () => isUp,
    close: async () => {
      await connection.flush().catch(() => undefined)
      await connection.close()
    },
  }
}
