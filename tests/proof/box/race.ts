import { randomUUID } from 'node:crypto'
import { boxStartMs } from '#server/box/box.ts'
import { calm, weathers } from '#server/box/faults.ts'
import type { BoxHash, RecordLine } from '#server/box/record.ts'
import { replay } from '#server/box/replay.ts'
import { serveBox, type Served } from '#server/box/serve.ts'

type Said = Readonly<Record<string, unknown>>
/** What leaves the outcome of a change open, or says nothing of it: the same is sent again under the same key. */
const open = ['key_running', 'too_many', 'not_logged_in', 'key_scope', 'read_only', 'fault']
const isSettled = (told: Said | null) =>
  told !== null && ('type' in told || 'code' in told) && !open.includes(String(told['reason']))

/** One account of a box over a bad network: each change is sent under its key until it is known what became of it. */
function createBot({ url, accounts }: Served, user: number, refused: Set<string>) {
  const account = accounts[user]
  const ask = async (path: string, body: object, key: string | null): Promise<Said> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        // An API key is for what it may; the rest is asked as the app does.
        Authorization: (path.startsWith('api/coin') ? account?.key : account?.token) ?? '',
        'Content-Type': 'application/json',
        ...(key !== null && { 'Idempotency-Key': key }),
      },
      body: JSON.stringify(body),
    })
    const said: Said = JSON.parse(await answer.text())
    return said
  }
  const until = async (work: () => Promise<Said>): Promise<Said> => {
    for (;;) {
      const told = await work().catch(() => null)
      if (told !== null && isSettled(told)) return Object(told['data'] ?? told['message'])
    }
  }
  return {
    id: account?.id ?? 0,
    change: (path: string, body: object) => {
      const key = randomUUID()
      return until(async () => {
        const told = await ask(path, body, key)
        if (isSettled(told) && told['reason'] !== undefined) refused.add(`${path} ${String(told['reason'])}`)
        return told
      })
    },
    list: async (query: string) => {
      const headers = { Authorization: account?.token ?? '' }
      const { list } = await until(async () =>
        JSON.parse(await (await fetch(`${url}api/${query}`, { headers })).text()),
      )
      return Array(list).flat().map(Object)
    },
  }
}
type Bot = ReturnType<typeof createBot>

const usdt = 3
const pin = '135790'
/** What a bot decides in turn: orders, contracts, stakes, OTC orders, and words. */
const decisions: readonly ((bot: Bot, room: string, n: number) => Promise<unknown>)[] = [
  ({ change }, _, n) =>
    change('api/coin/trade', { legal_id: usdt, currency_id: 1, kind: 'market', amount: '0.001', type: 1 + (n % 2) }),
  ({ change }, _, n) =>
    change('api/lever/submit', {
      legal_id: usdt,
      currency_id: 1,
      type: 1 + (n % 2),
      status: 1,
      share: 1,
      multiple: 10,
    }),
  ({ change }, _, n) =>
    change('api/microtrade/submit', { match_id: 1, currency_id: usdt, type: 1 + (n % 2), seconds: 60, number: '10' }),
  async ({ change, list }) => {
    const [ad] = await list(`trade/tradeList?side=buy&currency_id=${usdt}&fiat=CNY`)
    const take = { id: ad.id, means: 'money', value: ad.min_amount, way: 'bank', pay_password: pin }
    const { id } = await change('api/trade/trade', take)
    if (id !== undefined) await change('api/trade/cancelTradeOrder', { id })
  },
  ({ change }, chat, n) =>
    change('chat/imGroupMessageRef/sendMessage', { cid: randomUUID(), chat, type: 1, body: { text: `number ${n}` } }),
  ({ change }, _, n) =>
    change('api/coin/trade', {
      legal_id: usdt,
      currency_id: 1,
      kind: 'limit',
      amount: '0.001',
      type: 1,
      target_price: `${90_000 + n}`,
    }),
]
/** The chat of each bot: the first one speaks with the second, and the others with the first. */
async function befriend(bots: readonly Bot[]) {
  const [first, ...others] = bots
  for (const other of first ? others : []) {
    await other.change('chat/imUserFriend/addFriend', { friendId: String(first?.id) })
    await first?.change('chat/imUserFriend/handleFriendApply', { applyUserId: String(other.id), status: 1 })
  }
  return Promise.all(
    bots.map(async (bot) => {
      const toUser = String((bot === first ? others[0] : first)?.id)
      return String((await bot.change('chat/imChatGroup/createSingleChat', { toUser }))['id'])
    }),
  )
}

type Race = {
  readonly faults: Readonly<Record<string, number>>
  /** How often each call was answered, each of its keys once. */
  readonly calls: Readonly<Record<string, number>>
  /** Calls that were refused, with the reason. */
  readonly refused: readonly string[]
  readonly was: BoxHash | null
  /** What each replay came to. */
  readonly is: readonly BoxHash[]
}
/** Three bots race each other in a hurry over a bad network; what came of it is replayed so many times. */
export async function race(seed: number, { orders = 12, replays = 1 } = {}): Promise<Race> {
  const funds = { USDT: '5000', BTC: '0.1' }
  const plan = { seed, start: boxStartMs, accounts: 3, funds, maker: true, markets: ['BTC-USDT'] }
  const storm = weathers['storm'] ?? calm
  const weather = {
    ...storm,
    chances: { ...storm.chances, killed_before: 0.02, killed_after: 0.02 },
    ms: 0,
    jitterMs: 100,
  }
  const box = await serveBox(plan, { port: 0, bind: '127.0.0.1', speed: 50, weather, rates: 1_000_000, app: null })
  try {
    const refused = new Set<string>()
    const bots = [0, 1, 2].map((user) => createBot(box, user, refused))
    const rooms = await befriend(bots)
    const run = async (bot: Bot, user: number) => {
      for (let n = 0; n < orders; n += 1)
        await decisions[(n + user) % decisions.length]?.(bot, rooms[user] ?? '', n + user)
    }
    await Promise.all(bots.map(run))
    // The rounds that were staked on end.
    await box.controls.advanceTo(box.controls.clock().now + 120_000)
    const lines = (await box.controls.record())
      .split('\n')
      .filter((line) => line !== '')
      .slice(1)
      .map((line): RecordLine => JSON.parse(line))
    const is: BoxHash[] = []
    let was: BoxHash | null = null
    for (let n = 0; n < replays; n += 1) {
      const again = await replay(plan, lines)
      was = again.was
      is.push(again.is)
    }
    const keys = new Map(lines.flatMap((line) => ('key' in line ? [[line.key, line.call] as const] : [])))
    const calls = Object.fromEntries(
      [...Map.groupBy(keys.values(), (call) => call)].map(([call, some]) => [call, some.length]),
    )
    return { faults: box.controls.faults(), calls, refused: [...refused], was, is }
  } finally {
    await box.stop()
  }
}
