/** The visited paths, newest last; enough to tell a forward navigation from a backward one. */
export type Trail = readonly string[]
export type Direction = 'forward' | 'back' | 'across'

const most = 50

/**
 * Adds a navigation to the trail. `back`: a return to the previous page, or from any page to a tab; between tabs
 * it is neither. The browser reports only that the address changed, not the direction.
 */
export const step = (
  trail: Trail,
  to: string,
  isTab: (path: string) => boolean,
): { trail: Trail; direction: Direction } => {
  const from = trail.at(-1)
  if (from === to) return { trail, direction: 'across' }
  const isReturn = trail.at(-2) === to
  return {
    trail: isReturn ? trail.slice(0, -1) : [...trail, to].slice(-most),
    direction: from === undefined || (isTab(from) && isTab(to)) ? 'across' : isReturn || isTab(to) ? 'back' : 'forward',
  }
}
