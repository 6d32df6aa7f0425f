/** The locks of this page, for browsers without `navigator.locks`. */
const heldHere = new Set<string>()
const nameOf = (name: string) => `kontor.${name}`
const locks = () => (typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : null)

/**
 * Takes a lock for this page, so that no other tab does the same work; returns the function that releases it. The
 * browser releases it when the tab is closed or reloaded.
 */
export const holdLock = (name: string): (() => void) => {
  heldHere.add(name)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  locks()
    ?.request(nameOf(name), () => released)
    .catch(() => {})
  return () => {
    heldHere.delete(name)
    release()
  }
}

/** Does the work if no page holds the lock. In a browser without locks only this page's own locks count. */
export const ifUnlocked = async (name: string, work: () => Promise<void>): Promise<void> => {
  if (heldHere.has(name)) return
  const manager = locks()
  if (manager === null) return work()
  await manager.request(nameOf(name), { ifAvailable: true }, (lock) => (lock === null ? undefined : work()))
}
