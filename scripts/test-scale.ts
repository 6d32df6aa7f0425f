import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// What needs programs of the system, which are installed where that can be done: the store, the bus and a short drill
// on PostgreSQL and NATS, and a live venue behind nginx with its alarms. A part that cannot run is a failure.

const run = (program: string, args: readonly string[], timeout?: number) =>
  spawnSync(program, args, { stdio: 'inherit', timeout, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    .status === 0
const answers = (program: string, word: string) => spawnSync(program, [word]).status === 0
const isMissing: Readonly<Record<string, () => boolean>> = {
  postgresql: () => !existsSync('/usr/lib/postgresql'),
  'nats-server': () => !answers('nats-server', '--version'),
  'nginx-light': () => !answers('nginx', '-v'),
  prometheus: () => !answers('promtool', '--version'),
  systemd: () => !answers('systemd-analyze', '--version'),
  'docker-compose': () => !answers('docker-compose', '--version'),
  openssl: () => !answers('openssl', 'version'),
}
const missing = () => Object.keys(isMissing).filter((name) => isMissing[name]?.())
/** Installs without starting anything: what a package would start as a service stays off. */
const install = (names: readonly string[]) => {
  const options = ['-qq', '-y', '--no-install-recommends']
  return run('env', ['RUNLEVEL=1', 'apt-get', 'install', ...options, ...names], 120_000)
}
if (missing().length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) install(missing())

const vitest = ['node_modules/vitest/vitest.mjs', 'run']
const counts = ['kill', 'freeze', 'hand-over', 'nats', 'primary'].flatMap((trouble) => [`--${trouble}`, '1'])
const parts = [
  {
    name: 'A live venue behind nginx, with its alarms',
    needs: ['nginx-light', 'prometheus', 'systemd', 'docker-compose', 'openssl'],
    commands: [
      [...process.execArgv, 'scripts/run.mjs', 'make'],
      [...vitest, '-c', 'tests/live/vitest.config.ts'],
    ],
  },
  {
    name: 'Several processes',
    needs: ['postgresql', 'nats-server'],
    commands: [
      [...vitest, 'tests/server/store/postgres', 'tests/server/bus', 'tests/server/operate/apart.test.ts'],
      [...process.execArgv, 'scripts/run.mjs', 'proof-scale', ...counts, '--clients', '4'],
    ],
  },
]
const said = parts.map(({ name, needs, commands }) => {
  const lacks = missing().filter((each) => needs.includes(each))
  if (lacks.length > 0) return `${name}: failed, for ${lacks.join(' and ')} could not be installed.`
  return `${name}: ${commands.every((command) => run(process.execPath, command)) ? 'passed' : 'failed'}.`
})
console.log(said.join('\n'))
process.exitCode = said.every((line) => line.endsWith('passed.')) ? 0 : 1
