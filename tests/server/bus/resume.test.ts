import { createBusHost } from '#server/bus/host.ts'
import { createUploads } from '#server/identity/uploads.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { register } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

test('one who resumes is not told of events that are decided and not stored yet: they come when they are', async () => {
  const memory = createMemoryVenue({ store: openSqlite(':memory:') })
  const { venue } = memory
  const user = await register(memory, 'ann@kontor.test')
  const stored = venue.headOf(user)
  const host = createBusHost({ ...venue, headOf: () => stored + 2 }, { uploads: createUploads(venue.asyncCtx) })
  const resume = (s: number) => host.open('own').resume(user, { e: venue.streamEpoch, s })
  expect(await resume(stored)).toEqual({ reply: { mode: 'resumed', n: 0 }, events: [], head: stored })
  expect(await resume(stored - 1)).toMatchObject({ reply: { mode: 'resumed', n: 1 }, head: stored })
})
