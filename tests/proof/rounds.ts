import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { OptionOrder, OptionType } from '#contract/option/option.ts'
import { recompute } from '#contract/option/option-outcome.ts'
import { textOf } from '#server/features/market/units.ts'
import type { RoundRow } from '#server/features/option/rows.ts'
import { roundWorld, stepMs, type RoundWorld } from './round-world.ts'
import { trimmedMean } from './trimmed-mean.ts'

/** What the proof was asked for: how many rounds, from which seed. */
export type Options = { readonly rounds: number; readonly seed: number }
/** What it has found: figures to look at, and everything that must not be. */
export type Proof = {
  readonly figures: Readonly<Record<string, string | number>>
  readonly failures: readonly string[]
}
type Strategy = 'chance' | 'follow' | 'pickyFollow' | 'even' | 'ahead' | 'pickyAhead'
type Bet = { at: number; user: number; strategy: Strategy }
type Story = {
  world: RoundWorld
  bets: Map<number, Bet>
  published: Map<string, RoundRow>
  failures: string[]
  begun: Map<number, bigint>
}
const minute = 60_000
const lastBuyMs = 39_500
const fewStakes = 100
const manyStakes = 2500
const types = ['call', 'put', 'even'] as const

/**
 * What a bot that knows the newest price (or the next one) would bet on at the lock's edge; nothing when it rather
 * waits.
 */
function betOf({ world: { record, clock, ahead } }: Story, strategy: Strategy, market: string): OptionType | null {
  const prices = record.get(market)
  const at = clock.now()
  const price = (back: number) => prices?.get(at - back * stepMs) ?? 0
  const usual =
    Array.from({ length: 20 }, (_, n) => Math.abs(price(n + 1) - price(n + 2))).reduce((a, b) => a + b, 0) / 20
  const move = strategy === 'ahead' || strategy === 'pickyAhead' ? ahead.next(market) - price(0) : price(0) - price(1)
  if (price(22) === 0) return null
  if (strategy === 'even') return 'even'
  if (move === 0 || ((strategy === 'pickyFollow' || strategy === 'pickyAhead') && Math.abs(move) < 1.5 * usual))
    return null
  return move > 0 ? 'call' : 'put'
}
async function stake(
  story: Story,
  strategy: Strategy,
  user: number,
  match: number,
  type: OptionType,
  seconds: number,
  number?: string,
) {
  const { world, bets } = story
  const id = await world.stake(user, match, type, seconds, number)
  if (id !== null) bets.set(id, { at: world.clock.now(), user, strategy })
}
async function play(story: Story, strategies: readonly Strategy[]) {
  const { world } = story
  const { chance, people, clock, markets } = world
  for (const { id, market } of markets) {
    const [anyone = 0, ...bots] = people
    if (chance.int(40) === 0)
      await stake(
        story,
        'chance',
        anyone,
        id,
        types[chance.int(3)] ?? 'call',
        [60, 120, 300][chance.int(3)] ?? 60,
        `${20 + chance.int(900)}.${10_000_000 + chance.int(89_999_999)}`,
      )
    if (clock.now() % minute !== lastBuyMs) continue
    for (const [n, strategy] of strategies.entries()) {
      const type = betOf(story, strategy, market)
      if (type) await stake(story, strategy, bots[n] ?? 0, id, type, 60)
    }
  }
}
/** Notes each result when it is first seen; one that later reads otherwise has flipped. */
function watch({ world, published, failures }: Story) {
  for (const { last } of world.venue.ctx.tables.optionSeries.all())
    for (const row of last) {
      const known = published.get(row.id)
      if (known && JSON.stringify(known) !== JSON.stringify(row)) failures.push(`O6 ${row.id} has flipped`)
      if (!known) published.set(row.id, row)
    }
}

async function live(rounds: number, seed: number, strategies: readonly Strategy[]): Promise<Story> {
  const world = await roundWorld(seed, 1 + strategies.length)
  const story: Story = {
    world,
    bets: new Map(),
    published: new Map(),
    failures: [],
    begun: new Map(world.people.map((user) => [user, world.money(user)])),
  }
  const { chance, venue } = world
  let silentSteps = 0
  for (let step = 1; story.published.size < rounds; step += 1) {
    if (silentSteps === 0 && chance.int(900) === 0) silentSteps = 1 + chance.int(14)
    await world.step(silentSteps > 0)
    silentSteps = Math.max(0, silentSteps - 1)
    await play(story, strategies)
    // Deadlines are looked at sometimes late: what they decide must not depend on it.
    if (chance.int(12) !== 0) await venue.runDue()
    if (step % 20 === 0) watch(story)
    if (step % 1000 === 0) story.failures.push(...venue.audit().map(({ rule, at }) => `${rule} ${at}`))
  }
  for (let step = 0; step < 700; step += 1) {
    await world.step(false)
    await venue.runDue()
    if (step % 20 === 0) watch(story)
  }
  watch(story)
  venue.flush()
  return story
}

/** The last price at or before an instant, at most two seconds old, of this round. */
function valueAt(prices: ReadonlyMap<number, number> | undefined, end: number, openAt: number): number | null {
  for (let at = end; at >= end - 2000 && at > openAt; at -= stepMs) {
    const price = prices?.get(at)
    if (price !== undefined) return price
  }
  return null
}

/** The naive twin: what a round must have been settled on, from our own record of prices. */
function checkRounds({ world, published, failures }: Story) {
  const { record, markets, venue } = world
  const numbers = new Map<string, number[]>()
  for (const row of published.values()) {
    numbers.set(row.series, [...(numbers.get(row.series) ?? []), row.no])
    const [name = '', seconds = '0'] = row.series.split('|')
    const prices = record.get(name)
    const openAt = row.closeAt - Number(seconds) * 1000
    let at = row.closeAt
    while (at > openAt && !prices?.has(at)) at -= stepMs
    let covered = 0
    for (let second = openAt; second < row.closeAt; second += 1000)
      if (prices?.has(second + 500) || prices?.has(second + 1000)) covered += 1
    const values = Array.from({ length: Math.min(60, Math.floor(Number(seconds) / 6)) }, (_, n) =>
      valueAt(prices, row.closeAt - n * 1000, openAt),
    )
    const isWhole = values.every((value) => value !== null)
    const reason =
      at <= openAt || row.closeAt - at > 2000
        ? 'stale'
        : covered * 100 < Number(seconds) * 95 || !isWhole
          ? 'gap'
          : null
    const price =
      at > openAt
        ? textOf(
            isWhole ? trimmedMean(values) : (prices?.get(at) ?? 0),
            markets.find(({ market }) => market === name)?.priceScale ?? 0,
          )
        : null
    if (row.reason !== reason || row.price !== price || (price !== null && row.tickAt !== at))
      failures.push(`O3 ${row.id}: ${row.reason} ${row.price}, not ${reason} ${price}`)
    const stored = venue.store.row('option_rounds', row.id)
    if (stored !== JSON.stringify(row)) failures.push(`O6 ${row.id} is stored otherwise`)
  }
  for (const [series, all] of numbers)
    all
      .toSorted((a, b) => a - b)
      .forEach((no, n) => no !== n + 1 && failures.push(`O1 ${series} has a hole at ${n + 1}`))
}
function payoutBy({ type, number, profit_ratio }: OptionOrder, from: number, to: number): bigint {
  const stakeUnits = parseDec(number)
  const side = to > from ? 'call' : to < from ? 'put' : 'even'
  if (side === type) return stakeUnits + (stakeUnits * parseDec(profit_ratio)) / 10_000_000_000n
  return side === 'even' ? stakeUnits : 0n
}
function checkOrders(story: Story) {
  const { world, bets, published, failures, begun } = story
  const { entryDelayMs } = world
  const seen = new Map<number, OptionOrder>()
  const moved = new Map<number, bigint>()
  for (const order of world.ended) {
    if (seen.has(order.id)) failures.push(`O6 ${order.id} ended twice`)
    seen.set(order.id, order)
    const bet = bets.get(order.id)
    const round = published.get(order.round_id)
    if (!bet || (!round && order.void_reason !== 'no_entry')) {
      failures.push(`O1 ${order.id} belongs to nothing`)
      continue
    }
    const name = order.symbol_name.replace('/', '-')
    const prices = world.record.get(name)
    let at = bet.at + entryDelayMs + stepMs
    while (at <= bet.at + entryDelayMs + 2000 && !prices?.has(at)) at += stepMs
    const entry = prices?.get(at)
    const isEntered = at <= bet.at + entryDelayMs + 2000 && entry !== undefined
    const isVoid = !isEntered || (round?.reason ?? null) !== null
    const delivery = round ? Number((round.price ?? '0').replace('.', '')) : 0
    const payout = isVoid ? parseDec(order.number) + parseDec(order.fee) : payoutBy(order, entry ?? 0, delivery)
    if (order.receipt?.payout !== formatDec(payout))
      failures.push(`O5 ${order.id} paid ${order.receipt?.payout}, not ${formatDec(payout)}`)
    if (isEntered && order.receipt?.entry?.at_ms !== at) failures.push(`O7 ${order.id} entered at another tick`)
    const checked = recompute(order)?.agrees
    if (!checked?.outcome || !checked.payout || !checked.path) failures.push(`O4 ${order.id} does not come out`)
    moved.set(bet.user, (moved.get(bet.user) ?? 0n) + payout - parseDec(order.number) - parseDec(order.fee))
  }
  for (const id of bets.keys()) if (!seen.has(id)) failures.push(`O6 ${id} never ended`)
  let houses = 0n
  for (const user of world.people) {
    const change = moved.get(user) ?? 0n
    houses -= change
    if (world.money(user) !== (begun.get(user) ?? 0n) + change) failures.push(`O5 user ${user} has another balance`)
  }
  if (world.money('house') + world.money('fee') !== houses) failures.push('O5 house and fees do not balance')
}

/** Return per stake, without fees, and its bounds at 99 %. */
function returnsOf({ world, bets }: Story, strategy: Strategy) {
  const returns = world.ended
    .filter(({ id, void_reason }) => bets.get(id)?.strategy === strategy && void_reason === null)
    .map(({ fact_profits, number }) => Number(fact_profits) / Number(number))
  const n = returns.length
  const mean = returns.reduce((a, b) => a + b, 0) / Math.max(1, n)
  const variance = returns.reduce((a, b) => a + (b - mean) ** 2, 0) / Math.max(1, n - 1)
  const room = 2.33 * Math.sqrt(variance / Math.max(1, n))
  return { n, mean, lower: mean - room, upper: mean + room }
}
function checkBots(story: Story, strategies: readonly Strategy[]) {
  const figures: Record<string, string> = {}
  for (const strategy of strategies) {
    const { n, mean, lower, upper } = returnsOf(story, strategy)
    figures[`return of ${strategy}`] =
      `${(mean * 100).toFixed(2)} % of ${n} stakes, at 99 % below ${(upper * 100).toFixed(2)} %`
    // A profit that chance does not explain is one, however short the run; that there is none takes many stakes to say.
    if ((n >= fewStakes && lower > 0) || (n >= manyStakes && upper > 0))
      story.failures.push(`O7 the bot ${strategy} may profit: ${figures[`return of ${strategy}`]}`)
  }
  return figures
}

/** Rounds by the thousand in a whole venue: no flip, every payout exact, no profit for who is quick. */
export async function prove({ rounds, seed }: Options): Promise<Proof> {
  const quick = ['follow', 'pickyFollow', 'even'] as const
  const ahead = ['ahead', 'pickyAhead'] as const
  const story = await live(rounds, seed, quick)
  checkRounds(story)
  checkOrders(story)
  // Who sees the price half a second before the venue: entries are taken half a second later, so that it is worth
  // nothing.
  const other = await live(Math.ceil(rounds / 2), seed + 1, ahead)
  checkRounds(other)
  checkOrders(other)
  const voids = [...story.published.values(), ...other.published.values()].filter(
    ({ reason }) => reason !== null,
  ).length
  const figures = {
    rounds: story.published.size + other.published.size,
    void: voids,
    orders: story.bets.size + other.bets.size,
    ...checkBots(story, quick),
    ...checkBots(other, ahead),
  }
  return { figures, failures: [...story.failures, ...other.failures] }
}
