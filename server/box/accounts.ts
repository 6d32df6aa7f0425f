import { logTypes } from '#contract/wire/booking.ts'
import { apiArea } from '#contract/wire/endpoint.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { Random } from '#server/core/random.ts'
import { balanceId } from '#server/core/rows.ts'
import { createUser } from '#server/features/session/sign-up.ts'
import { openSession } from '#server/identity/callers.ts'
import { kycOf } from '#server/identity/people.ts'
import { makeHash } from '#server/identity/passwords.ts'
import { makeApiKey } from '#server/identity/api-keys.ts'
import type { VenueContext } from '#server/features.ts'
import type { CommandContext } from '#server/core/context.ts'

type Ctx = CommandContext & VenueContext
/** What an account of the box has in its spot wallet, by coin, as decimals. */
export type Funds = Readonly<Record<string, string>>
/** `key` is for programs, and `token` a login of the app. */
export type BoxAccount = {
  readonly id: number
  readonly mail: string
  readonly password: string
  readonly pin: string
  readonly key: string
  readonly token: string
}

/** The spot wallet holds exactly what is wished of each coin named, whatever a demo gives to everybody. */
function fund({ ledger, tables }: Ctx, owner: number, funds: Funds) {
  for (const [name, amount] of Object.entries(funds)) {
    const coin = [...tables.coins.all()].find((each) => each.name === name)
    if (!coin) throw new Error(`there is no coin ${name}`)
    const units = parseDec(amount) - (tables.balances.get(balanceId(owner, coin.id, 'change'))?.free ?? 0n)
    if (units === 0n) continue
    ledger.post({
      type: logTypes.deposit,
      ref: `box:${owner}:${coin.id}:${formatDec(units)}`,
      postings: [
        { owner: 'external', asset: coin.id, kind: 'change', free: -units },
        { owner, asset: coin.id, kind: 'change', free: units },
      ],
    })
  }
}
/** What every account of a box logs in and pays with. */
const [password, pin] = ['kontor-box', '135790']
type Hashes = { readonly password: string; readonly pin: string }
let hashes: Promise<Hashes> | null = null
/** Made once: to hash is slow on purpose, and they are the same in every box. */
export const hashSecrets = () =>
  (hashes ??= Promise.all([makeHash(password), makeHash(pin)]).then(([own, short]) => ({ password: own, pin: short })))

/** An account that is verified, can pay and has an API key; `secrets` is what key and login are drawn from. */
export function addAccount(
  ctx: Ctx,
  { no, funds, hashes, secrets }: { no: number; funds: Funds; hashes: Hashes; secrets: Random },
): BoxAccount {
  const mail = `bot${no}@box.test`
  const { id } = createUser(ctx, {
    target: { type: 'email', id: mail },
    hash: hashes.password,
    invitation: '',
    line: '',
    lang: 'en',
  })
  ctx.tables.users.put({ ...ctx.tables.users.need(id), pin: hashes.pin, powers: ['addNewGroup'] })
  const reviewedAt = ctx.now()
  const passed = { status: 'passed', name: `Bot ${no}`, submittedAt: reviewedAt, reviewedAt, rev: 1 } as const
  ctx.tables.kycs.put({ ...kycOf(ctx, id, 1), ...passed })
  fund(ctx, id, funds)
  const wish = { user: id, name: 'box', scope: 'trade', areas: apiArea.options } as const
  const { secret } = makeApiKey({ ...ctx, random: secrets }, wish)
  return { id, mail, password, pin, key: secret, token: openSession({ ...ctx, random: secrets }, id, 'main', 'box') }
}
