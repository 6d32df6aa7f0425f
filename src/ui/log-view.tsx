import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type FocusEvent, type Key, type ReactNode, type Ref } from 'react'
import { classes } from './classes.ts'
import { createHeights } from './row-heights.ts'
import styles from './log-view.module.css'

export type LogHandle = {
  readonly toEnd: () => void
  /** Shows a row; `start` puts it at the top, `center` in the middle. */
  readonly toRow: (index: number, align: 'start' | 'center') => void
}
export type LogRange = { readonly first: number; readonly last: number; readonly isAtEnd: boolean; readonly isOwnScroll: boolean }
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
const endTolerancePx = 50
/** The room below the last row. */
const gapPx = 8
const firstHeight = 640

/**
 * A log of any length: only the rows in view exist. A row is where its number puts it, so that older rows that are loaded, and rows
 * whose height becomes known, move nothing that is on screen: the view is tied to the end, or to its first row and that row's offset.
 */
export function LogView({ handle, label, count, keyOf, render, estimate = 64, startAt = null, onRange }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const spacer = useRef<HTMLDivElement>(null)
  const [heights] = useState(() => createHeights(estimate))
  const tie = useRef<{ isAtEnd: boolean; index: number; offset: number }>({ isAtEnd: startAt === null, index: startAt ?? 0, offset: 0 })
  const asked = useRef<number | null>(null)
  const width = useRef(0)
  const [span, setSpan] = useState<Span>({ first: Math.max(0, (startAt ?? count) - 15), last: (startAt ?? count) + 15 })
  const [pinned, setPinned] = useState<number | null>(null)
  const latest = useRef({ count, onRange })
  const told = useRef('')

  const tell = useCallback(
    (isOwnScroll: boolean) => {
      const box = scroller.current
      if (box === null) return
      const { count: rows } = latest.current
      const viewport = box.clientHeight || firstHeight
      const [top, bottom] = [box.scrollTop, box.scrollTop + viewport]
      const first = heights.indexAt(Math.max(0, top - overscanPx), rows)
      const last = heights.indexAt(bottom + overscanPx, rows)
      setSpan((now) => (now.first === first && now.last === last ? now : { first, last }))
      const range: LogRange = { first: heights.indexAt(top + 1, rows), last: heights.indexAt(bottom - 1, rows), isAtEnd: tie.current.isAtEnd, isOwnScroll }
      const text = `${range.first}|${range.last}|${range.isAtEnd}|${isOwnScroll}|${rows}`
      if (text === told.current) return
      told.current = text
      latest.current.onRange(range)
    },
    [heights],
  )
  /** Puts the view back to what it is tied to. Without a change it does nothing. */
  const settle = useCallback(() => {
    const box = scroller.current
    if (box === null || spacer.current === null) return
    const { count: rows } = latest.current
    // A log that does not fill the screen stands at its end, as the next message will.
    spacer.current.style.marginBlockStart = `${Math.max(0, box.clientHeight - heights.offsetOf(rows) - gapPx)}px`
    spacer.current.style.blockSize = `${heights.offsetOf(rows)}px`
    for (const row of spacer.current.querySelectorAll<HTMLElement>(':scope > [data-row]')) row.style.insetBlockStart = `${heights.offsetOf(Number(row.dataset['row']))}px`
    const { isAtEnd, index, offset } = tie.current
    const end = Math.max(0, box.scrollHeight - box.clientHeight)
    const target = isAtEnd ? end : Math.min(end, Math.max(0, heights.offsetOf(index) - offset))
    if (Math.abs(box.scrollTop - target) < 0.5) return
    asked.current = target
    box.scrollTop = target
  }, [heights])
  const measure = useCallback(() => {
    if (spacer.current === null) return
    if (scroller.current !== null && scroller.current.clientWidth !== width.current) {
      if (width.current !== 0) heights.clear()
      width.current = scroller.current.clientWidth
    }
    for (const row of spacer.current.querySelectorAll<HTMLElement>(':scope > [data-row]')) {
      const height = row.offsetHeight
      if (height > 0) heights.set(Number(row.dataset['row']), height)
    }
    settle()
    tell(false)
  }, [heights, settle, tell])

  useLayoutEffect(() => {
    latest.current = { count, onRange }
    measure()
  })
  useEffect(() => {
    const box = scroller.current
    if (box === null || spacer.current === null) return
    const watch = new ResizeObserver(() => measure())
    watch.observe(box)
    for (const row of spacer.current.children) watch.observe(row)
    return () => watch.disconnect()
  }, [measure, span, pinned, count])

  const onScroll = () => {
    const box = scroller.current
    if (box === null) return
    const isOwn = asked.current === null || Math.abs(box.scrollTop - asked.current) > 1
    asked.current = null
    if (isOwn) {
      const end = box.scrollHeight - box.clientHeight
      const index = heights.indexAt(box.scrollTop, count)
      tie.current = { isAtEnd: end - box.scrollTop <= endTolerancePx, index, offset: heights.offsetOf(index) - box.scrollTop }
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
        const viewport = scroller.current?.clientHeight ?? 0
        tie.current = { isAtEnd: false, index, offset: align === 'start' ? 8 : Math.max(8, (viewport - heights.heightOf(index)) / 2) }
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- what scrolls has to scroll by keyboard
    <div ref={scroller} className={classes(styles.log)} tabIndex={0} role="group" aria-label={label} data-scroller="" onScroll={onScroll} onFocus={onFocus} onBlur={() => setPinned(null)}>
      <div ref={spacer} className={styles.rows}>
        {rows.map((index) => (
          <div key={keyOf(index)} data-row={index} className={styles.row}>
            {render(index)}
          </div>
        ))}
      </div>
    </div>
  )
}
