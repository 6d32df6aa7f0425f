import { createHmac, timingSafeEqual } from 'node:crypto'
import { qrBusiness, scannedQr, type ScannedQr } from '#contract/chat/chat-groups.ts'
import { chatLimits } from '#contract/chat/chat.ts'
import { decode } from '#contract/wire/coded.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { ChatContext } from './context.ts'

const hourMs = 3_600_000
type Unsigned = Omit<ScannedQr, 'sig' | 'qrValue'> & { qrValue: Readonly<Record<string, unknown>> }
/** What a code says, in one order: a signature must not depend on how somebody's client sorts fields. */
const textOf = ({ businessCode, expireTime, createTimeStamp, createUser, qrValue }: Unsigned) =>
  JSON.stringify([businessCode, expireTime, createTimeStamp, createUser, Object.keys(qrValue).toSorted().map((key) => [key, qrValue[key]])])
const signOf = (secret: string, code: Unsigned) => createHmac('sha256', secret).update(`qr|${textOf(code)}`).digest('base64url')

type Wish = { business: keyof typeof qrBusiness; user: number; value: Readonly<Record<string, unknown>>; hours: number }
/** A signed code. It can be given on, so it says nothing that only its maker may know. */
export function makeQr({ secret, now }: Pick<ChatContext, 'secret' | 'now'>, { business, user, value, hours }: Wish): string {
  const at = now()
  const code: Unsigned = { businessCode: qrBusiness[business], expireTime: hours, createTimeStamp: at, createTime: timeOf(at), createUser: String(user), qrValue: value }
  return JSON.stringify({ ...code, sig: signOf(secret, code) })
}
export const joinHours = chatLimits.qrLifeMs / hourMs

const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
const hasBusiness = (raw: unknown) => typeof raw === 'object' && raw !== null && 'businessCode' in raw
/** Reads a scanned code: unreadable or without a purpose it is invalid, signed by somebody else foreign, too old expired. */
export function readQr({ secret, now }: Pick<ChatContext, 'secret' | 'now'>, scanned: string | Readonly<Record<string, unknown>>): ScannedQr {
  const raw = typeof scanned === 'string' ? parsed(scanned) : scanned
  if (!hasBusiness(raw)) throw new Refusal('qr_invalid')
  const read = decode(scannedQr, raw)
  if (!read.success) throw new Refusal('qr_foreign')
  const given = Buffer.from(read.data.sig)
  const expected = Buffer.from(signOf(secret, read.data))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refusal('qr_foreign')
  const { expireTime, createTimeStamp } = read.data
  if (expireTime !== -1 && createTimeStamp + expireTime * hourMs <= now()) throw new Refusal('qr_expired')
  return read.data
}
