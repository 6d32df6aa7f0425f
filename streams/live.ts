/** How far what is shown can be trusted: `syncing` is being repaired, `stale` has not been confirmed lately. */
export type Freshness = 'loading' | 'live' | 'syncing' | 'stale'

/** What a live widget shows and how old it is. The good number stays when it ages. */
export type Live<T> = { readonly value: T | null; readonly freshness: Freshness; readonly ageMs: number | null }

/** Before anything was told. */
export const nothing: Live<never> = { value: null, freshness: 'loading', ageMs: null }
