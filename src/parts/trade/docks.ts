import { fieldsOf, readStored, removeStored, writeStored } from '#src/lib/storage.ts'

/** A page whose docks are resized. */
export type DockPage = 'spot' | 'lever' | 'option'
/**
 * Two docks share the room of each group: `desk` holds `main` and `side`, `main` holds `view` and `orders`, `view`
 * holds chart and book.
 */
export const dockGroups = {
  desk: ['mainDock', 'sideDock'],
  main: ['viewDock', 'ordersDock'],
  view: ['chartDock', 'bookDock'],
  side: ['ticketDock', 'dealsDock'],
} as const
export type DockGroup = keyof typeof dockGroups
/** The part of each dock of a group, in per cent. */
export type DockSizes = Readonly<Record<string, number>>
export type KeptDocks = Readonly<Partial<Record<DockGroup, DockSizes>>>

const groupNames = ['desk', 'main', 'view', 'side'] as const satisfies readonly DockGroup[]
const pages = ['spot', 'lever', 'option'] as const satisfies readonly DockPage[]
/** It stays after a logout: it says nothing of the person, who finds the desk as it was at the next login. */
const nameOf = (account: number) => `docks.${account}`

/** Null unless it is the whole of a group: each dock with something, all of them with all. */
const sizesOf = (raw: unknown, docks: readonly string[]): DockSizes | null => {
  const fields = fieldsOf(raw) ?? {}
  const sizes = docks.map((dock) => fields[dock])
  const isWhole = sizes.every((size) => typeof size === 'number' && size > 0 && size < 100)
  const sum = sizes.reduce<number>((all, size) => all + Number(size), 0)
  return isWhole && Math.abs(sum - 100) < 0.5
    ? Object.fromEntries(docks.map((dock, at) => [dock, Number(sizes[at])]))
    : null
}
/** A group that cannot be read costs only itself. */
const docksOf = (raw: unknown): KeptDocks => {
  const fields = fieldsOf(raw) ?? {}
  return Object.fromEntries(
    groupNames.flatMap((group) => {
      const sizes = sizesOf(fields[group], dockGroups[group])
      return sizes === null ? [] : [[group, sizes] as const]
    }),
  )
}
type Kept = Readonly<Partial<Record<DockPage, KeptDocks>>>
const read = (raw: unknown): Kept | null => {
  const fields = fieldsOf(raw)
  return fields === null ? null : Object.fromEntries(pages.map((page) => [page, docksOf(fields[page])]))
}
const stored = (account: number): Kept => readStored(nameOf(account), read) ?? {}

/**
 * The sizes that an account has given the docks of a page on this device; a group that was never resized is missing.
 */
export const keptDocks = (account: number, page: DockPage): KeptDocks => stored(account)[page] ?? {}

/**
 * Keeps the sizes of one group, or with null forgets them. Reads before it writes: another tab may have resized
 * something else.
 */
export const keepDocks = (account: number, page: DockPage, group: DockGroup, sizes: DockSizes | null): KeptDocks => {
  const { [group]: _, ...others } = keptDocks(account, page)
  const next = sizes === null ? others : { ...others, [group]: sizes }
  writeStored(nameOf(account), { ...stored(account), [page]: next })
  return next
}

/** Forgets all sizes of a page. */
export const forgetDocks = (account: number, page: DockPage) => {
  const others: Kept = { ...stored(account), [page]: {} }
  if (pages.every((each) => Object.keys(others[each] ?? {}).length === 0)) removeStored(nameOf(account))
  else writeStored(nameOf(account), others)
}
