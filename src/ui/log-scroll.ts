import { createHeights } from './row-heights.ts'

export type LogRange = {
  readonly first: number
  readonly last: number
  readonly isAtEnd: boolean
  readonly isOwnScroll: boolean
}
type Span = { readonly first: number; readonly last: number }
/** What the view is tied to: the end, or a row and how far below the top it is. */
type Tie = { readonly isAtEnd: boolean; readonly index: number; readonly offset: number }
type Heights = ReturnType<typeof createHeights>
/** Where a log is. It changes with each frame of scrolling, and not by React. */
type Scroll = {
  readonly heights: Heights
  readonly setSpan: (next: (now: Span) => Span) => void
  /** The rows that exist, and where each was put. */
  readonly shown: Map<HTMLElement, number | null>
  scroller: HTMLElement | null
  spacer: HTMLElement | null
  count: number
  onRange: (range: LogRange) => void
  tie: Tie
  box: { readonly top: number; readonly width: number; readonly height: number }
  /** Where the view was put, until the browser has told of it. */
  asked: number | null
  told: string
  spaced: string
}

const overscanPx = 500
/** Rows are drawn ahead when less than this is left, so that not every frame of scrolling draws some. */
const leastPx = 380
const endTolerancePx = 50
/** The room below the last row, as the style sheet says. */
const gapPx = 8
const firstHeight = 640
export const viewOf = (height: number) => height || firstHeight

type First = Pick<Scroll, 'count' | 'onRange' | 'setSpan'> & {
  readonly estimate: number
  readonly startAt: number | null
}
export const createScroll = ({ estimate, startAt, ...given }: First): Scroll => ({
  ...given,
  heights: createHeights(estimate),
  shown: new Map(),
  scroller: null,
  spacer: null,
  tie: { isAtEnd: startAt === null, index: startAt ?? 0, offset: 0 },
  box: { top: 0, width: 0, height: 0 },
  asked: null,
  told: '',
  spaced: '',
})

const endOf = ({ heights, count, box }: Scroll) => Math.max(0, heights.offsetOf(count) + gapPx - viewOf(box.height))

/** Tells which rows are in view, and draws those about them. */
export function tell(scroll: Scroll, isOwnScroll: boolean) {
  const { heights, count, box, tie, setSpan } = scroll
  const [top, bottom] = [box.top, box.top + viewOf(box.height)]
  const at = (px: number) => heights.indexAt(Math.max(0, px), count)
  setSpan((now) => {
    if (now.first <= at(top - leastPx) && now.last >= at(bottom + leastPx)) return now
    return { first: at(top - overscanPx), last: at(bottom + overscanPx) }
  })
  // What fits as a whole is at its end, wherever it was begun.
  const isAtEnd = tie.isAtEnd || endOf(scroll) === 0
  const range: LogRange = { first: at(top + 1), last: at(bottom - 1), isAtEnd, isOwnScroll }
  const text = `${range.first}|${range.last}|${range.isAtEnd}|${isOwnScroll}|${count}`
  if (text === scroll.told) return
  scroll.told = text
  scroll.onRange(range)
}

/**
 * Puts the view back to what it is tied to. Without a change it does nothing. It reads nothing of the page, which would
 * lay it out.
 */
export function settle(scroll: Scroll) {
  const { scroller, spacer, heights, count, box, shown } = scroll
  if (scroller === null || spacer === null) return
  const whole = heights.offsetOf(count)
  // A log that does not fill the screen stands at its end, as the next message will.
  const space = `margin-block-start: ${Math.max(0, box.height - whole - gapPx)}px; block-size: ${whole}px`
  if (space !== scroll.spaced) spacer.style.cssText = scroll.spaced = space
  for (const [row, before] of shown) {
    const top = heights.offsetOf(Number(row.dataset['row']))
    if (top === before) continue
    shown.set(row, top)
    row.style.insetBlockStart = `${top}px`
  }
  const { isAtEnd, index, offset } = scroll.tie
  const end = endOf(scroll)
  const target = isAtEnd ? end : Math.min(end, Math.max(0, heights.offsetOf(index) - offset))
  if (Math.abs(box.top - target) < 0.5) return
  scroll.asked = target
  scroller.scrollTop = target
  scroll.box = { ...box, top: target }
}

/** Ties the view to another place, and goes there. */
export function tieTo(scroll: Scroll, tie: Tie) {
  scroll.tie = tie
  settle(scroll)
  tell(scroll, false)
}

function measure({ heights }: Scroll, rows: Iterable<HTMLElement>) {
  let isNew = false
  for (const row of rows) {
    const height = row.offsetHeight
    if (height > 0 && heights.set(Number(row.dataset['row']), height)) isNew = true
  }
  return isNew
}

/** The log is on the page. */
export function begin(scroll: Scroll, { clientWidth, clientHeight, scrollTop }: HTMLElement) {
  scroll.box = { top: scrollTop, width: clientWidth, height: clientHeight }
  measure(scroll, scroll.shown.keys())
  settle(scroll)
  tell(scroll, false)
}

/**
 * Called after the layout of a frame and before it is painted: what rows measure is known without laying the page out
 * once more.
 */
export function resize(scroll: Scroll, entries: readonly ResizeObserverEntry[]) {
  const { clientWidth, clientHeight } = scroll.scroller ?? { clientWidth: 0, clientHeight: 0 }
  const { width, height } = scroll.box
  if (width !== 0 && clientWidth !== width) scroll.heights.clear()
  scroll.box = { ...scroll.box, width: clientWidth, height: clientHeight }
  const isShown = (target: Element): target is HTMLElement => target instanceof HTMLElement && scroll.shown.has(target)
  const rows = clientWidth === width ? entries.map(({ target }) => target).filter(isShown) : scroll.shown.keys()
  if (!measure(scroll, rows) && clientWidth === width && clientHeight === height) return
  settle(scroll)
  tell(scroll, false)
}

/** The browser tells where the view is; the person has moved it there unless it was put there. */
export function scrolled(scroll: Scroll) {
  if (scroll.scroller === null) return
  const top = scroll.scroller.scrollTop
  scroll.box = { ...scroll.box, top }
  const isOwn = scroll.asked === null || Math.abs(top - scroll.asked) > 1
  scroll.asked = null
  if (isOwn) {
    const index = scroll.heights.indexAt(top, scroll.count)
    const isAtEnd = endOf(scroll) - top <= endTolerancePx
    scroll.tie = { isAtEnd, index, offset: scroll.heights.offsetOf(index) - top }
  }
  tell(scroll, isOwn)
}
