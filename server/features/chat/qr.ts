import { createHmac, timingSafeEqual } from 'node:crypto'
import { qrBusiness, type ScannedQr } from '#contract/chat/chat-groups.ts'
import { isQrExpired, qrIn } from '#contract/chat/chat-qr.ts'
import { chatLimits } from '#contract/chat/chat.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { ChatContext } from './context.ts'

const hourMs = 3_600_000
type Unsigned = Omit<ScannedQr, 'sig' | 'qrValue'> & { qrValue: Readonly<Record<string, unknown>> }
/** What a code says, in one order: a signature must not depend on how somebody's client sorts fields. */
const textOf = ({ businessCode, expireTime, createTimeStamp, createUser, qrValue }: Unsigned) =>
  JSON.stringify([
    businessCode,
    expireTime,
    createTimeStamp,
    createUser,
    Object.keys(qrValue)
      .toSorted()
      .map((key) => [key, qrValue[key]]),
  ])
const signOf = (secret: string, code: Unsigned) =>
  createHmac('sha256', secret)
    .update(`qr|${textOf(code)}`)
    .digest('base64url')

type Wish = { business: keyof typeof qrBusiness; user: number; value: Readonly<Record<string, unknown>>; hours: number }
/** A signed code. It can be given on, so it says nothing that only its maker may know. */
export function makeQr(
  { secret, now }: Pick<ChatContext, 'secret' | 'now'>,
  { business, user, value, hours }: Wish,
): string {
  const at = now()
  const code: Unsigned = {
    businessCode: qrBusiness[business],
    expireTime: hours,
    createTimeStamp: at,
    createTime: timeOf(at),
    createUser: String(user),
    qrValue: value,
  }
  return JSON.stringify({ ...code, sig: signOf(secret, code) })
}
export const joinHours = chatLimits.qrLifeMs / hourMs

/**
 * Reads a scanned code: unreadable or without a purpose it is invalid, signed by somebody else foreign, too old
 * expired.
 */
export function readQr(
  { secret, now }: Pick<ChatContext, 'secret' | 'now'>,
  scanned: string | Readonly<Record<string, unknown>>,
): ScannedQr {
  const code = qrIn(scanned)
  if (typeof code === 'string') throw new Refusal(code)
  const given = Buffer.from(code.sig)
  const expected = Buffer.from(signOf(secret, code))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refusal('qr_foreign')
  if (isQrExpired(code, now())) throw new Refusal('qr_expired')
  return code
}
