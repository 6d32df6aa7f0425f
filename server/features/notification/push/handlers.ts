import { createHash, ECDH } from 'node:crypto'
import type { pushes, PushState } from '#contract/notification/push.ts'
import type { Caller, Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { NotificationContext } from '#server/features/notification/context.ts'
import { pushAddressOf } from '#server/features/notification/sending/address.ts'
import { pushKeysOf } from '#server/features/notification/sending/keys.ts'
import { loginNamed } from '#server/identity/logins.ts'

const stateOf = (ctx: NotificationContext, { session }: Pick<Caller, 'session'>): PushState => {
  const key = pushKeysOf(ctx)?.publicKey ?? null
  const push = ctx.tables.pushes.get(session)
  if (key === null || push === undefined) return { key, device: null }
  return {
    key,
    device: {
      digest: createHash('sha256').update(push.endpoint).digest('hex'),
      lang: push.lang,
      hides: push.hides,
      is_failing: push.failedAt !== null,
    },
  }
}
/** A key that is no point of the curve would fail at each encryption. */
const isKey = (p256dh: string) => {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

export const pushHandlers: Handlers<typeof pushes, NotificationContext> = {
  state: stateOf,
  start: (ctx, caller, { endpoint, p256dh, auth, hides }) => {
    const { tables, now } = ctx
    if (pushKeysOf(ctx) === null) throw new Refusal('push_off')
    if (pushAddressOf(endpoint) === null || !isKey(p256dh)) throw new Refusal('push_endpoint')
    const { id: session, user } = tables.sessions.get(caller.session) ?? {}
    if (session === undefined || user === undefined) throw new Refusal('not_logged_in')
    // A browser has one subscription: it follows whoever is logged in there now.
    const before = tables.pushes.one('endpoint', endpoint)
    if (before && before.session !== session) tables.pushes.remove(before.session)
    const held = tables.pushes.get(session)
    tables.pushes.put({
      session,
      user,
      endpoint,
      p256dh,
      auth,
      lang: caller.lang,
      hides,
      at: held?.at ?? now(),
      failedAt: null,
    })
    return stateOf(ctx, caller)
  },
  end: (ctx, caller, { id }) => {
    const session = id === undefined ? caller.session : loginNamed(ctx, caller.user, id).id
    if (ctx.tables.pushes.get(session)) ctx.tables.pushes.remove(session)
    return stateOf(ctx, caller)
  },
}
