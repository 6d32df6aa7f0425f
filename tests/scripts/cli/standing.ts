import { runCli } from '#scripts/cli/main.ts'
import { openBox } from '#server/box/testing.ts'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Net = {
  /** The answers of so many changes from now on are lost after the venue has made them. */
  lost: number
  /** Whether anything gets through at all. */
  isDown: boolean
  readonly made: string[]
}
type Given = { readonly input?: readonly string[]; readonly more?: object; readonly isTable?: boolean }
/** A venue of its own, a network that loses answers, and the program with its input and output. */
export async function stand() {
  const box = await openBox({ seed: 7, accounts: 2, funds: { USDT: '10000', BTC: '1' } })
  const net: Net = { lost: 0, isDown: false, made: [] }
  let now = 0
  const home = mkdtempSync(join(tmpdir(), 'cli-'))
  const fetchOver: typeof fetch = async (input, init) => {
    if (net.isDown) throw new Error('no route')
    const answer = await fetch(input, init)
    if (init?.method !== 'POST' || new Headers(init.headers).get('Idempotency-Key') === null) return answer
    net.made.push(new URL(String(input)).pathname)
    if (net.lost === 0) return answer
    net.lost -= 1
    throw new Error('the answer was lost')
  }
  const env = { KONTOR_URL: box.url, KONTOR_KEY: box.accounts[0]?.key, XDG_CONFIG_HOME: home }
  const run = async (words: readonly string[], { input = [], more = {}, isTable = false }: Given = {}) => {
    const [out, err]: [string[], string[]] = [[], []]
    const code = await runCli(words, {
      env: { ...env, ...more },
      fetch: fetchOver,
      now: () => now,
      wait: async (ms) => void (now += ms),
      lines: async function* lines() {
        yield* input
      },
      io: { out: (text) => void out.push(text), err: (text) => void err.push(text), isTable },
    })
    const text = out.join('')
    const rows = () =>
      text
        .trim()
        .split('\n')
        .map((line): Record<string, unknown> => JSON.parse(line))
    return { code, text, err: err.join(''), rows }
  }
  /** The orders of the account, as the venue has them. */
  const orders = async () => {
    const headers = { Authorization: box.accounts[0]?.key ?? '' }
    const answer: { message: { orders: Record<string, unknown>[] } } = await (
      await fetch(`${box.url}api/coin/orders`, { headers })
    ).json()
    return answer.message.orders
  }
  /** Where the events of the account have got to. */
  const head = async () => {
    const answer = await fetch(`${box.url}api/coin/orders`, { headers: { Authorization: box.accounts[0]?.key ?? '' } })
    return answer.headers.get('Events-Head') ?? ''
  }
  /** A change by the login of the account. */
  const asPerson = async (path: string, body: object) => {
    const answer = await fetch(`${box.url}${path}`, {
      method: 'POST',
      headers: {
        Authorization: box.accounts[0]?.token ?? '',
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    })
    const made: { data: Record<string, unknown> } = await answer.json()
    return made.data
  }
  /** Another key of the account, with fewer rights than the one of the box. */
  const keyWith = async (wish: object) => {
    const { pin } = box.accounts[0] ?? {}
    const made = await asPerson('api/user/api_keys/add', { name: 'less', ...wish, pay_password: pin })
    return String(made['secret'])
  }
  return { box, net, run, orders, head, home, env, asPerson, keyWith }
}
