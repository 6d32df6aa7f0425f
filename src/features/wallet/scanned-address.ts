/** `ethereum:0x…`, `bitcoin:bc1…?amount=1`; a payment of a token names its receiver in the query. */
const link = /^[a-z][a-z0-9+.-]*:(?:\/\/)?(?<target>[^?/@]*)(?:@[^?/]*)?(?:\/(?<call>[^?]*))?(?:\?(?<query>.*))?$/iu

/** The address in a scanned text: the text itself, or the receiver that a payment link names. */
export const addressIn = (scanned: string): string => {
  const text = scanned.trim()
  const { target, call, query } = link.exec(text)?.groups ?? {}
  if (target === undefined) return text
  // Of a call of a token the target is the token's own address: money sent there would be lost.
  if (call !== undefined && call !== '') return new URLSearchParams(query).get('address') ?? ''
  return target
}
