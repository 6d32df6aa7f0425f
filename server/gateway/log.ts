import { pino, type Logger } from 'pino'
import type { Caller } from '#server/core/context.ts'
import type { RouteInfo } from '#server/core/routes.ts'

/** Structured logs. Only ids, names and counts are logged; fields that could hold a secret are removed in any case. */
export const createLog = (level: string): Logger =>
  pino(
    {
      level,
      base: null,
      redact: {
        paths: ['token', 'password', 'code', 'authorization', '*.token', '*.password', '*.code', '*.authorization'],
        remove: true,
      },
    },
    // Standard error: the address is the only line on standard output (START-1).
    pino.destination(2),
  )
export type Log = Logger

type Say = (line: object, text: string) => void
export type CallMade = { call: RouteInfo; caller: Caller; refused: string | null; ms: number; id: string }
/**
 * One line for each call, with the `id` that its answer bears as `Request-Id`: of a refused secret and of what is done
 * at the desk at the level `info`, of all others at `debug`. The address is logged with a refused secret, so that a
 * firewall may read it.
 */
export const callLog =
  (log: { info: Say; debug: Say }) =>
  ({ call: { feature, name, endpoint }, caller: { user, address }, refused, ms, id }: CallMade) => {
    const line = { id, call: `${feature}.${name}`, user, ...(refused !== null && { refused }), ms: Math.round(ms) }
    if (endpoint.rate === 'guess' && refused !== null) log.info({ ...line, address }, 'a secret was refused')
    else if (feature === 'desk' && endpoint.does === 'changes') log.info(line, 'done at the desk')
    else log.debug(line, 'call')
  }
