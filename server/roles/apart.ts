import { reachVenue } from '#server/bus/far/gateway.ts'
import { serveGateways } from '#server/bus/far/host.ts'
import { openNats } from '#server/bus/far/nats.ts'
import { silentMs, subjectsOf, type Wire } from '#server/bus/far/wire.ts'
import { StoreError } from '#server/core/store-error.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { rateFactorOf, type Base } from './base.ts'
import { openGateway, openHealth, openPort, type Options } from './gateway.ts'
import { hostVenue, type LeadPorts } from './leading.ts'
import { startVenue, type OnFailure, type Started } from './venue.ts'

type Ports = LeadPorts & { onFailure: OnFailure }
type Part = { port: number; stop: () => Promise<void> }

/** The part of a process that serves clients. */
async function runGateway(base: Base, wire: Wire, options: Options): Promise<Part> {
  const far = reachVenue(wire, shardOf(base))
  const gauge = (name: string, help: string, read: () => number) => base.meters.gauge(`kontor_bus_${name}`, help, read)
  gauge('resent', 'Questions to the venue that were sent again', () => far.counts().resent)
  gauge('stale', 'Messages of a venue that no longer leads', () => far.counts().stale)
  gauge(
    'holes',
    'Lost messages of the venue after which everything followed was asked for again',
    () => far.counts().holes,
  )
  gauge('epoch', 'The term of the venue that is heard', far.epoch)
  gauge('heard', '1 while a venue is heard', () => Number(far.isThere()))
  const gateway = await openGateway(base, await openPort(base), far, options, far.isThere)
  return {
    port: gateway.port,
    stop: async () => {
      await gateway.stop()
      far.stop()
    },
  }
}
const shardOf = ({ env }: Base) => env['SHARD'] ?? 's01'

/** How often one who leads and hears no gateway asks whether another would, and after which silence. */
const silenceEveryMs = 500
const maxSilenceMs = 2000

/** Serves the gateways with the venue that has begun to lead; `giveBack` is called when another one should. */
async function serve(
  base: Base,
  wire: Wire,
  started: Started,
  { giveBack, ...ports }: LeadPorts & { giveBack: () => void },
) {
  const { venue, storage } = started
  const { host, begin, rest, stop } = hostVenue(base, started, ports, createLimits(rateFactorOf(base.env)))
  const { streamEpoch, publicEpoch, now } = venue
  // The house quotes before anybody is answered.
  await begin()
  const far = serveGateways({
    wire,
    shard: shardOf(base),
    epoch: storage.epoch() ?? now(),
    term: { streamEpoch, publicEpoch },
    host,
    now,
    isCertain: storage.isCertain,
  })
  base.meters.gauge('kontor_gateways', 'Gateways that are heard', far.gateways)
  base.meters.gauge('kontor_epoch', 'The term in which this process leads', () => storage.epoch() ?? 0)
  const from = performance.now()
  const watch = setInterval(() => {
    if (Math.min(far.silenceMs(), performance.now() - from) < maxSilenceMs) return
    storage.isOtherHearing().then(
      (isHearing) => isHearing && giveBack(),
      () => undefined,
    )
  }, silenceEveryMs)
  return {
    stop: async () => {
      clearInterval(watch)
      await rest()
      far.stop()
      await stop()
    },
  }
}
type Leading = Awaited<ReturnType<typeof serve>>

/** The part of a process that decides when it leads, and waits to lead until then. */
function runVenue(base: Base, wire: Wire, { onFailure, ...ports }: Ports) {
  const { log, meters } = base
  let heardAt = -Infinity
  const deafen = wire.subscribe(subjectsOf(shardOf(base)).ask, () => {
    heardAt = performance.now()
  })
  const hears = () => wire.isUp() && performance.now() - heardAt < silentMs
  let leading: Leading | null = null
  let isOver = false
  let isFollowing = false
  const giveBack = () => {
    log.error('no gateway is heard, and another venue hears some: it may lead')
    const gone = () => onFailure(new StoreError('deposed', 'the lead was given back'))
    leading?.stop().then(gone, onFailure)
    leading = null
  }
  const lead = async () => {
    const started = await ports.unlessFailed(
      startVenue(base, onFailure, {
        hears,
        isOver: () => isOver,
        onFollowing: (is) => {
          isFollowing = is
        },
      }),
    )
    deafen()
    leading = await serve(base, wire, started, { ...ports, giveBack })
    log.warn({ epoch: started.storage.epoch() }, 'this venue leads')
  }
  lead().catch((thrown: unknown) => (isOver ? undefined : onFailure(thrown)))
  meters.gauge('kontor_leading', '1 while this process leads', () => Number(leading !== null))
  return {
    health: async () => (leading ? 'leads' : isFollowing ? 'waits to lead' : null),
    stop: async () => {
      isOver = true
      await leading?.stop()
    },
  }
}

/**
 * Runs this process as gateway, as venue or as both; they meet over NATS only, so that the venue that leads may be in
 * any of them.
 */
export async function runApart(base: Base, options: Options, ports: Ports): Promise<Part> {
  const { env, onFault } = base
  const role = env['ROLES'] ?? 'all'
  const wire = await openNats({ url: env['NATS_URL'] ?? '', name: `kontor-${role}`, onFault })
  const venue = role === 'gateway' ? null : runVenue(base, wire, ports)
  const front = role === 'venue' && venue ? await openHealth(base, venue.health) : await runGateway(base, wire, options)
  return {
    port: front.port,
    stop: async () => {
      await venue?.stop()
      await front.stop()
      await wire.close()
    },
  }
}
