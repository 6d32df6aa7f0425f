import { chatLimits, type ImGroup, type TypingEvent } from '#contract/chat/chat.ts'
import { messageAt, newestIn, sentIn, type ChatLog } from '#machines/chat/chat-log.ts'
import { isRoomGone } from '#machines/chat/chat-room.ts'
import type { OutboxEntry } from '#machines/chat/outbox-lane.ts'
import { keptChatsOf } from '#src/actors/kept-chats.ts'
import { useServices } from '#src/actors/services.tsx'
import { useUser } from '#src/actors/use-session.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useSession } from '#src/stores/session.ts'
import { toast } from '#src/stores/toasts.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { roomLogic } from './room.actors.ts'
import { followSent } from './sent.ts'

const none: readonly OutboxEntry[] = []
const noOne = null
/** As many as a first screen shows, on a large one. */
const keptMessages = 60

/** One open chat: its messages, what waits to be sent to it, and who is typing. */
export function useRoom(chat: string, known: ImGroup | null) {
  const services = useServices()
  const { feeds, outbox } = services
  const user = useUser()
  const account = user?.id ?? null
  const logic = useMemo(() => roomLogic(services, () => keptChatsOf(account)), [services, account])
  const actor = useActorRef(logic, { input: { chat, group: known, me: String(account) } })
  const snapshot = useSelector(actor, (now) => now)
  const entries = useStream(outbox.entries$, none)
  const typing = useStream(
    useMemo(() => feeds.typingIn(chat), [feeds, chat]),
    noOne,
  )
  const { log, group, isRead } = snapshot.context
  const isGone = isRoomGone(snapshot)
  useEffect(() => {
    if (isGone) void keptChatsOf(account).then((cache) => cache?.dropRoom(chat))
    else if (isRead && group !== null)
      void keptChatsOf(account).then((cache) => cache?.keepRoom(chat, group, newestIn(log, keptMessages)))
  }, [account, chat, log, group, isRead, isGone])
  const unsent = useMemo(() => {
    const sent = sentIn(log)
    return entries.filter((entry) => entry.chat === chat && !sent.has(entry.cid))
  }, [entries, chat, log])
  useEffect(() => {
    if (user === null) return
    const me = { id: user.id, nickname: user.nickname, avatar: user.avatar ?? null }
    const subscription = followSent(outbox, chat, me, (message) =>
      actor.send({ type: 'event.received', event: { ev: 'chat.message', v: message } }),
    )
    return () => subscription.unsubscribe()
  }, [outbox, actor, chat, user])
  const isTyping = typing !== null && typing.userId !== String(user?.id) && !hasSaid(typing, log)
  return { actor, snapshot, log, unsent, typing: isTyping ? typing : null }
}
/** What was being typed has come: the newest message is theirs, and not older. */
const hasSaid = ({ userId, untilMs }: TypingEvent, log: ChatLog) => {
  const newest = messageAt(log, log.headN)
  return newest?.fromUserId === userId && newest.createMs >= untilMs - chatLimits.typingShownMs
}
export type Room = ReturnType<typeof useRoom>

type Marks = { wanted: number; sent: number; timer: ReturnType<typeof setTimeout> | null }

/** Marks what was looked at as read: the newest number only, once a second. It never falls. */
export function useReadMarks(chat: string, readN: number) {
  const { feeds } = useServices()
  const login = useSession((session) => session.login)
  const line = useMemo(() => feeds.chatLineOf(login), [feeds, login])
  const held = useRef<Marks>({ wanted: 0, sent: 0, timer: null })
  useEffect(() => {
    held.current.sent = Math.max(held.current.sent, readN)
  }, [readN])
  useEffect(() => () => void (held.current.timer !== null && clearTimeout(held.current.timer)), [])
  return useCallback(
    (upTo: number) => {
      const state = held.current
      state.wanted = Math.max(state.wanted, upTo)
      if (state.timer !== null || state.wanted <= state.sent) return
      const flush = () => {
        state.timer = null
        if (state.wanted <= state.sent) return
        const asked = state.wanted
        state.timer = setTimeout(flush, 1000)
        void line.read(chat, asked).then((reply) => {
          if (reply.ok) state.sent = Math.max(state.sent, reply.value.upTo)
        })
      }
      flush()
    },
    [line, chat],
  )
}

/** Tells the others that somebody is typing, once in three seconds. */
export function useTyping(chat: string) {
  const { feeds } = useServices()
  const login = useSession((session) => session.login)
  const last = useRef(Number.NEGATIVE_INFINITY)
  return useCallback(() => {
    const now = performance.now()
    if (now - last.current < chatLimits.typingEveryMs) return
    last.current = now
    feeds.chatLineOf(login).typing(chat)
  }, [feeds, login, chat])
}

/** Puts a message into the outbox. False: it could not be stored, and nothing was sent. */
export function useSend(chat: string) {
  const { outbox, serverNow } = useServices()
  return useMemo(() => {
    const add = async (written: Parameters<typeof outbox.add>[0]) => {
      const isStored = await outbox.add(written)
      if (!isStored) toast('refusals:storage_full', {}, 'error')
      return isStored
    }
    const cidNow = () => newKey(serverNow())
    return {
      text: (text: string, { cid, replyTo, mentions }: Pick<OutboxEntry, 'cid' | 'replyTo' | 'mentions'>) =>
        add({ cid, chat, kind: 'text', body: { text }, file: null, replyTo, mentions }),
      /** `seconds` is how long it plays; a picture with a text below it is of a kind of its own. */
      file: (
        file: File,
        kind: 'image' | 'video' | 'voice' | 'file',
        { seconds = null, text = '' }: { readonly seconds?: number | null; readonly text?: string } = {},
      ) =>
        add({
          cid: cidNow(),
          chat,
          kind: text !== '' && kind === 'image' ? 'imageText' : kind,
          body: { ...(seconds !== null && { contentDuration: seconds }), ...(text !== '' && { textDesc: text }) },
          file,
          replyTo: null,
          mentions: [],
        }),
      card: (id: string) =>
        add({ cid: cidNow(), chat, kind: 'card', body: { id }, file: null, replyTo: null, mentions: [] }),
      sticker: (relativePath: string) =>
        add({ cid: cidNow(), chat, kind: 'sticker', body: { relativePath }, file: null, replyTo: null, mentions: [] }),
      location: (body: {
        readonly name: string
        readonly address: string
        readonly latitude: number
        readonly longitude: number
      }) => add({ cid: cidNow(), chat, kind: 'location', body, file: null, replyTo: null, mentions: [] }),
      newCid: cidNow,
    }
  }, [outbox, serverNow, chat])
}
