/** What is to be carried: accounts, of which some are online, and orders at the busiest second. */
type Load = { readonly users: number; readonly online: number; readonly orders: number }
type Part = { readonly part: string; readonly need: string; readonly count: number }

/**
 * What one of each costs, in microseconds of a core or in bytes. `order`, `push`: docs/bench.md. The others were
 * measured with PostgreSQL 15 and NATS on the machine of docs/bench.md; `user` and `frames` are assumed.
 */
const unit = {
  /** Deciding and appending an order, 64 to 256 at once. */
  orderUs: 230,
  /** An order that moves money between shards is decided twice in part. */
  acrossShards: 1.5,
  /** What a standby spends on following an order. */
  followUs: 35,
  /** Bringing an order into the tables: in the standby, and in PostgreSQL. */
  projectUs: 110,
  storeUs: 105,
  /** The log of an order with its keys. */
  logBytes: 330,
  /** A user with orders, chats and an identity, in the memory of a venue. */
  userBytes: 8000,
  pushUs: 9,
  /** Frames a second that a socket gets. */
  frames: 4,
  /** What a gateway costs while nothing happens, in microseconds a second. */
  gatewayUs: 15_000,
  /** Ticks of public channels a second, of each shard to each gateway. */
  ticks: 20,
  messageUs: 20,
}
/** Machines are planned at half load. */
const spare = 2
const coresOfDatabase = 8
const cores = (us: number) => us / 1e6
const count = (n: number) => Math.max(1, Math.ceil(n))
const text = (n: number, digits = 1) => n.toLocaleString('en', { maximumFractionDigits: digits })

/** How many of each program a load needs. */
export function planOf({ users, online, orders }: Load): readonly Part[] {
  const alone = cores(orders * unit.orderUs)
  const deciding = alone * spare <= 1 ? alone : alone * unit.acrossShards
  const shards = count(deciding * spare)
  const projecting = cores(orders * unit.projectUs)
  const storing = cores(orders * unit.storeUs)
  const databases = count((storing * spare) / coresOfDatabase)
  const pushing = cores(online * unit.frames * unit.pushUs)
  const gateways = Math.max(2, count(pushing * spare))
  const ticks = shards * gateways * unit.ticks
  // Until events are sent only to gateways that somebody follows them at, each gateway hears of every order.
  const heard = ticks + orders * Math.min(gateways, 10)
  return [
    { part: 'venues that lead (shards)', need: `${text(deciding)} cores deciding`, count: shards },
    {
      part: 'standbys',
      need: `${text(cores(orders * unit.followUs) + projecting)} cores following and projecting`,
      count: shards,
    },
    {
      part: 'memory of a venue, GB',
      need: `${text((users * unit.userBytes) / 1e9)} GB in all`,
      count: count((users * unit.userBytes) / 1e9 / shards),
    },
    {
      part: `PostgreSQL primaries of ${coresOfDatabase} cores`,
      need: `${text(storing)} cores writing, ${text((orders * unit.logBytes) / 1e6)} MB/s of log`,
      count: databases,
    },
    { part: 'synchronous replicas', need: 'two of each primary', count: databases * 2 },
    { part: 'gateways', need: `${text(pushing + cores(gateways * unit.gatewayUs))} cores pushing`, count: gateways },
    { part: 'NATS nodes', need: `${text(heard, 0)} messages/s`, count: count(cores(heard * unit.messageUs) / 2) },
  ]
}
