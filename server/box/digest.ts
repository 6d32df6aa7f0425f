import { createHash } from 'node:crypto'
import { venueShapes } from '#server/venue.ts'
import type { BoxStore } from './life.ts'

/** What differs between two runs that are the same: salts, and when somebody who only reads was last here. */
const passing = [/\$argon2id\$[^"]*/g, /"usedAt":(?:\d+|null)/g]
const lasting = (body: string) => passing.reduce((text, each) => text.replace(each, ''), body)

/** The hash of everything that a box has stored: rows of all tables, events of all accounts, what became of keys. */
export async function digestOf({ dump }: BoxStore): Promise<string> {
  const hash = createHash('sha256')
  const take = (...parts: readonly (string | number)[]) => void hash.update(`${parts.join('\u{1}')}\u{2}`)
  for (const { name } of venueShapes())
    for await (const some of dump.rows(name)) for (const { id, body } of some) take(name, id, lasting(body))
  for await (const some of dump.events()) for (const { user, s, at, body } of some) take(user, s, at, body)
  for await (const some of dump.keys())
    for (const { place, digest, at, status, answer } of some) take(place, digest, at, status, lasting(answer))
  return hash.digest('hex')
}
