import type { IncomingMessage } from 'node:http'

/**
 * True for a request without an `Origin`, from the server's own, or from an allowed one. Only browsers send an `Origin`, and nothing
 * here rests on cookies, so a program without one can do no more than what its token allows.
 */
export const isAllowedOrigin = ({ headers: { origin, host } }: Pick<IncomingMessage, 'headers'>, origins: readonly string[]) => {
  if (origin === undefined) return true
  return origins.includes(origin) || (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`))
}

/** The address of the caller: of the connection, or as a trusted proxy reports it. */
export const addressOfRequest = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, isProxyTrusted: boolean) => {
  const forwarded = headers['x-forwarded-for']
  const address = isProxyTrusted && typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : undefined
  return address ?? socket.remoteAddress ?? ''
}
