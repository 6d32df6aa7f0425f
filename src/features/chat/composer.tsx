import { FileInput } from '#src/parts/form/file-input.tsx'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { mayWrite } from '#contract/chat/chat-mute.ts'
import { chatLimits, type ImGroup, type Member, type Message } from '#contract/chat/chat.ts'
import { useServices } from '#src/actors/services.tsx'
import { useUser } from '#src/actors/use-session.ts'
import { go } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { formatTime } from '#src/lib/format.ts'
import { useIsPast } from '#src/lib/use-is-past.ts'
import { dropChatDraft, putDraft } from '#src/stores/chat-drafts.ts'
import { toast } from '#src/stores/toasts.ts'
import { IconButton } from '#src/ui/button.tsx'
import {
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
} from 'react'
import { useTranslation } from 'react-i18next'
import { AttachMenu } from '#src/features/chat/sharing/attach-menu.tsx'
import type { MentionKeys } from './mention-list.tsx'
import { mentionAt, mentionsIn, withMention } from './mentions.ts'
import styles from './room.module.css'
import { lengthOf, useTooLong } from './text-length.ts'
import { useDrafts } from './use-chats.ts'
import { useSend, useTyping } from './use-room.ts'
import { canRecord } from '#src/features/chat/voice/can-record.ts'
import { useWords } from './words.ts'

/** Loaded when somebody speaks, looks for an emoji, names a person, or sends a file. */
const MentionList = lazy(async () => ({ default: (await import('./mention-list.tsx')).MentionList }))
const Recorder = lazy(async () => ({ default: (await import('#src/features/chat/voice/recorder.tsx')).Recorder }))
const attachSheet = async () => ({
  default: (await import('#src/features/chat/sharing/attach-sheet.tsx')).AttachSheet,
})
const AttachSheet = lazy(attachSheet)
const EmojiGrid = lazy(async () => ({ default: (await import('./emoji.tsx')).EmojiGrid }))

type Props = {
  readonly chat: string
  readonly group: ImGroup
  readonly members: readonly Member[]
  readonly replied: Message | null
  readonly onReplied: (n: number | null) => void
  readonly onSent: () => void
  readonly onPacket: () => void
  readonly onCard: () => void
  readonly onMarket: () => void
}

/** Where a message is written. What was begun stays with its chat over a reload, and is sent to no other. */
export function Composer(props: Props) {
  const { chat, group } = props
  const { t } = useTranslation('chat')
  const drafts = useDrafts()
  const { serverNow } = useServices()
  const isMuted = !useIsPast(group.mutedUntilMs, serverNow)
  if (drafts === null) return null
  const why = mayWrite(group, serverNow())
    ? null
    : isMuted
      ? t('mutedUntil', { time: formatTime(group.mutedUntilMs ?? 0) })
      : t(group.chatGroupType === 'group' ? 'allMuted' : 'notFriends')
  if (why !== null)
    return (
      <Box as="p" pad={4} line="top" size={3} tone={2} text="center" role="status">
        {why}
      </Box>
    )
  return <Writing key={chat} {...props} />
}

function Writing({ chat, group, members, replied, onReplied, onSent, onPacket, onCard, onMarket }: Props) {
  const { t } = useTranslation('chat')
  const words = useWords()
  const account = useUser()?.id ?? 0
  const drafts = useDrafts()
  const send = useSend(chat)
  const tellTyping = useTyping(chat)
  const [text, setText] = useState(() => drafts?.[chat]?.text ?? '')
  const [cid, setCid] = useState(() => drafts?.[chat]?.cid ?? send.newCid())
  const [hasEmoji, setHasEmoji] = useState(false)
  const [mayRecord] = useState(canRecord)
  const [isRecording, setIsRecording] = useState(false)
  const [caret, setCaret] = useState(0)
  const [chosen, setChosen] = useState<readonly File[]>([])
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const mentionKeys = useRef<MentionKeys>(null)
  const isGroup = group.chatGroupType === 'group'
  const mention = isGroup ? mentionAt(text, caret) : null
  const replyTo = replied?.n ?? null
  // A file is chosen without a line as well: its sheet is here before.
  useEffect(() => void attachSheet().catch(() => undefined), [])
  const firstReply = useRef(drafts?.[chat]?.replyTo ?? null)
  useEffect(() => {
    if (firstReply.current !== null) onReplied(firstReply.current)
    firstReply.current = null
  }, [onReplied])
  const [restored] = useState(firstReply.current)
  // Who answers writes next. What comes back with a draft takes no focus.
  useEffect(() => {
    if (replyTo !== null && replyTo !== restored) field.current?.focus()
  }, [replyTo, restored])
  useLayoutEffect(() => {
    const box = field.current
    if (box === null) return
    box.style.blockSize = 'auto'
    box.style.blockSize = `${Math.min(box.scrollHeight, 132)}px`
  }, [text])
  const store = (next: string, reply: number | null) => {
    if (next.trim() === '' && reply === null) dropChatDraft(account, chat)
    else putDraft(account, chat, { text: next, cid, replyTo: reply, atMs: Date.now() })
  }
  const write = (next: string) => {
    setText(next)
    store(next, replyTo)
    if (next !== '') tellTyping()
  }
  const keep = useRef(store)
  const held = useRef(text)
  useEffect(() => {
    keep.current = store
    held.current = text
  })
  useEffect(() => keep.current(held.current, replyTo), [replyTo])
  const said = text.trim()
  const tooLong = useTooLong(said)
  const submit = async () => {
    if (said === '') return
    if (tooLong !== null) return toast('chat:tooLong', { max: chatLimits.text, count: lengthOf(said) }, 'error')
    const isStored = await send.text(said, {
      cid,
      replyTo,
      mentions: isGroup ? mentionsIn(said, members, t('everyone'), group.memberType !== 'member') : [],
    })
    if (!isStored) return
    setText('')
    setCid(send.newCid())
    dropChatDraft(account, chat)
    onReplied(null)
    onSent()
    // The button that was pressed becomes another one.
    if (!hasEmoji) field.current?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (mention !== null && mentionKeys.current?.(event) === true) return
    if (
      event.key !== 'Enter' ||
      event.shiftKey ||
      event.nativeEvent.isComposing ||
      !matchMedia('(hover: hover)').matches
    )
      return
    event.preventDefault()
    void submit()
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    setChosen(files)
  }
  const insert = (added: string) => {
    const at = field.current?.selectionEnd ?? text.length
    write(text.slice(0, at) + added + text.slice(at))
  }
  if (isRecording)
    return (
      <Box ground="bar" line="top" isRelative className={styles.composer}>
        <Suspense
          fallback={
            <Box as="p" pad={4} line="top" size={3} tone={2} text="center" role="status">
              {t('voice.asking')}
            </Box>
          }
        >
          <Recorder
            onEnd={() => setIsRecording(false)}
            onRecorded={({ file, seconds }) => {
              void send.file(file, 'voice', { seconds })
              onSent()
            }}
          />
        </Suspense>
      </Box>
    )
  return (
    <Box ground="bar" line="top" isRelative className={styles.composer}>
      {mention !== null && (
        <Suspense fallback={null}>
          <MentionList
            members={members}
            word={mention.word}
            keys={mentionKeys}
            mayAll={group.memberType !== 'member'}
            onPick={(name) => {
              write(withMention(text, mention, name))
              field.current?.focus()
            }}
          />
        </Suspense>
      )}
      {replied !== null && (
        <Row gap={2} className={styles.replying}>
          <Stack as="span" size={2} grows className={styles.replyingText}>
            <b>{t('replyTo', { who: replied.userName })}</b>
            <span>{words.wordsOf(replied)}</span>
          </Stack>
          <IconButton icon="close" label={t('noReply')} onClick={() => onReplied(null)} />
        </Row>
      )}
      <Row gap="hair" pad={2} align="end">
        <AttachMenu
          onFiles={() => picker.current?.click()}
          onCard={onCard}
          onPlace={() => go(chatPaths.chooseLocationOf(chat))}
          onMarket={onMarket}
        />
        {!group.peerIsBot && !group.peerIsStaff && (
          <IconButton icon="gift" label={t('kinds.redPacket')} onClick={onPacket} />
        )}
        <FileInput ref={picker} multiple hidden aria-label={t('attach')} onFiles={setChosen} />
        <textarea
          ref={field}
          className={styles.input}
          rows={1}
          dir="auto"
          enterKeyHint="send"
          aria-label={t('message')}
          placeholder={t('message')}
          value={text}
          aria-invalid={tooLong !== null || undefined}
          onChange={(event) => {
            setCaret(event.currentTarget.selectionEnd)
            write(event.currentTarget.value)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionEnd)}
          onFocus={() => setHasEmoji(false)}
          onKeyDown={onKey}
          onPaste={onPaste}
        />
        <IconButton icon="smile" label={t('emoji')} aria-expanded={hasEmoji} onClick={() => setHasEmoji(!hasEmoji)} />
        {said === '' && mayRecord ? (
          <IconButton icon="mic" label={t('voice.record')} onClick={() => setIsRecording(true)} />
        ) : (
          <IconButton icon="send" label={t('send')} disabled={said === ''} onClick={() => void submit()} />
        )}
      </Row>
      {tooLong !== null && (
        <Box as="p" size={2} tone="danger" className={styles.long} role="alert">
          {tooLong}
        </Box>
      )}
      {chosen.length > 0 && (
        <Suspense fallback={null}>
          <AttachSheet files={chosen} send={send} onSent={onSent} onClose={() => setChosen([])} />
        </Suspense>
      )}
      {hasEmoji && (
        <Suspense fallback={null}>
          <EmojiGrid onPick={insert} />
        </Suspense>
      )}
    </Box>
  )
}
