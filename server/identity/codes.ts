import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CodeSent } from '#contract/session.ts'
import { limits } from '#contract/wire/limits.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Target } from './rows.ts'
import { venueText } from '#server/core/sentences.ts'
import { maskTarget } from './targets.ts'
import type { AsyncIdentityContext, IdentityContext } from './context.ts'

const windowMs = 12 * 3_600_000
const perWindow = 5
const digestOf = (secret: string, place: string, code: string) => createHmac('sha256', secret).update(`${place}|${code}`).digest('base64url')
const placeOf = (purpose: string, { type, id }: Target) => `${purpose}|${type}|${id}`

/** Sends a code to a target; never tells whether it belongs to anybody. */
export async function sendCode(asyncCtx: AsyncIdentityContext, purpose: string, target: Target, lang: Lang): Promise<CodeSent> {
  const place = placeOf(purpose, target)
  const { code, sent } = await asyncCtx.command((ctx) => {
    const at = ctx.now()
    const known = ctx.tables.codes.get(place)
    const recent = (known?.sentAt ?? []).filter((then) => at - then < windowMs)
    const last = recent.at(-1) ?? -Infinity
    const [first = at] = recent
    if (at - last < limits.codeAgainMs) throw new Refusal('code_too_many', { again_ms: last + limits.codeAgainMs })
    if (recent.length >= perWindow) throw new Refusal('code_too_many', { again_ms: first + windowMs })
    const made = String(ctx.random.int(1_000_000)).padStart(6, '0')
    const expires = at + limits.codeLifeMs
    ctx.tables.codes.put({ id: place, digest: digestOf(ctx.secret, place, made), expires, guesses: 0, sentAt: [...recent, at] })
    const demo = ctx.settings.demo ? { demo_code: made } : {}
    return { code: made, sent: { target: maskTarget(target), expires_ms: expires, again_ms: at + limits.codeAgainMs, server_now_ms: at, ...demo } }
  })
  if (!asyncCtx.ctx.settings.demo) {
    const to = target.type === 'email' ? { mail: target.id } : { mobile: `+${target.id.replace('-', '')}` }
    const isSent = asyncCtx.messenger.isThere && (await asyncCtx.messenger.send({ to, subject: venueText('code_subject', lang), text: venueText('code_text', lang, { code }) }))
    if (!isSent) throw new Refusal('send_failed')
  }
  return sent
}

/** What proves that an account is one's own is never waived: without it anyone could take it. */
const isWaived = ({ settings }: IdentityContext, purpose: string) => settings.identity.verification === '0' && purpose !== 'forget' && purpose !== 'own'

/** Compares a code: the guess is counted and committed first, so parallel guesses each count. Leaves the code usable. */
export async function checkCode(asyncCtx: AsyncIdentityContext, purpose: string, target: Target, code: string | undefined): Promise<void> {
  if (isWaived(asyncCtx.ctx, purpose)) return
  if (code === undefined || code === '') throw new Refusal('code_required')
  const place = placeOf(purpose, target)
  const kept = await asyncCtx.command((ctx) => {
    const known = ctx.tables.codes.get(place)
    if (!known || known.digest === null) return null
    return ctx.tables.codes.put({ ...known, guesses: known.guesses + 1 })
  })
  if (kept === null) throw new Refusal('code_expired')
  if (kept.guesses > limits.maxGuesses) throw new Refusal('code_too_many')
  if (asyncCtx.ctx.now() >= kept.expires) throw new Refusal('code_expired')
  if (!isSame(kept.digest ?? '', digestOf(asyncCtx.ctx.secret, place, code)))
    throw new Refusal('code_wrong', { left: limits.maxGuesses - kept.guesses })
  // A right one does not use up a try: it is asked again by the call that spends it.
  await asyncCtx.command((ctx) => {
    const known = ctx.tables.codes.get(place)
    if (known) ctx.tables.codes.put({ ...known, guesses: Math.max(0, known.guesses - 1) })
  })
}

/** Uses a checked code up, within the decision it serves; of two decisions with one code the second is refused. */
export const spendCode = (ctx: IdentityContext, purpose: string, target: Target) => {
  if (isWaived(ctx, purpose)) return
  const known = ctx.tables.codes.get(placeOf(purpose, target))
  if (!known || known.digest === null) throw new Refusal('code_expired')
  ctx.tables.codes.put({ ...known, digest: null })
}

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
