import { readFileSync } from 'node:fs'

export type Kind = 'request' | 'response'
/** One call of a user of ccxt: what it sends, or what is made of its answer. */
export type Fixture = {
  readonly method: string
  readonly description: string
  readonly input: readonly unknown[]
  readonly url?: string
  readonly output?: string
  readonly httpResponse?: unknown
  readonly parsedResponse?: unknown
}
type File = { readonly methods: Readonly<Record<string, readonly Fixture[]>> }

export const fixtureFile = (kind: Kind) => `clients/ccxt/static/${kind}/kontor.json`
/** The fixtures in the form of ccxt, one after the other. */
export const readFixtures = (kind: Kind): readonly Fixture[] => {
  const { methods }: File = JSON.parse(readFileSync(fixtureFile(kind), 'utf8'))
  return Object.values(methods).flat()
}
