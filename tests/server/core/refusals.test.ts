import type { Reason } from '#contract/wire/refusals.ts'
import { Refusal, UnlistedRefusal } from '#server/core/refusal.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { expect, test } from 'vitest'

/** Calls a route that refuses with this reason. */
function refused(reason: Reason) {
  const { venue } = createMemoryVenue()
  const [route] = venue.routes.filter(
    ({ endpoint }) => endpoint.does === 'reads' && endpoint.who === 'any' && endpoint.refusals.length === 0,
  )
  if (!route) throw new Error('no open route')
  const read = () => ({
    input: {},
    ready: () => {
      throw new Refusal(reason)
    },
  })
  const caller = { user: 0, session: '', lang: 'en', device: 'test', address: '127.0.0.1', appVersion: 100 } as const
  return venue.execute({ route: { ...route, read }, caller, body: {}, key: null })
}

test('HOUSE-10 a refusal that the call does not list fails the test that met it', async () => {
  await expect(refused('market_closed')).rejects.toBeInstanceOf(UnlistedRefusal)
})
test('HOUSE-10 the refusals that all calls share need no list', async () => {
  expect(await refused('malformed')).toMatchObject({ http: 400, refused: 'malformed' })
})
