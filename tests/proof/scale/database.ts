import { openCluster, type Cluster } from '#tests/support/postgres.ts'
import { startProxy, type Proxy } from '#tests/support/proxy.ts'
import { sleep } from './venues.ts'

/** How long the replica is out of reach before its primary is lost: what is stored then may be on the primary alone. */
const cutMs = 400

type Primary = { cluster: Cluster; replica: Cluster; link: Proxy }
/**
 * A cluster of its own, at an address that stays when its primary is lost. `synchronous`: a commit waits for the
 * replica; in the asynchronous control none does, and what is acknowledged can be lost.
 */
export async function createDatabase(kind?: 'synchronous' | 'asynchronous') {
  const first = await openCluster()
  if (kind === undefined)
    return {
      url: first.url,
      version: () => first.version,
      query: (text: string) => first.query(text, 'kontor'),
      /** Ends it without a checkpoint, and starts it again. */
      crash: async () => {
        await first.end('SIGQUIT')
        await first.start()
      },
      loseThePrimary: () => Promise.reject(new Error('there is no replica')),
      stop: first.stop,
    }
  let made = 0
  /** A replica of a primary, which waits for it from then on. */
  const follow = async (cluster: Cluster): Promise<Primary> => {
    const link = await startProxy(cluster.adminUrl)
    const name = `r${(made += 1)}`
    const replica = await openCluster({ follows: { cluster, name, over: link.url } })
    while ((await cluster.query(`SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`)).length === 0)
      await sleep(20)
    if (kind === 'synchronous') {
      await cluster.query(`ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (${name})'`)
      await cluster.query('SELECT pg_reload_conf()')
      while ((await cluster.query(`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'quorum'`)).length === 0)
        await sleep(20)
    }
    return { cluster, replica, link }
  }
  let primary = await follow(first)
  const front = await startProxy(first.adminUrl)
  const lost: Primary[] = []
  const url = `postgres://kontor@${new URL(front.url).host}/kontor`
  return {
    url,
    version: () => first.version,
    query: (text: string) => primary.cluster.query(text, 'kontor'),
    crash: async () => {
      await primary.cluster.end('SIGQUIT')
      await primary.cluster.start()
    },
    /** Kills the primary with all its processes, and makes the replica the primary, with a replica of its own. */
    loseThePrimary: async () => {
      const { cluster, replica, link } = primary
      link.cut()
      await sleep(cutMs)
      await cluster.end('SIGKILL')
      front.cut()
      replica.promote()
      lost.push(primary)
      front.aim(replica.adminUrl)
      front.restore()
      primary = await follow(replica)
    },
    stop: async () => {
      for (const { link, cluster } of lost) {
        await link[Symbol.asyncDispose]()
        await cluster.stop()
      }
      await front[Symbol.asyncDispose]()
      await primary.replica.stop()
      await primary.link[Symbol.asyncDispose]()
      await primary.cluster.stop()
    },
  }
}
