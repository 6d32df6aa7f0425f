import { caseKind, caseStatus, type CaseKind, type CaseStatus } from '#contract/desk/desk-cases.ts'
import type { CaseOwner } from '#contract/desk/desk.ts'
import { readStored, writeStored } from '#src/lib/storage.ts'
import { useState } from 'react'

/** Which cases of a queue are listed. */
export type CaseFilter = {
  readonly kind: CaseKind
  readonly status: CaseStatus
  readonly keyword: string
  readonly whose: CaseOwner | 'all'
}
const name = 'desk-filters'
export const maxFilters = 8

const isFilter = (raw: unknown): raw is CaseFilter => {
  if (typeof raw !== 'object' || raw === null) return false
  const { kind, status, keyword, whose }: Partial<Record<keyof CaseFilter, unknown>> = raw
  return (
    caseKind.options.some((each) => each === kind) &&
    caseStatus.options.some((each) => each === status) &&
    typeof keyword === 'string' &&
    (whose === 'all' || whose === 'mine' || whose === 'free')
  )
}
const read = () =>
  readStored(name, (raw) => (Array.isArray(raw) && raw.every(isFilter) ? raw.slice(0, maxFilters) : null)) ?? []
export const isSameFilter = (a: CaseFilter, b: CaseFilter) =>
  a.kind === b.kind && a.status === b.status && a.keyword === b.keyword && a.whose === b.whose

/** The filters that somebody of the desk has saved on this device, the newest first. */
export function useSavedFilters() {
  const [saved, setSaved] = useState<readonly CaseFilter[]>(read)
  const put = (next: readonly CaseFilter[]) => {
    writeStored(name, next)
    setSaved(next)
  }
  const others = (filter: CaseFilter) => saved.filter((each) => !isSameFilter(each, filter))
  return {
    saved,
    save: (filter: CaseFilter) => put([filter, ...others(filter)].slice(0, maxFilters)),
    remove: (filter: CaseFilter) => put(others(filter)),
  }
}
