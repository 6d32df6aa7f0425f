import { aFileRow, aKycRow } from '#tests/support/builders/person-rows.ts'
import { accountKinds } from '#contract/wire/booking.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { makeHash } from '#server/identity/passwords.ts'
import { leverActs } from '#tests/support/lever-venue.ts'
import { answerOf, register } from '#tests/support/people.ts'

type Options = Parameters<typeof createMemoryVenue>[0]
type Body = Readonly<Record<string, unknown>>
export const usdt = 3
export const pin = '246810'
export const holder = 'ANN LEE'
/** Addresses whose checksums hold. */
export const tron = 'TA4Y62o6YC2Zsck9rZVGTvqW1AQ7X9zTnj'
export const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const card = { real_name: holder, bank_name: 'HSBC', bank_account: '6225 8888 8888 8888' }

/**
 * A venue with two people who are verified at both levels, have a fund password, and an upload each; all prices are
 * current.
 */
export async function walletVenue(options: Options = {}) {
  const harness = createMemoryVenue(options)
  const { venue, ask, clock } = harness
  const [ann, ben] = [await register(harness, 'ann@kontor.test'), await register(harness, 'ben@kontor.test')]
  const hash = await makeHash(pin)
  await venue.command(({ tables, now }) => {
    for (const user of [ann, ben]) {
      tables.users.put({ ...tables.users.need(user), pin: hash })
      for (const level of [1, 2] as const) tables.kycs.put(aKycRow(user, level, now(), { name: holder }))
    }
  })
  const acts = leverActs(harness)
  const feed = async () => {
    acts.quote(100_000)
    acts.quote(4000, 'ETH-USDT')
  }
  await feed()
  const upload = async (user: number, name: string) => {
    await venue.command(({ tables, now }) => tables.files.put(aFileRow(user, `voucher/${name}.png`, now())))
    return `voucher/${name}.png`
  }
  const call = async (place: string, body: Body = {}, user = ann, key: string | null = null) =>
    answerOf((await ask(place, body, { user }, key)).answer)
  /** Asks for a quote; its fields, or the reason of the refusal. */
  const priced = async (body: Body, user = ann): Promise<Readonly<Record<string, unknown>>> => {
    const { message, reason } = await call('POST /api/wallet/quote', body, user)
    const told = typeof message === 'object' && message !== null ? message : {}
    return { reason, ...Object.fromEntries(Object.entries(told)) }
  }
  /** Runs what has come due. */
  const turn = async (ms: number) => {
    clock.advance(ms)
    await venue.runDue()
  }
  /** Everything of one coin that a person has, free and held, over all accounts. */
  const total = (user: number, asset = usdt) =>
    accountKinds.reduce(
      (sum, kind) =>
        sum +
        venue.ctx.ledger.balance({ owner: user, asset, kind }).free +
        venue.ctx.ledger.balance({ owner: user, asset, kind }).held,
      0n,
    )
  const spot = (user: number, asset = usdt) => {
    const { free, held } = venue.ctx.ledger.balance({ owner: user, asset, kind: 'change' })
    return `${free}+${held}`
  }
  /** A code that the caller's mail was sent. */
  const code = async (user = ann) =>
    String(((await call('POST /api/set/sms_other_mail', { type: 'address' }, user)).data ?? {})['demo_code'])
  return { ...harness, ...acts, call, priced, turn, total, spot, code, upload, feed, ann, ben }
}
