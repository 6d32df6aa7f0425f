import type { IncomingMessage } from 'node:http'

type Headers = IncomingMessage['headers']

/** The last entry of a header that each proxy appends to: the one that the proxy in front of us wrote. */
const lastOf = (header: string | string[] | undefined) => {
  const text = Array.isArray(header) ? header.join(',') : header
  const last = text?.split(',').at(-1)?.trim()
  return last === '' ? undefined : last
}
export type Forwarding = {
  /** The client's address: the connection's, or what a trusted proxy says. */
  addressOf: (headers: Headers, remote: string | undefined) => string
  /** True when a page of this origin is our own: it was loaded from the host that the request names. */
  isOwnOrigin: (headers: Headers) => boolean
  /**
   * True for a request without an `Origin`, from our own, or from one of `origins`. Only browsers send an `Origin`, and
   * nothing here rests on cookies, so a program without one can do no more than what its token allows.
   */
  isAllowedOrigin: (headers: Headers, origins: readonly string[]) => boolean
  /**
   * The origin of the page that asks: one of `origins` or, unless only those count, our own. Null for any other and for
   * a program.
   */
  pageOriginOf: (headers: Headers, origins: readonly string[], isNamedOnly: boolean) => string | null
}
/**
 * Reads what a request says about where it came from. `X-Forwarded-*` is believed only when a proxy of ours is in
 * front: anybody can send it.
 */
export const createForwarding = (isProxyTrusted: boolean): Forwarding => {
  const isOwnOrigin = (headers: Headers) => {
    const hosts = [headers.host, isProxyTrusted ? lastOf(headers['x-forwarded-host']) : undefined]
    return hosts.some(
      (host) => host !== undefined && (headers.origin === `http://${host}` || headers.origin === `https://${host}`),
    )
  }
  return {
    addressOf: (headers, remote) => (isProxyTrusted ? lastOf(headers['x-forwarded-for']) : undefined) ?? remote ?? '',
    isOwnOrigin,
    isAllowedOrigin: (headers, origins) =>
      headers.origin === undefined || origins.includes(headers.origin) || isOwnOrigin(headers),
    pageOriginOf: (headers, origins, isNamedOnly) =>
      headers.origin !== undefined && (origins.includes(headers.origin) || (!isNamedOnly && isOwnOrigin(headers)))
        ? headers.origin
        : null,
  }
}
