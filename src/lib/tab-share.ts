/**
 * Does the work as the one page that holds the lock, as soon as no other page does; the lock is given up when `signal`
 * is aborted.
 */
export const leadAmongTabs = (name: string, signal: AbortSignal, work: () => void): void => {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return work()
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  navigator.locks
    .request(`kontor.${name}`, { signal }, () => {
      work()
      return ended
    })
    .catch(() => {})
}

/** Tells the other tabs that something has changed. */
export const shareChanges = (name: string, onChange: () => void) => {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`kontor.${name}`)
  channel?.addEventListener('message', onChange)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    tell: () => channel?.postMessage('changed'),
    close: () => channel?.close(),
  }
}
