import { usePager } from '#src/actors/use-pager.ts'
import { useRefresh } from '#src/actors/use-refresh.ts'
import { useEffect, useMemo, useRef } from 'react'

type ReadPage<Row> = Parameters<typeof usePager<Row>>[0]
type Options<Row, Tab extends string> = {
  /** Which part of the list is shown. */
  readonly tab: Tab
  /** What runs, by push; null until it is known. */
  readonly running: readonly Row[] | null
  readonly readPage: ReadPage<Row>
  /** The row to show of one that was read and one that was pushed. */
  readonly newest: (read: Row, pushed: Row) => Row
  readonly isOn: (row: Row, tab: Tab) => boolean
}

/**
 * Pages of orders of which the running ones change by push. `newest` and `isOn` have to be the same functions on every
 * render.
 */
export function useRunningPages<Row extends { readonly id: number | string }, Tab extends string>({
  tab,
  running,
  readPage,
  newest,
  isOn,
}: Options<Row, Tab>) {
  const pager = usePager<Row>(readPage)
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  // What runs, and what has just ended: either way the pages that were read are old.
  const about = `${tab}|${(running ?? []).map(({ id }) => id).join()}`
  const read = useRef(about)
  useEffect(() => {
    if (read.current === about) return
    read.current = about
    void refresh()
  }, [about, refresh])
  const rows = useMemo(() => {
    const pushed = new Map((running ?? []).map((row) => [row.id, row]))
    const shown = (row: Row) => {
      const copy = pushed.get(row.id)
      return copy === undefined ? row : newest(row, copy)
    }
    return [...new Map(pager.rows.map((row) => [row.id, shown(row)])).values()].filter((row) => isOn(row, tab))
  }, [pager.rows, running, tab, newest, isOn])
  return { pager: { ...pager, rows }, refresh }
}
