import { Box } from './box.tsx'
import {
  memo,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useState,
  type FocusEvent,
  type Key,
  type ReactNode,
  type Ref,
  type RefCallback,
} from 'react'
import { classes } from './classes.ts'
import { begin, createScroll, resize, scrolled, settle, tell, tieTo, viewOf, type LogRange } from './log-scroll.ts'
import styles from './log-view.module.css'

export type LogHandle = {
  readonly toEnd: () => void
  /** Shows a row; `start` puts it at the top, `center` in the middle. */
  readonly toRow: (index: number, align: 'start' | 'center') => void
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
/**
 * A log of any length: only the rows in view exist. A row is where its number puts it, so that older rows that are
 * loaded, and rows whose height becomes known, move nothing that is on screen: the view is tied to the end, or to its
 * first row and that row's offset.
 */
export function LogView({ handle, label, count, keyOf, render, estimate = 64, startAt = null, onRange }: Props) {
  const { scroll, refs, span, watch } = useScroll({ estimate, startAt, count, onRange })
  const [pinned, setPinned] = useState<number | null>(null)
  useImperativeHandle(
    handle,
    () => ({
      toEnd: () => tieTo(scroll, { ...scroll.tie, isAtEnd: true }),
      toRow: (index, align) => {
        const middle = (viewOf(scroll.box.height) - scroll.heights.heightOf(index)) / 2
        tieTo(scroll, { isAtEnd: false, index, offset: align === 'start' ? 8 : Math.max(8, middle) })
      },
    }),
    [scroll],
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
      ref={refs.scroller}
      className={classes(styles.log)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to scroll by keyboard
      tabIndex={0}
      role="group"
      aria-label={label}
      data-scroller=""
      onScroll={() => scrolled(scroll)}
      onFocus={onFocus}
      onBlur={() => setPinned(null)}
    >
      <Box ref={refs.spacer} below={2} isRelative>
        {rows.map((index) => (
          <Row key={keyOf(index)} index={index} render={render} watch={watch} />
        ))}
      </Box>
    </div>
  )
}

type ScrollOptions = Pick<Props, 'count' | 'onRange'> & Required<Pick<Props, 'estimate' | 'startAt'>>
/** Where the log is, the rows that exist, and what watches their heights. */
function useScroll({ estimate, startAt, count, onRange }: ScrollOptions) {
  const near = startAt ?? count
  const [span, setSpan] = useState({ first: Math.max(0, near - 15), last: near + 15 })
  const [scroll] = useState(() => createScroll({ estimate, startAt, count, onRange, setSpan }))
  const [refs] = useState(() => ({
    scroller: (own: HTMLElement | null) => {
      scroll.scroller = own
    },
    spacer: (own: HTMLElement | null) => {
      scroll.spacer = own
    },
  }))
  const [observer] = useState(() => new ResizeObserver((entries) => resize(scroll, entries)))
  const watch = useCallback<RefCallback<HTMLElement>>(
    (row) => {
      if (row === null) return
      scroll.shown.set(row, null)
      observer.observe(row)
      return () => {
        scroll.shown.delete(row)
        observer.unobserve(row)
      }
    },
    [scroll, observer],
  )
  useLayoutEffect(() => {
    scroll.count = count
    scroll.onRange = onRange
    settle(scroll)
    tell(scroll, false)
  })
  useLayoutEffect(() => {
    const own = scroll.scroller
    if (own === null) return
    begin(scroll, own)
    observer.observe(own)
    return () => observer.unobserve(own)
  }, [scroll, observer])
  return { scroll, refs, span, watch }
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
