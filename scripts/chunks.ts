/** What the bundler knows of a module; null if it does not know it. */
type ModuleInfo = { readonly importedIds: readonly string[] } | null
type ModuleLookup = (id: string) => ModuleInfo

/** A module and everything it imports statically. */
const closure = (id: string, lookUp: ModuleLookup, seen = new Set<string>()): Set<string> => {
  if (seen.has(id)) return seen
  seen.add(id)
  for (const next of lookUp(id)?.importedIds ?? []) closure(next, lookUp, seen)
  return seen
}

/** True for a module that several of these pages import, not counting the pages themselves. */
export function createShared(pages: readonly string[], least = 1) {
  let closures: readonly ReadonlySet<string>[] | null = null
  return (id: string, lookUp: ModuleLookup): boolean => {
    closures ??= pages.map((page) => closure(page, lookUp))
    return !pages.includes(id) && closures.filter((modules) => modules.has(id)).length >= least
  }
}

/**
 * Assigns modules that every page needs to one of two chunks: `frame` for everything the main module imports, `ground` for the rest
 * of what the engine imports. All other modules are left to the bundler. Few large files are better than many small ones, because
 * over a slow connection each file costs a round trip.
 */
export function createChunks(main: string, engine: string) {
  let frameModules: ReadonlySet<string> | null = null
  let engineModules: ReadonlySet<string> | null = null
  return (id: string, lookUp: ModuleLookup): string | null => {
    // The two modules that are imported by name keep chunks of their own.
    if (id === main || id === engine) return null
    frameModules ??= closure(main, lookUp)
    if (frameModules.has(id)) return 'frame'
    engineModules ??= closure(engine, lookUp)
    return engineModules.has(id) ? 'ground' : null
  }
}
