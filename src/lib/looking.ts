const name = 'kontor.looking'
const locks = () => (typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : null)
const isLookedHere = () => document.visibilityState === 'visible' && document.hasFocus()

/** Lets the other tabs know while this one is looked at; returns the function that stops it. */
export const shareLooking = (): (() => void) => {
  let release: (() => void) | null = null
  const update = () => {
    if (!isLookedHere()) {
      release?.()
      release = null
    } else if (release === null) {
      const ended = new Promise<void>((resolve) => {
        release = resolve
      })
      locks()
        ?.request(name, { mode: 'shared' }, () => ended)
        .catch(() => {})
    }
  }
  update()
  document.addEventListener('visibilitychange', update)
  for (const event of ['focus', 'blur']) addEventListener(event, update)
  return () => {
    document.removeEventListener('visibilitychange', update)
    for (const event of ['focus', 'blur']) removeEventListener(event, update)
    release?.()
    release = null
  }
}
/** Whether a tab of this app is looked at. A browser without locks knows of its own tab alone. */
export const isLookedAt = async (): Promise<boolean> => {
  if (isLookedHere()) return true
  const manager = locks()
  return manager === null ? false : manager.request(name, { ifAvailable: true }, (lock) => lock === null)
}
