import { findBrowser } from '#tests/support/browser.ts'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { heapOf } from './page-watch.ts'
import type { Row } from './row.ts'

const count = 100_000
const [scrollMs, pxPerSecond, opens] = [4000, 4000, 5]
const views = ['kontor', 'react-window', 'still', 'drawn', 'plain'] as const
const nameOf = {
  kontor: '',
  'react-window': 'react-window',
  still: 'a screen of rows moved without any code',
  drawn: '500 rows drawn before it is scrolled',
  plain: 'a plain list',
} as const
type View = (typeof views)[number]
type Seen = {
  readonly openMs: number
  readonly frames: number
  readonly worstMs: number
  readonly heapMB: number
  readonly grownMB: number
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const round = (value: number, places: number) => Number(value.toFixed(places))

/** The page of the three lists, built as the app is, and served from a folder of its own. */
async function servePage() {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-bench-room-'))
  const entry = join(import.meta.dirname, 'room-page.tsx')
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: entry,
        output: { entryFileNames: 'room.js', assetFileNames: 'room[extname]', chunkFileNames: '[name].js' },
      },
    },
  })
  process.env['NODE_ENV'] = before
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/room.css"><body><script type="module" src="/room.js"></script></body></html>',
  )
  const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }
  const server = createServer(({ url = '/' }, answer) => {
    const name = url === '/' ? 'index.html' : url.slice(1)
    try {
      const content = readFileSync(join(folder, name))
      answer.writeHead(200, { 'Content-Type': types[name.split('.').at(-1) ?? ''] ?? 'text/plain' }).end(content)
    } catch {
      answer.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const stop = () => {
    server.close()
    rmSync(folder, { recursive: true })
  }
  return { url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`, stop }
}

const openOnce = async (page: Page, view: View) =>
  Number(
    await page.evaluate(([name, rows]) => Reflect.get(window, 'benchRoom').open(name, rows), [view, count] as const),
  )
const scrollOnce = async (page: Page): Promise<readonly number[]> => {
  const pauses: unknown = await page.evaluate(([ms, px]) => Reflect.get(window, 'benchRoom').scroll(ms, px), [
    scrollMs,
    pxPerSecond,
  ] as const)
  return Array.isArray(pauses) ? pauses.map(Number) : []
}
async function watchRoom(page: Page, cdp: CDPSession, view: View): Promise<Seen> {
  const took: number[] = []
  // A plain list of this length takes seconds: once is enough to know it.
  for (let time = 0; time < (view === 'plain' ? 1 : opens); time += 1) took.push(await openOnce(page, view))
  const before = await heapOf(cdp)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const pauses = await scrollOnce(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const after = await heapOf(cdp)
  const total = pauses.reduce((sum, each) => sum + each, 0)
  return {
    openMs: median(took),
    frames: (pauses.length / total) * 1000,
    worstMs: Math.max(...pauses),
    heapMB: before / 1e6,
    grownMB: (after - before) / 1e6,
  }
}

/**
 * A room of a hundred thousand messages in a headless browser, beside a well-known virtual list and a plain list with
 * as many rows.
 */
export async function benchRoom(): Promise<Row[]> {
  const { url, stop } = await servePage()
  const { options } = await findBrowser()
  const browser = await chromium.launch(options)
  try {
    const seen = new Map<View, Seen>()
    for (const view of views) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
      const page = await context.newPage()
      const cdp = await context.newCDPSession(page)
      await page.goto(url)
      seen.set(view, await watchRoom(page, cdp, view))
      await context.close()
    }
    const ours = seen.get('kontor')
    if (!ours) return []
    return views.slice(1).flatMap((view): Row[] => {
      const other = seen.get(view)
      if (!other) return []
      const line = (
        name: string,
        unit: string,
        of: (seen: Seen) => number,
        target: string,
        isReached: (value: number) => boolean,
      ): Row => ({
        part: 'chat',
        name: `room of ${count} messages, beside ${nameOf[view]}: ${name}`,
        value: round(of(ours), 1),
        unit,
        reference: round(of(other), 1),
        ratio: of(other) > 0 ? round(of(ours) / of(other), 2) : null,
        target,
        reached: isReached(of(ours)),
      })
      return [
        line(
          'until it is drawn',
          'ms',
          ({ openMs }) => openMs,
          '≤ 100',
          (value) => value <= 100,
        ),
        line(
          'frames while scrolling, CPU ÷ 4',
          '/s',
          ({ frames }) => frames,
          '≥ 58',
          (value) => value >= 58,
        ),
        line(
          'longest frame',
          'ms',
          ({ worstMs }) => worstMs,
          'shown',
          () => true,
        ),
        line(
          'heap',
          'MB',
          ({ heapMB }) => heapMB,
          'shown',
          () => true,
        ),
        line(
          'heap grown by scrolling',
          'MB',
          ({ grownMB }) => grownMB,
          '≤ 2',
          (value) => value <= 2,
        ),
      ]
    })
  } finally {
    await browser.close()
    stop()
  }
}
