import { Box, Press, Row, Stack } from '#src/ui/box.tsx'
import { contentCodes, contentOf } from '#contract/chat/chat-content.ts'
import type { PacketNews } from '#machines/chat/chat-room.ts'
import type { ImGroup, Member, Message } from '#contract/chat/chat.ts'
import { isHole, messageAt } from '#machines/chat/chat-log.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { LogView, type LogHandle } from '#src/ui/log-view.tsx'
import type { LogRange } from '#src/ui/log-scroll.ts'
import { lazy, Suspense, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Wanted } from './reactions.tsx'
import { Bubble, type BubbleActs, type BubbleWords } from './bubble.tsx'
import styles from './room.module.css'
import { Unsent } from './unsent.tsx'
import { isSameDay, useWhen } from './use-chats.ts'
import { useReadMarks, type Room } from './use-room.ts'
import { useWords } from './words.ts'

/** Loaded beside the room: nothing is said in its first second. */
const Announcer = lazy(async () => ({ default: (await import('./announcer.tsx')).Announcer }))

export type RoomLogHandle = { readonly toEnd: () => void; readonly toMessage: (n: number) => void }
type Props = {
  readonly handle: Ref<RoomLogHandle>
  readonly room: Room
  readonly group: ImGroup
  readonly members: readonly Member[]
  readonly unread: number
  readonly mentions: readonly number[]
  /** The message to begin with. */
  readonly at: number | null
  readonly waiting: ReadonlyMap<number, Wanted>
  readonly acts: BubbleActs
  readonly picked: ReadonlySet<number> | null
}
const aheadRows = 12
/** What is looked at is told by so many rows at a time: each time it is told the whole room is computed anew. */
const stepRows = 16
const togetherMs = 300_000
const foundMs = 2000

const packetIn = (message: Message, packets: ReadonlyMap<string, PacketNews>): PacketNews | null => {
  if (message.contentType !== contentCodes.redPacket) return null
  const content = contentOf(message)
  return content.kind === 'redPacket' ? (packets.get(content.value.redBagId) ?? null) : null
}
/** A person's message continues the one before: it needs no name of its own. */
const continues = (before: Message | null, message: Message) =>
  before !== null &&
  before.messageType === 'user' &&
  !before.revoked &&
  before.fromUserId === message.fromUserId &&
  message.createMs - before.createMs < togetherMs &&
  isSameDay(before.createMs, message.createMs)

/** The messages of a chat. The row of a message is its number, so loading earlier ones moves nothing. */
export function RoomLog({ handle, room, group, members, unread, mentions, at, waiting, acts, picked }: Props) {
  const { t } = useTranslation('chat')
  const when = useWhen()
  const { log, unsent, actor, snapshot } = room
  const { floorN, headN } = log
  const { isLive, peerReadN, packets } = snapshot.context
  const words = useWords()
  const says = useMemo<BubbleWords>(() => ({ t, words, when }), [t, words, when])
  const view = useRef<LogHandle>(null)
  const [firstNew] = useState(() =>
    unread > 0 && group.readN >= floorN && group.readN < group.headN ? group.readN + 1 : null,
  )
  const [isAtEnd, setIsAtEnd] = useState(firstNew === null && at === null)
  const [found, setFound] = useState<number | null>(at)
  const markRead = useReadMarks(group.id, group.readN)
  const range = useRef<LogRange | null>(null)
  const hasOpened = useRef(false)
  const looked = useRef<{ actor: Room['actor']; from: number; to: number } | null>(null)
  const roles = useMemo(
    () =>
      new Map(
        members.flatMap(({ userId, memberType }) => (memberType === 'member' ? [] : [[userId, memberType] as const])),
      ),
    [members],
  )

  const look = useCallback(
    (now: LogRange) => {
      const wasMoved = now.isOwnScroll || now.isAtEnd || !hasOpened.current
      range.current = now
      hasOpened.current = true
      setIsAtEnd(now.isAtEnd)
      const from = Math.floor((floorN + 1 + now.first - aheadRows) / stepRows) * stepRows
      const to = Math.ceil((floorN + 1 + now.last + aheadRows) / stepRows) * stepRows
      if (
        looked.current === null ||
        looked.current.actor !== actor ||
        looked.current.from !== from ||
        looked.current.to !== to
      ) {
        looked.current = { actor, from, to }
        actor.send({ type: 'look', view: { from, to } })
      }
      // What was jumped over, and what a page in the background shows, was not read.
      if (wasMoved && document.visibilityState === 'visible' && document.hasFocus())
        markRead(Math.min(headN, floorN + 1 + now.last))
    },
    [actor, floorN, headN, markRead],
  )
  useEffect(() => {
    const again = () => range.current !== null && look({ ...range.current, isOwnScroll: range.current.isAtEnd })
    if (isLive) again()
    addEventListener('focus', again)
    return () => removeEventListener('focus', again)
  }, [look, isLive])
  useImperativeHandle(
    handle,
    () => ({
      toEnd: () => view.current?.toEnd(),
      toMessage: (n) => {
        if (n <= floorN || n > headN) return
        view.current?.toRow(n - floorN - 1, 'center')
        setFound(n)
      },
    }),
    [floorN, headN],
  )
  useEffect(() => {
    if (found === null) return
    const timer = setTimeout(() => setFound(null), foundMs)
    return () => clearTimeout(timer)
  }, [found])

  const keyOf = (index: number) => {
    const entry = unsent[index - (headN - floorN)]
    return entry?.cid ?? messageAt(log, floorN + 1 + index)?.cid ?? floorN + 1 + index
  }
  // The same function while nothing that rows show has changed, so that scrolling draws no row again.
  const render = useCallback(
    (index: number) => {
      const n = floorN + 1 + index
      if (n > headN) {
        const entry = unsent[n - headN - 1]
        return entry === undefined ? null : <Unsent entry={entry} />
      }
      const message = messageAt(log, n)
      if (message === null) {
        return isHole(log, n) ? (
          <Box as="p" blockPad={3} sidePad={4} size={2} tone={2} text="center" breaks>
            <Button kind="text" onClick={() => actor.send({ type: 'again' })}>
              {t('missing')}
            </Button>
          </Box>
        ) : (
          <div className={styles.coming} aria-hidden="true">
            <span />
          </div>
        )
      }
      const before = messageAt(log, n - 1)
      const role = roles.get(message.fromUserId)
      return (
        <>
          {(n === floorN + 1 || (before !== null && !isSameDay(before.createMs, message.createMs))) && (
            <Box as="p" blockPad={3} sidePad={4} size={2} tone={2} text="center" breaks>
              {when.day(message.createMs)}
            </Box>
          )}
          {n === firstNew && (
            <Row as="p" blockPad={2} sidePad={3} gap={3} size={2} tone="accent" className={styles.newLine}>
              <span>{t('newHere')}</span>
            </Row>
          )}
          <Bubble
            message={message}
            quoted={message.replyTo === null ? null : messageAt(log, message.replyTo.n)}
            isFirst={!continues(before, message) || n === firstNew}
            isGroup={group.chatGroupType === 'group'}
            isRead={message.meFlag && (peerReadN ?? 0) >= n}
            isPicking={picked !== null}
            isPicked={picked?.has(n) ?? false}
            isFound={found === n}
            packet={packetIn(message, packets)}
            role={role === 'owner' || role === 'admin' ? role : null}
            wanted={waiting.get(n)}
            acts={acts}
            says={says}
          />
        </>
      )
    },
    [
      log,
      floorN,
      headN,
      unsent,
      roles,
      firstNew,
      group.chatGroupType,
      peerReadN,
      packets,
      picked,
      found,
      waiting,
      acts,
      actor,
      says,
      t,
      when,
    ],
  )
  const mention = mentions.find((n) => n > group.readN) ?? null
  const count = headN - floorN + unsent.length
  const startN = at ?? firstNew
  return (
    <Stack isRelative grows className={styles.logBox}>
      {count === 0 ? (
        <Box as="p" blockPad={3} sidePad={4} size={2} tone={2} text="center" breaks>
          {t('sayHello')}
        </Box>
      ) : (
        <LogView
          handle={view}
          label={t('logOf', { name: group.chatGroupName })}
          count={count}
          keyOf={keyOf}
          render={render}
          startAt={startN === null ? null : Math.max(0, startN - floorN - 2)}
          onRange={look}
        />
      )}
      <Stack gap={3} className={styles.jumps}>
        {mention !== null && !isAtEnd && (
          <Press
            ground="bar"
            tone={1}
            weight="bold"
            isRelative
            className={styles.jump}
            aria-label={t('toMention')}
            onClick={() => {
              view.current?.toRow(mention - floorN - 1, 'center')
              setFound(mention)
            }}
          >
            @
          </Press>
        )}
        {!isAtEnd && count > 0 && (
          <Press
            ground="bar"
            tone={1}
            weight="bold"
            isRelative
            className={styles.jump}
            aria-label={unread > 0 ? t('toNewest', { count: unread }) : t('toEnd')}
            onClick={() => view.current?.toEnd()}
          >
            <Icon name="chevron-down" />
            {unread > 0 && (
              <Box as="span" round="full" size={2} className={styles.jumpCount} aria-hidden="true">
                {unread > 99 ? '99+' : unread}
              </Box>
            )}
          </Press>
        )}
      </Stack>
      <Suspense fallback={null}>
        <Announcer log={log} />
      </Suspense>
    </Stack>
  )
}
