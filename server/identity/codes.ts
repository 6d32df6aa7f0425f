import { createHmac } from 'node:crypto'
import type { CodeSent } from '#contract/session/session-proof.ts'
import type { Caller } from '#server/core/context.ts'
import { limits } from '#contract/wire/limits.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Target } from './rows.ts'
import { isSameSecret } from '#server/core/secret-text.ts'
import { venueText } from '#server/core/sentences.ts'
import { askerOf, isKnownDevice } from './devices.ts'
import { maskTarget, userOfTarget } from './targets.ts'
import type { AsyncIdentityContext, IdentityContext } from './context.ts'

const windowMs = 12 * 3_600_000
/**
 * Codes to one target in a window: asked for by one installation or from one address, and by all strangers together.
 */
const maxPerAsker = 5
const maxOfStrangers = 15
const digestOf = (secret: string, id: string, code: string) =>
  createHmac('sha256', secret).update(`${id}|${code}`).digest('base64url')
type Asker = Pick<Caller, 'device' | 'address'>
const baseOf = (purpose: string, { type, id }: Target) => `${purpose}|${type}|${id}`
/**
 * Each installation has a code of its own, so that a stranger who asks for codes or guesses at them takes nothing from
 * the owner.
 */
const deviceId = (purpose: string, target: Target, asker: Asker) => `${baseOf(purpose, target)}|${askerOf(asker)}`
/** The same code is also good from the address it was asked from, for clients that name no device or another one. */
const addressId = (purpose: string, target: Target, { address }: Asker) => `${baseOf(purpose, target)}|from|${address}`
/** The row with the code that this asker may use: that of the device, or else that of the address. */
const idOf = (
  { tables, now }: Pick<IdentityContext, 'tables' | 'now'>,
  purpose: string,
  target: Target,
  asker: Asker,
) => {
  const ids = [deviceId(purpose, target, asker), addressId(purpose, target, asker)] as const
  const isLive = (id: string) => {
    const row = tables.codes.get(id)
    return row !== undefined && row.digest !== null && row.expires > now()
  }
  return ids.find(isLive) ?? ids[0]
}

/** Counts one code sent; refuses when too many were. */
const countSent = (ctx: IdentityContext, id: string, most: number) => {
  const at = ctx.now()
  const row = ctx.tables.codes.get(id)
  const recent = (row?.sentAt ?? []).filter((then) => at - then < windowMs)
  const [first = at] = recent
  if (recent.length >= most) throw new Refusal('code_too_many', { again_ms: first + windowMs })
  ctx.tables.codes.put({ digest: null, expires: 0, guesses: 0, ...row, id, sentAt: [...recent, at] })
}

/** Sends a verification code to a target; the answer does not reveal whether the target belongs to an account. */
export async function sendCode(
  asyncCtx: AsyncIdentityContext,
  purpose: string,
  target: Target,
  { lang, ...asker }: Asker & { lang: Lang },
): Promise<CodeSent> {
  const base = baseOf(purpose, target)
  const twin = addressId(purpose, target, asker)
  const id = deviceId(purpose, target, asker)
  const { code, sent } = await asyncCtx.command((ctx) => {
    const at = ctx.now()
    const last = ctx.tables.codes.get(id)?.sentAt.at(-1) ?? -Infinity
    if (at - last < limits.codeAgainMs) throw new Refusal('code_too_many', { again_ms: last + limits.codeAgainMs })
    countSent(ctx, id, maxPerAsker)
    if (!isKnownDevice(ctx, target, asker)) {
      countSent(ctx, twin, maxPerAsker)
      countSent(ctx, `${base}|all`, maxOfStrangers)
    }
    const code = String(ctx.random.int(1_000_000)).padStart(6, '0')
    const expires = at + limits.codeLifeMs
    for (const [own, other] of [
      [id, twin],
      [twin, id],
    ] as const)
      ctx.tables.codes.put({
        sentAt: [],
        ...ctx.tables.codes.get(own),
        id: own,
        twin: other,
        digest: digestOf(ctx.secret, own, code),
        expires,
        guesses: 0,
      })
    const demo = ctx.settings.demo ? { demo_code: code } : {}
    return {
      code,
      sent: {
        target: maskTarget(target),
        expires_ms: expires,
        again_ms: at + limits.codeAgainMs,
        server_now_ms: at,
        ...demo,
      },
    }
  })
  if (!asyncCtx.ctx.settings.demo) {
    const isSent = await sendText(
      asyncCtx,
      target,
      lang,
      venueText('code_subject', lang, { name: asyncCtx.ctx.settings.appName }),
      venueText('code_text', lang, { code }),
    )
    if (!isSent) throw new Refusal('send_failed')
  }
  return sent
}

/** Sends a text with the word of the account, if it has one. False: it did not leave. The demo sends none. */
export const sendText = async (
  { ctx, messenger }: Pick<AsyncIdentityContext, 'ctx' | 'messenger'>,
  target: Target,
  lang: Lang,
  subject: string,
  text: string,
): Promise<boolean> => {
  const to = target.type === 'email' ? { mail: target.id } : { mobile: `+${target.id.replace('-', '')}` }
  return (
    !ctx.settings.demo &&
    messenger.isThere &&
    messenger.send({ to, subject, text: `${text}${wordOf(ctx, target, lang)}` })
  )
}

/** The word that its owner chose to recognise the messages of the venue by; nothing for anybody else. */
const wordOf = (ctx: IdentityContext, target: Target, lang: Lang) => {
  const word = userOfTarget(ctx.tables, target)?.mailWord ?? null
  return word === null ? '' : `\n\n${venueText('mail_word', lang, { word })}`
}

/**
 * True when codes are switched off for this purpose. Never for `forget` and `own`, which prove ownership of an account:
 * anyone could take it over.
 */
export const isWaived = ({ settings }: IdentityContext, purpose: string) =>
  settings.identity.verification === '0' && purpose !== 'forget' && purpose !== 'own'

/**
 * Compares a code. `isDue`: it is asked for even where codes are switched off. The guess is counted in its own
 * committed command first, so parallel guesses each count (K4). Leaves the code usable.
 */
export async function checkCode(
  asyncCtx: AsyncIdentityContext,
  purpose: string,
  target: Target,
  asker: Asker,
  code: string | undefined,
  isDue = false,
): Promise<void> {
  if (!isDue && isWaived(asyncCtx.ctx, purpose)) return
  if (code === undefined || code === '') throw new Refusal('code_required')
  const id = idOf(asyncCtx.ctx, purpose, target, asker)
  const counted = await asyncCtx.command((ctx) => {
    const row = ctx.tables.codes.get(id)
    if (!row || row.digest === null) return null
    return ctx.tables.codes.put({ ...row, guesses: row.guesses + 1 })
  })
  if (counted === null) throw new Refusal('code_expired')
  if (counted.guesses > limits.maxGuesses) throw new Refusal('code_too_many')
  if (asyncCtx.ctx.now() >= counted.expires) throw new Refusal('code_expired')
  if (!isSameSecret(counted.digest ?? '', digestOf(asyncCtx.ctx.secret, id, code)))
    throw new Refusal('code_wrong', { left: limits.maxGuesses - counted.guesses })
  // A correct guess is not counted, because the call that spends the code checks it again.
  await asyncCtx.command((ctx) => {
    const row = ctx.tables.codes.get(id)
    if (row) ctx.tables.codes.put({ ...row, guesses: Math.max(0, row.guesses - 1) })
  })
}

/** Marks a checked code as used, within the command it authorises; a second command with the same code is refused. */
export const spendCode = (ctx: IdentityContext, purpose: string, target: Target, asker: Asker, isDue = false) => {
  if (!isDue && isWaived(ctx, purpose)) return
  const row = ctx.tables.codes.get(idOf(ctx, purpose, target, asker))
  if (!row || row.digest === null) throw new Refusal('code_expired')
  ctx.tables.codes.put({ ...row, digest: null })
  const twin = ctx.tables.codes.get(row.twin ?? '')
  if (twin?.twin === row.id) ctx.tables.codes.put({ ...twin, digest: null })
}
