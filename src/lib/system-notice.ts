import { belowBase } from './below-base.ts'

/** What the system may say for this page: `unsupported` browsers show none from a page. */
export type NoticeRight = 'granted' | 'denied' | 'default' | 'unsupported'
export type ShownNotice = { readonly close: () => void }
type Notice = { readonly title: string; readonly body: string; readonly tag: string; readonly onOpen: () => void }

export const noticeRight = (): NoticeRight =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission
/** Asks the person. Called by a tap alone: browsers refuse pages that ask by themselves, and people do too. */
export const askNotices = async (): Promise<NoticeRight> =>
  noticeRight() === 'default' ? Notification.requestPermission().catch(() => 'denied' as const) : noticeRight()

/** Null: the browser shows none, such as one of a phone that only shows those of a service worker. */
export const showNotice = ({ title, body, tag, onOpen }: Notice): ShownNotice | null => {
  if (noticeRight() !== 'granted') return null
  try {
    const shown = new Notification(title, { body, tag, icon: belowBase('/icon.svg') })
    shown.addEventListener('click', () => {
      shown.close()
      onOpen()
    })
    return { close: () => shown.close() }
  } catch {
    return null
  }
}

/** Takes away what the worker has shown: it has been read. */
export const closePushed = async () => {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
}
