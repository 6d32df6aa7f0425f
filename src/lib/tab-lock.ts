const heldHere = new Set<string>()
const nameOf = (name: string) => `kontor.${name}`
const locks = () => (typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : null)

/** Holds a name for this page, so that no other tab takes up the same work; a closed or reloaded tab holds nothing. */
export const hold = (name: string): (() => void) => {
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

/** Does the work if no page holds the name. Where the browser has no locks, only this page is known. */
export const ifFree = async (name: string, work: () => Promise<void>): Promise<void> => {
  if (heldHere.has(name)) return
  const manager = locks()
  if (manager === null) return work()
  await manager.request(nameOf(name), { ifAvailable: true }, (lock) => (lock === null ? undefined : work()))
}
