import { useMemo, useSyncExternalStore } from 'react'
import { homePaths } from '#src/lib/paths/home.ts'

const listen = (onChange: () => void) => {
  addEventListener('hashchange', onChange)
  addEventListener('popstate', onChange)
  return () => {
    removeEventListener('hashchange', onChange)
    removeEventListener('popstate', onChange)
  }
}
const hash = () => location.hash.replace(/^#?\/?/, '/')
const path = () => hash().split('?')[0] ?? '/'
const search = () => hash().split('?').slice(1).join('?')

/** How many of our own pages precede this one; stored in the history entry, so it survives a reload. */
const depth = () => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'depth' in state && typeof state.depth === 'number'
    ? state.depth
    : 0
}

/** The current page with its query, as a link back to it. */
export const herePath = hash

/** The current page with one query value changed or taken out; the others stay. */
export const hereWith = (name: string, value: string | null) => {
  const query = new URLSearchParams(search())
  if (value === null) query.delete(name)
  else query.set(name, value)
  return query.size === 0 ? path() : `${path()}?${query}`
}

/**
 * Whether an open sheet has this history entry, so that back closes it. Navigation out of the sheet replaces the entry.
 */
export const isLayer = () => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'layer' in state
}

export const go = (to: string, { replace = false } = {}) => {
  if (isLayer()) history.replaceState({ depth: depth() + (replace ? 0 : 1) }, '', `#${to}`)
  else if (replace) history.replaceState({ depth: depth() }, '', `#${to}`)
  else history.pushState({ depth: depth() + 1 }, '', `#${to}`)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** One page back; to the home page if no page of ours precedes. */
export const goBack = () => {
  if (depth() > 0) history.go(isLayer() ? -2 : -1)
  else go(homePaths.home, { replace: true })
}

/** Closes the open layer; without one, one page back. */
export const leave = () => (isLayer() ? history.back() : goBack())

/** Like wouter's hash hook, but with the query inside the hash: #/pages/x?tab=1. */
export const useHashPath = (): [string, typeof go] => [useSyncExternalStore(listen, path), go]
export const useHashSearch = () => useSyncExternalStore(listen, search)

/** The query of the current page by name; a missing value is undefined. */
export const useQuery = (): Readonly<Record<string, string | undefined>> => {
  const text = useHashSearch()
  return useMemo(() => Object.fromEntries(new URLSearchParams(text)), [text])
}
