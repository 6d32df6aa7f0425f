import { spotPaths } from '#src/lib/paths/spot.ts'
import { createCrowd } from '#tests/bench/push-crowd.ts'
import { findBrowser } from '#tests/support/browser.ts'
import { startApp, type App } from '#tests/support/app.ts'
import { registerAt, venueClient, type VenueClient } from '#tests/support/venue-client.ts'
import { chromium } from '@playwright/test'
import { setTimeout as wait } from 'node:timers/promises'
import { growthAMinute, type Reading } from './trend.ts'

export type SoakOptions = {
  readonly minutes: number
  /** What is read in the first minutes is shown, but not judged: caches fill and code is compiled. */
  readonly warmUpMinutes: number
  readonly sockets: number
  readonly ordersAMinute: number
  readonly onReading?: (line: string) => void
}
/**
 * One figure over the run: what it was first and last after the warm-up, what it grew by a minute, and what is allowed.
 */
export type Trend = {
  readonly name: string
  readonly unit: string
  readonly first: number
  readonly last: number
  readonly aMinute: number
  readonly most: number
}
export type SoakResult = {
  readonly trends: readonly Trend[]
  readonly orders: number
  readonly failures: readonly string[]
  readonly longestPauseMs: number
}

const market = 'BTC-USDT'
const readEveryMs = 30_000
const mb = 1 / 1024 / 1024

/**
 * The figures that an operator reads from `/metrics`, with how much each may grow a minute. Rows and journal grow with
 * the orders.
 */
const figures = [
  { metric: 'process_resident_memory_bytes', name: 'memory of the venue', unit: 'MB', factor: mb, most: 0.1 },
  { metric: 'nodejs_heap_size_used_bytes', name: 'heap of the venue', unit: 'MB', factor: mb, most: 0.1 },
  { metric: 'nodejs_external_memory_bytes', name: 'memory outside the heap', unit: 'MB', factor: mb, most: 0.1 },
  { metric: 'nodejs_active_resources_total', name: 'handles and timers', unit: '', factor: 1, most: 0.1 },
  { metric: 'kontor_sockets', name: 'sockets', unit: '', factor: 1, most: 0.1 },
  { metric: 'kontor_orders_loaded', name: 'orders in memory', unit: '', factor: 1, most: 1 },
  { metric: 'kontor_store_bytes', name: 'database', unit: 'MB', factor: mb, most: Infinity },
  { metric: 'kontor_ledger_seq', name: 'journal entries', unit: '', factor: 1, most: Infinity },
] as const
const pageHeap = 'heap of the page'

const metricsAt = async (url: string) => {
  const text = await (await fetch(new URL('metrics', url))).text()
  const values = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [name = '', value] = line.split(' ')
    if (!line.startsWith('#') && value !== undefined) values.set(name.replace(/\{.*/, ''), Number(value))
  }
  return values
}

/** Market orders on a clock, each account in turn, buying and selling the same amount. */
const trade = async (
  clients: readonly VenueClient[],
  ordersAMinute: number,
  isOver: () => boolean,
  failures: string[],
) => {
  const from = performance.now()
  let sent = 0
  const underWay = new Set<Promise<void>>()
  const send = async (client: VenueClient, n: number) => {
    const side = Math.floor(n / clients.length) % 2 === 0 ? 1 : 2
    const { body } = await client.post('api/coin/trade', {
      legal_id: 3,
      currency_id: 1,
      type: side,
      amount: '0.0003',
      target_price: '0',
      kind: 'market',
    })
    if (body['type'] !== 'ok') failures.push(JSON.stringify(body))
  }
  while (!isOver()) {
    const due = Math.floor(((performance.now() - from) / 60_000) * ordersAMinute)
    for (; sent < due; sent += 1) {
      const client = clients[sent % clients.length]
      if (!client) break
      const one: Promise<void> = send(client, sent)
        .catch((thrown: unknown) => void failures.push(String(thrown)))
        .finally(() => underWay.delete(one))
      underWay.add(one)
    }
    await wait(50)
  }
  await Promise.all(underWay)
  return sent
}

/** A phone on the trade page, whose heap is read after a collection. */
const openPage = async (url: string, token: string) => {
  const { options } = await findBrowser()
  const browser = await chromium.launch(options)
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })).newPage()
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(`page: ${error.message}`))
  await page.addInitScript(
    (kept) => localStorage.setItem('kontor.session', JSON.stringify({ token: kept, chatToken: null })),
    token,
  )
  await page.goto(`${url}#${spotPaths.tradeOf(market)}`)
  await page.locator('[data-level]').first().waitFor()
  const cdp = await page.context().newCDPSession(page)
  return {
    thrown,
    heap: async () => {
      await cdp.send('HeapProfiler.collectGarbage')
      const { usedSize } = await cdp.send('Runtime.getHeapUsage')
      return usedSize * mb
    },
    close: () => browser.close(),
  }
}

/**
 * The built venue for hours: sockets that listen, market orders on a clock and a page that is open. What may not grow
 * is read every
 * half minute from `/metrics` and from the page; what grows after the warm-up by more than it may is told by the
 * caller.
 */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const app = await startApp({ env: { RATE_FACTOR: '100000', LOG_LEVEL: 'error', VERIFICATION: '0' } })
  try {
    return await soakAt(app, options)
  } finally {
    await app[Symbol.asyncDispose]()
  }
}

async function soakAt(
  app: Pick<App, 'url'>,
  { minutes, warmUpMinutes, sockets, ordersAMinute, onReading }: SoakOptions,
): Promise<SoakResult> {
  const tokens: string[] = []
  for (let n = 0; n < sockets; n += 1) tokens.push((await registerAt(app.url)).token)
  const crowd = createCrowd(Number(new URL(app.url).port))
  const channels = ['u:me', 'ticker:*', `depth:${market}`, `deals:${market}`]
  const readers = await crowd.open(tokens.map((token) => ({ token, channels })))
  const page = await openPage(app.url, tokens[0] ?? '')
  const failures: string[] = page.thrown
  const from = performance.now()
  const minutesSo = () => (performance.now() - from) / 60_000
  const trading = trade(
    tokens.slice(1).map((token) => venueClient(app.url, token)),
    ordersAMinute,
    () => minutesSo() >= minutes,
    failures,
  )
  const readings = new Map<string, Reading[]>([...figures.map(({ name }) => name), pageHeap].map((name) => [name, []]))
  let longestPauseMs = 0
  while (minutesSo() < minutes) {
    await wait(Math.min(readEveryMs, minutes * 6000))
    if (minutesSo() < minutes) crowd.begin()
    const [at, found, heap] = [minutesSo(), await metricsAt(app.url), await page.heap()]
    const isWarm = at > warmUpMinutes
    const values = [
      ...figures.map(({ metric, name, factor }) => ({ name, value: (found.get(metric) ?? Number.NaN) * factor })),
      { name: pageHeap, value: heap },
    ]
    if (isWarm) for (const { name, value } of values) readings.get(name)?.push({ at, value })
    const pauseMs = (found.get('kontor_loop_pause_seconds') ?? 0) * 1000
    if (isWarm) longestPauseMs = Math.max(longestPauseMs, pauseMs)
    onReading?.(
      `${at.toFixed(1)} min${isWarm ? '' : ' (warm-up)'}: ` +
        `${values.map(({ name, value }) => `${name} ${value.toFixed(1)}`).join(', ')}, pause ${pauseMs.toFixed(0)} ms`,
    )
  }
  const orders = await trading
  const closed = readers.filter((reader) => !reader.isOpen()).length
  if (closed > 0) failures.push(`${closed} sockets were closed`)
  // The frames that were heard are forgotten by the crowd at each reading; none at the end means that the venue had
  // gone silent.
  if (crowd.heard.frames === 0) failures.push('nothing was pushed at the end')
  await page.close()
  const units = new Map<string, { unit: string; most: number }>([
    ...figures.map((figure) => [figure.name, figure] as const),
    [pageHeap, { unit: 'MB', most: 0.1 }],
  ])
  const trends = [...readings].map(
    ([name, some]): Trend => ({
      name,
      unit: units.get(name)?.unit ?? '',
      first: some[0]?.value ?? Number.NaN,
      last: some.at(-1)?.value ?? Number.NaN,
      aMinute: growthAMinute(some),
      most: units.get(name)?.most ?? Infinity,
    }),
  )
  return { trends, orders, failures, longestPauseMs }
}
