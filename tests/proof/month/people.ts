import { accountKinds } from '#contract/wire/booking.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { fromBase32, hotp, stepAt } from '#server/identity/totp.ts'
import { demoIn } from './demo-words.ts'
import { fieldOf } from '#tests/support/venue-client.ts'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { until, type Stand } from './stand.ts'

export const pin = '246810'
export const password = 'longer-secret-1'
const coins = { BTC: 1, USDT: 3 } as const
export type Coin = keyof typeof coins
export const idOf = (coin: Coin) => coins[coin]
type Body = Readonly<Record<string, unknown>>
type Person = { readonly mail: string; token: string; id: number; secret?: string }
export type Name = 'first' | 'second' | 'ann' | 'ben' | 'cleo' | 'dan'
const langs = ['en', 'hk'] as const
const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#1b2c42' } })
  .png()
  .toBuffer()

/** The words of a letter, which are base64 where they are not English. */
const wordsOf = (letter: string) => {
  const [head = '', body = ''] = letter.split('\n\n')
  return head.includes('base64') ? String(Buffer.from(body, 'base64')) : body
}

/** All of each coin that a list of balances tells, free and held, in all accounts. */
export const balancesIn = (list: unknown) => {
  const has: Record<string, bigint> = {}
  for (const kind of accountKinds)
    for (const cell of Object(fieldOf(list, `${kind}_wallet`)).balance)
      for (const field of [`${kind}_balance`, `lock_${kind}_balance`])
        has[cell.currency_name] = (has[cell.currency_name] ?? 0n) + parseDec(cell[field] ?? '0')
  return has
}

/** The people of a month, who ask through the proxy in English and Chinese by turns, and the test's own bank. */
export function openPeople(stand: Stand) {
  const people = new Map<Name, Person>()
  const bank: Record<string, Record<Coin, bigint>> = {}
  const demo = new Set<string>()
  let asked = 0
  const tokenOf = (who: Name | null) => (who === null ? undefined : people.get(who)?.token)
  const headersFor = (who: Name | null, lang: string) => ({
    'language-mark': lang,
    'idempotency-key': randomUUID(),
    DEVICE_MODEL: `phone of ${who}`,
    ...(tokenOf(who) !== undefined && { authorization: String(tokenOf(who)) }),
  })
  const fetched = (place: string, text: string) => {
    const found = demoIn(text.replace(/"demo":0\b/, ''))
    if (found !== null) demo.add(`${place}: ${found}`)
    return text
  }
  /** One call, as `POST wallet/list`; what was answered, whatever it is. */
  const raw = async (
    who: Name | null,
    place: string,
    body: Body = {},
    lang: string = langs[(asked += 1) % 2] ?? 'en',
  ) => {
    const [method = '', path = ''] = place.split(' ')
    const isGet = method === 'GET'
    const query = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]))
    const answer = await stand.proxy.ask(
      `${path.startsWith('/') ? '' : '/api/'}${path}${isGet && query.size > 0 ? `?${query}` : ''}`,
      {
        method,
        headers: { ...headersFor(who, lang), ...(!isGet && { 'content-type': 'application/json' }) },
        ...(!isGet && { body: JSON.stringify(body) }),
      },
    )
    const text = fetched(place, String(answer.body))
    const json: unknown = JSON.parse(text)
    return { text, json }
  }
  /** What a call brought; a refusal is a failure. */
  const call = async (who: Name | null, place: string, body: Body = {}): Promise<unknown> => {
    const { text, json } = await raw(who, place, body)
    if (fieldOf(json, 'type') !== 'ok') throw new Error(`${who} ${place} ${JSON.stringify(body)}: ${text}`)
    return fieldOf(json, 'data') ?? fieldOf(json, 'message')
  }
  const refusal = async (who: Name, place: string, body: Body = {}) =>
    fieldOf((await raw(who, place, body)).json, 'reason')
  /** The code of a letter that a call asks for. */
  const codeFor = async (mail: string, ask: () => Promise<unknown>) => {
    const before = stand.letters.length
    await ask()
    const find = () =>
      stand.letters
        .slice(before)
        .filter(({ to }) => to.includes(mail))
        .flatMap(({ text }) => /\d{6}/.exec(fetched('mail', wordsOf(text))) ?? [])[0]
    await until(`a code for ${mail}`, () => find() !== undefined)
    return find()
  }
  const person = (who: Name): Person => {
    const found = people.get(who)
    if (!found) throw new Error(who)
    return found
  }
  const enter = async (who: Name, mail: string) => {
    const account = { user_string: mail }
    const code = await codeFor(mail, async () => call(null, 'POST sms_mail', { ...account, type: 'register' }))
    const secrets = { password, re_password: password }
    const made = await call(null, 'POST user/register', { ...account, ...secrets, type: 'email', code })
    people.set(who, { mail, token: String(fieldOf(made, 'session')), id: Number(fieldOf(made, 'id')) })
    bank[who] = { BTC: 0n, USDT: 0n }
  }
  /** A login ends after some days: everybody logs in again. */
  const enterAgain = async () => {
    for (const held of people.values()) {
      const account = { user_string: held.mail }
      const code = await codeFor(held.mail, async () => call(null, 'POST sms_mail', { ...account, type: 'login' }))
      const totp = held.secret === undefined ? {} : { totp: hotp(fromBase32(held.secret), stepAt(stand.now())) }
      held.token = String(
        await call(null, 'POST user/login', { ...account, ...totp, user_type: 'email', password, code }),
      )
    }
  }
  const ownCode = async (who: Name, type: string) =>
    codeFor(person(who).mail, async () => call(who, 'POST set/sms_other_mail', { type }))
  const upload = async (who: Name) => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(picture)], 'a.png'))
    const whole = new Response(form)
    const headers = { ...headersFor(who, 'en'), 'content-type': whole.headers.get('content-type') ?? '' }
    const body = Buffer.from(await whole.arrayBuffer())
    const { body: said } = await stand.proxy.ask('/api/upload', { method: 'POST', headers, body })
    return String(fieldOf(JSON.parse(String(said)), 'message'))
  }
  /** Compares what everybody is told with the test's bank. */
  const compare = async () => {
    for (const who of people.keys()) {
      const has = balancesIn(await call(who, 'POST wallet/list'))
      const expected: Record<string, bigint> = { ...bank[who] }
      for (const coin of new Set([...Object.keys(has), ...Object.keys(expected)]))
        if ((has[coin] ?? 0n) !== (expected[coin] ?? 0n))
          throw new Error(
            `${who} has ${formatDec(has[coin] ?? 0n)} ${coin}, and not ${formatDec(expected[coin] ?? 0n)}`,
          )
    }
  }
  const give = (who: Name, coin: Coin, units: bigint) => {
    const has = bank[who]
    if (has) has[coin] += units
  }
  /** What is in the bank now; what is returned brings it there again. */
  const remember = () => {
    const was = structuredClone(bank)
    return () => void Object.assign(bank, was)
  }
  const today = () => new Date(stand.now()).toISOString().slice(0, 10)
  const told = { firstDay: today(), has: (who: Name): Record<string, bigint> => ({ ...bank[who] }), today }
  const did = { call, raw, refusal, enter, ownCode, enterAgain, upload, person, compare, give, remember, demo, fetched }
  return { ...told, ...did, names: () => [...people.keys()], asked: () => asked }
}
export type People = ReturnType<typeof openPeople>
