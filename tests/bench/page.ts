import { leverPaths } from '#src/lib/paths/lever.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { startApp } from '#tests/support/app.ts'
import { findBrowser } from '#tests/support/browser.ts'
import { registerAt } from '#tests/support/venue-client.ts'
import { chromium, type Browser } from '@playwright/test'
import { startFeed, type Feed } from './page-feed.ts'
import { freeze, openAt, openPlain, openReal, type Fed } from './page-open.ts'
import { plainPage } from './page-plain.ts'
import { market } from './page-tape.ts'
import { heapOf, slopeOf, watch, type Seen } from './page-watch.ts'
import type { Row } from './row.ts'

const [settleMs, watchMs] = [2000, 8000]
/** `--rates=1000 --slow=1 --minutes=5 --pages=trade --runs=1`: less of it, or longer. */
const told = (name: string, first: string) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? first
const rates = told('rates', '100,1000,5000').split(',').map(Number)
const slowness = told('slow', '1,4').split(',').map(Number)
const pages = told('pages', 'trade,contracts,kline').split(',')
const minutes = Number(told('minutes', '1'))
/** Each figure is the median of so many runs, both pages in turn: a single run is good to a sixth. */
const runs = Number(told('runs', '3'))

const pause = (ms: number) => new Promise((over) => setTimeout(over, ms))

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
const median = (values: readonly number[]) =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
const round = (value: number, places: number) => Number(value.toFixed(places))

type Measure = {
  readonly name: string
  readonly unit: string
  readonly of: (seen: Seen) => number
  readonly target: string
  readonly isReached: (value: number, ratio: number) => boolean
}

const measuresOf = (slow: number): readonly Measure[] => {
  const [maxScript, maxMain] = slow === 1 ? [1.5, 1.1] : [1.7, 1.15]
  return [
    {
      name: 'scripting',
      unit: 'ms/s',
      of: ({ script }) => script * 1000,
      target: `≤ ${maxScript} ×`,
      isReached: (_, ratio) => ratio <= maxScript,
    },
    {
      name: 'style and layout',
      unit: 'ms/s',
      of: ({ layout }) => layout * 1000,
      target: 'shown',
      isReached: () => true,
    },
    {
      name: 'main thread',
      unit: 'ms/s',
      of: ({ main }) => main * 1000,
      target: `≤ ${maxMain} ×`,
      isReached: (_, ratio) => ratio <= maxMain,
    },
    slow === 1
      ? {
          name: 'frames',
          unit: '/s',
          of: ({ framesPerSecond }) => framesPerSecond,
          target: '≥ 58',
          isReached: (value) => value >= 58,
        }
      : {
          name: 'frames',
          unit: '/s',
          of: ({ framesPerSecond }) => framesPerSecond,
          target: '≥ 0.85 ×',
          isReached: (_, ratio) => ratio >= 0.85,
        },
    {
      name: 'long tasks',
      unit: '',
      of: ({ longTasks }) => longTasks,
      target: slow === 1 ? '0' : 'shown',
      isReached: (value) => slow !== 1 || value === 0,
    },
    {
      name: 'flush → paint p50',
      unit: 'ms',
      of: ({ waits }) => percentile(waits, 0.5),
      target: slow === 1 ? '≤ 20 ms' : 'shown',
      isReached: (value) => slow !== 1 || value <= 20,
    },
    {
      name: 'flush → paint p99',
      unit: 'ms',
      of: ({ waits }) => percentile(waits, 0.99),
      target: slow === 1 ? '≤ 40 ms' : 'shown',
      isReached: (value) => slow !== 1 || value <= 40,
    },
  ]
}

/** The two pages of a run under the same feed. */
type Pair = { readonly ours: Seen; readonly plain: Seen }

const rowsOf = (rate: number, slow: number, pairs: readonly Pair[]): Row[] =>
  measuresOf(slow).map(({ name, unit, of, target, isReached }) => {
    const [value, reference] = [median(pairs.map(({ ours }) => of(ours))), median(pairs.map(({ plain }) => of(plain)))]
    const ratio = median(pairs.map(({ ours, plain }) => of(ours) / of(plain)))
    return {
      part: 'page',
      name: `${rate} updates/s${slow === 1 ? '' : `, CPU ÷ ${slow}`}: ${name}`,
      value: round(value, 1),
      unit,
      reference: round(reference, 1),
      ratio: reference > 0 ? round(ratio, 2) : null,
      target,
      reached: isReached(value, ratio),
    }
  })

/** A page under the feed, loaded anew and settled before it is watched. */
const fedOf = async (feed: Feed, slow: number, rate: number, opened: () => Promise<Fed>) => {
  feed.speak(100)
  const fed = await opened()
  await fed.cdp.send('Emulation.setCPUThrottlingRate', { rate: slow })
  feed.speak(rate)
  await pause(settleMs)
  const seen = await watch(fed.page, fed.cdp, watchMs, feed.sentAt)
  await fed.close()
  return seen
}

/** What `each` gives, so many times, one after the other. */
const repeated = async <T>(each: () => Promise<T>): Promise<readonly T[]> => {
  const all: T[] = []
  while (all.length < runs) all.push(await each())
  return all
}

/** Contracts and k-line at the venue's own pace. The reference is a page on which only the watcher runs. */
const calmRows = async (
  browser: Browser,
  url: string,
  token: string,
  openStill: () => Promise<Fed>,
): Promise<Row[]> => {
  const shown = [
    { page: 'contracts', path: leverPaths.lever },
    { page: 'kline', path: marketPaths.klineOf(market) },
  ].filter(({ page }) => pages.includes(page))
  const rows: Row[] = []
  for (const slow of slowness) {
    for (const { page, path } of shown) {
      const seen = await repeated(async () => ({
        still: await seenOf(await openStill(), slow),
        ours: await seenOf(await openAt(browser, url, token, path), slow),
      }))
      const ofOurs = (of: (seen: Seen) => number) => median(seen.map(({ ours }) => of(ours)))
      const ofStill = (of: (seen: Seen) => number) => median(seen.map(({ still }) => of(still)))
      const [script, main, long] = [
        ({ script: share }: Seen) => share * 1000,
        ({ main: share }: Seen) => share * 1000,
        ({ longTasks }: Seen) => longTasks,
      ]
      const name = `${page}${slow === 1 ? '' : `, CPU ÷ ${slow}`}`
      const unit = 'ms/s'
      rows.push(
        {
          part: 'page',
          name: `${name}: scripting; watcher alone`,
          value: round(ofOurs(script), 1),
          unit,
          reference: round(ofStill(script), 1),
          ratio: null,
          target: slow === 1 ? '≤ 14' : 'shown',
          reached: slow !== 1 || ofOurs(script) <= 14,
        },
        {
          part: 'page',
          name: `${name}: main thread; watcher alone`,
          value: round(ofOurs(main), 1),
          unit,
          reference: round(ofStill(main), 1),
          ratio: null,
          target: 'shown',
          reached: true,
        },
        {
          part: 'page',
          name: `${name}: long tasks`,
          value: ofOurs(long),
          unit: '',
          reference: ofStill(long),
          ratio: null,
          target: '0',
          reached: ofOurs(long) === 0,
        },
      )
    }
  }
  return rows
}

/** A page that has settled, watched for so long, then closed. */
const seenOf = async (fed: Fed, slow: number) => {
  await fed.cdp.send('Emulation.setCPUThrottlingRate', { rate: slow })
  await pause(settleMs)
  const seen = await watch(fed.page, fed.cdp, watchMs, new Map())
  await fed.close()
  return seen
}

/** How the heap grows while the page is fed for minutes: what is left after collecting, a point every few seconds. */
const heapRow = async (feed: Feed, opened: () => Promise<Fed>): Promise<Row> => {
  feed.speak(1000)
  const fed = await opened()
  await pause(15_000)
  const points: [number, number][] = []
  const began = performance.now()
  while (performance.now() - began < minutes * 60_000) {
    points.push([(performance.now() - began) / 60_000, (await heapOf(fed.cdp)) / 1e6])
    await pause(5000)
  }
  await fed.close()
  const slope = slopeOf(points)
  return {
    part: 'page',
    name: `1000 updates/s for ${minutes} min: heap after collecting, slope`,
    value: round(slope, 3),
    unit: 'MB/min',
    reference: round(points[0]?.[1] ?? 0, 2),
    ratio: null,
    target: '≤ 0.5',
    reached: slope <= 0.5,
  }
}

/** The built trade page in a headless browser against a plain page that paints the same rows of the same feed. */
export async function bench(): Promise<Row[]> {
  const app = await startApp()
  const { token } = await registerAt(app.url)
  const feed = await startFeed(app.url)
  const { options } = await findBrowser()
  const browser = await chromium.launch(options)
  const rows: Row[] = []
  try {
    feed.speak(100)
    const model = await openReal(browser, feed, token)
    await pause(1000)
    const frozen = await freeze(model.page)
    feed.serve('/still', 'text/html; charset=utf-8', frozen)
    feed.serve(
      '/plain',
      'text/html; charset=utf-8',
      frozen.replace('</body>', '<script src="/plain.js"></script></body>'),
    )
    feed.serve('/plain.js', 'text/javascript; charset=utf-8', `(${plainPage.toString()})()`)
    await model.close()
    const real = () => openReal(browser, feed, token)
    const still = () => openPlain(browser, feed, 'still')
    for (const slow of pages.includes('trade') ? slowness : []) {
      const watched = await seenOf(await still(), slow)
      rows.push({
        part: 'page',
        name: `watcher alone${slow === 1 ? '' : `, CPU ÷ ${slow}`}: scripting; main thread`,
        value: round(watched.script * 1000, 1),
        unit: 'ms/s',
        reference: round(watched.main * 1000, 1),
        ratio: null,
        target: 'shown',
        reached: true,
      })
      for (const rate of rates) {
        const pairs = await repeated(async () => ({
          plain: await fedOf(feed, slow, rate, () => openPlain(browser, feed)),
          ours: await fedOf(feed, slow, rate, real),
        }))
        rows.push(...rowsOf(rate, slow, pairs))
      }
    }
    rows.push(...(await calmRows(browser, app.url, token, still)))
    if (minutes > 0) rows.push(await heapRow(feed, real))
  } finally {
    await browser.close()
    await feed.stop()
    await app[Symbol.asyncDispose]()
  }
  return rows
}
