import type { Lang } from '#contract/wire/languages.ts'
import { grantDemo } from '#server/features/assets/grant.ts'
import { welcomeSoon } from '#server/features/chat/seed.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Target, User } from '#server/identity/rows.ts'
import { userOfTarget } from '#server/identity/targets.ts'
import type { SessionContext } from './context.ts'

const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** Id of the first user, high enough not to look like the id of a coin or an order. */
const firstUserId = 100_001

const newCode = ({ random, tables }: SessionContext): string => {
  for (;;) {
    const code = Array.from({ length: 6 }, () => letters[random.int(letters.length)]).join('')
    if (!tables.users.one('code', code)) return code
  }
}

/**
 * Creates a user with an invitation code of their own; in the demo also with play money. Refuses a taken account or an
 * unknown invitation.
 */
export function createUser(
  ctx: SessionContext,
  input: { target: Target; hash: string; invitation: string; line: string; lang: Lang },
): User {
  const { tables, settings } = ctx
  if (userOfTarget(tables, input.target)) throw new Refusal('account_taken')
  const inviter = input.invitation === '' ? undefined : tables.users.one('code', input.invitation.toUpperCase())
  if (input.invitation !== '' && !inviter) throw new Refusal('invite_unknown')
  const id = Math.max(tables.users.nextId(), firstUserId)
  const user = tables.users.put({
    id,
    nickname: `K${id}`,
    avatar: null,
    email: input.target.type === 'email' ? input.target.id : null,
    mobile: input.target.type === 'mobile' ? input.target.id : null,
    password: input.hash,
    pin: null,
    inviter: inviter?.id ?? null,
    code: newCode(ctx),
    line: input.line === '' ? null : input.line,
    lang: input.lang,
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
  welcomeSoon(ctx, id)
  return user
}
