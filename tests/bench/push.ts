import { market } from '#contract/market/market.ts'
import { createLimits } from '#server/gateway/limits.ts'
import { createPace } from '#server/gateway/pace.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, type Server } from './push-child.ts'
import { createCrowd, type Crowd, type Options } from './push-crowd.ts'
import type { Row } from './row.ts'

const perSecond = 1000
const channels = ['u:me', 'ticker:*', 'depth:BTC-USDT']
const warmMs = 3000
const windowMs = 10_000
const readers = 1000
const idle = 10_000
const stalled = 100
/** Events a deaf reader may ask for: as many as are ever brought again. */
const missed = 900

const percentile = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
const round = (value: number, places = 0) => Number(value.toFixed(places))
const megabytes = (bytes: number) => bytes / 2 ** 20
const intentsOf = (tokens: readonly string[], some: readonly string[]): Options[] =>
  tokens.map((token) => ({ token, channels: some }))
const row = (
  name: string,
  value: number,
  unit: string,
  reference: number | null,
  target: string,
  reached: boolean,
): Row => ({
  part: 'push',
  name,
  value,
  unit,
  reference,
  ratio: reference === null || reference === 0 ? null : round(value / reference, 2),
  target,
  reached,
})

type Window = {
  cores: number
  rss: number
  pushes: number
  frames: number
  bytes: number
  p50: number
  p99: number
  updates: number
}
/** What one stretch of time cost the server and brought the readers; memory is the most it had at any second. */
const measure = async (server: Server, crowd: Crowd, ms = windowMs): Promise<Window> => {
  const before = await server.ask({ do: 'look' })
  crowd.begin()
  let rss = before.rss
  for (let passed = 1000; passed < ms; passed += 1000) {
    await sleep(1000)
    rss = Math.max(rss, (await server.ask({ do: 'look' })).rss)
  }
  await sleep(1000)
  const { pushes, frames, bytes } = crowd.heard
  const ages = Float64Array.from(crowd.heard.ages).sort()
  const after = await server.ask({ do: 'look' })
  const seconds = (after.atMs - before.atMs) / 1000
  return {
    cores: (after.cpuMs - before.cpuMs) / 1000 / seconds,
    rss: Math.max(rss, after.rss),
    updates: (after.published - before.published) / seconds,
    pushes: pushes / seconds,
    frames: frames / seconds,
    bytes: bytes / seconds,
    p50: percentile(ages, 0.5),
    p99: percentile(ages, 0.99),
  }
}

type Recorded = { lengthMs: number; frames: { at: number; text: string }[] }
const record = async (crowd: Crowd, ms: number): Promise<Recorded> => {
  const frames: Recorded['frames'] = []
  const from = performance.now()
  crowd.record((text) => frames.push({ at: performance.now() - from, text }))
  await sleep(ms)
  crowd.record(null)
  return { lengthMs: ms, frames }
}

/**
 * The worst of readers: they ask for everything they ever missed, again and again, and read nothing of what they are
 * told.
 */
const stallSome = async (server: Server, tokens: readonly string[]) => {
  await server.ask({ do: 'tell', from: readers + 1, times: missed })
  const crowd = createCrowd(server.port)
  const deaf = await crowd.open(intentsOf(tokens, channels))
  for (const reader of deaf) reader.stall()
  let i = 1000
  const timer = setInterval(() => {
    i += 1
    for (const reader of deaf)
      if (reader.isOpen()) reader.ask(JSON.stringify({ i, m: 'sub', p: { c: 'u:me', e: reader.held().e, s: 1 } }))
  }, 200)
  return {
    stop: () => {
      clearInterval(timer)
      for (const reader of deaf) reader.cut()
    },
  }
}

/**
 * A thousand readers of ticker, depth and their own stream, under one publisher; with a hundred deaf ones beside them;
 * the same bytes by `ws` alone.
 */
const live = async () => {
  const server = await startServer('push-venue.ts', readers + stalled)
  const crowd = createCrowd(server.port)
  await crowd.open(intentsOf(server.tokens.slice(0, readers), channels))
  await server.ask({ do: 'publish', perSecond })
  await sleep(warmMs)
  const recorded = await record(crowd, 5000)
  const alone = await measure(server, crowd)
  const deaf = await stallSome(server, server.tokens.slice(readers))
  const beside = await measure(server, crowd, 3 * windowMs)
  const cutOff = readers + stalled - (await server.ask({ do: 'look' })).sockets
  deaf.stop()
  await server.stop()

  const reference = await startServer('push-bare.ts', 0)
  const others = createCrowd(reference.port)
  await reference.ask({ do: 'answers', replies: [['{"i":1,"r":{}}']] })
  await others.open(
    intentsOf(
      Array.from({ length: readers }, () => 'x'),
      [],
    ),
  )
  await reference.ask({ do: 'replay', ...recorded })
  await sleep(warmMs)
  const bare = await measure(reference, others)
  await reference.stop()
  return { alone, beside, bare, cutOff }
}

/** Ten thousand who only wait; then all lose the network at once, miss an event, and come back. */
const storm = async (file: 'push-venue.ts' | 'push-bare.ts', replies: readonly string[][]) => {
  const server = await startServer(file, idle)
  const crowd = createCrowd(server.port)
  const tokens = file === 'push-venue.ts' ? server.tokens : Array.from({ length: idle }, () => 'x')
  if (replies.length) await server.ask({ do: 'answers', replies })
  const empty = (await server.ask({ do: 'look' })).rss
  const before = await crowd.open(intentsOf(tokens, ['u:me']))
  await sleep(warmMs)
  const { rss } = await server.ask({ do: 'look' })
  const resting = await measure(server, crowd, 5000)
  for (const reader of before) reader.cut()
  while ((await server.ask({ do: 'look' })).sockets > 0) await sleep(20)
  await server.ask({ do: 'tell', from: 1, times: 1 })
  const heard: string[] = []
  crowd.record((text) => heard.push(text), 'next')
  const from = performance.now()
  const { cpuMs } = await server.ask({ do: 'look' })
  const back = await crowd.open(
    before.map((reader, at): Options => ({ token: tokens[at] ?? '', channels, held: reader.held() })),
  )
  const ms = performance.now() - from
  const after = await server.ask({ do: 'look' })
  await server.stop()
  return { count: back.length, empty, rss, restingCores: resting.cores, ms, cpuMs: after.cpuMs - cpuMs, heard }
}

/** What the limits themselves cost: one frame of a socket, one call of an account. */
const limitsCost = async () => {
  const times = 100_000
  const pace = createPace(times, times, Date.now)
  const paceFrom = performance.now()
  for (let n = 0; n < times; n += 1) pace.take()
  const limits = createLimits(times)
  const from = performance.now()
  for (let n = 0; n < times; n += 1)
    await limits.call(market.tickers, { user: 1 + (n % readers), address: `a:${n % readers}` })
  return { frameUs: ((from - paceFrom) * 1000) / times, callUs: ((performance.now() - from) * 1000) / times }
}

/** Many sockets at once: what they are told, what it costs, and what a few bad ones do to the rest. */
export async function bench(): Promise<Row[]> {
  const { alone, beside, bare, cutOff } = await live()
  const expected = readers * 10 * 2 + perSecond / 10
  const rows = [
    row(
      `${readers} readers, ${perSecond} updates/s: pushes delivered`,
      round(alone.pushes),
      'pushes/s',
      round(expected),
      '≥ 0.95 of ten a second and channel',
      alone.pushes >= 0.95 * expected,
    ),
    row(
      'the same: frames',
      round(alone.frames),
      'frames/s',
      round(bare.frames),
      '≤ 20/s a socket',
      alone.frames <= readers * 20,
    ),
    row('the same: bytes', round(megabytes(alone.bytes), 1), 'MB/s', round(megabytes(bare.bytes), 1), 'shown', true),
    row(
      'the same: processor of the venue',
      round(alone.cores, 2),
      'cores',
      round(bare.cores, 2),
      '≤ 1',
      alone.cores <= 1,
    ),
    row('the same: age of a message, p50', alone.p50, 'ms', bare.p50, 'shown', true),
    row('the same: age of a message, p99', alone.p99, 'ms', bare.p99, '≤ 100 ms', alone.p99 <= 100),
    row('the same: memory of the venue', round(megabytes(alone.rss)), 'MB', round(megabytes(bare.rss)), 'shown', true),
    row(
      `with ${stalled} who ask and do not read: age for the others, p99`,
      beside.p99,
      'ms',
      alone.p99,
      '≤ 2 ×',
      beside.p99 <= Math.max(2 * alone.p99, 50),
    ),
    row(
      'the same: memory of the venue',
      round(megabytes(beside.rss)),
      'MB',
      round(megabytes(alone.rss)),
      '≤ 1 MB more a deaf one',
      megabytes(beside.rss - alone.rss) <= 1.5 * stalled,
    ),
    row(
      'the same: cut off by the venue (the kernel takes some megabytes each before it can tell)',
      cutOff,
      'sockets',
      stalled,
      'shown',
      true,
    ),
  ]
  const cost = await limitsCost()
  const ours = await storm('push-venue.ts', [])
  const theirs = await storm('push-bare.ts', repliesOf(ours.heard))
  return [
    ...rows,
    row(
      `${ours.count} idle sockets: memory of the venue`,
      round(megabytes(ours.rss)),
      'MB',
      round(megabytes(theirs.rss)),
      '≤ 400 MB',
      megabytes(ours.rss) <= 400,
    ),
    row(
      'the same: processor of the venue',
      round(ours.restingCores, 3),
      'cores',
      round(theirs.restingCores, 3),
      'shown',
      true,
    ),
    row(
      `${ours.count} reconnects at once: until all are resumed`,
      round(ours.ms),
      'ms',
      round(theirs.ms),
      '≤ 10,000 ms',
      ours.ms <= 10_000,
    ),
    row('the same: processor of the venue', round(ours.cpuMs), 'ms', round(theirs.cpuMs), 'shown', true),
    row('what the limits cost: a frame of a socket', round(cost.frameUs, 2), 'µs', null, 'shown', true),
    row('what the limits cost: a call', round(cost.callUs, 2), 'µs', null, 'shown', true),
  ]
}

/**
 * What the first reader was answered, by the frame it had sent: login first, then each channel with what came behind
 * it.
 */
const repliesOf = (heard: readonly string[]): string[][] => {
  const replies: string[][] = []
  for (const text of heard.slice(1)) {
    if (text.startsWith('{"i"')) replies.push([])
    replies.at(-1)?.push(text)
  }
  return replies
}
