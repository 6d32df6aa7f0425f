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

/** True for these modules and for all that they import. */
export function createWhole(roots: readonly string[]) {
  const isBelow = createShared(roots)
  return (id: string, lookUp: ModuleLookup): boolean => roots.includes(id) || isBelow(id, lookUp)
}

/**
 * Assigns modules that every page needs to one of two chunks: `frame` for the main module and everything it imports,
 * `ground` for the engine and the rest of what it imports, and for what the page of most visits shows as most pages do
 * (`common`). The styles of these come with the frame, so that they are no file of their own. All other modules are
 * left to the bundler. Few large files are better than many small ones, because over a slow connection each file costs
 * a round trip.
 */
export function createChunks(
  main: string,
  engine: string,
  common: (id: string, lookUp: ModuleLookup) => boolean = () => false,
) {
  let frameModules: ReadonlySet<string> | null = null
  let engineModules: ReadonlySet<string> | null = null
  return (id: string, lookUp: ModuleLookup): string | null => {
    frameModules ??= closure(main, lookUp)
    if (frameModules.has(id)) return 'frame'
    engineModules ??= closure(engine, lookUp)
    if (engineModules.has(id)) return 'ground'
    return common(id, lookUp) ? (id.endsWith('.css') ? 'frame' : 'ground') : null
  }
}
