import { readFile } from 'node:fs/promises'
import { signatureOf } from '#server/features/wallet/deposit/signature.ts'

type Source = { kind: 'file' | 'url'; source: string }
type Options = { from: Source; to: string; secret: string; now: () => number }
const perCall = 100
const waitMs = 10_000

/** What was seen: lines of JSON in a file, of which the last may still be being written; or an array at an address. */
async function seenIn({ kind, source }: Source): Promise<readonly unknown[]> {
  if (kind === 'file') {
    const lines = (await readFile(source, 'utf8')).split('\n')
    return lines.slice(0, -1).flatMap((line): unknown[] => (line.trim() === '' ? [] : [JSON.parse(line)]))
  }
  const answer = await fetch(source, { signal: AbortSignal.timeout(waitMs) })
  const list: unknown = await answer.json()
  if (!answer.ok || !Array.isArray(list)) throw new Error(`${source} gives no list (${answer.status})`)
  return list
}
/** The last word on each output of each transaction. */
const newest = (seen: readonly unknown[]) => [
  ...new Map(
    seen.map((each) => {
      const { network, txid, output } = Object(each)
      return [`${network}|${txid}|${output}`, each]
    }),
  ).values(),
]

/** Reads what was seen and tells the venue what is new of it, signed; throws what went wrong, and tells it again. */
export function watchDeposits({ from, to, secret, now }: Options): () => Promise<number> {
  const told = new Set<string>()
  const send = async (list: readonly unknown[]) => {
    const body = JSON.stringify({ at_ms: now(), list })
    const answer = await fetch(new URL('/api/watch/deposits', to), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ body, signature: signatureOf(secret, body) }),
      signal: AbortSignal.timeout(waitMs),
    })
    const said: unknown = await answer.json()
    if (Object(said).type !== 'ok') throw new Error(`the venue refuses: ${JSON.stringify(said)}`)
    for (const each of list) told.add(JSON.stringify(each))
  }
  return async () => {
    const list = newest(await seenIn(from)).filter((each) => !told.has(JSON.stringify(each)))
    for (let at = 0; at < list.length; at += perCall) await send(list.slice(at, at + perCall))
    return list.length
  }
}
