// Verifies that a venue has acknowledged a change: that it signed the answer to a key, and where its journal stood.
// Plain Node 22 without packages.
//
//   curl … -H 'Idempotency-Key: <key>' -D headers.txt -o answer.json …
//   node examples/verify.mjs http://localhost:8080/ <key> "$(grep -i '^ack:' headers.txt | cut -d' ' -f2)" answer.json
//
// Keep key, header and answer, and the key set of the day: together they are proof, also when the venue is gone.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** The number and hash of the last journal entry then; null if none of the keys has signed this. */
export function acknowledged({ keys, key, ack, body }) {
  const [seq, hash, signature] = ack.trim().split('.')
  const digest = createHash('sha256').update(body).digest('hex')
  const text = Buffer.from(['kontor-ack-1', seq, hash, key.toLowerCase(), digest].join('\n'))
  const isSigned = ({ kty, crv, x }) =>
    verify(null, text, createPublicKey({ key: { kty, crv, x }, format: 'jwk' }), Buffer.from(signature, 'base64url'))
  return keys.some(isSigned) ? { seq: Number(seq), hash } : null
}

/** In place of the address of the venue there may be a file: a key set that was kept. */
async function main([venue, key, ack, file]) {
  const { keys } = venue.startsWith('http')
    ? await (await fetch(new URL('.well-known/kontor-keys', venue))).json()
    : JSON.parse(readFileSync(venue, 'utf8'))
  const found = acknowledged({ keys, key, ack, body: readFileSync(file) })
  process.stdout.write(`${JSON.stringify(found ?? 'not acknowledged')}\n`)
  return found ? 0 : 1
}
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main(process.argv.slice(2))
