import { noMethods } from '#server/features/wallet/bank/view.ts'
import { aFileRow, aKycRow, aUserRow } from '#tests/support/builders/person-rows.ts'
import { otc } from '#contract/otc/otc.ts'
import type { Ad, OtcOrder } from '#contract/otc/otc-order.ts'
import { urlOf } from '#contract/wire/endpoint.ts'
import { parseDec } from '#contract/wire/money.ts'
import type { Store } from '#server/core/store-port.ts'
import { makeHash } from '#server/identity/passwords.ts'
import { createMemoryVenue, type MemoryVenue } from '#server/memory.ts'
import { answerOf } from '#tests/support/people.ts'

export const usdt = 3
export const pin = '246810'
type Body = Readonly<Record<string, unknown>>
type Venue = ReturnType<typeof createMemoryVenue>['venue']
type Heard = { user: number; ev: string; why: string | undefined; v: Record<string, unknown> }
const isBody = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isOrder = (value: unknown): value is OtcOrder => isBody(value) && 'order_no' in value
const isAd = (value: unknown): value is Ad => isBody(value) && 'ad_no' in value

export const people = { ann: 100_001, ben: 100_002, cleo: 100_003 } as const
const hashes = new Map<string, Promise<string>>()
const hashOf = (text: string) => {
  const held = hashes.get(text) ?? makeHash(text)
  hashes.set(text, held)
  return held
}
/**
 * Puts people into the tables: verified, with a fund password, receiving methods, money in trust, and one voucher each.
 */
export async function enterPeople(venue: Venue, users: readonly number[] = Object.values(people)) {
  const hash = await hashOf(pin)
  await venue.command(({ tables, ledger, now }) => {
    for (const user of users) {
      tables.users.put(aUserRow(user, { createdAt: now(), pin: hash }))
      for (const level of [1, 2] as const) tables.kycs.put(aKycRow(user, level, now(), { name: `HOLDER ${user}` }))
      tables.payMethods.put({
        ...noMethods(user, now()),
        real_name: `HOLDER ${user}`,
        bank_name: 'HSBC',
        bank_account: `12345${user}`,
        alipay_account: `ali${user}`,
        alipay_qr_code: voucherOf(user),
        rev: 1,
      })
      const cell = { asset: usdt, kind: 'legal' } as const
      const units = parseDec('10000')
      ledger.post({
        type: 200,
        ref: `t:${user}`,
        postings: [
          { ...cell, owner: 'external', free: -units },
          { ...cell, owner: user, free: units },
        ],
      })
      tables.files.put(aFileRow(user, voucherOf(user), now()))
    }
  })
}
export const voucherOf = (user: number) => `voucher/${'v'.repeat(16)}${user}.png`

export const sellAd = {
  side: 'sell',
  currency_id: usdt,
  fiat: 'USD',
  price: '1.01',
  total_number: '500',
  min_amount: '50',
  max_amount: '400',
  ways: ['bank', 'ali_pay'],
  pay_minutes: 15,
  remark: 'Own account only',
  pay_password: pin,
}

/** A venue in which ann is a merchant and ben and cleo take her ads. */
export const otcVenue = (options: Parameters<typeof createMemoryVenue>[0] & { store?: Store } = {}) =>
  otcOver(createMemoryVenue(options))
/** The same over a venue that is there. */
export async function otcOver<H extends MemoryVenue>(harness: H) {
  const { venue, ask, clock } = harness
  const heard: Heard[] = []
  venue.deliveries$.subscribe((rows) => {
    for (const { user, body } of rows) {
      const { ev, why, v }: Heard = JSON.parse(body)
      heard.push({ user, ev, why, v })
    }
  })
  await enterPeople(venue)
  let keys = 0
  const newKey = () => `00000000-0000-4000-8000-${(keys += 1).toString(16).padStart(12, '0')}`
  const call = async (name: keyof typeof otc, body: Body, user: number, key: string = newKey()) =>
    answerOf(
      (
        await ask(
          `POST ${urlOf(otc[name])}`.replace('POST', otc[name].does === 'reads' ? 'GET' : 'POST'),
          body,
          { user },
          key,
        )
      ).answer,
    )
  const reasonOf = async (name: keyof typeof otc, body: Body, user: number) =>
    (await call(name, body, user)).reason ?? 'ok'
  const { ann, ben, cleo } = people
  const bail = (user: number = ann) => call('bail', { pay_password: pin }, user)
  const publish = async (more: Body = {}, user: number = ann): Promise<Ad> => {
    const { message, reason } = await call('publish', { ...sellAd, ...more }, user)
    if (!isAd(message)) throw new Error(`no ad: ${String(reason)}`)
    return message
  }
  const orderFrom = (answer: { message?: unknown; reason?: string }): OtcOrder => {
    if (!isOrder(answer.message)) throw new Error(`no order: ${String(answer.reason)}`)
    return answer.message
  }
  const take = async (ad: Pick<Ad, 'id'>, more: Body = {}, user: number = ben) =>
    orderFrom(
      await call('take', { id: ad.id, means: 'number', value: '100', way: 'bank', pay_password: pin, ...more }, user),
    )
  const pay = (order: Pick<OtcOrder, 'id'>, more: Body = {}, user: number = ben) =>
    call('pay', { id: order.id, vouchers: [voucherOf(user)], ...more }, user)
  const confirm = (order: Pick<OtcOrder, 'id'>, more: Body = {}, user: number = ann) =>
    call('confirm', { id: order.id, pay_password: pin, ...more }, user)
  const appeal = (order: Pick<OtcOrder, 'id'>, user: number, more: Body = {}) =>
    call('appeal', { id: order.id, problem: 'No money', vouchers: [voucherOf(user)], ...more }, user)
  /** The order as this party sees it now. */
  const seen = async ({ id }: Pick<OtcOrder, 'id'>, user: number) => orderFrom(await call('order', { id }, user))
  const adSeen = async ({ id }: Pick<Ad, 'id'>, user: number = ann): Promise<Ad> => {
    const { message } = await call('ad', { id }, user)
    if (!isAd(message)) throw new Error('no ad')
    return message
  }
  const advance = async (ms: number) => {
    clock.advance(ms)
    await venue.runDue()
  }
  const money = (owner: number | 'fee', asset = usdt) => {
    const { free, held } = venue.ctx.ledger.balance({ owner, asset, kind: 'legal' })
    return `${Number(free) / 1e8}+${Number(held) / 1e8}`
  }
  return {
    ...harness,
    heard,
    call,
    reasonOf,
    bail,
    publish,
    take,
    pay,
    confirm,
    appeal,
    seen,
    adSeen,
    orderFrom,
    advance,
    money,
    ann,
    ben,
    cleo,
  }
}
export type OtcVenue = Awaited<ReturnType<typeof otcVenue>>
