/** The pages somebody came along, newest last: enough to know whether a step goes deeper or back. */
export type Trail = readonly string[]
export type Direction = 'forward' | 'back' | 'across'

const most = 50

/**
 * One step along the trail. Back is a return to the page before, and leaving any page for a tab: tabs lie at the bottom.
 * From tab to tab is neither deeper nor back. The browser tells only that the address has changed, not which way.
 */
export const step = (trail: Trail, to: string, isTab: (path: string) => boolean): { trail: Trail; direction: Direction } => {
  const from = trail.at(-1)
  if (from === to) return { trail, direction: 'across' }
  const isReturn = trail.at(-2) === to
  return {
    trail: isReturn ? trail.slice(0, -1) : [...trail, to].slice(-most),
    direction: from === undefined || (isTab(from) && isTab(to)) ? 'across' : isReturn || isTab(to) ? 'back' : 'forward',
  }
}
