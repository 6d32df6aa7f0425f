import type { Lang } from '#contract/wire/languages.ts'
import { grantDemo } from '#server/features/assets/grant.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Target, User } from '#server/identity/rows.ts'
import { userOfTarget } from '#server/identity/targets.ts'
import type { SessionContext } from './context.ts'

const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** The first person bears this number, so that no id looks like a coin's or an order's. */
const firstUser = 100_001

const newCode = ({ random, tables }: SessionContext): string => {
  for (;;) {
    const code = Array.from({ length: 6 }, () => letters[random.int(letters.length)]).join('')
    if (!tables.users.one('code', code)) return code
  }
}

/** A new person, with their invitation code, their inviter, and in the demo with play money. */
export function createUser(
  ctx: SessionContext,
  wish: { target: Target; hash: string; invitation: string; line: string; lang: Lang },
): User {
  const { tables, settings } = ctx
  if (userOfTarget(tables, wish.target)) throw new Refusal('account_taken')
  const inviter = wish.invitation === '' ? undefined : tables.users.one('code', wish.invitation.toUpperCase())
  if (wish.invitation !== '' && !inviter) throw new Refusal('invite_unknown')
  const id = Math.max(tables.users.nextId(), firstUser)
  const user = tables.users.put({
    id,
    nickname: `K${id}`,
    avatar: null,
    email: wish.target.type === 'email' ? wish.target.id : null,
    mobile: wish.target.type === 'mobile' ? wish.target.id : null,
    password: wish.hash,
    pin: null,
    inviter: inviter?.id ?? null,
    code: newCode(ctx),
    line: wish.line === '' ? null : wish.line,
    lang: wish.lang,
    agentLevel: 0,
    powers: settings.identity.defaultPowers,
    accountUntil: 0,
    tradeUntil: 0,
    withdrawUntil: 0,
    lockReason: null,
    signature: null,
    sex: 'unset',
    address: null,
    createdAt: ctx.now(),
  })
  if (settings.demo) grantDemo(ctx, id)
  return user
}
