import { failpointSites, logSites } from '#server/core/failpoints.ts'
import { seededRandom, type Random } from '#server/core/random.ts'
import { dial } from '#tests/support/gateway.ts'
import { registerAt } from '#tests/support/venue-client.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { moveVenue } from '#server/operate/move.ts'
import { openPlace } from '#server/operate/open-place.ts'
import { checkDatabase, checkFolder, equipFolder } from './crash-check.ts'
import { createClient, toldOf, type Client, type Intent } from './crash-client.ts'
import { startChild, type Child } from './venue-child.ts'

export type CrashWish = {
  readonly kills: number
  readonly clients: number
  readonly seed: number
  readonly onKill?: (line: string) => void
  /** Where it is killed; everywhere if nothing is said. */
  readonly at?: readonly string[]
  /** The address of an empty database, if the venue is to be on PostgreSQL. */
  readonly database?: string | undefined
}
/** What a campaign counted; `wrong` is empty when nothing was lost, doubled or refused and done. */
export type CrashReport = {
  readonly kills: number
  readonly byPlace: Readonly<Record<string, number>>
  readonly acknowledged: number
  readonly unknown: number
  readonly happened: number
  readonly wrong: readonly string[]
  readonly slowestStartMs: number
}
export type Person = { readonly user: number; readonly client: Client }
/**
 * The folder is compared so often at least, and some twenty times in a long campaign: each time takes as long as all
 * before it.
 */
const checkedEvery = 10
const maxChecks = 20

const isCenter = (value: unknown): value is { message: { id: number } } =>
  typeof value === 'object' && value !== null && 'message' in value
const idOf = (answer: unknown) => (isCenter(answer) ? answer.message.id : 0)

/** People who trade, registered at a venue. */
export async function enrol(url: string, count: number, seed: number): Promise<Person[]> {
  const people: Person[] = []
  const mails: { mail: string }[] = []
  for (let n = 0; n < count; n += 1) {
    const { token, mail } = await registerAt(url)
    mails.push({ mail })
    const client = createClient(token, seededRandom(seed + n), mails)
    const answer: unknown = await (
      await fetch(new URL('api/user/center', url), { headers: { Authorization: token } })
    ).json()
    people.push({ user: idOf(answer), client })
  }
  return people
}

/** Sends one wish after the other until the venue is gone; the last stays without an answer. */
async function trade(child: Child, client: Client, most: number) {
  for (let n = 0; n < most && child.url !== null && !child.isGone(); n += 1) {
    const options = client.next()
    options.told = await client.send(child.url, options).catch(() => null)
    if (options.told === null) return
  }
}

/** Follows its own stream, so that there is somebody to be pushed to. */
async function follow(url: string, { token }: Client) {
  const line = await dial(url)
  await line.wait(({ k }) => k === 'hello')
  await line.ask('auth', { token, lang: 'en', device: 'd1', tab: 't1', v: 1 })
  await line.ask('sub', { c: 'u:me' })
  return line
}

type Settled = { state?: string; answer?: unknown }
const isSettled = (value: unknown): value is Settled => typeof value === 'object' && value !== null
/** Finds out what became of a wish: by asking its key, by giving it up, or by sending it again. */
async function settle(url: string, client: Client, options: Intent, chance: Random): Promise<boolean> {
  const way = chance.int(3)
  if (way < 2) {
    const asked = toldOf(
      await client.send(url, {
        key: crypto.randomUUID(),
        path: 'api/key/status',
        body: { key: options.key, ...(way === 1 && { burn: 1 }) },
      }),
    )
    const found = isSettled(asked.message) ? asked.message : {}
    if (found.state === 'done') {
      options.told = JSON.stringify(found.answer)
      options.isAsked = true
      return true
    }
    if (found.state === 'burnt') {
      options.told = 'burnt'
      return false
    }
  }
  options.told = await client.send(url, options)
  return false
}
/** The same key brings the same words, however often and after whatever death. */
async function askAgain(url: string, client: Client, options: Intent): Promise<string[]> {
  const again = await client.send(url, options)
  const before = options.told
  if (before === 'burnt') return toldOf(again).reason === 'key_burnt' ? [] : [`burnt key answers ${again}`]
  const isSame = options.isAsked ? JSON.stringify(JSON.parse(again)) === before : again === before
  return isSame ? [] : [`L7 ${options.path}: ${before ?? 'nothing'} became ${again}`]
}

/** Sites that only triggers pass: it takes a market that is open, and time. */
export const rareSites: readonly string[] = ['afterTrigger', 'betweenTriggerAndPut', 'duringSweep', 'duringGrow']
/** After how many passes of a site the venue is killed. */
function passesOf(site: string | undefined, chance: Random): number {
  if (site === 'duringStart') return 1 + chance.int(4)
  if (site !== undefined && rareSites.includes(site)) return 1 + chance.int(3)
  return 5 + chance.int(site === 'duringPush' ? 20 : 60)
}
/**
 * Kills the venue over and over while clients trade, settles what they do not know, and compares everything in the end.
 */
export async function crashCampaign({ kills, clients, seed, onKill, database, at }: CrashWish): Promise<CrashReport> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-crash-'))
  const sites: readonly string[] = at ?? (database === undefined ? failpointSites : [...failpointSites, ...logSites])
  let env: NodeJS.ProcessEnv = {}
  /** What is stored, compared with what clients were told. */
  const check = () => (database === undefined ? checkFolder(folder, people) : checkDatabase(database, people))
  const chance = seededRandom(seed)
  const wrong: string[] = []
  const byPlace: Record<string, number> = {}
  const sum = { unknown: 0, happened: 0, slowestStartMs: 0 }
  const every = Math.max(checkedEvery, Math.ceil(kills / maxChecks))
  let people: Person[] = []
  const start = async (fault: string) => {
    const from = performance.now()
    const child = await startChild(folder, fault, env)
    if (child.url !== null) sum.slowestStartMs = Math.max(sum.slowestStartMs, Math.round(performance.now() - from))
    return child
  }
  const recover = (url: string) =>
    Promise.allSettled(
      people.map(async ({ client }) => {
        const open = client.intents.filter(({ told }) => told === null)
        for (const options of open) {
          sum.unknown += 1
          if (await settle(url, client, options, chance)) sum.happened += 1
          wrong.push(...(await askAgain(url, client, options)))
        }
        for (const options of client.intents.slice(-4)) wrong.push(...(await askAgain(url, client, options)))
      }),
    )
  try {
    const first = await start('')
    if (first.url === null) throw new Error(`It did not stand.\n${first.said()}`)
    people = await enrol(first.url, clients, seed)
    await first.stop()
    await equipFolder(folder, people)
    if (database !== undefined) {
      await moveVenue(await openPlace(folder), () => openPlace(database))
      env = { DATABASE_URL: database }
    }
    for (let n = 0; n < kills && wrong.length === 0; n += 1) {
      const place = n % (sites.length + 2)
      const site = sites[place]
      const passes = passesOf(site, chance)
      const child = await start(site === undefined ? '' : `${site}:${passes}`)
      let isReached = true
      if (child.url !== null) {
        const { url } = child
        const line = people[0]
          ? await Promise.race([follow(url, people[0].client).catch(() => null), child.gone.then(() => null)])
          : null
        await recover(url)
        const end = () => {
          // The place was not passed so often: this one counts as killed anywhere.
          isReached = false
          child.kill()
        }
        // A market has to be open again before anything fires in it, on a busy machine too.
        const most = site !== undefined && rareSites.includes(site) ? 60_000 : 4000
        const timer = setTimeout(end, site === undefined ? 20 + chance.int(250) : most)
        await Promise.all(people.map(({ client }) => trade(child, client, 10_000)))
        await child.gone
        clearTimeout(timer)
        line?.end()
      }
      await child.gone
      const where = site !== undefined && isReached ? site : 'anywhere'
      byPlace[where] = (byPlace[where] ?? 0) + 1
      if (n % every === every - 1) wrong.push(...(await check()))
      onKill?.(`${n + 1} ${where} ${people.reduce((all, { client }) => all + client.intents.length, 0)} wishes`)
    }
    const last = await start('')
    if (last.url !== null) await recover(last.url)
    await last.stop()
    if (last.url === null) wrong.push(`It did not stand again.\n${last.said()}`)
    wrong.push(...(await check()))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const acknowledged = people.reduce(
    (all, { client }) => all + client.intents.filter(({ told }) => told !== null).length,
    0,
  )
  return { kills, byPlace, acknowledged, ...sum, wrong }
}
