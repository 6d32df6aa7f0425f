import { chatGroups } from '#contract/chat/chat-groups.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import type { KeptChats } from '#src/actors/chat-cache.ts'
import { keptChatsOf } from '#src/actors/kept-chats.ts'
import { useServices } from '#src/actors/services.tsx'
import { useUser } from '#src/actors/use-session.ts'
import { formatDate, formatMinute, tagOf } from '#src/lib/format.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useChange } from '#src/parts/use-change.ts'
import { openDrafts, useChatDrafts } from '#src/stores/chat-drafts.ts'
import { loading } from '#streams/kit/live.ts'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * The caller's chats; before they are known those of the last visit, with the time they were kept at; null when there
 * are none of either.
 */
export function useChats() {
  const { feeds } = useServices()
  const account = useUser()?.id ?? null
  const { value, freshness } = useStream(feeds.chats$, loading)
  const [kept, setKept] = useState<{ readonly account: number; readonly held: KeptChats } | null>(null)
  const isKnown = value !== null
  useEffect(() => {
    if (isKnown || account === null) return
    let isOver = false
    const read = async () => {
      const held = (await (await keptChatsOf(account))?.chats()) ?? null
      if (!isOver && held !== null) setKept({ account, held })
    }
    void read()
    return () => {
      isOver = true
    }
  }, [isKnown, account])
  useEffect(() => {
    if (value !== null && freshness === 'live') void keptChatsOf(account).then((cache) => cache?.keepChats(value))
  }, [account, value, freshness])
  const held = value === null && kept?.account === account ? kept.held : null
  return { chats: value ?? held?.chats ?? null, isStale: freshness === 'stale', savedMs: held?.savedMs ?? null }
}
export function useDrafts() {
  const account = useUser()?.id ?? null
  useEffect(() => {
    if (account !== null) openDrafts(account)
  }, [account])
  return useChatDrafts((state) => (state.account === account ? state.drafts : null))
}
/** The caller's id as a person of the community. */
export const useMyId = () => String(useUser()?.id ?? '')

/** What a person does to a chat in the list. */
export function useChatChanges() {
  const make = useChange()
  return useMemo(() => {
    const own = (
      chatGroupId: string,
      change: { topFlag?: boolean; chatStatus?: boolean; hiddenFlag?: boolean; advShowFlag?: 0 },
    ) => make(chatGroups.setMine, { chatGroupId, ...change })
    return {
      pin: (id: string, isOn: boolean) => own(id, { topFlag: isOn }),
      mute: (id: string, isOn: boolean) => own(id, { chatStatus: isOn }),
      hide: (id: string) => own(id, { hiddenFlag: true }),
      unhide: (id: string) => own(id, { hiddenFlag: false }),
      seeNotice: (id: string) => own(id, { advShowFlag: 0 }),
      clear: (id: string) => make(chatMessages.clear, { chatGroupId: id }),
      readAll: (id: string) => make(chatGroups.readAll, { chatGroupId: id }),
    }
  }, [make])
}

const dayMs = 86_400_000
const dayOf = (atMs: number) => new Date(atMs).setHours(0, 0, 0, 0)
/** Days and hours as a messenger says them. */
export function useWhen() {
  const { t, i18n } = useTranslation('chat')
  return useMemo(() => {
    const lang = i18n.language
    const day = (atMs: number) => {
      const ago = Math.round((dayOf(Date.now()) - dayOf(atMs)) / dayMs)
      if (ago === 0) return t('today')
      if (ago === 1) return t('yesterday')
      if (ago > 1 && ago < 7) return new Intl.DateTimeFormat(tagOf(lang), { weekday: 'long' }).format(atMs)
      return formatDate(atMs, lang)
    }
    return {
      /** Today the minute alone, before that with its day. */
      exact: (atMs: number) =>
        isSameDay(atMs, Date.now())
          ? formatMinute(atMs, lang)
          : `${formatDate(atMs, lang)} ${formatMinute(atMs, lang)}`,
      minute: (atMs: number) => formatMinute(atMs, lang),
      day,
      /** Today the hour, before that the day. */
      short: (atMs: number) => {
        if (dayOf(atMs) === dayOf(Date.now())) return formatMinute(atMs, lang)
        const ago = Math.round((dayOf(Date.now()) - dayOf(atMs)) / dayMs)
        if (ago === 1) return t('yesterday')
        return new Intl.DateTimeFormat(
          tagOf(lang),
          ago > 1 && ago < 7 ? { weekday: 'short' } : { day: 'numeric', month: 'short' },
        ).format(atMs)
      },
    }
  }, [t, i18n.language])
}
export type When = ReturnType<typeof useWhen>
export const isSameDay = (a: number, b: number) => dayOf(a) === dayOf(b)
