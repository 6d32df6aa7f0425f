import type { Reply } from '#contract/wire/reply.ts'
import { pagerMachine, type Page } from '#machines/kit/pager.ts'
import { fromPromise } from 'xstate'

type Rows<T> = { readonly rows: readonly T[]; readonly isLast: boolean }
/** A call for one page; it returns rows alone, or rows with `isLast` from a paginator. */
export type PageRead<T> = (page: number) => Promise<Reply<readonly T[] | Rows<T>>>

/** Connects the pager to one list. A page that is empty, or shorter than `size`, is the last one. */
export const createPager = <T>(read: PageRead<T>, size: number) => {
  const typed = new Map<unknown, T>()
  const logic = pagerMachine.provide({
    actors: {
      readPage: fromPromise<Reply<Page>, { page: number }>(async ({ input: { page } }) => {
        const reply = await read(page)
        if (!reply.ok) return reply
        const rows = 'rows' in reply.value ? reply.value : { rows: reply.value, isLast: reply.value.length < size }
        if (page === 1) typed.clear()
        for (const row of rows.rows) typed.set(row, row)
        return { ok: true, value: rows }
      }),
    },
  })
  /** The rows of a snapshot with their type; the machine stores them as `unknown`. */
  const rowsOf = (rows: readonly unknown[]): readonly T[] => rows.flatMap((row) => typed.get(row) ?? [])
  return { logic, rowsOf }
}
