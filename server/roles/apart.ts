import { reachVenue } from '#server/bus/far/gateway.ts'
import { serveGateways } from '#server/bus/far/host.ts'
import { openNats } from '#server/bus/far/nats.ts'
import type { Wire } from '#server/bus/far/wire.ts'
import type { Base } from './base.ts'
import { openGateway, openHealth, type Options } from './gateway.ts'
import { hostVenue, type LeadPorts } from './leading.ts'
import { startVenue, type OnFailure } from './venue.ts'

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
  const gateway = await openGateway(base, far, options, far.isThere)
  return {
    port: gateway.port,
    stop: async () => {
      await gateway.stop()
      far.stop()
    },
  }
}
const shardOf = ({ env }: Base) => env['SHARD'] ?? 's01'

/** The part of a process that decides, when it leads. */
function runVenue(base: Base, wire: Wire, { onFailure, ...ports }: Ports) {
  const { log, meters } = base
  let stop = async () => {}
  let state: 'waiting' | 'leading' = 'waiting'
  const lead = async () => {
    const started = await ports.unlessFailed(startVenue(base, onFailure))
    const { venue, storage } = started
    const { host, begin, rest, stop: close } = hostVenue(base, started, ports)
    const { streamEpoch, publicEpoch, now } = venue
    const far = serveGateways({
      wire,
      shard: shardOf(base),
      epoch: storage.epoch() ?? now(),
      term: { streamEpoch, publicEpoch },
      host,
      now,
      isCertain: storage.isCertain,
    })
    meters.gauge('kontor_gateways', 'Gateways that are heard', far.gateways)
    stop = async () => {
      await rest()
      far.stop()
      await close()
    }
    await begin()
    state = 'leading'
    log.info({ epoch: storage.epoch() }, 'this venue leads')
  }
  const leading = lead()
  leading.catch(onFailure)
  meters.gauge('kontor_leading', '1 while this process leads', () => Number(state === 'leading'))
  return {
    health: async () => (state === 'leading' ? 'leads' : 'waits'),
    stop: async () => {
      await Promise.race([leading.catch(() => undefined), new Promise((next) => setTimeout(next, 100))])
      await stop()
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
