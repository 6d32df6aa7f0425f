import { resolve } from 'node:path'
import type { Clock } from './core/clock.ts'
import type { Random } from './core/random.ts'
import { noFeed, type Feed } from './features/market/prices/feeds.ts'
import { createPriceFile } from './features/market/prices/price-file.ts'
import { createSourceFeed } from './features/market/prices/source-feed.ts'
import { createConnection, type Dial } from './features/market/prices/sources/connection.ts'
import type { Named } from './features/market/prices/sources/list.ts'
import type { Log } from './gateway/log.ts'
import type { PriceFigures } from './gateway/price-meters.ts'
import type { Venue } from './venue.ts'

type Ports = {
  venue: Pick<Venue, 'ctx'>
  clock: Clock
  /** A clock that never jumps. */
  steadyMs: () => number
  random: Random
  dial: Dial
  log: Pick<Log, 'info' | 'warn'>
}
type PriceFeed = {
  /** Null leaves it to the simulation. */
  feed: Feed | null
  figures: () => PriceFigures
  stop: () => void
}
const nothing = { figures: () => ({ prices: [], lines: [] }), stop: () => undefined }

/** Where prices come from: the named sources; in the demo else a file or the simulation; outside of it else nowhere. */
export function openPriceFeed(named: readonly Named[], priceFile: string | undefined, ports: Ports): PriceFeed {
  const {
    venue: { ctx },
    log,
  } = ports
  if (named.length > 0) return openSources(named, ports)
  if (!ctx.settings.demo) {
    log.warn('no price source is set (PRICE_FEEDS): no market has a price, and none takes what rests on one')
    return { ...nothing, feed: noFeed }
  }
  return { ...nothing, feed: priceFile === undefined ? null : openPriceFile(priceFile, ports) }
}

const openPriceFile = (file: string, { venue: { ctx }, log }: Pick<Ports, 'venue' | 'log'>) =>
  createPriceFile(resolve(file), {
    isMarket: (name) => ctx.markets.find(name) !== undefined,
    onUnknown: (market) => log.warn({ market }, 'PRICE_FILE names no such market; its price is skipped'),
  })

function openSources(
  named: readonly Named[],
  { venue: { ctx }, clock, steadyMs, random, dial, log }: Ports,
): PriceFeed {
  if (named.length < 2)
    log.warn('only one price source is set (PRICE_FEEDS): two are needed before a market has a price')
  const connections = named.map((each) =>
    createConnection(each, {
      dial,
      steadyMs,
      random,
      now: clock.now,
      isUrgent: () => ctx.markets.all().every((market) => market.isStale()),
      onOpen: (source) => log.info({ source }, 'a price source is connected'),
      onLost: (source, why, waitMs) => log.warn({ source, why, waitMs }, 'a price source is lost'),
      onRefused: (source, why) => log.warn({ source, why }, 'a price source refused what was asked'),
    }),
  )
  const markets = ctx.markets.all().map(({ pair: { market, priceScale } }) => ({ market, priceScale }))
  const feed = createSourceFeed(connections, markets)
  return {
    feed,
    figures: () => ({
      prices: markets.flatMap(
        ({ market }) =>
          feed.viewOf?.(market).sources.map(({ name, state, ageMs }) => ({ market, source: name, state, ageMs })) ?? [],
      ),
      lines: connections.map((connection) => ({ source: connection.name, counts: connection.counts() })),
    }),
    stop: () => connections.forEach((connection) => connection.stop()),
  }
}
