import { nameOfKey } from '#src/lib/storage.ts'

/** Messages between the tabs of one browser. */
export type TabMessage = 'login' | 'logout'

const name = 'kontor.session'

/** Storage events as a fallback without `BroadcastChannel`; they fire only after the tokens are written. */
const listenToStorage = (onMessage: (message: TabMessage) => void) => {
  const listener = ({ key, newValue }: StorageEvent) => {
    if (nameOfKey(key) === 'session') onMessage(newValue === null ? 'logout' : 'login')
  }
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/** Connects to the other tabs of this browser. A message may be delivered twice. */
export const openTabs = (onMessage: (message: TabMessage) => void) => {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'login' || data === 'logout') onMessage(data)
  })
  const stopListening = listenToStorage(onMessage)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    send: (message: TabMessage) => channel?.postMessage(message),
    close: () => {
      channel?.close()
      stopListening()
    },
  }
}
