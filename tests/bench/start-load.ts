import { spotPaths } from '#src/lib/paths/spot.ts'
import { startApp } from '#tests/support/app.ts'
import { findBrowser } from '#tests/support/browser.ts'
import { registerAt } from '#tests/support/venue-client.ts'
import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { startFeed } from './page-feed.ts'
import type { Row } from './row.ts'

/** A slow phone network: 1.6 Mbit/s down, 150 ms there and back. */
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const runs = 3
const mostRatio = 1.5
/**
 * Requests and bytes are counted until so long after the page can be used: what the app takes up once it stands counts
 * as well, its socket and
 * what it does at rest (the service worker, after eight seconds) do not.
 */
const countedMs = 2000
const mostRequests = 27
const repeatPaintMs = 500

/** A page on a device that has never seen it. `field` is what a person wants to type into or tap first. */
type Visit = {
  readonly name: string
  readonly url: string
  readonly token: string | null
  readonly field: string
  readonly isHeld?: boolean
}
type Load = { readonly kB: number; readonly requests: number; readonly paintMs: number; readonly readyMs: number }

/** Runs in the browser, before the page: notes the first frame in which the field can be used. */
function awaitField(selector: string) {
  const look = () => {
    const field = document.querySelector(selector)
    if (field === null || field.matches(':disabled')) return void requestAnimationFrame(look)
    document.documentElement.dataset['readyMs'] = String(performance.now())
  }
  requestAnimationFrame(look)
}

/** Runs in the browser, before the page: somebody who reads English, and was here before on another day. */
function begin(token: string | null) {
  localStorage.setItem('kontor.settings', JSON.stringify({ lang: 'en', lastMarket: 'BTC-USDT' }))
  if (token !== null) localStorage.setItem('kontor.session', JSON.stringify({ token, chatToken: null }))
}

const newDevice = (browser: Browser) =>
  browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
  })

/** One visit on a device: the first on it is cold, a later one finds in the cache what the first has left there. */
async function load(context: BrowserContext, { url, token, field }: Visit): Promise<Load> {
  const page = await context.newPage()
  try {
    const cdp = await context.newCDPSession(page)
    let [bytes, requests] = [0, 0]
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', network)
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      requests += 1
    })
    await page.addInitScript(begin, token)
    await page.addInitScript(awaitField, field)
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator('html[data-ready-ms]').waitFor({ state: 'attached', timeout: 60_000 })
    await new Promise((done) => setTimeout(done, countedMs))
    const [kB, asked] = [bytes / 1000, requests]
    const [paintMs, readyMs] = await page.evaluate(() => [
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      Number(document.documentElement.dataset['readyMs']),
    ])
    return { kB, requests: asked, paintMs: paintMs ?? Number.NaN, readyMs: readyMs ?? Number.NaN }
  } finally {
    await page.close()
  }
}
async function loadOnce(browser: Browser, visit: Visit, isRepeat: boolean): Promise<Load> {
  const context = await newDevice(browser)
  try {
    if (isRepeat) await load(context, visit)
    return await load(context, visit)
  } finally {
    await context.close()
  }
}

/** The middle one of some loads, by when it was ready. */
async function middleLoad(browser: Browser, visit: Visit, isRepeat = false): Promise<Load> {
  const loads: Load[] = []
  for (let n = 0; n < runs; n += 1) loads.push(await loadOnce(browser, visit, isRepeat))
  const middle = loads.toSorted((a, b) => a.readyMs - b.readyMs)[Math.floor(runs / 2)]
  if (middle === undefined) throw new Error('nothing was loaded')
  return middle
}

const rounded = (value: number) => Math.round(value)
const rowsOf = (name: string, ours: Load, one: Load): Row[] => {
  const row = (what: string, unit: string, value: number, reference: number, most: number | null): Row => ({
    part: 'start',
    name: `cold, ${name}: ${what}`,
    value: rounded(value),
    unit,
    reference: rounded(reference),
    ratio: Number((value / reference).toFixed(2)),
    target: most === null ? 'shown' : `≤ ${most} ×`,
    reached: most === null || value / reference <= most,
  })
  return [
    row('bytes', 'kB', ours.kB, one.kB, null),
    row('requests', '', ours.requests, one.requests, null),
    row('first contentful paint', 'ms', ours.paintMs, one.readyMs, null),
    row('ready to type', 'ms', ours.readyMs, one.readyMs, mostRatio),
  ]
}

/**
 * A page on a device that has never seen it, over a slow network, beside the least that its bytes can take:
 * a page of one script of as many bytes, which then shows a field.
 */
export async function coldLoad(): Promise<Row[]> {
  const app = await startApp()
  const feed = await startFeed(app.url)
  const { options } = await findBrowser()
  const browser = await chromium.launch(options)
  try {
    const { token } = await registerAt(app.url)
    const visits: readonly Visit[] = [
      { name: 'first route (home)', url: app.url, token, field: 'main a[href*="search"], main button, main input' },
      { name: 'first route of a stranger (login)', url: app.url, token: null, field: 'main input' },
      {
        name: 'trade page',
        url: `${app.url}#${spotPaths.tradeOf('BTC-USDT')}`,
        token,
        field: 'main input[name="amount"]',
        isHeld: true,
      },
    ]
    const rows: Row[] = []
    for (const visit of visits) {
      const ours = await middleLoad(browser, visit)
      const filling = randomBytes(Math.ceil(ours.kB * 750)).toString('base64')
      feed.serve('/one.js', 'text/javascript', `/*${filling}*/document.body.append(document.createElement('input'))`)
      feed.serve(
        '/one',
        'text/html; charset=utf-8',
        '<!doctype html><title>One</title><body><p>One</p><script src="/one.js"></script></body>',
      )
      const one = await middleLoad(browser, { name: 'one script', url: `${feed.url}one`, token: null, field: 'input' })
      rows.push(...rowsOf(visit.name, ours, one))
      if (!visit.isHeld) continue
      const again = await middleLoad(browser, visit, true)
      const held = (name: string, unit: string, value: number, most: number): Row => ({
        part: 'start',
        name: `${visit.name}, ${name}`,
        value: rounded(value),
        unit,
        reference: most,
        ratio: Number((value / most).toFixed(2)),
        target: `≤ ${most}`,
        reached: value <= most,
      })
      rows.push(
        held('cold: requests beside the most there may be', '', ours.requests, mostRequests),
        held('again: first contentful paint', 'ms', again.paintMs, repeatPaintMs),
      )
    }
    return rows
  } finally {
    await browser.close()
    await feed.stop()
    await app[Symbol.asyncDispose]()
  }
}

if (import.meta.main) console.table(await coldLoad())
