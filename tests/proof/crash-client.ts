import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Random } from '#server/core/random.ts'
import { pin, tron } from '#tests/server/features/wallet/wallet-venue.ts'

/** What leaves a row of its own: the name of its table. */
export const madeTables = {
  deposit: 'deposits',
  withdraw: 'withdrawals',
  remit: 'remittances',
  flash: 'flashes',
  gift: 'gift_sides',
  host: 'hosting_orders',
  join: 'joined_plans',
  pledge: 'pledges',
  subscribe: 'launch_orders',
} as const
export type MadeKind = keyof typeof madeTables

/** One wish of a client, and what it heard of it: null as long as it does not know. */
export type Intent = {
  readonly key: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly kind: 'order' | 'cancel' | 'move' | 'quote' | 'seat' | 'trigger' | 'clear' | MadeKind
  /** The words of the answer as they came; `burnt` when the key was given up before it was ever seen. */
  told: string | null
  /** What it was told once by `key/status` instead: the same in other spacing. */
  isAsked?: true
}
type Told = {
  type?: string
  data?: Record<string, unknown>
  message?: unknown
  reason?: string
  params?: Record<string, unknown>
}
const isTold = (value: unknown): value is Told => typeof value === 'object' && value !== null
export const toldOf = (text: string | null): Told => {
  const value: unknown = text === null || text === 'burnt' ? null : JSON.parse(text)
  return isTold(value) ? value : {}
}
export const isDone = ({ told }: Intent) => toldOf(told).type === 'ok'
export const idIn = ({ told }: Intent) => Number(toldOf(told).data?.['id'])
const fieldIn = ({ told }: Intent, name: string) => {
  const { data, message } = toldOf(told)
  const fields: unknown = data ?? message
  return typeof fields === 'object' && fields !== null
    ? String(Object.entries(fields).find(([key]) => key === name)?.[1])
    : ''
}
/** The id of what was made, however the call wraps it; a gift has one of letters and digits. */
export const madeId = (intent: Intent) => fieldIn(intent, 'id')

/** Whether what was told is an order that has traded. */
export const isFilled = ({ told }: Intent) => Number(toldOf(told).data?.['filled_amount'] ?? 0) > 0

/** The ids of the triggers that a placing has made. */
export const triggersIn = ({ told }: Intent): number[] => {
  const rows = toldOf(told).data?.['triggers']
  return Array.isArray(rows) ? rows.map((row) => Number(Object(row).id)) : []
}
/** The price from which a stop was refused as passed already. */
const boundOf = (told: string | null) => {
  const { reason, params } = toldOf(told)
  return reason === 'stop_wrong_side' ? Number(params?.['bound']) : null
}

const usdt = 3
const btc = 1
const kinds = ['legal', 'micro'] as const
const flashFor = { kind: 'flash', from: usdt, to: btc, num: '10' } as const
const remittanceFor = { kind: 'remittance', from: 'USD', to: usdt, num: '30', account_id: 'usd' } as const

const agent = new Agent({ keepAlive: true })
/**
 * One request; fails when the answer does not come whole. Much lighter than `fetch`: a campaign makes hundreds of
 * thousands.
 */
const post = (url: URL, more: Readonly<Record<string, string>>, body: Intent['body']) =>
  new Promise<{ status: number; text: string }>((done, fail) => {
    const headers = { 'Content-Type': 'application/json', 'language-mark': 'en', DEVICE_MODEL: 'd1', ...more }
    const asking = request(url, { method: 'POST', agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (text += part))
      answer.on('error', fail)
      answer.on('end', () =>
        answer.complete ? done({ status: answer.statusCode ?? 0, text }) : fail(new Error('cut off')),
      )
    })
    asking.on('error', fail)
    asking.end(JSON.stringify(body))
  })

/** One person who trades without end, and remembers every wish. */
export function createClient(token: string, chance: Random, peers: readonly { mail: string }[] = []) {
  const intents: Intent[] = []
  const intent = (kind: Intent['kind'], path: string, body: Intent['body']): Intent => ({
    key: randomUUID(),
    path,
    body,
    kind,
    told: null,
  })
  const pick = <T>(all: readonly T[]): T | undefined => all[chance.int(all.length)]

  const order = (): Intent => {
    const isBuy = chance.unit() < 0.7
    const market = chance.unit() < 0.25
    return intent('order', 'api/coin/trade', {
      legal_id: usdt,
      currency_id: btc,
      type: isBuy ? 1 : 2,
      kind: market ? 'market' : 'limit',
      amount: '0.00002',
      ...(!market && { target_price: isBuy ? `${60_000 + chance.int(3000)}` : `${130_000 + chance.int(3000)}` }),
      // What protects a buy grows with its fills.
      ...(market && isBuy && { stops: { stop: { source: 'mark', trigger_price: '60000' } } }),
    })
  }
  /** A stop next to the price, which the refusal of an earlier one has told; some fire at the next tick. */
  const trigger = (): Intent => {
    const refused = intents.slice(-200).findLast(({ kind, told }) => kind === 'trigger' && boundOf(told) !== null)
    const bound = chance.unit() < 0.1 ? null : boundOf(refused?.told ?? null)
    const trigger_price = bound === null ? '999999' : (bound - chance.int(20)).toFixed(2)
    return intent('trigger', 'api/trigger/place', {
      product: 'spot',
      legal_id: usdt,
      currency_id: btc,
      act: 'sell',
      legs: [{ role: 'stop', source: 'mark', trigger_price, amount: '0.00002' }],
    })
  }
  const clear = (): Intent => intent('clear', 'api/order/cancel_all', { product: 'spot', classes: ['protective'] })
  const move = (): Intent => {
    const isThere = chance.unit() < 0.5
    // Now and then more than there is: refused, and it must stay refused.
    const number = chance.unit() < 0.05 ? '1000000' : `0.0${chance.int(9)}${1 + chance.int(9)}`
    const [from, to] = isThere ? kinds : kinds.toReversed()
    return intent('move', 'api/wallet/change', { number, currency_id: usdt, from_field: from, to_field: to })
  }
  const cancel = (): Intent => {
    // Only of the newest: a campaign of hours would spend them reading what was told long ago.
    const placed = pick(
      intents
        .slice(-100)
        .filter((each) => each.kind === 'order' && isDone(each))
        .slice(-20),
    )
    return placed ? intent('cancel', 'api/coin/cancel', { id: idIn(placed) }) : order()
  }
  /** The person in the folder; known once the wallet was equipped. */
  let self = 0
  const files = () => [`voucher/${self}-${chance.int(3)}.png`]
  const wallet = (): Intent => {
    const quoted = pick(intents.slice(-40).filter((each) => each.kind === 'quote' && isDone(each)))
    const dice = chance.unit()
    if (dice < 0.25)
      return intent('deposit', 'api/wallet/charge_req', {
        currency: usdt,
        netType: 'TRC20',
        amount: `${20 + chance.int(50)}`,
        account: 'x',
        imgs: files(),
      })
    if (dice < 0.4)
      return intent('withdraw', 'api/wallet/out', { currency: usdt, number: '10', address: tron, pay_password: pin })
    if (dice < 0.55)
      return intent('gift', 'api/trade/transfer', {
        email: pick(peers)?.mail ?? '',
        currency_id: usdt,
        number: '1',
        pay_password: pin,
      })
    if (dice < 0.75 || !quoted)
      return intent('quote', 'api/wallet/quote', chance.unit() < 0.5 ? flashFor : remittanceFor)
    const quote_id = fieldIn(quoted, 'quote_id')
    if (quoted.body['kind'] === 'flash')
      return intent('flash', 'api/wallet/flashAgainst', {
        l_currency_id: usdt,
        r_currency_id: btc,
        num: flashFor.num,
        quote_id,
      })
    return intent('remit', 'api/remittance/remittance', {
      account_id: 'usd',
      amount: remittanceFor.num,
      quote_id,
      payer_name: 'A',
      imgs: files(),
    })
  }
  /** The least of each product of the demo. */
  const product = (): Intent => {
    const dice = chance.unit()
    if (dice < 0.2) return intent('host', 'api/lh/deposit', { config_id: 1, amount: '50' })
    if (dice < 0.3) return intent('seat', 'api/miner/buySeat', { seat_id: 'fjord', num: 1 })
    if (dice < 0.5) return intent('join', 'api/project/project', { id: 'first-steps', amount: '20' })
    return dice < 0.75
      ? intent('pledge', 'api/pledge/pledge', { product_id: 'calm', amount: '20' })
      : intent('subscribe', 'api/lh/send/order', { config_id: 1, amount: '10' })
  }
  return {
    token,
    intents,
    become: (user: number) => {
      self = user
    },
    /** Buys and sells at the market in turn, so that it does so for as long as wished. */
    atMarket: (): Intent => {
      const made = intent('order', 'api/coin/trade', {
        legal_id: usdt,
        currency_id: btc,
        type: 1 + (intents.length % 2),
        kind: 'market',
        amount: '0.00002',
      })
      intents.push(made)
      return made
    },
    next: (): Intent => {
      const dice = chance.unit()
      const made =
        dice < 0.32
          ? order()
          : dice < 0.45
            ? trigger()
            : dice < 0.49
              ? clear()
              : dice < 0.6
                ? cancel()
                : dice < 0.82
                  ? move()
                  : dice < 0.96
                    ? wallet()
                    : product()
      intents.push(made)
      return made
    },
    send: async (url: string, { key, path, body }: Pick<Intent, 'key' | 'path' | 'body'>): Promise<string> => {
      const { status, text } = await post(new URL(path, url), { Authorization: token, 'Idempotency-Key': key }, body)
      // What is no verdict is asked again: the venue was busy with this key, or a bug stood in the way.
      if (status >= 500 || toldOf(text).reason === 'key_running') throw new Error(text)
      return text
    },
  }
}
export type Client = ReturnType<typeof createClient>
export { kinds, usdt }
