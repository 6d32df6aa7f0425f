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

/**
 * A missing chunk usually means that a newer release was deployed: one reload loads it, and drafts are kept.
 * After a recent reload the page shows the failure instead.
 */
export const recoverFromMissingChunks = () =>
  // Not `preventDefault`: the import must still reject, whether or not the app reloads.
  addEventListener('vite:preloadError', () => {
    if (navigator.onLine && mayReload(Date.now(), () => sessionStorage)) location.reload()
  })

/** Reloads the app if its server responds, so that a user without a connection keeps the current page. */
export const reloadIfReachable = async () => {
  try {
    const reply = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
    if (reply.ok) location.reload()
  } catch {
    // No connection: the failure page stays, with its retry button.
  }
}
