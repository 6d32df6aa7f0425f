import { Box, Press, Row } from '#src/ui/box.tsx'
import type { Member, Message, ReactionKind } from '#contract/chat/chat.ts'
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
import { lazy, Suspense, useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
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
const OrderLines = lazy(async () => ({ default: (await import('./order-lines.tsx')).OrderLines }))

const noMembers: readonly Member[] = []
type Props = {
  readonly chat: string
  readonly row: ChatRow | null
  /** The message to begin with. */
  readonly at: number | null
  readonly hasBack: boolean
  /** Shown above the composer. */
  readonly hints?: ReactNode
}

/** One chat: its log, where one writes, and what can be done with messages. */
export function Room({ chat, row, at, hasBack, hints }: Props) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const room = useRoom(chat, row?.group ?? null)
  const { snapshot, actor, log } = room
  const { group, failure, isLive, savedMs, pins } = snapshot.context
  const when = useWhen()
  const handle = useRef<RoomLogHandle>(null)
  const [menuOf, setMenuOf] = useState<{ readonly n: number; readonly at: DOMRect } | null>(null)
  /** Once opened the menu stays: what it asks outlives the choice. */
  const [hasMenu, setHasMenu] = useState(false)
  const [replyN, setReplyN] = useState<number | null>(null)
  const [picked, setPicked] = useState<ReadonlySet<number> | null>(null)
  const [open, setOpen] = useState<OpenSheet | null>(null)
  const { seeNotice } = useChatChanges()
  const isGroup = group?.chatGroupType === 'group'
  const peer = group?.peerUserId ?? null
  const members = useRead(`members|${chat}|${isGroup}|${group?.memberCounts ?? 0}`, async (signal) =>
    isGroup ? request.read(chatGroups.members, { chatGroupId: chat }, { signal }) : { ok: true as const, value: [] },
  )
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
    [reactTo],
  )
  // What leads elsewhere for money or a fund password is open again on the way back.
  const { opened, open: openHere, close: shutHere } = useOpened()
  const shown: OpenSheet | null = open ?? (opened === 'packet' ? { kind: 'compose' } : null)
  const close = useCallback(() => {
    setOpen(null)
    shutHere()
  }, [shutHere])
  if (isRoomGone(snapshot)) {
    return (
      <Page title={row?.group.chatGroupName ?? t('titles.chat')} hasBack={hasBack}>
        <Empty text={t(`gone.${goneOf(snapshot.context.why)}`)} icon="chat">
          <Button kind="quiet" onClick={() => go(chatPaths.chats, { replace: true })}>
            {t('toChats')}
          </Button>
        </Empty>
      </Page>
    )
  }
  const typed = room.typing === null ? null : isGroup ? t('typingIn', { who: room.typing.userName }) : t('typing')
  const under =
    typed ??
    (group === null
      ? ''
      : isGroup
        ? t('members', { count: group.memberCounts })
        : group.peerIsBot
          ? t(group.peerIsStaff ? 'serviceNote' : 'botNote')
          : group.peerIsStaff
            ? t('staff')
            : '')
  const pinned = pins.ns.filter((n) => n > log.floorN)
  const ids = [...(picked ?? [])].toSorted((a, b) => a - b).flatMap((n) => messageAt(log, n)?.id ?? [])
  return (
    <Box lay="column" ground="page" grows className={styles.room}>
      <Row as="header" gap={1} sidePad={1} line="bottom" className={styles.header}>
        {hasBack && <IconButton icon="back" label={t('back')} onClick={goBack} />}
        <Box grows className={styles.title}>
          <h1 tabIndex={-1}>{group?.chatGroupName ?? t('titles.chat')}</h1>
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
        <IconButton icon="search" label={t('searchIn')} onClick={() => setOpen({ kind: 'search' })} />
        {isGroup ? (
          <IconButton icon="people" label={t('titles.detail')} onClick={() => go(chatPaths.detailOf(chat))} />
        ) : (
          peer !== null && (
            <IconButton icon="user" label={t('titles.profile')} onClick={() => go(chatPaths.friendOf(peer))} />
          )
        )}
      </Row>
      {group !== null && group.advShowFlag === 2 && group.chatNotice !== '' && (
        <Row gap={2} ground="raised" line="bottom" tone="accent" className={styles.notice}>
          <Icon name="flag" size={18} />
          <Press size={3} tone={1} text="start" isCut grows clips onClick={() => setOpen({ kind: 'notice' })}>
            {group.chatNotice}
          </Press>
          <IconButton icon="close" label={t('noticeSeen')} onClick={() => void seeNotice(chat)} />
        </Row>
      )}
      {group !== null && pinned.length > 0 && (
        <Suspense fallback={null}>
          <PinBar group={group} log={log} ns={pinned} rev={pins.rev} onGo={(n) => handle.current?.toMessage(n)} />
        </Suspense>
      )}
      {peer !== null && (
        <Suspense fallback={null}>
          <OrderLines peer={peer} />
        </Suspense>
      )}
      {group === null ? (
        failure === null ? (
          <Box pad={4} grows>
            <Skeleton lines={6} height={48} />
          </Box>
        ) : (
          <ReadFailed failure={null} onRetry={() => actor.send({ type: 'again' })} />
        )
      ) : (
        <RoomLog
          key={log.floorN}
          handle={handle}
          room={room}
          group={group}
          members={members.value ?? noMembers}
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
          members={members.value ?? noMembers}
          replied={replyN === null ? null : messageAt(log, replyN)}
          onReplied={setReplyN}
          onPacket={() => openHere('packet')}
          onCard={() => setOpen({ kind: 'card' })}
          onMarket={() => setOpen({ kind: 'market' })}
          onSent={() => handle.current?.toEnd()}
        />
      )}
      {picked !== null && (
        <Suspense fallback={null}>
          <PickingBar chat={chat} ids={ids} onCancel={() => setPicked(null)} onSheet={setOpen} />
        </Suspense>
      )}
      {group !== null && hasMenu && (
        <Suspense fallback={null}>
          <MessageMenu
            message={menuOf === null ? null : messageAt(log, menuOf.n)}
            at={menuOf?.at ?? null}
            group={group}
            onClose={() => setMenuOf(null)}
            onReply={setReplyN}
            onChanged={onChanged}
            onReact={reactTo}
            pins={pins}
            onDropped={(n) => actor.send({ type: 'message.dropped', n })}
            onPins={(now) => actor.send({ type: 'pins.changed', pins: now })}
            onSheet={setOpen}
            onForward={(n) => setOpen({ kind: 'forward', ids: [messageAt(log, n)?.id ?? ''] })}
            onSelect={(n) => setPicked(new Set([n]))}
          />
        </Suspense>
      )}
      {shown !== null && (
        <Suspense fallback={null}>
          <RoomSheets
            open={shown}
            chat={chat}
            group={group}
            members={members.value ?? noMembers}
            log={log}
            hasLink={picked !== null}
            onClose={close}
            onGo={(n) => handle.current?.toMessage(n)}
            onForwarded={() => setPicked(null)}
            onChanged={onChanged}
          />
        </Suspense>
      )}
    </Box>
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
