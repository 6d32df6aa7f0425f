import type { CDPSession, Page } from '@playwright/test'

/** What was seen of a page in a stretch of time. Shares are of one core. */
export type Seen = {
  readonly framesPerSecond: number
  readonly script: number
  readonly layout: number
  readonly main: number
  readonly longTasks: number
  /** From the venue's flush to the end of the frame that shows it, sorted. */
  readonly waits: readonly number[]
}
type Tally = { readonly frames: number; readonly long: number; readonly paints: [word: number, at: number][] }

/**
 * Runs in the browser, before the page: counts frames and long tasks, and notes when a word of the book was painted.
 */
export function countFrames() {
  const tally: { frames: number; long: number; paints: [number, number][] } = { frames: 0, long: 0, paints: [] }
  Object.assign(window, { benchTally: tally })
  const frame = () => {
    tally.frames += 1
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  new PerformanceObserver((list) => {
    tally.long += list.getEntries().length
  }).observe({ type: 'longtask' })
  // A message to oneself from within the frame is heard when the frame is done.
  const { port1, port2 } = new MessageChannel()
  let word = 0
  port1.addEventListener('message', () => tally.paints.push([word, performance.timeOrigin + performance.now()]))
  port1.start()
  const look = new MutationObserver(() => {
    const now = Number(
      document
        .querySelector('[role="group"][aria-label="Bids"] [data-level]')
        ?.lastElementChild?.textContent.replaceAll(',', ''),
    )
    if (now === word || !Number.isInteger(now)) return
    word = now
    port2.postMessage(0)
  })
  // Not every page has a book, and looking for one costs.
  const searchMs = 5000
  const begin = () => {
    const bids = document.querySelector('[role="group"][aria-label="Bids"]')
    if (bids) look.observe(bids, { subtree: true, childList: true, characterData: true })
    else if (performance.now() < searchMs) setTimeout(begin, 100)
  }
  begin()
}

const isTally = (found: unknown): found is Tally => typeof found === 'object' && found !== null && 'paints' in found
const tallyOf = async (page: Page): Promise<Tally> => {
  const found: unknown = await page.evaluate(() => {
    const tally: Tally = Reflect.get(window, 'benchTally')
    return { ...tally, paints: tally.paints.splice(0) }
  })
  if (!isTally(found)) throw new Error('the page was not watched')
  return found
}

const metricsOf = async (cdp: CDPSession) => {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return {
    at: performance.now() / 1000,
    script: value('ScriptDuration'),
    layout: value('LayoutDuration') + value('RecalcStyleDuration'),
    main: value('TaskDuration'),
  }
}

/** Watches a page that is being fed, for so long. */
export async function watch(
  page: Page,
  cdp: CDPSession,
  forMs: number,
  sentAt: ReadonlyMap<number, number>,
): Promise<Seen> {
  const [first, before] = [await tallyOf(page), await metricsOf(cdp)]
  await new Promise((over) => setTimeout(over, forMs))
  const [last, after] = [await tallyOf(page), await metricsOf(cdp)]
  const seconds = after.at - before.at
  const waits = last.paints.flatMap(([word, at]) => {
    const left = sentAt.get(word)
    return left === undefined ? [] : [at - left]
  })
  return {
    framesPerSecond: (last.frames - first.frames) / seconds,
    script: (after.script - before.script) / seconds,
    layout: (after.layout - before.layout) / seconds,
    main: (after.main - before.main) / seconds,
    longTasks: last.long - first.long,
    waits: waits.toSorted((a, b) => a - b),
  }
}

/** The heap after collecting, in bytes. */
export async function heapOf(cdp: CDPSession) {
  await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Runtime.getHeapUsage')).usedSize
}

/** How steeply values rise over their instants, by least squares. */
export function slopeOf(points: readonly (readonly [at: number, value: number])[]) {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [at, value] = [mean(([x]) => x), mean(([, y]) => y)]
  const above = points.reduce((sum, [x, y]) => sum + (x - at) * (y - value), 0)
  return above / points.reduce((sum, [x]) => sum + (x - at) ** 2, 0)
}
