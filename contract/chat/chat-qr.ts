import { jsonIn } from '#contract/wire/json.ts'
import { qrBusiness, scannedQr, type ScannedQr } from './chat-groups.ts'
import { decode } from '#contract/wire/coded.ts'

// What a scanned text is. The client judges it to say what it does before anything is done; the venue judges it again,
// with the signature.

const hourMs = 3_600_000
const hasBusiness = (raw: unknown) => typeof raw === 'object' && raw !== null && 'businessCode' in raw

export type QrFault = 'qr_invalid' | 'qr_foreign' | 'qr_expired'
/**
 * A scanned code by its form: unreadable or without a purpose it is invalid, of another form foreign. Its signature is
 * not checked.
 */
export function qrIn(scanned: string | Readonly<Record<string, unknown>>): ScannedQr | 'qr_invalid' | 'qr_foreign' {
  const raw = typeof scanned === 'string' ? jsonIn(scanned) : scanned
  if (!hasBusiness(raw)) return 'qr_invalid'
  const read = decode(scannedQr, raw)
  return read.success ? read.data : 'qr_foreign'
}
/** Whether a code is too old; −1 hours never are. */
export const isQrExpired = (
  { expireTime, createTimeStamp }: Pick<ScannedQr, 'expireTime' | 'createTimeStamp'>,
  nowMs: number,
) => expireTime !== -1 && createTimeStamp + expireTime * hourMs <= nowMs

/** What a code leads to. */
export type QrEffect =
  | { readonly kind: 'fault'; readonly fault: QrFault }
  | { readonly kind: 'download' }
  | { readonly kind: 'card'; readonly userId: string }
  | { readonly kind: 'group'; readonly chatGroupId: string; readonly name: string; readonly fromUser: string }

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')
/** What a scanned text would do, as far as one can tell without asking the venue. */
export function qrEffectOf(scanned: string, nowMs: number): QrEffect {
  const code = qrIn(scanned)
  if (typeof code === 'string') return { kind: 'fault', fault: code }
  if (isQrExpired(code, nowMs)) return { kind: 'fault', fault: 'qr_expired' }
  const { businessCode, qrValue, createUser } = code
  const [userId, chatGroupId] = [textIn(qrValue['userId']), textIn(qrValue['chatGroupId'])]
  if (businessCode === qrBusiness.download) return { kind: 'download' }
  if (businessCode === qrBusiness.card && userId !== '') return { kind: 'card', userId }
  if ((businessCode === qrBusiness.joinGroup || businessCode === qrBusiness.group) && chatGroupId !== '')
    return { kind: 'group', chatGroupId, name: textIn(qrValue['chatGroupName']), fromUser: createUser }
  return { kind: 'fault', fault: 'qr_foreign' }
}
