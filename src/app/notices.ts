import { isShut, useAutoLock } from '#src/stores/auto-lock.ts'
import { useConfig } from '#src/stores/config.ts'
import type { Say } from '#src/features/chat/teaser.ts'
import { go } from '#src/lib/hash-location.ts'
import { isLookedAt, shareLooking } from '#src/lib/looking.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { noticeRight, showNotice, type ShownNotice } from '#src/lib/system-notice.ts'
import { leadAmongTabs } from '#src/lib/tab-share.ts'
import type { Feeds } from '#streams/feeds.ts'
import type { ChatRow } from '#streams/chat/list.ts'
import { Subscription } from 'rxjs'
import { newSince, seenIn, type Seen } from './notices-of.ts'

/**
 * Tells of messages by the system while nobody looks at the app. Of several tabs one does; what was there when it began
 * is not told. A message that is taken back, or read on another device, takes its notice with it.
 */
export const runNotices = (chats$: Feeds['chats$'], account: number, say: () => Promise<Say>): Subscription => {
  const running = new Subscription()
  const stop = new AbortController()
  const shown = new Map<string, ShownNotice>()
  running.add(shareLooking())
  const close = (chat: string) => {
    shown.get(chat)?.close()
    shown.delete(chat)
  }
  const tell = async (row: ChatRow) => {
    if (noticeRight() !== 'granted' || row.last === null || (await isLookedAt())) return
    // Loaded with the first message that is told: most starts have none.
    const [texts, { wordsOfTeaser }] = await Promise.all([say(), import('#src/features/chat/teaser.ts')])
    if (stop.signal.aborted) return
    const onOpen = () => {
      focus()
      go(chatPaths.chattingOf(row.id))
    }
    // While this browser is locked nobody may read who wrote, or what.
    const told = isShut(useAutoLock.getState())
      ? { title: useConfig.getState().setting?.name ?? 'Kontor', body: texts('hiddenMessage') }
      : {
          title: row.group.chatGroupName,
          body: wordsOfTeaser(texts)(row.last, row.group.chatGroupType === 'group', false),
        }
    const notice = showNotice({ ...told, tag: `kontor.${account}.${row.id}`, onOpen })
    if (notice !== null) shown.set(row.id, notice)
  }
  leadAmongTabs(`notices.${account}`, stop.signal, () => {
    let seen: Seen | null = null
    running.add(
      chats$.subscribe(({ value, freshness }) => {
        if (value === null || freshness !== 'live') return
        if (seen !== null) {
          const { told, over } = newSince(seen, value)
          for (const id of over) close(id)
          for (const { row } of told) void tell(row)
        }
        seen = seenIn(value)
      }),
    )
  })
  running.add(() => {
    stop.abort()
    for (const id of shown.keys()) close(id)
  })
  return running
}
