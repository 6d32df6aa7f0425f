import { nameOfKey } from '#src/lib/storage.ts'

/** What the tabs of one browser tell each other. */
export type TabSaid = 'login' | 'logout'

const name = 'kontor.session'

/** The storage tells it too, where there are no channels, and only after it has been written. */
const hearStorage = (hear: (said: TabSaid) => void) => {
  const listener = ({ key, newValue }: StorageEvent) => {
    if (nameOfKey(key) === 'session') hear(newValue === null ? 'logout' : 'login')
  }
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/** A line to the other tabs of this browser. The same may be heard twice. */
export const openTabs = (hear: (said: TabSaid) => void) => {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'login' || data === 'logout') hear(data)
  })
  const deafen = hearStorage(hear)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    tell: (said: TabSaid) => channel?.postMessage(said),
    close: () => {
      channel?.close()
      deafen()
    },
  }
}
