import { name, startProxy } from '#tests/live/proxy.ts'
import { startChild, type Child } from '#tests/proof/venue-child.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { freePort } from '#tests/support/open-port.ts'
import { openSource } from '#tests/support/price-sources.ts'
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openReleases, type Release } from './releases.ts'

export const operators = ['first@kontor.example', 'second@kontor.example'] as const
const feedNames = ['binance', 'okx', 'bybit', 'kraken'] as const
const secret = 'month'.repeat(8)
export const dayMs = 86_400_000
const hasFailed = (text: string): never => {
  throw new Error(text)
}

/** Waits until something is so, and says what it waited for. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, ms = 30_000) {
  for (const end = performance.now() + ms; !(await isSo()); await wait(50))
    if (performance.now() > end) hasFailed(`in vain: ${what}`)
}
/** Four price sources of this machine that tell one price twice a second; each may fall silent. */
async function openFeeds(now: () => number) {
  const all = await Promise.all(feedNames.map(openSource))
  const silent = new Set<string>()
  let price = 60_000
  const tell = () => all.filter(({ name }) => !silent.has(name)).forEach((each) => each.tell(price, now()))
  const timer = setInterval(tell, 500)
  return {
    env: all.map(({ named }) => named).join(),
    names: feedNames,
    move: (to: number) => void (price = to),
    price: () => price,
    lose: (name: string) => {
      silent.add(name)
      all.find((each) => each.name === name)?.drop()
    },
    back: (name: string) => void silent.delete(name),
    stop: async () => {
      clearInterval(timer)
      await Promise.all(all.map(({ stop }) => stop()))
    },
  }
}

/**
 * A live venue as an operator runs it: production, nginx with TLS, mail, four price feeds, and a data folder on a small
 * disk of its own. It begins with the release before this one. Its clocks are ahead of those of the machine by what
 * `ahead` says.
 */
export async function openStand() {
  const folder = mkdtempSync(join(tmpdir(), 'month-'))
  const at = (name: string) => join(folder, name)
  const [disk, clock, log] = [at('disk'), at('clock'), at('kontor.log')]
  const data = join(disk, 'kontor')
  const releases = await openReleases(folder)
  let release: Release = releases.before
  mkdirSync(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=0700', 'tmpfs', disk])
  let ahead: readonly [number, number] = [0, 0]
  /** The right time: what the machine's clock is set to by mistake is not known to others. */
  const now = () => Date.now() + ahead[1]
  const [feeds, mail, port] = [await openFeeds(now), await openMailServer(), await freePort()]
  const preload = new URL('../../support/clock-ahead.ts', import.meta.url).href
  const clocked = { CLOCK_FILE: clock, NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${preload}` }
  writeFileSync(clock, '0 0')
  const env = {
    ...clocked,
    NODE_ENV: 'production',
    DEMO: undefined,
    LOG_LEVEL: undefined,
    TRUST_PROXY: '1',
    PORT: String(port),
    ORIGINS: `https://${name}`,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Kontor <no-reply@kontor.example>',
    PRICE_FEEDS: feeds.env,
    DESK_ACCOUNTS: operators.join(),
    METRICS_TOKEN: 'a-long-random-text',
    DEPOSIT_SECRET: secret,
    DIST_DIR: resolve('dist'),
    PUSH: '0',
  }
  const startOn = async (dataFolder: string, more: NodeJS.ProcessEnv = {}) => {
    const handle = openSync(log, 'a', 0o600)
    const child = await startChild(dataFolder, '', { ...env, ...more }, { log: handle, main: release.main })
    closeSync(handle)
    return child
  }
  const said = () => (existsSync(log) ? readFileSync(log, 'utf8') : '')
  let venue: Child | null = null
  const start = async () => {
    venue = await startOn(data)
    if (venue.url === null) hasFailed(`The venue did not start: ${said()}`)
  }
  await start()
  const proxy = await startProxy(folder, `http://127.0.0.1:${port}`)
  const ready = async () => String((await proxy.ask('/readyz')).body)
  const isReady = async () => (await ready()) === 'ready'
  await until('ready, with a price', isReady)
  /** Sets the clocks, and waits until the process has taken it in. */
  const step = async (wallMs: number, steadyMs: number) => {
    const told = said().length
    ahead = [wallMs, steadyMs]
    writeFileSync(clock, ahead.join(' '))
    venue?.kill('SIGUSR2')
    await until('the clocks', () =>
      said()
        .slice(told)
        .includes(`the clocks are ahead by ${ahead.join(' ')}`),
    )
  }
  const ownEnv = (dataFolder: string) => ({
    ...process.env,
    ...clocked,
    NODE_ENV: 'production',
    DATA_DIR: dataFolder,
    // Not the older Node of the machine, which cannot be given these clocks.
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  })
  /** Runs a command of the operator on a data folder; what it said. */
  const run = (words: readonly string[], dataFolder = data) =>
    execFileSync(process.execPath, [...release.tool, ...words], {
      env: ownEnv(dataFolder),
      cwd: release.cwd,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  /** A line of docs/operate.md in the shell of this machine, which has its folders elsewhere. */
  const shell = (line: string) =>
    execFileSync('sh', ['-ec', line.replaceAll('/var/lib', disk).replaceAll('/var/backups', folder)], {
      env: ownEnv(data),
      cwd: release.cwd,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  const places = {
    folder,
    at,
    data,
    disk,
    log,
    port,
    releases,
    feeds,
    proxy,
    letters: mail.letters,
    now,
    said,
    ready,
    isReady,
    start,
    startOn,
  }
  return {
    ...places,
    step,
    run,
    shell,
    /** Which release is installed; what runs goes on until it is stopped. */
    install: (other: Release) => void (release = other),
    release: () => release,
    ahead: () => ahead,
    venue: () => venue ?? hasFailed('no venue'),
    /** Time that passes for everybody: wall clock and steady time alike. */
    pass: async (ms: number) => {
      await step(ahead[0] + ms, ahead[1] + ms)
      await until('prices after the time that passed', isReady)
    },
    /** The shipped watcher on a file of what was seen, through the proxy; ends what it returns. */
    watch: (file: string) => {
      const words = ['scripts/run.mjs', 'watch-deposits', '--to', `https://127.0.0.1:${proxy.tls}`, '--file', file]
      const watcher = spawn(process.execPath, words, {
        env: { ...process.env, ...clocked, DEPOSIT_SECRET: secret, NODE_EXTRA_CA_CERTS: proxy.cert },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      return () => void watcher.kill()
    },
    close: async () => {
      await proxy.stop()
      await venue?.stop()
      await Promise.all([feeds.stop(), mail.close()])
      execFileSync('umount', [disk])
      rmSync(folder, { recursive: true })
    },
  }
}
export type Stand = Awaited<ReturnType<typeof openStand>>
