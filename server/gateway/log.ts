import { pino, type Logger } from 'pino'

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
