import { reachOf } from '#tests/support/venues.ts'
import { storedEnd } from '#tests/support/venues.ts'
import { openSession } from '#server/identity/callers.ts'
import { createApp } from '#server/gateway/app.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { createMeters } from '#server/gateway/metrics.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { answerOf } from '#tests/support/people.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Options = Parameters<typeof createMemoryVenue>[0] & { rateFactor?: number }
type Fields = Readonly<Record<string, unknown>>

/** The whole HTTP gateway over a venue in memory, without a port. */
export async function openHarness(options: Options = {}) {
  const memory = createMemoryVenue(options)
  const { venue } = memory
  const dataFolder = await mkdtemp(join(tmpdir(), 'kontor-attacks-'))
  const faults: unknown[] = []
  const app = createApp({
    ...reachOf(venue, { folder: dataFolder }),
    meters: createMeters(),
    limits: createLimits(options.rateFactor ?? 100_000),
    origins: [],
    addressOf: () => '127.0.0.1',
    isDev: false,
    isReady: () => true,
    mayReadMetrics: () => false,
    onFault: (thrown) => faults.push(thrown),
    statics: { fetch: () => new Response('', { status: 404 }) },
  })
  /** Sends one raw request. */
  const sendRequest = async (method: string, path: string, init: RequestInit & { duplex?: 'half' } = {}) => {
    const answer = await app.fetch(new Request(`http://gateway.test${path}`, { ...init, method }))
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  return {
    ...memory,
    dataFolder,
    faults,
    sendRequest,
    /** Makes a call of the contract; the fields are sent in the query of a GET, otherwise as JSON. */
    call: async (routeKey: string, fields: Fields = {}, headers: Readonly<Record<string, string>> = {}) => {
      const [method = '', path = ''] = routeKey.split(' ')
      const isGet = method === 'GET'
      const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()
      const response = await sendRequest(method, isGet && query ? `${path}?${query}` : path, {
        headers: { 'Content-Type': 'application/json', 'language-mark': 'en', DEVICE_MODEL: 'test', ...headers },
        ...(!isGet && { body: JSON.stringify(fields) }),
      })
      const value: unknown = JSON.parse(response.text)
      return { ...response, answer: answerOf(value) }
    },
    /** Opens a session for a registered user directly; returns the token. */
    tokenOf: (user: number, kind: 'main' | 'chat' = 'main') =>
      venue.command((ctx) => openSession(ctx, user, kind, 'd1')),
    /** Sequence and hash of the last journal entry; equal values mean that nothing was booked in between. */
    booked: () => {
      venue.flush()
      return JSON.stringify(storedEnd(venue.store))
    },
    close: async () => {
      await venue.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
export type Harness = Awaited<ReturnType<typeof openHarness>>
