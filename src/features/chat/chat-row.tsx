import { Count } from '#src/ui/count.tsx'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import type { ChatDraft } from '#src/stores/chat-drafts.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { Link } from '#src/parts/link.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/button.tsx'
import type { ChatRow } from '#streams/chat/list.ts'
import { memo, useRef, useState, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from './avatar.tsx'
import styles from './chat.module.css'
import { PersonTags } from './people.tsx'
import { useChatChanges, useWhen } from './use-chats.ts'
import { useWords } from './words.ts'

type Props = {
  readonly row: ChatRow
  readonly draft: ChatDraft | null
  readonly isHere: boolean
  readonly myName: string
  readonly onMore: (id: string) => void
}
const swipePx = 48
const openPx = 204

/** A chat in the list. Swiped to the left, or from its button, it offers what can be done with it. */
export const ChatLine = memo(function ChatLine({ row, draft, isHere, myName, onMore }: Props) {
  const { t } = useTranslation('chat')
  const { id, group, last, unread, isMuted, isPinned } = row
  const when = useWhen()
  const [isOpen, setIsOpen] = useState(false)
  const from = useRef<{ x: number; y: number } | null>(null)
  const start = (event: PointerEvent) => {
    from.current = event.pointerType === 'mouse' ? null : { x: event.clientX, y: event.clientY }
  }
  const end = (event: PointerEvent) => {
    if (from.current === null) return
    const [x, y] = [event.clientX - from.current.x, event.clientY - from.current.y]
    from.current = null
    if (Math.abs(x) > swipePx && Math.abs(x) > 2 * Math.abs(y)) setIsOpen(x < 0)
  }
  return (
    <div
      className={styles.line}
      data-here={isHere || undefined}
      data-pinned={isPinned || undefined}
      onPointerDown={start}
      onPointerUp={end}
      onPointerCancel={() => (from.current = null)}
    >
      <Row isRelative className={styles.lineFace} style={isOpen ? { translate: `-${openPx}px` } : undefined}>
        <Link to={chatPaths.chattingOf(id)} className={styles.lineLink} aria-current={isHere ? 'page' : undefined}>
          <Avatar
            id={group.peerUserId ?? id}
            name={group.chatGroupName}
            picture={group.chatGroupAvatar}
            isGroup={group.chatGroupType === 'group'}
          />
          <Stack as="span" gap="hair" grows>
            <LineName row={row} />
            <LineText row={row} draft={draft} myName={myName} />
          </Stack>
          <span className={styles.lineSide}>
            {last !== null && <time dateTime={new Date(last.createMs).toISOString()}>{when.short(last.createMs)}</time>}
            <Count
              count={unread}
              most={999}
              tone={isMuted ? 'quiet' : 'accent'}
              said={t('unreadOf', { count: unread })}
            />
          </span>
        </Link>
        <span className={styles.lineMore}>
          <IconButton icon="more" label={t('moreOf', { name: group.chatGroupName })} onClick={() => onMore(id)} />
        </span>
      </Row>
      {isOpen && <Swiped row={row} onMore={onMore} onEnd={() => setIsOpen(false)} />}
    </div>
  )
})

type RowProps = Pick<Props, 'row'>
function LineName({ row: { group, isPinned, isMuted } }: RowProps) {
  const { t } = useTranslation('chat')
  const marks = [
    ...(isPinned ? [{ icon: 'pin', text: t('pinned') } as const] : []),
    ...(isMuted ? [{ icon: 'bell-off', text: t('muted') } as const] : []),
  ]
  return (
    <Row as="span" gap={2} shrinks>
      <Box as="b" isCut size="lead" weight="bold">
        {group.chatGroupName}
      </Box>
      {/* One tag at most: two of them leave no room for the name. The room says the rest. */}
      <PersonTags isStaff={group.peerIsStaff} isBot={group.peerIsBot && !group.peerIsStaff} />
      {marks.map(({ icon, text }) => (
        <Row key={icon} as="span" lay="inline" align="stretch" tone={3} title={text}>
          <Icon name={icon} size={16} />
          <span className="sr">{text}</span>
        </Row>
      ))}
    </Row>
  )
}

/** What was begun here, or what was said last. */
function LineText({ row: { group, last, mentions }, draft, myName }: Pick<Props, 'row' | 'draft' | 'myName'>) {
  const { t } = useTranslation('chat')
  const words = useWords()
  const isGroup = group.chatGroupType === 'group'
  return (
    <Box as="span" size={3} tone={2} isCut clips dir="auto">
      {draft !== null ? (
        <>
          <Box as="span" tone="danger">
            {t('draft')}
          </Box>{' '}
          {draft.text}
        </>
      ) : (
        <>
          {mentions.length > 0 && (
            <Box as="span" tone="accent" weight="bold">
              {t('atMe')}{' '}
            </Box>
          )}
          {last === null ? t('noMessages') : words.teaserOf(last, isGroup, last.userName === myName)}
        </>
      )}
    </Box>
  )
}

type SwipedProps = RowProps & Pick<Props, 'onMore'> & { readonly onEnd: () => void }
function Swiped({ row: { id, isPinned, isMuted }, onMore, onEnd }: SwipedProps) {
  const { t } = useTranslation('chat')
  const { pin, mute } = useChatChanges()
  const acts = [
    { icon: 'pin', text: t(isPinned ? 'unpin' : 'pin'), work: () => void pin(id, !isPinned) },
    { icon: 'bell-off', text: t(isMuted ? 'unmute' : 'mute'), work: () => void mute(id, !isMuted) },
    { icon: 'more', text: t('more'), work: () => onMore(id) },
  ] as const
  return (
    <div className={styles.swiped}>
      {acts.map(({ icon, text, work }) => (
        <button
          key={icon}
          type="button"
          onClick={() => {
            onEnd()
            work()
          }}
        >
          <Icon name={icon} />
          {text}
        </button>
      ))}
    </div>
  )
}
