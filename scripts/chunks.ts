/** What the bundler tells of a module. */
type Known = { readonly importedIds: readonly string[] } | null
type Ask = (id: string) => Known

/** A module and all that comes with it at once. */
const closure = (id: string, ask: Ask, seen = new Set<string>()): Set<string> => {
  if (seen.has(id)) return seen
  seen.add(id)
  for (const next of ask(id)?.importedIds ?? []) closure(next, ask, seen)
  return seen
}

/**
 * Which chunk a module goes to that every page needs: the frame of the page, or the ground its engine stands on. Everything else is
 * left to whoever shares it. Few large files instead of many small ones: over a slow line each costs a way there and back.
 */
export function createChunks(main: string, engine: string) {
  let frame: ReadonlySet<string> | null = null
  let behind: ReadonlySet<string> | null = null
  return (id: string, ask: Ask): string | null => {
    // The two that are asked for by name stay chunks of their own.
    if (id === main || id === engine) return null
    frame ??= closure(main, ask)
    if (frame.has(id)) return 'frame'
    behind ??= closure(engine, ask)
    return behind.has(id) ? 'ground' : null
  }
}
