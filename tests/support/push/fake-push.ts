import { onTestFinished, vi } from 'vitest'

const bytes = (length: number, fill: number) => new Uint8Array(length).fill(fill).buffer
export const venueKey = `B${'A'.repeat(86)}`
const keyBytes = Uint8Array.from([4, ...Array.from({ length: 64 }, () => 0)]).buffer

type Options = {
  right?: NotificationPermission
  asked?: NotificationPermission
  accepts?: boolean
  endpoint?: string | null
  key?: ArrayBuffer
}
/** A browser that can be sent notifications: its right, its worker, and its push service. Gone when the test ends. */
export function fakePush({
  right = 'default',
  asked = 'granted',
  accepts = true,
  endpoint = null,
  key = keyBytes,
}: Options = {}) {
  const done: string[] = []
  let made = 0
  const subscriptionOf = (at: string, ownKey: ArrayBuffer) => ({
    endpoint: at,
    options: { applicationServerKey: ownKey },
    getKey: (name: string) => (name === 'auth' ? bytes(16, 1) : bytes(65, 4)),
    unsubscribe: async () => {
      done.push('unsubscribed')
      held = null
      return true
    },
  })
  let held = endpoint === null ? null : subscriptionOf(endpoint, key)
  let shown = ['a', 'b']
  const registration = {
    getNotifications: async () => shown.map((tag) => ({ close: () => (shown = shown.filter((each) => each !== tag)) })),
    pushManager: {
      getSubscription: async () => held,
      subscribe: async ({ userVisibleOnly }: { userVisibleOnly: boolean }) => {
        if (!accepts) throw new DOMException('no service', 'AbortError')
        made += 1
        held = subscriptionOf(`https://push.kontor.test/send/new${made}`, keyBytes)
        done.push(`subscribed ${userVisibleOnly}`)
        return held
      },
    },
  }
  const notification = {
    permission: right,
    requestPermission: async () => {
      done.push('asked')
      notification.permission = asked
      return asked
    },
  }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', () => undefined)
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
  })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    vi.unstubAllGlobals()
  })
  return { done, endpoint: () => held?.endpoint ?? null, shown: () => shown }
}
