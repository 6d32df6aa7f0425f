import { useMemo, useSyncExternalStore } from 'react'
import { homePaths } from '#src/lib/paths/home.ts'

const listen = (hear: () => void) => {
  addEventListener('hashchange', hear)
  addEventListener('popstate', hear)
  return () => {
    removeEventListener('hashchange', hear)
    removeEventListener('popstate', hear)
  }
}
const hash = () => location.hash.replace(/^#?\/?/, '/')
const path = () => hash().split('?')[0] ?? '/'
const search = () => hash().split('?').slice(1).join('?')

/** How many of our own pages lie behind this one; kept in the history entry, so it survives a reload. */
const depth = () => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'depth' in state && typeof state.depth === 'number' ? state.depth : 0
}

/** The page and its query, as a link to come back by. */
export const herePath = hash

/** This page with another value in its query; the rest of it stays. */
export const hereWith = (name: string, value: string) => {
  const query = new URLSearchParams(search())
  query.set(name, value)
  return `${path()}?${query}`
}

/** Calls back whenever another page is shown. */
export const onLocation = listen

/** An open sheet has an entry of its own, so that back closes it; a way out of the sheet takes that entry's place. */
const isLayer = () => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'layer' in state
}

export const go = (to: string, { replace = false } = {}) => {
  if (isLayer()) history.replaceState({ depth: depth() + (replace ? 0 : 1) }, '', `#${to}`)
  else if (replace) history.replaceState({ depth: depth() }, '', `#${to}`)
  else history.pushState({ depth: depth() + 1 }, '', `#${to}`)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** One page back; home, when there is none of ours behind. */
export const goBack = () => {
  if (depth() > 0) history.go(isLayer() ? -2 : -1)
  else go(homePaths.home, { replace: true })
}

/** Like wouter's hash hook, but the query stays inside the hash: #/pages/x?tab=1. */
export const useHashPath = (): [string, typeof go] => [useSyncExternalStore(listen, path), go]
export const useHashSearch = () => useSyncExternalStore(listen, search)

/** The query of this page by name; what is not there is undefined. */
export const useQuery = (): Readonly<Record<string, string | undefined>> => {
  const text = useHashSearch()
  return useMemo(() => Object.fromEntries(new URLSearchParams(text)), [text])
}
