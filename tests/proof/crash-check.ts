import { startVenue } from '#tests/support/venues.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { systemClock } from '#server/core/clock.ts'
import { firstBreak } from '#tests/support/chain.ts'
import { seededRandom } from '#server/core/random.ts'
import { balanceId } from '#server/core/rows.ts'
import type { SpotRow } from '#server/features/spot/rows.ts'
import type { TriggerRow } from '#server/features/trigger/rows.ts'
import { defaultSettings } from '#server/settings.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { verify } from '#tests/support/lever-venue.ts'
import { moveVenue } from '#server/operate/move.ts'
import { openPlace } from '#server/operate/open-place.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { equipWallet } from './crowd-wallet.ts'
import {
  idIn,
  isDone,
  kinds,
  madeId,
  triggersIn,
  usdt,
  madeTables,
  type Client,
  type Intent,
  type MadeKind,
} from './crash-client.ts'

const granted = parseDec('1000')
const maxPage = 1_000_000

/** What an account must hold by what was heard of every transfer: nothing else moves it. */
export const expectedOf = (intents: readonly Intent[], kind: (typeof kinds)[number]) => {
  let sum = granted
  for (const intent of intents) {
    if (intent.kind !== 'move' || !isDone(intent)) continue
    const units = parseDec(String(intent.body['number']))
    sum += intent.body['from_field'] === kind ? -units : units
  }
  return sum
}

const madeKinds = Object.keys(madeTables).filter((kind): kind is MadeKind => kind in madeTables)
type Made = { id: number; gift?: string; direction?: string }
const isTwice = (values: readonly unknown[]) => new Set(values).size !== values.length
/**
 * Each trigger that was told is there; what it has sold is what its orders have sold, and never more than it was to. It
 * has fired once: of its firing and of its end its owner was told once each.
 */
function triggerFaults(
  store: ReturnType<typeof openSqlite>,
  user: number,
  intents: readonly Intent[],
  orders: readonly SpotRow[],
): string[] {
  const rows = store
    .page({ table: 'triggers', where: { user }, limit: maxPage, offset: 0 })
    .bodies.map((body): TriggerRow => JSON.parse(body))
  const there = new Set(rows.map(({ id }) => id))
  const told = intents.filter((intent) => intent.kind === 'trigger' && isDone(intent)).flatMap(triggersIn)
  const sold = new Map<number, number>()
  for (const { trigger, filled } of orders)
    if (trigger !== undefined) sold.set(trigger, (sold.get(trigger) ?? 0) + filled)
  const events = store.events(user, 0, maxPage).map(({ body }) => body)
  const idsOf = (why: string) =>
    events.flatMap((body) =>
      body.includes('"trigger.changed"') && body.includes(`"why":"${why}"`) ? [/"id":(\d+)/.exec(body)?.[1]] : [],
    )
  return [
    ...['triggered', 'done'].flatMap((why) => (isTwice(idsOf(why)) ? [`TR-1 ${why} twice of ${user}`] : [])),
    ...rows
      .filter(({ status, fired }) => status === 'triggered' && fired === null)
      .map(({ id }) => `TR-2 trigger ${id} of ${user} has not fired`),
    ...told.filter((id) => !there.has(id)).map((id) => `lost: trigger ${id} of ${user}`),
    ...(new Set(told).size === told.length ? [] : [`doubled: one trigger under two keys of ${user}`]),
    ...rows
      .filter(({ id, filled, wanted, by }) => filled !== (sold.get(id) ?? 0) || (by === 'amount' && filled > wanted))
      .map(({ id, filled }) => `TR-1 trigger ${id} of ${user}: ${filled} told, ${sold.get(id) ?? 0} sold`),
  ]
}
/**
 * Deposits, withdrawals, remittances, exchanges, gifts, and what was hosted, joined, pledged and subscribed: each that
 * was told is there once, and no other.
 */
function madeFaults(
  store: ReturnType<typeof openSqlite>,
  user: number,
  intents: readonly Intent[],
  isSure: boolean,
): string[] {
  return madeKinds.flatMap((kind) => {
    const told = intents.filter((intent) => intent.kind === kind && isDone(intent)).map(madeId)
    const rows = store
      .page({ table: madeTables[kind], where: { user }, limit: maxPage, offset: 0 })
      .bodies.map((body): Made => JSON.parse(body))
    const there = new Set(rows.filter(({ direction }) => direction !== 'in').map(({ id, gift }) => gift ?? String(id)))
    return [
      ...told.filter((id) => !there.has(id)).map((id) => `lost: ${kind} ${id} of ${user}`),
      ...(new Set(told).size === told.length ? [] : [`doubled: one ${kind} under two keys of ${user}`]),
      ...(isSure && there.size !== told.length ? [`${kind} of ${user}: ${there.size} there, ${told.length} told`] : []),
    ]
  })
}
/**
 * Gives everybody what the wallet asks for, while the venue is stopped: a verification, a fund password, an address and
 * files.
 */
export async function equipFolder(folder: string, people: readonly { user: number; client: Client }[]) {
  const store = openSqlite(join(folder, 'venue.db'))
  const venue = startVenue(store, {
    clock: systemClock,
    random: seededRandom(1),
    settings: defaultSettings(true),
    soon: () => undefined,
    onFailure: (thrown) => {
      throw thrown
    },
  })
  const done = venue.command((ctx) => {
    for (const { user, client } of people) {
      equipWallet(ctx, user)
      client.become(user)
    }
  })
  const verified = verify(
    venue,
    people.map(({ user }) => user),
  )
  venue.flush()
  await Promise.all([done, verified])
  await venue.stop()
}

/** The same for the database of a dead venue. */
export async function checkDatabase(url: string, people: Parameters<typeof checkFolder>[1]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-look-'))
  try {
    await moveVenue(await openPlace(url), () => openPlace(folder))
    return checkFolder(folder, people)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
/** Compares what clients were told with what the folder of a dead venue holds; says every difference. */
export function checkFolder(
  folder: string,
  people: readonly { user: number; client: Client }[],
  { isDemo = true, ...options }: { isDemo?: boolean; release?: string } = {},
): string[] {
  const store = openSqlite(join(folder, 'venue.db'), options)
  const wrong: string[] = []
  // Opened for looking only: its books are never written.
  const venue = startVenue(store, {
    clock: systemClock,
    random: seededRandom(1),
    settings: defaultSettings(isDemo),
    soon: () => undefined,
    onFailure: (thrown) => void wrong.push(String(thrown)),
  })
  const { tables } = venue.ctx
  for (const { rule, at } of venue.audit()) wrong.push(`${rule} at ${at}`)
  const broken = firstBreak(store)
  if (broken !== null) wrong.push(`L6 the chain breaks at ${broken}`)
  for (const {
    user,
    client: { intents },
  } of people) {
    const { bodies } = store.page({ table: 'spot_orders', where: { user }, limit: maxPage, offset: 0 })
    const rows = new Map(
      bodies.map((body): [number, SpotRow] => {
        const row: SpotRow = JSON.parse(body)
        return [row.id, row]
      }),
    )
    const placed = intents.filter((intent) => intent.kind === 'order' && isDone(intent)).map(idIn)
    for (const id of placed) if (!rows.has(id)) wrong.push(`lost: order ${id} of ${user}`)
    if (new Set(placed).size !== placed.length) wrong.push(`doubled: one order under two keys of ${user}`)
    // What is not known yet may have happened or not.
    const isSure = intents.every(({ told }) => told !== null)
    const own = [...rows.values()].filter(({ trigger }) => trigger === undefined)
    if (isSure && own.length !== placed.length)
      wrong.push(`orders of ${user}: ${own.length} there, ${placed.length} told`)
    wrong.push(...triggerFaults(store, user, intents, [...rows.values()]))
    const cancelled = new Set(intents.filter((intent) => intent.kind === 'cancel' && isDone(intent)).map(idIn))
    for (const id of cancelled) if (rows.get(id)?.status !== 'cancelled') wrong.push(`lost: cancel of ${id} of ${user}`)
    for (const row of rows.values())
      if (isSure && row.reason === 'user' && !cancelled.has(row.id))
        wrong.push(`refused but happened: cancel of ${row.id} of ${user}`)
    wrong.push(...madeFaults(store, user, intents, isSure))
    const seats = tables.mySeats.group('user', user).length
    const bought = intents.filter((intent) => intent.kind === 'seat' && isDone(intent)).length
    if (seats < bought || (isSure && seats !== bought)) wrong.push(`seats of ${user}: ${seats} there, ${bought} told`)
    for (const kind of kinds) {
      const is = tables.balances.get(balanceId(user, usdt, kind))?.free ?? 0n
      const must = expectedOf(intents, kind)
      if (isSure && is !== must) wrong.push(`${kind} of ${user}: ${formatDec(is)} there, ${formatDec(must)} told`)
    }
    const { head } = store.ring(user)
    const told = store.events(user, 0, maxPage).map(({ s }) => s)
    if (told.some((s, at) => s !== (told[0] ?? 0) + at) || head !== (tables.heads.get(user)?.s ?? 0))
      wrong.push(`the stream of ${user} has holes`)
  }
  store.close()
  return wrong
}
