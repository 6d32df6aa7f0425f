import type { Out } from './print.ts'
import type { Venue } from './venue.ts'

/** What makes no sense; the program ends with 64. */
export class UsageError extends Error {}
export type Flags = Readonly<Record<string, string | boolean | undefined>>
export type Asked = { readonly words: readonly string[]; readonly flags: Flags }
export type Ports = { readonly venue: Venue; readonly io: Out; readonly newKey: () => string }
export type Verb = (ports: Ports, asked: Asked) => Promise<number>

export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
export const need = (word: string | undefined, what: string) => {
  if (word === undefined) throw new UsageError(`say ${what}`)
  return word
}
