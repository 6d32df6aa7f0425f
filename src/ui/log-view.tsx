import { Box } from './box.tsx'
import {
  memo,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type Key,
  type ReactNode,
  type Ref,
  type RefCallback,
} from 'react'
import { classes } from './classes.ts'
import { createHeights } from './row-heights.ts'
import styles from './log-view.module.css'

export type LogHandle = {
  readonly toEnd: () => void
  /** Shows a row; `start` puts it at the top, `center` in the middle. */
  readonly toRow: (index: number, align: 'start' | 'center') => void
}
export type LogRange = {
  readonly first: number
  readonly last: number
  readonly isAtEnd: boolean
  readonly isOwnScroll: boolean
}
type Props = {
  readonly handle?: Ref<LogHandle>
  /** The accessible name. */
  readonly label: string
  readonly count: number
  readonly keyOf: (index: number) => Key
  readonly render: (index: number) => ReactNode
  readonly estimate?: number
  /** The row to begin with, at the top; the end if it is absent. */
  readonly startAt?: number | null
  /** The rows in view. `isOwnScroll`: the person has moved there. */
  readonly onRange: (range: LogRange) => void
}
type Span = { readonly first: number; readonly last: number }

const overscanPx = 500
/** Rows are drawn ahead when less than this is left, so that not every frame of scrolling draws some. */
const leastPx = 380
const endTolerancePx = 50
/** The room below the last row, as the style sheet says. */
const gapPx = 8
const firstHeight = 640
const viewOf = (height: number) => height || firstHeight

/**
 * A log of any length: only the rows in view exist. A row is where its number puts it, so that older rows that are
 * loaded, and rows whose height becomes known, move nothing that is on screen: the view is tied to the end, or to its
 * first row and that row's offset.
 */
export function LogView({ handle, label, count, keyOf, render, estimate = 64, startAt = null, onRange }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const spacer = useRef<HTMLDivElement>(null)
  const [heights] = useState(() => createHeights(estimate))
  const tie = useRef<{ isAtEnd: boolean; index: number; offset: number }>({
    isAtEnd: startAt === null,
    index: startAt ?? 0,
    offset: 0,
  })
  const asked = useRef<number | null>(null)
  const [span, setSpan] = useState<Span>({ first: Math.max(0, (startAt ?? count) - 15), last: (startAt ?? count) + 15 })
  const [pinned, setPinned] = useState<number | null>(null)
  const latest = useRef({ count, onRange })
  const told = useRef('')

  const box = useRef({ top: 0, width: 0, height: 0 })
  const shown = useRef(new Map<HTMLElement, number | null>())
  const spaced = useRef('')

  const endOf = useCallback(
    (rows: number) => Math.max(0, heights.offsetOf(rows) + gapPx - viewOf(box.current.height)),
    [heights],
  )
  const tell = useCallback(
    (isOwnScroll: boolean) => {
      const { count: rows } = latest.current
      const [top, bottom] = [box.current.top, box.current.top + viewOf(box.current.height)]
      const at = (px: number) => heights.indexAt(Math.max(0, px), rows)
      setSpan((now) => {
        if (now.first <= at(top - leastPx) && now.last >= at(bottom + leastPx)) return now
        return { first: at(top - overscanPx), last: at(bottom + overscanPx) }
      })
      // What fits as a whole is at its end, wherever it was begun.
      const range: LogRange = {
        first: at(top + 1),
        last: at(bottom - 1),
        isAtEnd: tie.current.isAtEnd || endOf(rows) === 0,
        isOwnScroll,
      }
      const text = `${range.first}|${range.last}|${range.isAtEnd}|${isOwnScroll}|${rows}`
      if (text === told.current) return
      told.current = text
      latest.current.onRange(range)
    },
    [heights, endOf],
  )
  /**
   * Puts the view back to what it is tied to. Without a change it does nothing. It reads nothing of the page, which
   * would lay it out.
   */
  const settle = useCallback(() => {
    if (scroller.current === null || spacer.current === null) return
    const { count: rows } = latest.current
    const whole = heights.offsetOf(rows)
    // A log that does not fill the screen stands at its end, as the next message will.
    const space = `margin-block-start: ${Math.max(0, box.current.height - whole - gapPx)}px; block-size: ${whole}px`
    if (space !== spaced.current) spacer.current.style.cssText = spaced.current = space
    for (const [row, before] of shown.current) {
      const top = heights.offsetOf(Number(row.dataset['row']))
      if (top === before) continue
      shown.current.set(row, top)
      row.style.insetBlockStart = `${top}px`
    }
    const { isAtEnd, index, offset } = tie.current
    const end = endOf(rows)
    const target = isAtEnd ? end : Math.min(end, Math.max(0, heights.offsetOf(index) - offset))
    if (Math.abs(box.current.top - target) < 0.5) return
    asked.current = target
    scroller.current.scrollTop = target
    box.current.top = target
  }, [heights, endOf])

  const [observer] = useState(() => new ResizeObserver((entries) => onSizes.current(entries)))
  const onSizes = useRef<(entries: readonly ResizeObserverEntry[]) => void>(() => {})
  const watch = useCallback<RefCallback<HTMLElement>>(
    (row) => {
      if (row === null) return
      shown.current.set(row, null)
      observer.observe(row)
      return () => {
        shown.current.delete(row)
        observer.unobserve(row)
      }
    },
    [observer],
  )
  const measure = useCallback(
    (rows: Iterable<HTMLElement>) => {
      let isNew = false
      for (const row of rows) {
        const height = row.offsetHeight
        if (height > 0 && heights.set(Number(row.dataset['row']), height)) isNew = true
      }
      return isNew
    },
    [heights],
  )
  useLayoutEffect(() => {
    latest.current = { count, onRange }
    // Called after the layout of a frame and before it is painted: what rows measure is known without laying the page
    // out once more.
    onSizes.current = (entries) => {
      const { clientWidth, clientHeight } = scroller.current ?? { clientWidth: 0, clientHeight: 0 }
      const { width, height } = box.current
      if (width !== 0 && clientWidth !== width) heights.clear()
      box.current = { ...box.current, width: clientWidth, height: clientHeight }
      const rows =
        clientWidth === width
          ? entries.flatMap(({ target }) =>
              target instanceof HTMLElement && shown.current.has(target) ? [target] : [],
            )
          : shown.current.keys()
      if (!measure(rows) && clientWidth === width && clientHeight === height) return
      settle()
      tell(false)
    }
    settle()
    tell(false)
  })
  useLayoutEffect(() => {
    const own = scroller.current
    if (own === null) return
    const { clientWidth, clientHeight, scrollTop } = own
    box.current = { top: scrollTop, width: clientWidth, height: clientHeight }
    measure(shown.current.keys())
    settle()
    tell(false)
    observer.observe(own)
    return () => observer.unobserve(own)
  }, [observer, measure, settle, tell])

  const onScroll = () => {
    if (scroller.current === null) return
    const top = scroller.current.scrollTop
    box.current.top = top
    const isOwn = asked.current === null || Math.abs(top - asked.current) > 1
    asked.current = null
    if (isOwn) {
      const index = heights.indexAt(top, count)
      tie.current = { isAtEnd: endOf(count) - top <= endTolerancePx, index, offset: heights.offsetOf(index) - top }
    }
    tell(isOwn)
  }
  useImperativeHandle(
    handle,
    () => ({
      toEnd: () => {
        tie.current = { ...tie.current, isAtEnd: true }
        settle()
        tell(false)
      },
      toRow: (index, align) => {
        tie.current = {
          isAtEnd: false,
          index,
          offset: align === 'start' ? 8 : Math.max(8, (viewOf(box.current.height) - heights.heightOf(index)) / 2),
        }
        settle()
        tell(false)
      },
    }),
    [heights, settle, tell],
  )
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest<HTMLElement>('[data-row]')
    setPinned(row === null ? null : Number(row.dataset['row']))
  }
  const rows: number[] = []
  for (let index = Math.max(0, span.first); index <= Math.min(span.last, count - 1); index++) rows.push(index)
  // A row that has the focus stays, or the focus would be lost when it is scrolled away.
  if (pinned !== null && pinned < count && !rows.includes(pinned)) rows.push(pinned)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys
    <div
      ref={scroller}
      className={classes(styles.log)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to scroll by keyboard
      tabIndex={0}
      role="group"
      aria-label={label}
      data-scroller=""
      onScroll={onScroll}
      onFocus={onFocus}
      onBlur={() => setPinned(null)}
    >
      <Box ref={spacer} below={2} isRelative>
        {rows.map((index) => (
          <Row key={keyOf(index)} index={index} render={render} watch={watch} />
        ))}
      </Box>
    </div>
  )
}

/** Drawn again when the log has changed, not when it is scrolled. */
const Row = memo(function Row({
  index,
  render,
  watch,
}: {
  readonly index: number
  readonly render: (index: number) => ReactNode
  readonly watch: RefCallback<HTMLElement>
}) {
  return (
    <div ref={watch} data-row={index} className={styles.row}>
      {render(index)}
    </div>
  )
})
