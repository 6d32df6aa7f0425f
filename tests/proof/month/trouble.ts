import { fieldOf } from '#tests/support/venue-client.ts'
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { mustBe, passAll, reason, trade, type Month } from './acts.ts'
import { balancesIn, idOf } from './people.ts'
import { until, type Stand } from './stand.ts'

export const order = { legal_id: idOf('USDT'), currency_id: idOf('BTC'), kind: 'limit', amount: '0.001' }
const hourMs = 3_600_000
export const again = async (stand: Stand) => {
  await stand.start()
  await until('ready after a start', stand.isReady)
}

/** The file of the log is moved away while the venue runs: it goes on writing there, and a restart begins a new one. */
export async function haltAndRotate(month: Month) {
  const { stand, people } = month
  const moved = stand.at('kontor.log.1')
  renameSync(stand.log, moved)
  await people.call('first', 'POST desk/halt', { halt: 1, reason })
  mustBe(
    'an order in a halt',
    await people.refusal('ann', 'POST coin/trade', {
      ...order,
      type: 2,
      target_price: String(stand.feeds.price()),
    }),
    'market_closed',
  )
  mustBe('the moved log', readFileSync(moved, 'utf8').includes('"desk.halt"'), true)
  await people.call('first', 'POST desk/halt', { halt: 0, reason })
  mustBe('the end of the halt', await passAll(month, 'change'), 1)
  await trade(month)
  await stand.venue().stop()
  mustBe('the end of the process', stand.venue().code(), 0)
  await again(stand)
  mustBe('a new log', existsSync(stand.log), true)
}
/** The machine's clock is set wrong and right again, each way; people trade on. */
export async function clockSteps(month: Month) {
  const [wall, steady] = month.stand.ahead()
  for (const byMs of [3000, -3000, hourMs, -hourMs, 0]) {
    await month.stand.step(wall + byMs, steady)
    await trade(month)
  }
}
/** Feeds fall silent one by one. While two speak people trade; with fewer no market has a price. */
export async function feedsLost(month: Month) {
  const { feeds, ready, isReady } = month.stand
  for (const [at, name] of feeds.names.entries()) {
    feeds.lose(name)
    if (feeds.names.length - at - 1 >= 2) await trade(month)
    else await until('no price', async () => (await ready()) === 'ready, but no market has a price', 30_000)
  }
  for (const name of feeds.names) feeds.back(name)
  await until('prices again', isReady, 90_000)
  await trade(month)
}
/** The disk is full: the venue reads and refuses every change, until there is room. */
export async function fullDisk(month: Month) {
  const { stand, people } = month
  const filler = join(stand.data, 'filler')
  const fill = () => {
    for (const bytes of [1 << 20, 1 << 12])
      for (;;)
        try {
          appendFileSync(filler, Buffer.alloc(bytes, 1))
        } catch {
          break
        }
  }
  const move = { number: '1', currency_id: idOf('USDT') }
  const sides = ['change', 'legal'] as const
  fill()
  const change = async (at: number) =>
    people.refusal('ann', 'POST wallet/change', {
      ...move,
      from_field: sides[at % 2],
      to_field: sides[(at + 1) % 2],
    })
  let at = 0
  for (; (await change(at)) === undefined; at += 1) if (at % 50 === 0) fill()
  mustBe('a change on a full disk', await change(at), 'read_only')
  mustBe('ready', await stand.ready(), 'ready, but the disk is full')
  await people.compare()
  rmSync(filler)
  await until('room again', stand.isReady)
  await trade(month)
}
/** An order that waits in the book is there after what happens, and so are all balances; people trade on. */
export async function withOrder(month: Month, happens: () => Promise<unknown>) {
  const { stand, people } = month
  const target_price = String(Math.round(stand.feeds.price() * 1.02))
  const made = await people.call('ann', 'POST coin/trade', { ...order, type: 2, target_price })
  await happens()
  await people.compare()
  await people.call('ann', 'POST coin/cancel', { id: fieldOf(made, 'id') })
  await trade(month)
}
export const killed = async (month: Month) =>
  withOrder(month, async () => {
    month.stand.venue().kill('SIGKILL')
    await month.stand.venue().gone
    await again(month.stand)
  })
/** A start on a folder ends with a sentence. */
export async function refusedOn(stand: Stand, folder: string, words: string, env: NodeJS.ProcessEnv = {}) {
  const before = stand.said().length
  const child = await stand.startOn(folder, { PORT: '0', ...env })
  await child.stop()
  mustBe(words, [child.url === null, stand.said().slice(before).includes(words)].join(), 'true,true')
}
/** The kept folder of the first release is a demo: refused as live, upgraded as a demo; a later release never. */
export async function olderAndNewer({ stand }: Month) {
  const folder = stand.at('v1')
  const file = join(folder, 'venue.db')
  mkdirSync(folder)
  writeFileSync(file, gunzipSync(readFileSync('tests/server/folders/v1/venue.db.gz')))
  const refused = async (env: NodeJS.ProcessEnv, words: string) => refusedOn(stand, folder, words, env)
  await refused({}, 'demo')
  const demo = { NODE_ENV: 'test', DEMO: '1', PORT: '0', PRICE_FEEDS: undefined, DESK_ACCOUNTS: undefined }
  const upgraded = await stand.startOn(folder, demo)
  mustBe('an upgraded folder', upgraded.url !== null, true)
  await upgraded.stop()
  const db = new DatabaseSync(file)
  db.exec("UPDATE meta SET value = '9.0.0' WHERE name = 'release'")
  db.close()
  await refused(demo, 'newer release')
}
/** A backup of the running venue is restored into another folder, and another venue tells the same balances. */
export async function drill({ stand, people }: Month) {
  const [to, restored] = [stand.at('backup'), stand.at('restored')]
  stand.run(['backup', '--to', to])
  const said = stand.run(['restore', '--from', to], restored)
  mustBe(said, said.includes('the hash chain holds and the books add up'), true)
  const child = await stand.startOn(restored, { PORT: '0' })
  try {
    for (const who of people.names()) {
      const headers = { authorization: people.person(who).token, 'content-type': 'application/json' }
      const told = await fetch(`${child.url ?? ''}api/wallet/list`, { method: 'POST', headers, body: '{}' })
      const is = JSON.stringify(balancesIn(fieldOf(await told.json(), 'message')), String)
      const was = JSON.stringify(balancesIn(await people.call(who, 'POST wallet/list')), String)
      mustBe(`${who} in the restored folder`, is, was)
    }
  } finally {
    await child.stop()
  }
}
