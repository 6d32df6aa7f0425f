import { seededRandom } from '#server/core/random.ts'
import { moveVenue } from '#server/operate/move.ts'
import { openPlace } from '#server/operate/open-place.ts'
import { dial } from '#tests/support/gateway.ts'
import { checkDatabase, equipFolder } from '#tests/proof/crash-check.ts'
import { addOpenOrders } from '#tests/bench/start-folder.ts'
import { enrol, type Person } from '#tests/proof/crash.ts'
import { isFilled, type Intent } from '#tests/proof/crash-client.ts'
import { startChild, type Child } from '#tests/proof/venue-child.ts'
import { sleep } from './venues.ts'
import { openWiring } from './wiring.ts'

/** What may happen to the venue that leads, or to what it rests on. */
export const troubles = ['kill', 'freeze', 'hand-over', 'nats', 'postgres', 'primary'] as const
export type Trouble = (typeof troubles)[number]
export type DrillWish = {
  readonly counts: Readonly<Partial<Record<Trouble, number>>>
  readonly clients: number
  readonly seed: number
  /** So many orders rest in the books meanwhile. */
  readonly open?: number
  /** Where the primary is lost, no commit waits for its replica: the control, which must lose something. */
  readonly isAsynchronous?: boolean
  readonly onRound?: (line: string) => void
}

/** Follows a person's own channel at a gateway, and notes what is missing in it. */
async function follow(url: string, token: string) {
  const line = await dial(url)
  await line.wait(({ k }) => k === 'hello')
  await line.ask('auth', { token, lang: 'en', device: 'd1', tab: 't1', v: 1 })
  await line.ask('sub', { c: 'u:me' })
  await line.ask('sub', { c: 'depth:BTC-USDT' })
  const beats = setInterval(() => line.send(JSON.stringify({ m: 'hb' })), 10_000)
  const events = () => line.frames.filter(({ c, k }) => c === 'u:me' && k === 'event')
  return {
    /** What does not follow upon what came before it, with the instant at which it came. */
    holes: () => {
      const all = events().map(({ s, t }) => ({ s: Number(s), t: Number(t) }))
      return all.flatMap(({ s, t }, n) => {
        const before = all[n - 1]
        return before && s !== before.s + 1 ? [`${before.s} is followed by ${s} at ${t}`] : []
      })
    },
    count: () => events().length,
    code: line.code,
    end: () => {
      clearInterval(beats)
      line.end()
    },
  }
}

/** How long a gateway may take for one answer, and how long a person asks for one under the same key. */
const maxAnswerMs = 30_000
const maxWaitMs = 120_000
/** One person trades at a gateway until told to stop; an answer that never comes is asked for under its key. */
async function trade(
  url: string,
  { client }: Person,
  next: () => Intent,
  tell: (told: Intent | null) => void,
  isOver: () => boolean,
): Promise<string[]> {
  while (!isOver()) {
    const options = next()
    const begun = performance.now()
    while (options.told === null) {
      if (performance.now() - begun > maxWaitMs)
        return [`${options.kind} ${options.key} had no answer for ${maxWaitMs} ms`]
      const told = await Promise.race([
        client.send(url, options).catch(() => null),
        sleep(maxAnswerMs).then(() => null),
      ])
      const isFault = told === null || told.includes('"reason":"fault"') || told.includes('"reason":"key_running"')
      if (!isFault) options.told = told
      tell(isFault ? null : options)
      if (isFault) await sleep(50)
    }
    await sleep(20)
  }
  return []
}

const quantile = (all: readonly number[], q: number) =>
  Math.round(all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * q))] ?? 0)

/** The longest time without something, since it was last asked to begin anew. */
function gap() {
  let last = performance.now()
  let longest = 0
  return {
    begin: () => {
      last = performance.now()
      longest = 0
    },
    came: () => {
      const at = performance.now()
      longest = Math.max(longest, at - last)
      last = at
    },
    last: () => last,
    longest: () => Math.round(longest),
  }
}

export async function drill({ counts, clients, seed, open = 0, isAsynchronous, onRound }: DrillWish) {
  let people: Person[] = []
  const wiring = await openWiring({
    ...((counts.primary ?? 0) > 0 && { replica: isAsynchronous === true ? 'asynchronous' : 'synchronous' }),
    prepare: async (folder, databaseUrl) => {
      const first = await startChild(folder)
      if (first.url === null) throw new Error(first.said())
      people = await enrol(first.url, clients + 1, seed)
      await first.stop()
      await equipFolder(folder, people)
      if (open > 0) await addOpenOrders(folder, open)
      await moveVenue(await openPlace(folder), () => openPlace(databaseUrl))
    },
  })
  const { venues, nats, database, until, urls } = wiring
  const urlOf = (n: number) => urls[n % urls.length] ?? ''
  await wiring.stands()
  const lines = await Promise.all(people.slice(0, 4).map(({ client }, n) => follow(urlOf(n), client.token)))
  let isOver = false
  let faults = 0
  const answers = gap()
  const fills = gap()
  const tell = (told: Intent | null) => {
    if (told === null) return void (faults += 1)
    answers.came()
    if (isFilled(told)) fills.came()
  }
  const trading = people.map((person, n) => {
    // The last one trades at the market all the time: what is filled, and when, is seen by it.
    const next = n === clients ? person.client.atMarket : person.client.next
    return trade(urlOf(n), person, next, tell, () => isOver)
  })
  const pauses: Record<string, number[]> = {}
  const bring: Record<Trouble, (leader: Child) => Promise<void>> = {
    kill: async (leader) => {
      leader.kill('SIGKILL')
      await leader.gone
    },
    freeze: async (leader) => {
      leader.kill('SIGSTOP')
      await sleep(4000)
      leader.kill('SIGCONT')
    },
    'hand-over': async (leader) => {
      leader.kill('SIGTERM')
      await leader.gone
    },
    nats: async () => {
      await nats.kill()
      await sleep(800)
      await nats.start()
    },
    postgres: () => database.crash(),
    primary: () => database.loseThePrimary(),
  }
  const wrong: string[] = []
  try {
    for (const trouble of troubles)
      for (let n = 0; n < (counts[trouble] ?? 0); n += 1) {
        await sleep(1000 + seededRandom(seed + n).int(500))
        // On a busy machine it may answer late that it leads.
        let leader: Child | undefined
        await until(async () => (leader ??= await venues.leader()) !== undefined, 'nobody leads')
        if (!leader) continue
        answers.begin()
        fills.begin()
        await bring[trouble](leader)
        const over = performance.now()
        const isThrough = () => answers.last() > over && fills.last() > over
        await until(async () => isThrough() && (await venues.isWhole()), `nobody leads after ${trouble}`)
        await sleep(500)
        ;(pauses[`${trouble}: answer`] ??= []).push(answers.longest())
        ;(pauses[`${trouble}: fill`] ??= []).push(fills.longest())
        const waited = `${answers.longest()} ms without an answer, ${fills.longest()} without a fill`
        onRound?.(`${trouble} ${n + 1} at ${Date.now()}: ${waited}`)
      }
    isOver = true
    wrong.push(...(await Promise.all(trading)).flat())
    await sleep(1500)
    for (const [n, line] of lines.entries()) {
      if (line.code() !== null) wrong.push(`socket ${n} was closed with ${line.code()}`)
      wrong.push(...line.holes().map((hole) => `stream ${n}: ${hole}`))
    }
  } finally {
    isOver = true
    lines.forEach(({ end }) => end())
    await wiring.end()
  }
  wrong.push(...(await checkDatabase(database.url, people)))
  const [log] = await database.query(
    'SELECT count(*) AS rows, max(n) - min(n) + 1 AS span, count(DISTINCT epoch) AS epochs FROM s01.groups',
  )
  if (log?.['rows'] !== log?.['span']) wrong.push('the log has holes')
  await wiring.stop()
  const acknowledged = people.reduce(
    (sum, { client }) => sum + client.intents.filter(({ told }) => told !== null).length,
    0,
  )
  return {
    ranOn: wiring.ranOn,
    acknowledged,
    faults,
    epochs: Number(log?.['epochs']),
    pauses: Object.fromEntries(
      Object.entries(pauses).map(([trouble, all]) => [
        trouble,
        { rounds: all.length, p50: quantile(all, 0.5), p99: quantile(all, 0.99), slowest: quantile(all, 1) },
      ]),
    ),
    wrong,
  }
}
