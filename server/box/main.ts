import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { appVersion } from '#contract/wire/limits.ts'
import { StartError } from '#server/operate/start-error.ts'
import { FlagError, readFlags, type Flags } from './flags.ts'
import { RecordError, readRecord } from './record.ts'
import { replay } from './replay.ts'
import { ScenarioError } from './scenario.ts'
import { serveBox, type Served } from './serve.ts'
import { TapeError } from './tape.ts'

/** How the program ends. */
export const exits = { ok: 0, other: 65, usage: 64, port: 69, bug: 70, forbidden: 78 } as const

const usage = `kontor [box flags]                 starts an exchange of your own, and prints where it is
kontor run [box flags] -- COMMAND   starts one for a command, with KONTOR_URL and KONTOR_KEY, and ends as that does
kontor replay FILE [--expect HASH] [--anyway]
                                    runs a record again: 0 if it comes to the same, 65 if not

  --seed N          everything that is drawn follows from it (1)
  --clock manual    time stands until it is told to go on; --speed N: N times as fast as here (1)
  --start INSTANT   when it begins (now; with --clock manual 2026-01-05T00:00Z)
  --accounts N      accounts with an API key each (1); --funds 10000USDT,1BTC: what each has
  --fault NAME      calm, wifi, metro, storm, maintenance, friday (calm); --latency 40±20: in milliseconds
  --markets A,B     only these, which lets time go faster (all)
  --maker off       empty books; --arming on: markets open by and by; --limits real|off|xN: rates of calls
  --wire binance    answers the spot API of Binance as well: /api/v3, and below /wire its streams and WebSocket API
  --tape [MARKET=]FILE   candles or trades in the columns of Binance, printed as they were
  --scenario FILE   what else happens: lines of JSON with calls, faults and prices
  --record FILE     where the record goes when it ends
  --port N, --admin-port N, --bind ADDRESS, --headless (no app), --ready-json (one line of JSON)
`
/** What belongs to a venue that people use, of which a box must never be a part. */
const foreign = ['DESK_ACCOUNTS', 'PRICE_FEEDS', 'SMTP_URL', 'DATABASE_URL', 'NATS_URL', 'DEPOSIT_SECRET']

type Env = Readonly<Record<string, string | undefined>>
type Io = { readonly out: (text: string) => void; readonly err: (text: string) => void }
/** Where the built app lies; null if it did not come along. */
type Place = { readonly app: string | null }

/** One line of JSON that says all a program needs to know. */
const readyOf = ({ url, admin, wire, accounts, markets, now }: Served, { plan, speed }: Flags) => ({
  v: 1,
  kontor: appVersion.name,
  url,
  ws: `${url.replace('http', 'ws')}ws`,
  admin,
  ...(wire && { wire: { binance: wire } }),
  seed: plan.seed,
  speed,
  now: now(),
  pid: process.pid,
  markets,
  accounts,
})
const inWords = ({ url, admin, accounts }: Served) =>
  [
    `An exchange of your own, with play money: ${url}`,
    ...accounts.map(({ mail, key }) => `  ${mail}  ${key}`),
    `  its clock, network and prices: ${admin.url}sandbox/  (Authorization: Bearer ${admin.token})`,
    '',
  ].join('\n')

async function open(args: readonly string[], { app }: Place) {
  const flags = readFlags(args)
  const served = await serveBox(flags.plan, { ...flags, app: flags.isHeadless ? null : app })
  if (flags.scenario.length > 0) served.controls.play(flags.scenario)
  const stop = async () => {
    if (flags.record !== null) writeFileSync(flags.record, await served.controls.record())
    await served.stop()
  }
  return { flags, served, stop }
}
/** How often a box looks whether who has started it is still there. */
const parentMs = 250
/** It is told to end; or who started it has ended without a word, as `npx` does. */
const signalled = (env: Env) =>
  new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done())
    const { ppid } = process
    if (env['npm_command'] !== 'exec') return
    const timer = setInterval(() => {
      if (process.ppid === ppid) return
      clearInterval(timer)
      done()
    }, parentMs)
    timer.unref()
  })

async function runBox(args: readonly string[], env: Env, place: Place, { out }: Io): Promise<number> {
  const { flags, served, stop } = await open(args, place)
  // Whoever reads that it is ready may end it at once.
  const ended = signalled(env)
  out(flags.isJson ? `${JSON.stringify(readyOf(served, flags))}\n` : inWords(served))
  await ended
  await stop()
  return exits.ok
}
async function runCommand(args: readonly string[], place: Place, { err }: Io): Promise<number> {
  const at = args.indexOf('--')
  const [command, ...rest] = at < 0 ? [] : args.slice(at + 1)
  if (command === undefined) throw new FlagError('say what to run: kontor run [flags] -- COMMAND')
  const { flags, served, stop } = await open(args.slice(0, at), place)
  const { url, admin, wire, accounts } = served
  const child = spawn(command, rest, {
    stdio: 'inherit',
    env: {
      ...process.env,
      KONTOR_URL: url,
      KONTOR_KEY: accounts[0]?.key ?? '',
      KONTOR_KEYS: accounts.map(({ key }) => key).join(','),
      ...(wire && {
        BINANCE_URL: wire.url,
        BINANCE_WS: wire.ws,
        BINANCE_KEY: wire.keys[0]?.apiKey,
        BINANCE_SECRET: wire.keys[0]?.secret,
      }),
      KONTOR_ADMIN: admin.url,
      KONTOR_ADMIN_TOKEN: admin.token,
    },
  })
  const code = await new Promise<number>((done) => {
    child.once('error', (thrown) => {
      err(`${thrown.message}\n`)
      done(127)
    })
    child.once('exit', (ended, signal) => done(ended ?? (signal === null ? 1 : 128)))
  })
  await stop()
  if (code !== 0 && flags.record !== null) err(`replay: kontor replay ${flags.record}\n`)
  return code
}
async function runReplay(args: readonly string[], { out, err }: Io): Promise<number> {
  const isAnyway = args.includes('--anyway')
  const at = args.indexOf('--expect')
  const [file] = args.filter((each, n) => !each.startsWith('--') && (at < 0 || n !== at + 1))
  if (file === undefined) throw new FlagError('say which record: kontor replay FILE')
  const { plan, lines } = readRecord(file, isAnyway)
  const { was, is, differs } = await replay(plan, lines)
  out(`${JSON.stringify(is)}\n`)
  const expected = at < 0 ? [was?.journal, was?.store] : [args[at + 1]]
  const isMet = (hash: string | undefined) =>
    hash !== undefined && hash !== '' && [is.journal, is.store].some((each) => each.startsWith(hash))
  if (expected.every(isMet)) return exits.ok
  err(`it came to ${expected.join(' ')}, and now to ${is.journal} ${is.store}\n`)
  // The first line of the file is its head.
  if (differs !== null)
    err(`the journal is another before line ${differs + 1}: ${JSON.stringify(lines[differs - 1])}\n`)
  return exits.other
}

/** The program; answers how it ends. */
export async function main(args: readonly string[], env: Env, place: Place, io: Io): Promise<number> {
  const isForeign =
    env['NODE_ENV'] === 'production' ||
    foreign.some((name) => env[name] !== undefined || env[`${name}_FILE`] !== undefined)
  if (isForeign) {
    io.err('This is a sandbox with play money: it does not start where NODE_ENV is production')
    io.err(` or one of ${foreign.join(', ')} is set.\n`)
    return exits.forbidden
  }
  const [word = '', ...rest] = args
  try {
    if (word === 'help' || word === '--help') {
      io.out(usage)
      return exits.ok
    }
    if (word === 'run') return await runCommand(rest, place, io)
    return await (word === 'replay' ? runReplay(rest, io) : runBox(args, env, place, io))
  } catch (thrown) {
    io.err(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
    const isUsage = [FlagError, TapeError, ScenarioError].some((kind) => thrown instanceof kind)
    if (isUsage) return exits.usage
    if (thrown instanceof RecordError) return exits.other
    return thrown instanceof StartError ? exits.port : exits.bug
  }
}
