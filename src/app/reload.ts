const name = 'kontor.reloaded'
const pauseMs = 5 * 60_000

/** Whether the app may reload itself now: at most once in five minutes, so that a broken release cannot loop. */
export const mayReload = (nowMs: number, keeper: () => Pick<Storage, 'getItem' | 'setItem'>): boolean => {
  try {
    const storage = keeper()
    const last = Number(storage.getItem(name) ?? 0)
    if (nowMs - last < pauseMs) return false
    storage.setItem(name, String(nowMs))
    return true
  } catch {
    // Where nothing is remembered a second reload could not be told from the first.
    return false
  }
}

/**
 * A chunk that is gone usually means that a newer release is out: one reload brings it, and drafts outlive it.
 * When that was tried a moment ago the page says what happened instead.
 */
export const recoverFromMissingChunks = () =>
  // Not prevented: who asked for the chunk has to hear that it is missing, reload or not.
  addEventListener('vite:preloadError', () => {
    if (navigator.onLine && mayReload(Date.now(), () => sessionStorage)) location.reload()
  })

/** Reloads the app if its server replies, so that somebody without a connection keeps the page they have. */
export const reloadIfReachable = async () => {
  try {
    const reply = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
    if (reply.ok) location.reload()
  } catch {
    // No connection: the failure stays on the screen, with its way to try again.
  }
}
