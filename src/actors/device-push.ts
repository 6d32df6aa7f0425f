import { pushes, type PushState } from '#contract/notification/push.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { sha256 } from '#contract/wire/sha256.ts'
import type { Request } from '#src/api/request.ts'
import { newKey } from '#src/lib/new-key.ts'
import { personalName } from '#src/lib/personal.ts'
import { fieldsOf, readStored, removeStored, textOf, writeStored } from '#src/lib/storage.ts'
import { noticeRight } from '#src/lib/system-notice.ts'
import { canPush, currentPush, subscribePush, unsubscribePush, type BrowserPush } from '#src/lib/web-push.ts'
import { useAutoLock } from '#src/stores/auto-lock.ts'
import { useSession } from '#src/stores/session.ts'
import { useSettings } from '#src/stores/settings.ts'

const nameOf = (account: number) => personalName('push', account)
type Kept = { readonly digest: string; readonly login: string }
/** What a person who wants to be sent notifications on this device was subscribed with; null for who does not. */
const keptOf = (account: number) =>
  readStored(nameOf(account), (raw): Kept | null => {
    const fields = fieldsOf(raw)
    const [digest, login] = [textOf(fields?.['digest']), textOf(fields?.['login'])]
    return digest === null || login === null ? null : { digest, login }
  })
const loginNow = () => sha256(useSession.getState().token ?? '').slice(0, 16)

/** Whoever hides their balances, or has this browser lock itself, does not want sums on a locked screen either. */
const isHiding = () => useSettings.getState().hideBalances || useAutoLock.getState().minutes > 0

export type Turned =
  | { readonly state: PushState; readonly push: BrowserPush | null }
  | { readonly fault: 'denied' | 'browser' | Failure }

/** Subscribes this browser and tells the venue. The browser's right has been asked for before. */
export async function turnOnPush(request: Request, account: number, key: string): Promise<Turned> {
  if (noticeRight() !== 'granted') return { fault: 'denied' }
  const push = await subscribePush(key)
  if (push === null) return { fault: 'browser' }
  const { endpoint, p256dh, auth } = push
  const reply = await request.change(pushes.start, { endpoint, p256dh, auth, hides: isHiding() }, newKey())
  if (!reply.ok) return { fault: reply.failure }
  writeStored(nameOf(account), { digest: push.digest, login: loginNow() } satisfies Kept)
  return { state: reply.value, push }
}
/** The venue sends nothing more, and the browser would take nothing more. */
export async function turnOffPush(request: Request, account: number): Promise<Turned> {
  const reply = await request.change(pushes.end, {}, newKey())
  if (!reply.ok) return { fault: reply.failure }
  removeStored(nameOf(account))
  await unsubscribePush()
  return { state: reply.value, push: null }
}

/**
 * Brings the venue's copy up to date after a login, and when language or hiding have changed: a browser renews its
 * subscription by itself, and the venue may have ended it. Does nothing for who does not want it.
 */
export async function syncPush(request: Request, account: number): Promise<void> {
  const kept = keptOf(account)
  if (kept === null || !canPush() || noticeRight() !== 'granted') return
  const [push, reply] = await Promise.all([currentPush(), request.read(pushes.state, {})])
  if (!reply.ok || reply.value.key === null) return
  const { key, device } = reply.value
  // Within one login and with one subscription only somebody else can have ended it: another device, or the push
  // service.
  if (device === null && kept.login === loginNow() && kept.digest === push?.digest) {
    removeStored(nameOf(account))
    return unsubscribePush()
  }
  const { lang } = useSettings.getState()
  const isSame =
    push !== null &&
    push.key === key &&
    device?.digest === push.digest &&
    device.lang === lang &&
    device.hides === isHiding()
  if (!isSame) await turnOnPush(request, account, key)
}
