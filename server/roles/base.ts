import { createSteadyClock } from '#server/core/steady-clock.ts'
import type { Files } from '#server/core/files-port.ts'
import { createLog, type Log } from '#server/gateway/log.ts'
import { createMeters, type Meters } from '#server/gateway/metrics.ts'
import { basePathOf } from '#server/operate/env.ts'
import type { Env } from '#server/operate/start-check.ts'
import { createFileFolder } from '#server/store/file-folder.ts'
import { resolve } from 'node:path'

export const listOf = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
export const stackOf = (thrown: unknown) => (thrown instanceof Error ? thrown.stack : 'not an error')

export const rateFactorOf = (env: Env) => Number(env['RATE_FACTOR'] ?? 1)

const steadyClock = (log: Log) =>
  createSteadyClock({
    wall: Date.now,
    steady: () => performance.now(),
    onJump: (byMs) =>
      log.error(
        { byMs },
        'the clock of this machine jumped; the venue goes on by steady time and follows a lasting jump forward',
      ),
    onBehind: (byMs) =>
      log.error(
        { byMs },
        'the clock of this machine is behind the data folder; the venue goes on from the latest instant in it',
      ),
  })

/** What the parts of a running server are made of. */
export type Base = {
  env: Env
  /** Where the app lives on its host. */
  path: string
  dataFolder: string
  files: Files
  log: Log
  meters: Meters
  clock: ReturnType<typeof createSteadyClock>
  onFault: (thrown: unknown) => void
}

export function createBase(env: Env): Base {
  const log = createLog(env['LOG_LEVEL'] ?? (env['NODE_ENV'] === 'production' ? 'info' : 'warn'))
  const dataFolder = resolve(env['DATA_DIR'] ?? 'data')
  return {
    env,
    path: basePathOf(env),
    dataFolder,
    files: createFileFolder(() => dataFolder),
    log,
    meters: createMeters(),
    clock: steadyClock(log),
    onFault: (thrown) => log.error({ stack: stackOf(thrown) }, 'the gateway failed'),
  }
}
