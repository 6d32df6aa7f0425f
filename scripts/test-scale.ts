import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// The store, the bus and a short drill on real PostgreSQL and NATS, which are installed where that can be done.

const run = (program: string, args: readonly string[], timeout?: number) =>
  spawnSync(program, args, { stdio: 'inherit', timeout, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    .status === 0
const isMissing = () => !existsSync('/usr/lib/postgresql') || spawnSync('nats-server', ['--version']).status !== 0
if (isMissing() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
  run('apt-get', ['install', '-qq', '--no-install-recommends', 'postgresql', 'nats-server'], 60_000)
if (isMissing()) console.log('Not run: PostgreSQL and nats-server are not here and could not be installed.')
else {
  const node = [...process.execArgv, 'scripts/run.mjs']
  const counts = ['kill', 'freeze', 'hand-over', 'nats', 'primary'].flatMap((trouble) => [`--${trouble}`, '1'])
  const tests = ['tests/server/store/postgres', 'tests/server/bus', 'tests/server/operate/apart.test.ts']
  const isWhole =
    run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...tests]) &&
    run(process.execPath, [...node, 'proof-scale', ...counts, '--clients', '4'])
  console.log(isWhole ? 'Several processes: passed.' : 'Several processes: failed.')
  process.exitCode = isWhole ? 0 : 1
}
