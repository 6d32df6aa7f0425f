import { pino, type Logger } from 'pino'

/** Structured logs; what must stay secret has no way in: only ids, words and counts are logged, and these fields are cut. */
export const createLog = (level: string): Logger =>
  pino(
    {
      level,
      base: null,
      redact: { paths: ['token', 'password', 'code', 'authorization', '*.token', '*.password', '*.code', '*.authorization'], remove: true },
    },
    // The one line on standard output is the address.
    pino.destination(2),
  )
export type Log = Logger
