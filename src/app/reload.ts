const name = 'kontor.reloaded'
const pauseMs = 5 * 60_000

/** Whether the app may reload itself: at most once in five minutes, so that a broken release cannot loop. */
export const mayReload = (nowMs: number, keeper: () => Pick<Storage, 'getItem' | 'setItem'>): boolean => {
  try {
    const storage = keeper()
    const last = Number(storage.getItem(name) ?? 0)
    if (nowMs - last < pauseMs) return false
    storage.setItem(name, String(nowMs))
    return true
  } catch {
    // Without session storage a reload loop could not be detected.
    return false
  }
}

let decision: Promise<boolean> = Promise.resolve(false)

/** Whether the app is about to reload itself for code that is missing: true once the reload is under way. */
export const reloadDecision = (): Promise<boolean> => decision

/**
 * A missing chunk usually means that a newer release was deployed: one reload loads it, and drafts are kept.
 * After a recent reload, and while the server does not answer, the page stays and shows the failure instead.
 */
export const recoverFromMissingChunks = () =>
  // Not `preventDefault`: the import must still reject, whether or not the app reloads.
  addEventListener('vite:preloadError', () => void reloadIfReachable(() => mayReload(Date.now(), () => sessionStorage)))

/**
 * Reloads the app if its server responds within five seconds, so that a user without a connection keeps the current
 * page.
 */
export const reloadIfReachable = (may = () => true): Promise<boolean> => (decision = reload(may))

const reload = async (may: () => boolean) => {
  try {
    const reply = await fetch(location.pathname, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(5000),
    })
    if (!reply.ok || !may()) return false
    location.reload()
    return true
  } catch {
    // No connection: the failure page stays, with its retry button.
    return false
  }
}
