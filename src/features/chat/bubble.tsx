import { Box, Note, Press, Row, Stack } from '#src/ui/box.tsx'
import { contentOf, type PacketContent, type UserContent } from '#contract/chat/chat-content.ts'
import type { Message, ReactionKind } from '#contract/chat/chat.ts'
import { classes } from '#src/ui/classes.ts'
import type { PacketNews } from '#machines/chat/chat-room.ts'
import { eatRelease } from '#src/lib/eat-release.ts'
import { memo, useRef, type MouseEvent, type PointerEvent } from 'react'
import type { UseTranslationResponse } from 'react-i18next'
import { Avatar } from './avatar.tsx'
import { ContentView } from './content-view.tsx'
import { Reactions, type Wanted } from './reactions.tsx'
import { PacketCard } from '#src/features/chat/packets/packet-card.tsx'
import styles from './room.module.css'
import type { When } from './use-chats.ts'
import type { Words } from './words.ts'

/** What can be done from a message; the same object for the whole life of a room. */
export type BubbleActs = {
  /** The element is what the menu belongs to. */
  readonly menu: (n: number, at: Element) => void
  readonly toQuote: (n: number) => void
  readonly picture: (url: string) => void
  readonly merged: (shareId: string) => void
  readonly person: (id: string) => void
  readonly pick: (n: number) => void
  readonly packet: (packet: PacketContent) => void
  readonly react: (n: number, kind: ReactionKind) => void
}
/**
 * How a room says what it shows: looked up once for all rows, because each look-up of a row is felt while a log is
 * scrolled.
 */
export type BubbleWords = {
  readonly t: UseTranslationResponse<'chat', undefined>['t']
  readonly words: Words
  readonly when: When
}
type Props = {
  readonly message: Message
  readonly quoted: Message | null
  /** The first of several by one person: it shows who. */
  readonly isFirst: boolean
  readonly isGroup: boolean
  /** The other side of a single chat has read it. */
  readonly isRead: boolean
  readonly isPicking: boolean
  readonly isPicked: boolean
  readonly isFound: boolean
  /** What is known of the packet in it. */
  readonly packet: PacketNews | null
  readonly role: 'owner' | 'admin' | null
  readonly wanted?: Wanted | undefined
  readonly acts: BubbleActs
  readonly says: BubbleWords
}
const holdMs = 450

/** One message. A revoked one says only that it was taken back, and so does every quote of it. */
export const Bubble = memo(function Bubble(props: Props) {
  const { message, isFirst, isGroup, isPicking, isPicked, isFound, role, wanted, acts, says } = props
  const { t, words } = says
  const { n, meFlag } = message
  const hold = useHold(n, isPicking, acts)
  const content = contentOf(message)
  // What was deleted keeps its row, so that no number is missing, and shows nothing.
  if (content.kind === 'dropped') return null
  const note = words.told(content, message)
  if (note !== null || content.by !== 'user')
    return (
      <Box as="p" blockPad={3} sidePad={4} size={2} tone={2} text="center" breaks dir="auto">
        {note ?? t('told.unreadable')}
      </Box>
    )
  return (
    <Row
      gap={2}
      align="start"
      className={styles.said}
      data-mine={meFlag || undefined}
      data-first={isFirst || undefined}
      data-found={isFound || undefined}
    >
      {isPicking && (
        <input
          type="checkbox"
          className={styles.pick}
          checked={isPicked}
          aria-label={t('pickOf', { text: words.lineOf(content) })}
          onChange={() => acts.pick(n)}
        />
      )}
      {!meFlag && (
        <span className={styles.face}>{isFirst && <Face message={message} says={says} onPerson={acts.person} />}</span>
      )}
      <Stack gap="hair" items="start" shrinks className={styles.body}>
        {isFirst && !meFlag && isGroup && <Who name={message.userName} role={role} t={t} />}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the same menu has a button beside it */}
        <Box
          blockPad={2}
          sidePad={3}
          ground="bar"
          round={3}
          breaks
          className={styles.bubble}
          data-kind={content.kind}
          {...hold}
        >
          <Inside {...props} content={content} />
        </Box>
        {(message.reactions !== undefined || wanted !== undefined) && (
          <Reactions message={message} wanted={wanted} t={t} onReact={acts.react} />
        )}
      </Stack>
      {!isPicking && (
        <button
          type="button"
          className={styles.dots}
          aria-label={t('actionsOf', { text: words.lineOf(content) })}
          onClick={({ currentTarget }) => acts.menu(n, currentTarget)}
        />
      )}
    </Row>
  )
})

/** Held, or by the other button of a mouse, a message shows what can be done with it. */
function useHold(n: number, isPicking: boolean, acts: BubbleActs) {
  const hold = useRef<ReturnType<typeof setTimeout> | null>(null)
  const release = () => {
    if (hold.current !== null) clearTimeout(hold.current)
    hold.current = null
  }
  const openHeld = (at: Element) => {
    eatRelease()
    acts.menu(n, at)
  }
  return {
    onPointerDown: ({ currentTarget, pointerType }: PointerEvent) => {
      release()
      if (pointerType !== 'mouse' && !isPicking) hold.current = setTimeout(openHeld, holdMs, currentTarget)
    },
    onPointerUp: release,
    onPointerMove: ({ movementY }: PointerEvent) => {
      if (Math.abs(movementY) > 2) release()
    },
    onPointerCancel: release,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault()
      release()
      if (!isPicking) openHeld(event.currentTarget)
    },
  }
}

type WhoProps = Pick<Props, 'role'> & { readonly name: string; readonly t: BubbleWords['t'] }
const Who = ({ name, role, t }: WhoProps) => (
  <Note as="span">
    {name}
    {role !== null && (
      <Box as="span" ground="raised" round={1} className={styles.role}>
        {t(`roles.${role}`)}
      </Box>
    )}
  </Note>
)

type FaceProps = Pick<Props, 'message' | 'says'> & { readonly onPerson: (id: string) => void }
const Face = ({ message: { fromUserId, userName, userAvatar }, says: { t }, onPerson }: FaceProps) => (
  <button
    type="button"
    className={styles.faceButton}
    aria-label={t('profileOf', { name: userName })}
    onClick={() => onPerson(fromUserId)}
  >
    <Avatar id={fromUserId} name={userName} picture={userAvatar} size="s" />
  </button>
)

type InsideProps = Pick<Props, 'message' | 'quoted' | 'isRead' | 'packet' | 'acts' | 'says'> & {
  readonly content: UserContent
}
/** What was said, what it answers, and when. */
function Inside({ message, content, quoted, isRead, packet, acts, says: { t, words, when } }: InsideProps) {
  const { replyTo, isForwarded, editedMs, createMs, meFlag } = message
  return (
    <>
      {isForwarded && (
        <Box as="span" isBlock size={2} tone={2} className={styles.forwarded}>
          {t('forwarded')}
        </Box>
      )}
      {replyTo !== null && (
        <Quote
          n={replyTo.n}
          name={quoted?.userName ?? replyTo.userName}
          text={quoted === null ? t('earlier') : words.wordsOf(quoted)}
          onGo={acts.toQuote}
        />
      )}
      {content.kind === 'redPacket' ? (
        <PacketCard packet={content.value} news={packet} onOpen={acts.packet} />
      ) : (
        <ContentView content={content} onPicture={acts.picture} onMerged={acts.merged} onCard={acts.person} />
      )}
      <Row as="span" lay="inline" gap="hair" size={1} tone={2} className={styles.stamp}>
        {editedMs !== undefined && <span>{t('edited')}&nbsp;</span>}
        <time dateTime={new Date(createMs).toISOString()}>{when.minute(createMs)}</time>
        {meFlag && (
          <span
            className={classes(styles.tick, styles.check)}
            data-read={isRead || undefined}
            title={t(isRead ? 'read' : 'sent')}
          >
            <span className="sr">{t(isRead ? 'read' : 'sent')}</span>
          </span>
        )}
      </Row>
    </>
  )
}

/** What a message answers. It holds the number only; the text is that of the message itself, as it is now. */
function Quote({
  n,
  name,
  text,
  onGo,
}: {
  readonly n: number
  readonly name: string
  readonly text: string
  readonly onGo: (n: number) => void
}) {
  return (
    <Press
      lay="stack"
      blockPad={1}
      sidePad={2}
      below={2}
      ground="pressed"
      round={1}
      size={2}
      text="start"
      isFull
      className={styles.quote}
      onClick={() => onGo(n)}
    >
      <b>{name}</b>
      <span>{text}</span>
    </Press>
  )
}
