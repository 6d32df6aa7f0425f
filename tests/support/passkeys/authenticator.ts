import type { PasskeyCreation, PasskeyRequest } from '#contract/account/passkey.ts'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
/** The head of a CBOR value: its major type and a number below 65,536. */
const head = (major: number, n: number) =>
  Buffer.from(n < 24 ? [(major << 5) | n] : n < 256 ? [(major << 5) | 24, n] : [(major << 5) | 25, n >> 8, n & 255])
export type Cbor = number | string | Uint8Array | readonly Cbor[] | ReadonlyMap<number | string, Cbor>
/** CBOR of small integers, texts, bytes, lists and maps: what an attestation consists of. */
export const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if ('size' in value)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])])
  return Buffer.concat([head(4, value.length), ...value.map(cbor)])
}

type Options = {
  /** The origin that the browser writes into what is signed. */
  readonly origin?: string
  /** False: the person was there, but neither finger nor PIN was asked for. */
  readonly isVerified?: boolean
  /** What its counter says; otherwise one more each time. */
  readonly counter?: number
  readonly challenge?: string
}

/**
 * A passkey as a device has it: an ES256 key pair that answers what the venue asks for, as a browser would pass it on.
 */
export function softAuthenticator(pageOrigin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let count = 0
  const dataOf = (rp: string, { isVerified = true, counter = (count += 1) }: Options, attested: Uint8Array) => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    return Buffer.concat([
      sha256(rp),
      Buffer.from([1 | (isVerified ? 4 : 0) | (attested.length > 0 ? 64 : 0)]),
      counted,
      attested,
    ])
  }
  const clientData = (type: string, challenge: string, options: Options) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: options.challenge ?? challenge,
        origin: options.origin ?? pageOrigin,
        crossOrigin: false,
      }),
    )
  const said = (response: object) =>
    JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  return {
    id,
    make: ({ challenge, rp }: PasskeyCreation, options: Options = {}) => {
      const key = new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, cbor(key)])
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', dataOf(rp.id, options, attested)],
      ])
      return said({
        clientDataJSON: clientData('webauthn.create', challenge, options).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal', 'none of ours'],
      })
    },
    sign: ({ challenge, rpId }: PasskeyRequest, options: Options = {}) => {
      const client = clientData('webauthn.get', challenge, options)
      const data = dataOf(rpId, options, Buffer.alloc(0))
      return said({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      })
    },
  }
}
