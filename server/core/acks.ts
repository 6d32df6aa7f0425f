import { createHash, createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** Where the journal stood when something was decided: the number and hash of its last entry. */
export type JournalAt = { readonly seq: number; readonly hash: string }
/** What an acknowledgement is about: the key of the change, and the answer as it leaves. */
type Acknowledged = { readonly key: string; readonly body: string; readonly at: JournalAt }
/** A public key as others know it, in the form of RFC 8037. */
export type AckKey = { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string; readonly kid: string }

/** What stands before the 32 bytes of a private key of Ed25519 in PKCS 8. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
/** What is signed. Whoever verifies it makes the same of the header, its own key and the answer it has. */
export const ackText = ({ key, body, at: { seq, hash } }: Acknowledged) =>
  ['kontor-ack-1', seq, hash, key.toLowerCase(), digestOf(body)].join('\n')

/**
 * Signs what the venue has stored, so that it cannot say later that it has not. The key follows from the secret of the
 * venue: whoever leads next has the same.
 */
export function createAcks(secret: string) {
  const seed = createHmac('sha256', secret).update('acknowledgements').digest()
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const key: AckKey = { kty: 'OKP', crv: 'Ed25519', x, kid: digestOf(x).slice(0, 16) }
  return {
    keys: (): readonly AckKey[] => [key],
    /** In a thread of its own: the next decision does not wait for it. */
    sign: (about: Acknowledged): Promise<string> =>
      new Promise((done, fail) => {
        sign(null, Buffer.from(ackText(about)), privateKey, (thrown, signature) => {
          if (thrown) fail(thrown)
          else done(`${about.at.seq}.${about.at.hash}.${signature.toString('base64url')}`)
        })
      }),
  }
}
export type Acks = ReturnType<typeof createAcks>
