import { createHmac } from 'node:crypto'
import { isSameSecret } from '#server/core/secret-text.ts'

/** The signature of a watcher's text: HMAC-SHA256 by the secret that it shares with the venue, in hex. */
export const signatureOf = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')
/** False without a secret: then nobody may tell of deposits. */
export const isSigned = (secret: string, text: string, signature: string) =>
  secret !== '' && isSameSecret(signature, signatureOf(secret, text))
