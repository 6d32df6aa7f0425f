import { sha256 } from '#contract/wire/sha256.ts'

/**
 * The subscription of this browser, as the venue is told it; `key` is the public key of the venue that it was made for.
 */
export type BrowserPush = {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly key: string
  readonly digest: string
}

/** A worker that is not there by then is not coming: the page was loaded without one. */
const patienceMs = 15_000

/** Whether this browser can be sent notifications while the app is closed. */
export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

const base64url = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const readOf = (subscription: PushSubscription): BrowserPush => ({
  endpoint: subscription.endpoint,
  p256dh: base64url(subscription.getKey('p256dh')),
  auth: base64url(subscription.getKey('auth')),
  key: base64url(subscription.options.applicationServerKey),
  digest: sha256(subscription.endpoint),
})
const held = async () => {
  const registration = canPush() ? await navigator.serviceWorker.getRegistration() : undefined
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** What this browser is subscribed to; null if to nothing. */
export const currentPush = async (): Promise<BrowserPush | null> => {
  const subscription = await held().catch(() => null)
  return subscription === null ? null : readOf(subscription)
}
/** Subscribes for the venue's key, in place of another one; null if the browser refuses, or has no worker. */
export const subscribePush = async (key: string): Promise<BrowserPush | null> => {
  try {
    const before = await held()
    if (before !== null) {
      if (readOf(before).key === key) return readOf(before)
      await before.unsubscribe()
    }
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs))
    const registration = await Promise.race([navigator.serviceWorker.ready, late])
    return registration === null
      ? null
      : readOf(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) }))
  } catch {
    return null
  }
}
/** From now on the browser takes nothing more, whoever sends it. */
export const unsubscribePush = async () => {
  await held().then(
    (subscription) => subscription?.unsubscribe(),
    () => null,
  )
}
