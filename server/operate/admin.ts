import { statfsSync } from 'node:fs'
import { machineReason as reason } from '#contract/desk/desk-cases.ts'
import { isHalted } from '#server/core/halt.ts'
import { Refusal } from '#server/core/refusal.ts'
import { release } from '#server/core/release.ts'
import { accountOf, usersFor } from '#server/features/desk/accounts.ts'
import type { Plan } from '#server/features/desk/acts.ts'
import { logAct } from '#server/features/desk/log.ts'
import { gapsOf } from '#server/features/desk/money.ts'
import { planHalt } from '#server/features/desk/tools.ts'
import { planUser, userOf } from '#server/features/desk/users.ts'
import { isMarketHalted } from '#server/features/market/halt.ts'
import type { VenueContext } from '#server/features.ts'
import type { Log } from '#server/gateway/log.ts'
import { apiKeysOf, endApiKey } from '#server/identity/api-keys.ts'
import { modeOf } from '#server/settings.ts'
import type { Venue } from '#server/venue.ts'
import { gapSays, warningsFor, type Env } from './start-check.ts'
import { StartError } from './start-error.ts'

type Ports = {
  venue: Pick<Venue, 'ctx' | 'command' | 'durable' | 'isFull' | 'now' | 'groups'>
  env: Env
  dataFolder: string
  /** How many breaches the audit has found since the start. */
  breaches: () => number
  log: Pick<Log, 'info'>
}
type Command = { form: string; run: (ports: Ports, words: readonly string[]) => Promise<string> | string }

const lockMs = 10 * 365 * 86_400_000
const sayings: Readonly<Record<string, string>> = { not_found: 'There is no such thing.' }

/** Does at once what one person of the desk may do at once; refuses what takes two. */
async function act({ venue, log }: Ports, planOf: (ctx: VenueContext) => Omit<Plan, 'kind' | 'subject'>) {
  const done = await venue.command((ctx) => {
    const { takesTwo, apply, action, about, before, after } = planOf(ctx)
    if (takesTwo) throw new StartError('This takes two people: propose it at the desk, where another passes it.')
    apply()
    logAct(ctx, { by: null, action, about, reason, before, after })
    return { action, about }
  })
  await venue.durable()
  log.info(done, 'done by the operator at the machine')
  return `Done, and written to the log of the desk: ${done.action} ${done.about}.`
}

const secondsSince = (now: number, at: number) => `${((now - at) / 1000).toFixed(1)} s`
function check({ venue: { ctx, isFull, now, groups }, env, dataFolder, breaches }: Ports): string {
  const { seq, hash } = ctx.journal.end()
  const { bavail, bsize } = statfsSync(dataFolder)
  const markets = ctx.markets.all().map((market) => {
    const { as_of_ms, stale } = market.priceRow()
    const age = as_of_ms === 0 ? 'no price' : `${secondsSince(now(), as_of_ms)}${stale ? ', too old' : ''}`
    return `price ${market.pair.market}: ${age}${isMarketHalted(ctx, market.pair.market) ? ', halted' : ''}`
  })
  const { tables } = ctx
  const waiting = [...tables.deskActs.all()].filter(({ status }) => status === 'open').length
  return [
    `release ${release}, ${modeOf(ctx.settings)}`,
    `trading: ${isHalted(ctx) ? 'HALTED' : 'on'}`,
    `journal: entry ${seq}, ${hash.slice(0, 16)}, ${groups()} commits since the start`,
    `audit: ${breaches() === 0 ? 'no breach since the start' : `${breaches()} BREACHES, see the log`}`,
    `disk: ${isFull() ? 'FULL, ' : ''}${((bavail * bsize) / 1e9).toFixed(1)} GB free`,
    `waiting: ${waiting} changes for a second person, ${tables.pushJobs.count()} notifications to devices`,
    `in memory: ${tables.users.count()} accounts, ${tables.spotOrders.count()} spot orders`,
    ...markets,
    ...gapsOf(ctx).map(({ gap, about }) => `missing: ${about === '' ? '' : `${about}: `}${gapSays[gap]}`),
    ...warningsFor(env).map((says) => `note: ${says}`),
  ].join('\n')
}

async function user(ports: Ports, [keyword = '', what]: readonly string[]) {
  const { ctx } = ports.venue
  const found = await usersFor(ctx, keyword)
  const exact = found.filter(({ id, email }) => String(id) === keyword || email === keyword.toLowerCase())
  const [one, ...others] = exact.length === 1 ? exact : found
  if (!one) throw new StartError(`There is no account "${keyword}".`)
  if (others.length > 0)
    return found
      .slice(0, 20)
      .map(({ id }) => `${id} ${accountOf(ctx, id).account} ${accountOf(ctx, id).nickname}`)
      .join('\n')
  if (what !== undefined) {
    const until_ms = what === 'lock' ? ports.venue.now() + lockMs : 0
    return act(ports, (inside) => planUser(inside, 0, { user_id: one.id, what: 'account', until_ms, reason }))
  }
  const { id, account, nickname, kyc, powers, lock, worth } = userOf(ctx, one)
  return [
    `${id} ${account} ${nickname}`,
    `verification ${kyc}, worth ${worth}, ${lock.account_lock ? 'LOCKED' : 'not locked'}`,
    `powers: ${powers.join(', ') || 'none'}`,
    `logins: ${ctx.tables.sessions.group('user', id).length}`,
    `open spot orders: ${ctx.tables.spotOrders.group('user', id).length}`,
    ...apiKeysOf(ctx, id).map((key) => `key ${key.no} (${key.name}, ${key.scope})`),
  ].join('\n')
}

const revoke = (ports: Ports, [no = '']: readonly string[]) =>
  act(ports, (ctx) => {
    const key = ctx.tables.apiKeys.one('no', no)
    if (!key) throw new StartError(`There is no API key ${no}.`)
    const about = String(key.user)
    const apply = () => endApiKey(ctx, key.user, no)
    return { action: 'key.revoke', about, before: { key: key.name }, after: {}, takesTwo: false, apply }
  })
const halt = (ports: Ports, [market = '', state]: readonly string[]) =>
  act(ports, (ctx) => planHalt(ctx, { ...(market !== 'all' && { market }), halt: state === 'on', reason }))

/** What the operator may ask of the running process; `form` is matched word by word, `<…>` is any word. */
const commands: readonly Command[] = [
  { form: 'check', run: check },
  { form: 'release', run: ({ venue: { ctx } }) => `${release} ${modeOf(ctx.settings)}` },
  { form: 'user <id|account>', run: user },
  { form: 'user <id|account> lock|unlock', run: user },
  { form: 'halt <market|all> on|off', run: halt },
  { form: 'key <id> revoke', run: revoke },
]
const fits = (form: string, words: readonly string[]) => {
  const parts = form.split(' ')
  const isPart = (part: string, word = '') => part.startsWith('<') || part.split('|').includes(word)
  return parts.length === words.length && parts.every((part, at) => isPart(part, words[at]))
}

/** Answers one request of the operator; a request that cannot be met throws a sentence. */
export const createAdmin =
  (ports: Ports) =>
  async (words: readonly string[]): Promise<string> => {
    const command = commands.find(({ form }) => fits(form, words))
    if (!command)
      throw new StartError(
        ['Ask for one of:', ...commands.map(({ form }) => `  ${form}`), '  backup <folder>'].join('\n'),
      )
    try {
      return await command.run(ports, words.slice(1))
    } catch (thrown) {
      if (thrown instanceof Refusal) throw new StartError(sayings[thrown.reason] ?? `Refused: ${thrown.reason}.`)
      throw thrown
    }
  }
