import { Box, Press, Row } from '#src/ui/box.tsx'
import type { ImGroup, Member, Message, ReactionKind } from '#contract/chat/chat.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { messageAt } from '#machines/chat/chat-log.ts'
import { isRoomGone } from '#machines/chat/chat-room.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { go, goBack } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { useOpened } from '#src/lib/use-opened.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import type { ChatRow } from '#streams/chat/list.ts'
import { lazy, Suspense, useCallback, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { BubbleActs } from './bubble.tsx'
import { Composer } from './composer.tsx'
import { RoomLog, type RoomLogHandle } from './room-log.tsx'
import type { OpenSheet } from './room-sheets.tsx'
import styles from './room.module.css'
import { useChatChanges, useWhen } from './use-chats.ts'
import { useReactions } from './use-reactions.ts'
import { useRoom } from './use-room.ts'

/** Loaded when the first of them is opened. */
const MessageMenu = lazy(async () => ({ default: (await import('./message-menu.tsx')).MessageMenu }))
const RoomSheets = lazy(async () => ({ default: (await import('./room-sheets.tsx')).RoomSheets }))
const PickingBar = lazy(async () => ({ default: (await import('./picking-bar.tsx')).PickingBar }))
const PinBar = lazy(async () => ({ default: (await import('./pin-bar.tsx')).PinBar }))
const CallButtons = lazy(async () => ({
  default: (await import('#src/features/chat/calls/call-buttons.tsx')).CallButtons,
}))
const OrderLines = lazy(async () => ({ default: (await import('./order-lines.tsx')).OrderLines }))

const noMembers: readonly Member[] = []
type Props = {
  readonly chat: string
  readonly row: ChatRow | null
  /** The message to begin with. */
  readonly at: number | null
  readonly hasBack: boolean
  /** It is part of another page, which has a heading of its own and says what it is about. */
  readonly isBeside?: boolean
  /** Shown above the composer. */
  readonly hints?: ReactNode
}

/** One chat: its log, where one writes, and what can be done with messages. */
export function Room({ chat, row, at, hasBack, isBeside = false, hints }: Props) {
  const room = useRoom(chat, row?.group ?? null)
  const { snapshot, actor, log } = room
  const { group, pins } = snapshot.context
  const handle = useRef<RoomLogHandle>(null)
  const peer = group?.peerUserId ?? null
  const members = useMembers(chat, group)
  const chosen = useChosen(actor, handle)
  const { waiting, acts, picked, replyN, setReplyN, setOpen, openPacket } = chosen
  if (isRoomGone(snapshot)) return <Gone name={row?.group.chatGroupName} why={snapshot.context.why} hasBack={hasBack} />
  const pinned = pins.ns.filter((n) => n > log.floorN)
  return (
    <Box lay="column" ground="page" grows className={styles.room}>
      <Head
        chat={chat}
        room={room}
        hasBack={hasBack}
        isBeside={isBeside}
        onSearch={() => setOpen({ kind: 'search' })}
      />
      {group !== null && <NoticeLine chat={chat} group={group} onOpen={() => setOpen({ kind: 'notice' })} />}
      <Suspense fallback={null}>
        {group !== null && pinned.length > 0 && (
          <PinBar group={group} log={log} ns={pinned} rev={pins.rev} onGo={(n) => handle.current?.toMessage(n)} />
        )}
      </Suspense>
      <Suspense fallback={null}>{peer !== null && !isBeside && <OrderLines peer={peer} />}</Suspense>
      {group === null ? (
        <Missing room={room} />
      ) : (
        <RoomLog
          key={log.floorN}
          handle={handle}
          room={room}
          group={group}
          members={members}
          unread={row?.unread ?? 0}
          mentions={row?.mentions ?? []}
          at={at}
          waiting={waiting}
          acts={acts}
          picked={picked}
        />
      )}
      {group !== null && picked === null && hints}
      {group !== null && picked === null && (
        <Composer
          chat={chat}
          group={group}
          members={members}
          replied={replyN === null ? null : messageAt(log, replyN)}
          onReplied={setReplyN}
          onPacket={openPacket}
          onCard={() => setOpen({ kind: 'card' })}
          onMarket={() => setOpen({ kind: 'market' })}
          onSent={() => handle.current?.toEnd()}
        />
      )}
      <Over chat={chat} room={room} members={members} chosen={chosen} handle={handle} />
    </Box>
  )
}

type NoticeProps = { readonly chat: string; readonly group: ImGroup; readonly onOpen: () => void }
/** The notice of a group, until the reader has seen it. */
function NoticeLine({ chat, group: { advShowFlag, chatNotice }, onOpen }: NoticeProps) {
  const { t } = useTranslation('chat')
  const { seeNotice } = useChatChanges()
  if (advShowFlag !== 2 || chatNotice === '') return null
  return (
    <Row gap={2} ground="raised" line="bottom" tone="accent" className={styles.notice}>
      <Icon name="flag" size={18} />
      <Press size={3} tone={1} text="start" isCut grows clips onClick={onOpen}>
        {chatNotice}
      </Press>
      <IconButton icon="close" label={t('noticeSeen')} onClick={() => void seeNotice(chat)} />
    </Row>
  )
}

type GoneProps = Pick<Props, 'hasBack'> & { readonly name: string | undefined; readonly why: string | null }
/** A chat that is not there any more, or not for the reader. */
function Gone({ name, why, hasBack }: GoneProps) {
  const { t } = useTranslation('chat')
  return (
    <Page title={name ?? t('titles.chat')} hasBack={hasBack}>
      <Empty text={t(`gone.${goneOf(why)}`)} icon="chat">
        <Button kind="quiet" onClick={() => go(chatPaths.chats, { replace: true })}>
          {t('toChats')}
        </Button>
      </Empty>
    </Page>
  )
}

function useMembers(chat: string, group: ImGroup | null) {
  const { request } = useServices()
  const isGroup = group?.chatGroupType === 'group'
  const { value } = useRead(`members|${chat}|${isGroup}|${group?.memberCounts ?? 0}`, async (signal) =>
    isGroup ? request.read(chatGroups.members, { chatGroupId: chat }, { signal }) : { ok: true as const, value: [] },
  )
  return value ?? noMembers
}

type Room = ReturnType<typeof useRoom>
type Handle = RefObject<RoomLogHandle | null>
/** What is chosen in a room: the message with its menu, the one that is answered, those that are picked, the sheet. */
function useChosen(actor: Room['actor'], handle: Handle) {
  const [menuOf, setMenuOf] = useState<{ readonly n: number; readonly at: DOMRect } | null>(null)
  /** Once opened the menu stays: what it asks outlives the choice. */
  const [hasMenu, setHasMenu] = useState(false)
  const [replyN, setReplyN] = useState<number | null>(null)
  const [picked, setPicked] = useState<ReadonlySet<number> | null>(null)
  const [open, setOpen] = useState<OpenSheet | null>(null)
  const onChanged = useCallback((message: Message) => actor.send({ type: 'message.changed', message }), [actor])
  const { waiting, react } = useReactions(onChanged)
  const reactTo = useCallback(
    (n: number, kind: ReactionKind) => {
      const message = messageAt(actor.getSnapshot().context.log, n)
      if (message !== null) void react(message, kind)
    },
    [actor, react],
  )
  const acts = useMemo<BubbleActs>(
    () => ({
      menu: (n, at) => {
        setMenuOf({ n, at: at.getBoundingClientRect() })
        setHasMenu(true)
      },
      toQuote: (n) => handle.current?.toMessage(n),
      picture: (url) => setOpen({ kind: 'picture', url }),
      merged: (shareId) => setOpen({ kind: 'merged', shareId }),
      packet: (packet) => setOpen({ kind: 'packet', packet }),
      person: (id) => go(chatPaths.friendOf(id)),
      react: reactTo,
      pick: (n) =>
        setPicked((now) => {
          const next = new Set(now)
          if (!next.delete(n)) next.add(n)
          return next
        }),
    }),
    [reactTo, handle],
  )
  // What leads elsewhere for money or a fund password is open again on the way back.
  const { opened, open: openHere, close: shutHere } = useOpened()
  const close = useCallback(() => {
    setOpen(null)
    shutHere()
  }, [shutHere])
  const shown: OpenSheet | null = open ?? (opened === 'packet' ? { kind: 'compose' } : null)
  const openPacket = () => openHere('packet')
  const menu = { menuOf, setMenuOf, hasMenu, onChanged, reactTo }
  return { ...menu, waiting, acts, replyN, setReplyN, picked, setPicked, shown, setOpen, openPacket, close }
}

/** The room before it is read. */
function Missing({ room: { snapshot, actor } }: { readonly room: Room }) {
  const { failure } = snapshot.context
  if (failure !== null) return <ReadFailed failure={null} onRetry={() => actor.send({ type: 'again' })} />
  return (
    <Box pad={4} grows>
      <Skeleton lines={6} height={48} />
    </Box>
  )
}

type HeadProps = {
  readonly chat: string
  readonly room: Room
  readonly hasBack: boolean
  readonly isBeside: boolean
  readonly onSearch: () => void
}
/** The name of the chat, and what is to be known of it now. */
function Head({ chat, room: { snapshot, typing }, hasBack, isBeside, onSearch }: HeadProps) {
  const { t } = useTranslation('chat')
  const when = useWhen()
  const { group, isLive, savedMs } = snapshot.context
  const isGroup = group?.chatGroupType === 'group'
  const peer = group?.peerUserId ?? null
  const whoOf = ({ memberCounts, peerIsBot, peerIsStaff }: ImGroup) => {
    if (isGroup) return t('members', { count: memberCounts })
    if (peerIsBot) return t(peerIsStaff ? 'serviceNote' : 'botNote')
    return peerIsStaff ? t('staff') : ''
  }
  const typed = typing === null ? null : isGroup ? t('typingIn', { who: typing.userName }) : t('typing')
  const under = typed ?? (group === null ? '' : whoOf(group))
  return (
    <Row as="header" gap={1} sidePad={1} line="bottom" className={styles.header}>
      {hasBack && <IconButton icon="back" label={t('back')} onClick={goBack} />}
      <Box grows className={styles.title}>
        <Box as={isBeside ? 'h2' : 'h1'} {...(!isBeside && { tabIndex: -1 })}>
          {group?.chatGroupName ?? t('titles.chat')}
        </Box>
        <p
          role="status"
          aria-live="off"
          data-typing={typed !== null || undefined}
          data-kept={savedMs !== null || undefined}
        >
          {savedMs !== null
            ? t('savedAt', { when: when.exact(savedMs) })
            : isLive || group === null
              ? under
              : t('connecting')}
        </p>
      </Box>
      <Suspense fallback={null}>
        {group?.mayCall === true && peer !== null && <CallButtons group={group} peer={peer} />}
      </Suspense>
      <IconButton icon="search" label={t('searchIn')} onClick={onSearch} />
      {isGroup ? (
        <IconButton icon="people" label={t('titles.detail')} onClick={() => go(chatPaths.detailOf(chat))} />
      ) : (
        peer !== null && (
          <IconButton icon="user" label={t('titles.profile')} onClick={() => go(chatPaths.friendOf(peer))} />
        )
      )}
    </Row>
  )
}

type OverProps = {
  readonly chat: string
  readonly room: Room
  readonly members: readonly Member[]
  readonly chosen: ReturnType<typeof useChosen>
  readonly handle: Handle
}
/** What lies over the log: the bar of picked messages, the menu of one, and the sheets. */
function Over({ chat, room: { snapshot, actor, log }, members, chosen, handle }: OverProps) {
  const { group, pins } = snapshot.context
  const { menuOf, setMenuOf, hasMenu, picked, setPicked, shown, setOpen, onChanged } = chosen
  const ids = [...(picked ?? [])].toSorted((a, b) => a - b).flatMap((n) => messageAt(log, n)?.id ?? [])
  return (
    <>
      <Suspense fallback={null}>
        {picked !== null && <PickingBar chat={chat} ids={ids} onCancel={() => setPicked(null)} onSheet={setOpen} />}
      </Suspense>
      <Suspense fallback={null}>
        {group !== null && hasMenu && (
          <MessageMenu
            message={menuOf === null ? null : messageAt(log, menuOf.n)}
            at={menuOf?.at ?? null}
            group={group}
            onClose={() => setMenuOf(null)}
            onReply={chosen.setReplyN}
            onChanged={onChanged}
            onReact={chosen.reactTo}
            pins={pins}
            onDropped={(n) => actor.send({ type: 'message.dropped', n })}
            onPins={(now) => actor.send({ type: 'pins.changed', pins: now })}
            onSheet={setOpen}
            onForward={(n) => setOpen({ kind: 'forward', ids: [messageAt(log, n)?.id ?? ''] })}
            onSelect={(n) => setPicked(new Set([n]))}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {shown !== null && (
          <RoomSheets
            open={shown}
            chat={chat}
            group={group}
            members={members}
            log={log}
            hasLink={picked !== null}
            onClose={chosen.close}
            onGo={(n) => handle.current?.toMessage(n)}
            onForwarded={() => setPicked(null)}
            onChanged={onChanged}
          />
        )}
      </Suspense>
    </>
  )
}
const goneOf = (why: string | null) =>
  why === 'not_found'
    ? 'unknown'
    : why === 'dissolved' || why === 'group_gone'
      ? 'dissolved'
      : why === 'quit'
        ? 'quit'
        : 'removed'
