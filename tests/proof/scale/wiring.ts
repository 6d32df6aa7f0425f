import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '#tests/proof/venue-child.ts'
import { hasNats, openPlayedNats, openRealNats } from '#tests/support/nats.ts'
import { createDatabase } from './database.ts'
import { createVenues, sleep } from './venues.ts'

type Wish = {
  readonly gateways?: number
  readonly env?: NodeJS.ProcessEnv
  /** What the data folder and the database hold before anything starts. */
  readonly prepare?: (folder: string, databaseUrl: string) => Promise<void>
  /** Followed by a replica: every commit waits for it, or none does. */
  readonly replica?: 'synchronous' | 'asynchronous' | undefined
}
export type Wiring = Awaited<ReturnType<typeof openWiring>>

/** Gateways, a venue and its standby on PostgreSQL and NATS of this machine, as `deploy/compose.scale.yml` has them. */
export async function openWiring({ gateways: count = 2, env: more = {}, prepare, replica }: Wish = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-scale-'))
  const database = await createDatabase(replica)
  const nats = hasNats ? await openRealNats() : await openPlayedNats()
  await prepare?.(folder, database.url)
  const env = { ...more, DATABASE_URL: database.url, NATS_URL: nats.url }
  const venues = createVenues(folder, env)
  const gateways = await Promise.all(
    Array.from({ length: count }, () => startChild(folder, '', { ...env, ROLES: 'gateway' })),
  )
  const urls = gateways.map(({ url, said }) => {
    if (url === null) throw new Error(`a gateway ended: ${said()}`)
    return url
  })
  const until = async (is: () => Promise<boolean>, why: string, waitMs = 60_000) => {
    for (const end = performance.now() + waitMs; !(await is()); await sleep(20))
      if (performance.now() > end)
        throw new Error([why, JSON.stringify(await venues.states()), ...venues.said.slice(-4)].join('\n'))
  }
  const isReady = (url: string) =>
    fetch(`${url}readyz`, { signal: AbortSignal.timeout(2000) }).then(
      async (answer) => (await answer.text()).startsWith('ready'),
      () => false,
    )
  return {
    ranOn: `PostgreSQL ${database.version()}, ${nats.name}`,
    folder,
    database,
    nats,
    venues,
    gateways,
    urls,
    until,
    /** Resolves when a venue leads, another waits to, and all gateways are ready. */
    stands: async () => {
      await until(venues.isWhole, 'no leader with a standby')
      for (const url of urls) await until(() => isReady(url), `${url} is not ready`)
    },
    /** Ends the programs of Kontor; what they rest on stays. */
    end: async () => {
      await venues.stop()
      await Promise.all(gateways.map((each) => each.stop()))
    },
    stop: async () => {
      await venues.stop()
      await Promise.all(gateways.map((each) => each.stop()))
      await nats.kill()
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
