import { join } from 'node:path'
import { failpointsOf, type Failpoint } from '#server/core/failpoints.ts'
import { isHalted, resumeTrading } from '#server/core/halt.ts'
import type { Maybe } from '#server/core/maybe.ts'
import { systemRandom } from '#server/core/random.ts'
import { noReserve, type Reserve } from '#server/core/reserve.ts'
import type { Store } from '#server/core/store-port.ts'
import { gapsOf } from '#server/features/desk/money.ts'
import type { readPriceFeeds } from '#server/features/market/prices/sources/list.ts'
import { dialSocket } from '#server/gateway/dial.ts'
import type { Log } from '#server/gateway/log.ts'
import { createMessenger } from '#server/identity/messenger.ts'
import { startKeeper } from '#server/keeper.ts'
import { createLoop, startLoop } from '#server/loop.ts'
import { createAdmin } from '#server/operate/admin.ts'
import { openControl } from '#server/operate/backup.ts'
import { createEndedFile } from '#server/operate/ended-file.ts'
import { modeOrClosed } from '#server/operate/folder-mode.ts'
import { keepPrivate } from '#server/operate/private-folder.ts'
import { openReserve } from '#server/operate/reserve.ts'
import { gapSays } from '#server/operate/start-check.ts'
import { countStepFaults, meterVenue, timeAppends } from '#server/operate/venue-meters.ts'
import { openPriceFeed } from '#server/price-feed.ts'
import { startPusher, startWebhooks } from '#server/pusher.ts'
import { defaultSettings, isDemo, modeOf, settingsOf } from '#server/settings.ts'
import type { StandBy, Waiting } from '#server/store/postgres.ts'
import { openSqlite, type CopyEnd } from '#server/store/sqlite.ts'
import { createHold, openVenue, venueShapes, type Venue, type VenuePorts } from '#server/venue.ts'
import { listOf, stackOf, type Base } from './base.ts'

/** Says when the disk became full; the keeper says when there is room again. */
const loggedReserve = (reserve: Reserve, log: Log): Reserve => ({
  ...reserve,
  release: () => {
    const hadRoom = reserve.release()
    if (hadRoom)
      log.error(
        'the disk is full: changes are refused until there is room again; nothing that was acknowledged is lost',
      )
    return hadRoom
  },
})
/** Where a venue stores what it decides. */
type Storage = {
  store: Store
  /** Opens the venue on the store, `append` of which may be another; waits to lead where others may. */
  open: (store: Store, ports: VenuePorts) => Maybe<Venue>
  reserve: Reserve
  /** The database, where it is a file: its size is told, and it can be copied while it is written to. */
  file: string | null
  copyDatabase: ((to: string) => Promise<CopyEnd>) | null
  /** The number of the term in which this process leads; null where nobody else can. */
  epoch: () => number | null
  /** False when another process may lead by now. */
  isCertain: () => boolean
  /** Whether another process waits to lead and hears gateways, of which this one does not. */
  isOtherHearing: () => Promise<boolean>
  /** How many groups are stored but not in the tables yet. */
  behind: () => number
}
const openDatabase = async (
  { env, log }: Base,
  {
    failpoint,
    url,
    onFailure,
    waiting,
  }: { failpoint: Failpoint; url: string; onFailure: OnFailure; waiting: Waiting | null },
) => {
  const { openPostgres } = await import('#server/store/postgres.ts')
  const { store, place, isCertain, isOtherHearing, behind, standBy } = openPostgres(
    { url, shard: env['SHARD'] ?? 's01' },
    {
      onDeposed: onFailure,
      failpoint,
      onTrouble: (thrown) => log.error({ reason: String(thrown) }, 'the tables are behind the log'),
    },
  )
  return {
    store,
    open: (timed, ports) => (waiting ? openWaiting(standBy, waiting, timed, ports) : openVenue(timed, ports)),
    reserve: noReserve,
    file: null,
    copyDatabase: null,
    epoch: () => place().epoch,
    isCertain,
    isOtherHearing,
    behind,
  } satisfies Storage
}
/** Runs what a start runs once on an empty venue, so that it is compiled when this process comes to lead. */
async function warmUp({ clock, random, settings }: VenuePorts) {
  const onFailure = () => undefined
  const venue = await openVenue(openSqlite(':memory:'), { clock: { now: clock.now }, random, settings, onFailure })
  const loop = createLoop(venue)
  await loop.start()
  for (let n = 0; n < 10; n += 1) await loop.step()
  await loop.second()
  await venue.stop()
}
/** Opens the venue when this process leads; until then it holds what the venue that leads holds. */
async function openWaiting(standBy: StandBy, waiting: Waiting, store: Store, ports: VenuePorts) {
  const hold = createHold()
  await warmUp(ports)
  return hold.open(store, await standBy(venueShapes(), hold, waiting), ports)
}
/** Makes the data folder and closes it to others; with a database it has the files of people and the operator's socket. */
function closeFolder({ dataFolder, log }: Base) {
  for (const path of keepPrivate(dataFolder))
    log.warn(
      { path },
      'other users of this machine may reach this, and it cannot be closed to them: give DATA_DIR a folder of its own',
    )
}
function openFolder({ env, dataFolder }: Base): Storage {
  const file = join(dataFolder, 'venue.db')
  const store = openSqlite(file)
  modeOrClosed(store, `The data folder ${dataFolder}`, isDemo(env) ? 'demo' : 'live')
  return {
    store,
    open: openVenue,
    reserve: openReserve(dataFolder, systemRandom.bytes),
    file,
    copyDatabase: store.backup,
    epoch: () => null,
    isCertain: () => true,
    isOtherHearing: async () => false,
    behind: () => 0,
  }
}

/** Opens the store and the venue on it; what opening changes is stored with the first prices. */
export async function startVenue(base: Base, onFailure: OnFailure, waiting: Waiting | null = null) {
  const { env, clock, log, meters } = base
  const failpoint = failpointsOf(isDemo(env) ? env['KONTOR_FAULTS'] : undefined)
  const url = env['DATABASE_URL']
  closeFolder(base)
  const storage =
    url === undefined ? openFolder(base) : await openDatabase(base, { failpoint, url, onFailure, waiting })
  const { store, longestMs: longestAppendMs } = timeAppends(storage.store)
  const venue = await storage.open(store, {
    clock,
    random: systemRandom,
    settings: defaultSettings(isDemo(env), { ...settingsOf(env), ...(waiting && { market: { goesOn: true } }) }),
    messenger: createMessenger(env, (channel, why) => {
      meters.unsent(channel)
      log.error({ channel, why }, 'a message was not taken')
    }),
    onFailure: (thrown) => {
      log.fatal({ reason: String(thrown) }, 'the store failed: stopping; nothing more is acknowledged')
      onFailure(thrown)
    },
    onBug: (thrown, { feature, name }) => {
      const incident = systemRandom.bytes(6).toString('hex')
      meters.bug(`${feature}.${name}`)
      log.error({ incident, call: `${feature}.${name}`, stack: stackOf(thrown) }, 'a handler failed')
      return incident
    },
    failpoint,
    reserve: loggedReserve(storage.reserve, log),
  })
  if (isHalted(venue.ctx)) {
    if (env['RESUME_TRADING'] === '1') void venue.command(resumeTrading)
    else log.error('trading is halted because an audit found a breach or a step failed; RESUME_TRADING=1 resumes it')
  }
  for (const { gap, about } of gapsOf(venue.ctx)) log.warn({ about }, gapSays[gap])
  failpoint('duringStart')
  return { venue, storage, failpoint, longestAppendMs }
}

export type OnFailure = VenuePorts['onFailure']
type PriceFeeds = ReturnType<typeof readPriceFeeds>
export type Started = Awaited<ReturnType<typeof startVenue>>
/** Prices come in, and the periodic steps run. */
export function startTrading({ env, log, meters, clock, onFault }: Base, venue: Venue, named: PriceFeeds) {
  const prices = openPriceFeed(named, env['PRICE_FILE'], {
    venue,
    log,
    clock,
    random: systemRandom,
    dial: dialSocket,
    steadyMs: () => performance.now(),
  })
  meters.prices.follow(prices.figures)
  for (const name of listOf(env['CONFIRM_PRICES'])) {
    if (!venue.ctx.markets.find(name)) log.error({ market: name }, 'CONFIRM_PRICES names no such market')
    else
      log.warn({ market: name, from: venue.ctx.priceIndex.confirm(name) }, 'the operator accepts the price as it comes')
  }
  const loop = startLoop(venue, { onBug: countStepFaults(meters, onFault), ...(prices.feed && { feed: prices.feed }) })
  const stop = () => {
    loop.stop()
    prices.stop()
  }
  return { stop }
}

/** What looks after the store and the people while the venue runs: figures, backup, audits, notifications. */
export function startCare(
  { env, dataFolder, files, log, meters, clock }: Base,
  { venue, storage: { file, copyDatabase, behind }, longestAppendMs }: Started,
) {
  const figures = meterVenue(meters, venue, { file, behind, clockOffsetMs: clock.offsetMs, longestAppendMs })
  const ended = { archive: createEndedFile(dataFolder, venue.now), keepMs: venue.ctx.settings.keepDays * 86_400_000 }
  const keeper = startKeeper({ venue, log, meters, files, ended })
  const answer = createAdmin({ venue, env, dataFolder, breaches: keeper.breaches, log })
  const source = { dataFolder, now: venue.ctx.now, mode: modeOf(venue.ctx.settings) }
  const control = openControl({ ...source, copyDatabase }, answer)
  if (!control)
    log.warn(
      'DATA_DIR is too long for a socket in it: npm run backup needs the venue stopped, npm run kontor cannot work',
    )
  const senders = [startPusher({ venue, log }), startWebhooks({ venue, log })]
  const stop = async () => {
    keeper.stop()
    for (const sender of senders) sender.stop()
    figures.stop()
    await control?.stop()
  }
  return { stop }
}
