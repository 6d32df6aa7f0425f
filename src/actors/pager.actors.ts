import type { Reply } from '#contract/wire/reply.ts'
import { pagerMachine, type Page } from '#machines/pager.ts'
import { fromPromise } from 'xstate'

/** What a call for one page brings: rows alone, or the family's paginator. */
export type PageRead<T> = (page: number) => Promise<Reply<readonly T[] | { readonly rows: readonly T[]; readonly isLast: boolean }>>

/** Joins the pager to one list. A page without rows, or shorter than `size`, is the last one. */
export const createPager = <T>(read: PageRead<T>, size: number) => {
  const kept = new Map<unknown, T>()
  const logic = pagerMachine.provide({
    actors: {
      readPage: fromPromise<Reply<Page>, { page: number }>(async ({ input: { page } }) => {
        const reply = await read(page)
        if (!reply.ok) return reply
        const told = 'rows' in reply.value ? reply.value : { rows: reply.value, isLast: reply.value.length < size }
        if (page === 1) kept.clear()
        for (const row of told.rows) kept.set(row, row)
        return { ok: true, value: told }
      }),
    },
  })
  /** The rows of a snapshot, with the type they came with. */
  const rowsOf = (rows: readonly unknown[]): readonly T[] => rows.flatMap((row) => kept.get(row) ?? [])
  return { logic, rowsOf }
}
