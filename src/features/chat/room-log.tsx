import { Count } from '#src/ui/count.tsx'
import { Box, Press, Row, Stack } from '#src/ui/box.tsx'
import { contentCodes, contentOf } from '#contract/chat/chat-content.ts'
import type { PacketNews } from '#machines/chat/chat-room.ts'
import type { ImGroup, Member, Message } from '#contract/chat/chat.ts'
import { isHole, messageAt } from '#machines/chat/chat-log.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { LogView, type LogHandle } from '#src/ui/log-view.tsx'
import type { LogRange } from '#src/ui/log-scroll.ts'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react'
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

/** Tells the room which messages are looked at, and which were read. */
function useLook({ log, actor, snapshot }: Room, group: ImGroup, onEnd: (isAtEnd: boolean) => void) {
  const { floorN, headN } = log
  const { isLive } = snapshot.context
  const markRead = useReadMarks(group.id, group.readN)
  const range = useRef<LogRange | null>(null)
  const hasOpened = useRef(false)
  const looked = useRef<{ actor: Room['actor']; from: number; to: number } | null>(null)
  const look = useCallback(
    (now: LogRange) => {
      const wasMoved = now.isOwnScroll || now.isAtEnd || !hasOpened.current
      range.current = now
      hasOpened.current = true
      onEnd(now.isAtEnd)
      const from = Math.floor((floorN + 1 + now.first - aheadRows) / stepRows) * stepRows
      const to = Math.ceil((floorN + 1 + now.last + aheadRows) / stepRows) * stepRows
      const last = looked.current
      if (last?.actor !== actor || last.from !== from || last.to !== to) {
        looked.current = { actor, from, to }
        actor.send({ type: 'look', view: { from, to } })
      }
      // What was jumped over, and what a page in the background shows, was not read.
      if (wasMoved && document.visibilityState === 'visible' && document.hasFocus())
        markRead(Math.min(headN, floorN + 1 + now.last))
    },
    [actor, floorN, headN, markRead, onEnd],
  )
  useEffect(() => {
    const again = () => range.current !== null && look({ ...range.current, isOwnScroll: range.current.isAtEnd })
    if (isLive) again()
    addEventListener('focus', again)
    return () => removeEventListener('focus', again)
  }, [look, isLive])
  return look
}

/** The message that was looked for; it is marked for a while. */
function useFound(at: number | null) {
  const [found, setFound] = useState<number | null>(at)
  useEffect(() => {
    if (found === null) return
    const timer = setTimeout(() => setFound(null), foundMs)
    return () => clearTimeout(timer)
  }, [found])
  return [found, setFound] as const
}

type Shown = Pick<Props, 'group' | 'members' | 'waiting' | 'acts' | 'picked'> & {
  readonly room: Room
  readonly firstNew: number | null
  readonly found: number | null
}
/** Draws the row of a message: the same function while nothing that rows show has changed, so that scrolling draws none again. */
function useRows({ room, group, members, waiting, acts, picked, firstNew, found }: Shown) {
  const { t } = useTranslation('chat')
  const when = useWhen()
  const words = useWords()
  const says = useMemo<BubbleWords>(() => ({ t, words, when }), [t, words, when])
  const { log, unsent, actor, snapshot } = room
  const { peerReadN, packets } = snapshot.context
  const roles = useMemo(
    () =>
      new Map(
        members.flatMap(({ userId, memberType }) => (memberType === 'member' ? [] : [[userId, memberType] as const])),
      ),
    [members],
  )
  const isGroup = group.chatGroupType === 'group'
  const bubble = useCallback(
    (message: Message, isFirst: boolean) => {
      const { n, replyTo, meFlag, fromUserId } = message
      const role = roles.get(fromUserId)
      return (
        <Bubble
          message={message}
          quoted={replyTo === null ? null : messageAt(log, replyTo.n)}
          isFirst={isFirst}
          isGroup={isGroup}
          isRead={meFlag && (peerReadN ?? 0) >= n}
          isPicking={picked !== null}
          isPicked={picked?.has(n) ?? false}
          isFound={found === n}
          packet={packetIn(message, packets)}
          role={role === 'owner' || role === 'admin' ? role : null}
          wanted={waiting.get(n)}
          acts={acts}
          says={says}
        />
      )
    },
    [log, roles, isGroup, peerReadN, packets, picked, found, waiting, acts, says],
  )
  return useCallback(
    (index: number) => {
      const { floorN, headN } = log
      const n = floorN + 1 + index
      if (n > headN) {
        const entry = unsent[n - headN - 1]
        return entry === undefined ? null : <Unsent entry={entry} />
      }
      const message = messageAt(log, n)
      if (message === null) return <NoMessage isHole={isHole(log, n)} onAgain={() => actor.send({ type: 'again' })} />
      const before = messageAt(log, n - 1)
      const isNewDay = n === floorN + 1 || (before !== null && !isSameDay(before.createMs, message.createMs))
      return (
        <>
          {isNewDay && (
            <Box as="p" blockPad={3} sidePad={4} size={2} tone={2} text="center" breaks>
              {when.day(message.createMs)}
            </Box>
          )}
          {n === firstNew && (
            <Row as="p" blockPad={2} sidePad={3} gap={3} size={2} tone="accent" className={styles.newLine}>
              <span>{t('newHere')}</span>
            </Row>
          )}
          {bubble(message, !continues(before, message) || n === firstNew)}
        </>
      )
    },
    [log, unsent, firstNew, actor, bubble, t, when],
  )
}

/** In place of a message that is not here: it comes, or it could not be read. */
function NoMessage({ isHole, onAgain }: { readonly isHole: boolean; readonly onAgain: () => void }) {
  const { t } = useTranslation('chat')
  if (!isHole)
    return (
      <div className={styles.coming} aria-hidden="true">
        <span />
      </div>
    )
  return (
    <Box as="p" blockPad={3} sidePad={4} size={2} tone={2} text="center" breaks>
      <Button kind="text" onClick={onAgain}>
        {t('missing')}
      </Button>
    </Box>
  )
}

/** The messages of a chat. The row of a message is its number, so loading earlier ones moves nothing. */
export function RoomLog({ handle, room, group, members, unread, mentions, at, waiting, acts, picked }: Props) {
  const { t } = useTranslation('chat')
  const { log, unsent } = room
  const { floorN, headN } = log
  const view = useRef<LogHandle>(null)
  const [firstNew] = useState(() =>
    unread > 0 && group.readN >= floorN && group.readN < group.headN ? group.readN + 1 : null,
  )
  const [isAtEnd, setIsAtEnd] = useState(firstNew === null && at === null)
  const [found, setFound] = useFound(at)
  const look = useLook(room, group, setIsAtEnd)
  const toFound = useCallback(
    (n: number) => {
      view.current?.toRow(n - floorN - 1, 'center')
      setFound(n)
    },
    [floorN, setFound],
  )
  useImperativeHandle(
    handle,
    () => ({ toEnd: () => view.current?.toEnd(), toMessage: (n) => void (n > floorN && n <= headN && toFound(n)) }),
    [floorN, headN, toFound],
  )
  const keyOf = (index: number) => {
    const entry = unsent[index - (headN - floorN)]
    return entry?.cid ?? messageAt(log, floorN + 1 + index)?.cid ?? floorN + 1 + index
  }
  const render = useRows({ room, group, members, waiting, acts, picked, firstNew, found })
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
      {!isAtEnd && (
        <Jumps
          unread={unread}
          onMention={mention === null ? null : () => toFound(mention)}
          onEnd={count > 0 ? () => view.current?.toEnd() : null}
        />
      )}
      <Suspense fallback={null}>
        <Announcer log={log} />
      </Suspense>
    </Stack>
  )
}

type JumpsProps = {
  readonly unread: number
  readonly onMention: (() => void) | null
  readonly onEnd: (() => void) | null
}
/** The ways to what is below. */
function Jumps({ unread, onMention, onEnd }: JumpsProps) {
  const { t } = useTranslation('chat')
  return (
    <Stack gap={3} className={styles.jumps}>
      {onMention !== null && (
        <Jump label={t('toMention')} onJump={onMention}>
          @
        </Jump>
      )}
      {onEnd !== null && (
        <Jump label={unread > 0 ? t('toNewest', { count: unread }) : t('toEnd')} onJump={onEnd}>
          <Icon name="chevron-down" />
          <span className={styles.jumpCount} aria-hidden="true">
            <Count tone="accent" count={unread} />
          </span>
        </Jump>
      )}
    </Stack>
  )
}
type JumpProps = { readonly label: string; readonly onJump: () => void; readonly children: ReactNode }
const Jump = ({ label, onJump, children }: JumpProps) => (
  <Press ground="bar" tone={1} weight="bold" isRelative className={styles.jump} aria-label={label} onClick={onJump}>
    {children}
  </Press>
)
