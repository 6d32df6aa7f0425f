import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as waitMs } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { appVersion } from '#contract/wire/limits.ts'
import { followed, Stopped } from '#src/api/follow.ts'
import { createMcp } from './mcp.ts'
import { exits, finish, type Out } from './print.ts'
import { instructions, tiers, toolsOf, type Tier } from './tools.ts'
import { createVenue, type Venue } from './venue.ts'
import { UsageError } from './asked.ts'
import { verbs } from './verbs.ts'

export const cliUsage = `kontor VERB                         asks a venue, as an API key may
  markets · tickers · book MARKET · candles MARKET [PERIOD] · trades MARKET
  balances · key · orders [MARKET] [--open] · fills [MARKET]
  order buy|sell MARKET AMOUNT|100USDT [@PRICE] [--post-only|--ioc] [--id NAME]
  plan … · do TICKET                  what such an order would do, and its ticket; places it, once
  cancel ID|--all · outcome KEY [--burn] · call feature.name '{json}' [--key UUID]
  events [--after AT] [--count N]     what happens to the account, a line each, over lines that break
  otc ads buy|sell COIN FIAT [SUM] · otc mine · otc orders · otc order ID
  otc shelf AD on|off · otc back AD · otc cancel ID         ads and orders; release coins in the app
  chat · chat say CHAT TEXT · chat tail CHAT [--after AT] [--count N]
  alerts · alert MARKET above|below PRICE · alert end ID
  login                               reads a key from the input and keeps it for later
  mcp --tier read|demo|trade          tools for an agent, over its standard input and output (read)

  KONTOR_URL (http://localhost:8080/) and KONTOR_KEY, or what login has kept; --json: lines of JSON, as in a pipe
  ends with 0 done, 2 refused, 3 unknown, 4 too many, 5 not let in, 64 makes no sense
`
const options = {
  url: { type: 'string' },
  json: { type: 'boolean' },
  open: { type: 'boolean' },
  all: { type: 'boolean' },
  burn: { type: 'boolean' },
  ioc: { type: 'boolean' },
  'post-only': { type: 'boolean' },
  id: { type: 'string' },
  key: { type: 'string' },
  before: { type: 'string' },
  after: { type: 'string' },
  count: { type: 'string' },
  tier: { type: 'string' },
} as const

type Env = Readonly<Record<string, string | undefined>>
type Ports = {
  readonly env: Env
  readonly io: Out
  /** Lines of the standard input. */
  readonly lines: () => AsyncIterable<string>
  readonly fetch: typeof fetch
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
}

const homeOf = (env: Env) => env['XDG_CONFIG_HOME'] ?? join(env['HOME'] ?? env['USERPROFILE'] ?? '.', '.config')
const keyFileOf = (env: Env) => join(homeOf(env), 'kontor', 'key')
/** Nobody else on this machine may read it. */
const isPrivate = (file: string) => process.platform === 'win32' || (statSync(file).mode & 0o077) === 0
/** The key of the environment, or the one that was kept; never one of the command line, which others can see. */
function keyOf(env: Env): string | null {
  if (env['KONTOR_KEY'] !== undefined) return env['KONTOR_KEY']
  const file = keyFileOf(env)
  try {
    if (!isPrivate(file)) throw new UsageError(`others may read ${file}: chmod 600 ${file}`)
    return readFileSync(file, 'utf8').trim()
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown
    return null
  }
}
function keep(env: Env, key: string) {
  const file = keyFileOf(env)
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  chmodSync(file, 0o600)
}

type Told = Readonly<Record<string, unknown>>
const isTold = (value: unknown): value is Told => typeof value === 'object' && value !== null
/** Why a tier is not given; null if it is. What an agent may do at most is held by the venue, not here. */
async function refusalOf(venue: Venue, tier: Tier): Promise<string | null> {
  if (tier === 'read') return null
  if (tier === 'demo') {
    const settings = await venue.read('platform.settings')
    const isDemo = settings.kind === 'done' && isTold(settings.value) && settings.value['demo'] === 1
    return isDemo ? null : 'This venue is no demo. With real money: --tier trade, by a key with caps.'
  }
  const key = await venue.read('program.key')
  if (key.kind !== 'done' || !isTold(key.value))
    return key.kind === 'refused' ? key.message : 'The venue does not answer.'
  const { scope, max_order, max_day } = key.value
  const isCapped = scope === 'trade' && max_order !== undefined && max_day !== undefined
  return isCapped
    ? null
    : 'Make a key that may trade, with the most per order and per day: the venue holds an agent to them.'
}
async function serveMcp(venue: Venue, tier: Tier, { io, lines }: Ports): Promise<number> {
  const refusal = await refusalOf(venue, tier)
  if (refusal !== null) {
    io.err(`${refusal}\n`)
    return exits.out
  }
  const answer = createMcp(toolsOf(venue, tier), { name: 'kontor', version: appVersion.name, instructions })
  const open = new Set<Promise<void>>()
  for await (const line of lines()) {
    if (line.trim() === '') continue
    // Questions may overtake each other: what they change is made once by its ticket.
    const reply = answer(line).then((said) => (said === null ? undefined : io.out(`${JSON.stringify(said)}\n`)))
    open.add(reply)
    void reply.finally(() => open.delete(reply))
  }
  await Promise.all(open)
  return exits.done
}
async function login(ports: Ports, venueOf: (key: string) => Venue): Promise<number> {
  const { env, io, lines } = ports
  io.err('Paste the API key:\n')
  for await (const line of lines()) {
    const key = line.trim()
    const told = await venueOf(key).read('program.key')
    if (told.kind === 'done') keep(env, key)
    return finish(io, told)
  }
  return exits.usage
}
/** Tells the events of a kept channel, one line each, until it is ended or so many have come. */
async function tell(
  { io }: Ports,
  line: Parameters<typeof followed>[0],
  channel: string,
  values: Readonly<{ after?: string; count?: string }>,
) {
  const [, e, s] = /^(.+):(\d+)$/.exec(values.after ?? '') ?? []
  if (values.after !== undefined && e === undefined) throw new UsageError('--after is epoch:number, as events tells it')
  let left = values.count === undefined ? Infinity : Number(values.count)
  try {
    for await (const heard of followed(line, channel, e === undefined ? null : { e, s: Number(s) })) {
      if (heard.kind === 'fresh') {
        io.err('Some events are kept no more: read what you hold by its calls.\n')
        continue
      }
      const { e: epoch, s: number, d } = heard.frame
      io.out(`${JSON.stringify({ at: `${String(epoch)}:${String(number)}`, ...Object(d) })}\n`)
      left -= 1
      if (left <= 0) break
    }
    return exits.done
  } catch (thrown) {
    if (!(thrown instanceof Stopped)) throw thrown
    io.err(`${thrown.message}\n`)
    return exits.out
  }
}
/** The kept channel that a verb follows; null for any other. */
const channelOf = (verb: string, [own, chat = '']: readonly string[]) => {
  if (verb === 'events') return 'u:me'
  return verb === 'chat' && own === 'tail' ? `chat:${chat}` : null
}
const tierOf = (text: string | undefined): Tier => {
  const found = tiers.find((each) => each === (text ?? 'read'))
  if (!found) throw new UsageError(`--tier is one of ${tiers.join(', ')}`)
  return found
}
function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true })
  } catch (thrown) {
    throw new UsageError(thrown instanceof Error ? thrown.message : String(thrown))
  }
}

/** The program; answers how it ends. */
export async function runCli(args: readonly string[], ports: Ports): Promise<number> {
  const { env, io, fetch, now, wait } = ports
  try {
    const { values, positionals } = parse(args)
    const [verb = '', ...words] = positionals
    const url = values.url ?? env['KONTOR_URL'] ?? 'http://localhost:8080/'
    const venueOf = (key: string | null) => createVenue({ url, key, fetch, now, wait })
    if (verb === 'login') return await login(ports, venueOf)
    const venue = venueOf(keyOf(env))
    const channel = channelOf(verb, words)
    if (channel !== null) return await tell(ports, { url, key: keyOf(env) ?? '', wait }, channel, values)
    if (verb === 'mcp') return await serveMcp(venue, tierOf(values.tier), ports)
    const run = verbs[verb]
    if (!run) throw new UsageError(`there is no ${verb}; kontor --help tells what there is`)
    const shown = { ...io, isTable: io.isTable && values.json !== true }
    return await run({ venue, io: shown, newKey: () => crypto.randomUUID() }, { words, flags: values })
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown
    io.err(`${thrown.message}\n`)
    return exits.usage
  }
}

/** The same with the standard input and output of this process. */
export const main = (args: readonly string[], env: Env): Promise<number> =>
  runCli(args, {
    env,
    fetch,
    now: Date.now,
    wait: (ms) => waitMs(ms),
    lines: () => createInterface({ input: process.stdin }),
    io: {
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
      isTable: process.stdout.isTTY,
    },
  })
