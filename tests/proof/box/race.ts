import { randomUUID } from 'node:crypto'
import { boxStartMs } from '#server/box/box.ts'
import { calm, weathers } from '#server/box/faults.ts'
import type { BoxHash, RecordLine } from '#server/box/record.ts'
import { replay } from '#server/box/replay.ts'
import { serveBox, type Served } from '#server/box/serve.ts'

type Said = Readonly<Record<string, unknown>>
const order = { legal_id: 3, currency_id: 1, kind: 'market', amount: '0.001' }
const post = async ({ url, accounts }: Served, user: number, key: string, body: object): Promise<Said> => {
  const answer = await fetch(`${url}api/coin/trade`, {
    method: 'POST',
    headers: {
      Authorization: accounts[user]?.key ?? '',
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify(body),
  })
  const said: Said = JSON.parse(await answer.text())
  return { ...said, status: answer.status }
}
/** What leaves the outcome of a change open, or says nothing of it: the same is sent again under the same key. */
const open = ['key_running', 'too_many', 'not_logged_in', 'key_scope', 'read_only']
const isSettled = (told: Said | null) =>
  told !== null &&
  ['ok', 'error'].includes(String(told['type'])) &&
  told['status'] !== 503 &&
  !open.includes(String(told['reason']))

/** A bot that decides so many orders, and sends each until it knows what became of it. */
async function trade(box: Served, user: number, orders: number) {
  for (let n = 0; n < orders; n += 1) {
    const key = randomUUID()
    const body = { ...order, type: 1 + ((n + user) % 2) }
    let told: Said | null = null
    while (!isSettled(told)) told = await post(box, user, key, body).catch(() => null)
  }
}

type Race = {
  readonly faults: Readonly<Record<string, number>>
  /** Different keys that the venue was asked with. */
  readonly keys: number
  readonly was: BoxHash | null
  /** What each replay came to. */
  readonly is: readonly BoxHash[]
}
/** Three bots race each other in a hurry over a bad network; what came of it is replayed so many times. */
export async function race(seed: number, { orders = 12, replays = 1 } = {}): Promise<Race> {
  const plan = {
    seed,
    start: boxStartMs,
    accounts: 3,
    funds: { USDT: '5000', BTC: '0.1' },
    maker: true,
    markets: ['BTC-USDT'],
  }
  const weather = { ...(weathers['storm'] ?? calm), ms: 0, jitterMs: 100 }
  const box = await serveBox(plan, { port: 0, bind: '127.0.0.1', speed: 50, weather, rates: 1_000_000, app: null })
  try {
    await Promise.all([0, 1, 2].map((user) => trade(box, user, orders)))
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
    const keys = new Set(lines.flatMap((line) => ('key' in line ? [line.key] : [])))
    return { faults: box.controls.faults(), keys: keys.size, was, is }
  } finally {
    await box.stop()
  }
}
